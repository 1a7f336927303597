"""Othello endgames with up to 20 empty squares, solved to the end.

python -m benchmarks.othello_endgames [PLAYER] [EMPTIES]
"""

from __future__ import annotations

import sys
from pathlib import Path

from games import make as make_game
from searchers import Limits, make

DATA = Path(__file__).resolve().parents[1] / "tests" / "data" / "othello_ffo.tsv"


def main() -> None:
    """Solve, compare with the published scores, and print nodes and speed."""
    player = sys.argv[1] if len(sys.argv) > 1 else "pvs:tt=256"
    most = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    right, total, nodes, seconds = 0, 0, 0, 0.0
    for line in DATA.read_text(encoding="utf-8").splitlines():
        if not line[0].isdigit():
            continue
        number, board, side, empties, told = line.split("\t")
        if int(empties) > most:
            continue
        scores = {word.partition(":")[0]: int(word.partition(":")[2]) for word in told.split()}
        position = make_game("othello").at(f"{board} {side}")
        result = make(player).search(position, Limits(depth=400))
        found = position.move_text(result.move)
        good = result.proved and result.value == 100 * max(scores.values()) == 100 * scores[found]
        right, total = right + good, total + 1
        nodes, seconds = nodes + result.nodes, seconds + result.seconds
        print(
            f"{number}: {empties} empty, {found} {result.value / 100:+.0f}, "
            f"{'right' if good else 'WRONG'}, {result.nodes / 1e6:.1f} M nodes, "
            f"{result.nodes / result.seconds / 1e6:.1f} M/s",
            flush=True,
        )
    print(f"{player}: {right} of {total} exact, {nodes / seconds / 1e6:.1f} M nodes/s")


if __name__ == "__main__":
    main()
