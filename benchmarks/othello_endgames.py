"""Othello endgames published with their exact scores, solved to the end.

python -m benchmarks.othello_endgames [PLAYER] [MOST] [LEAST] [GAME]

Those with LEAST to MOST empty squares are solved. GAME is othello, or othello:wld=true for win,
draw or loss alone.
"""

from __future__ import annotations

import time
from pathlib import Path

from benchmarks.words import start
from games import make as make_game
from searchers import Limits, make

DATA = Path(__file__).resolve().parents[1] / "tests" / "data" / "othello_ffo.tsv"


def main(player: str = "pvs:tt=64", most: int = 23, least: int = 0, game: str = "othello") -> None:
    """Solve, compare with the published scores, and print nodes and speed."""
    right, total, nodes, seconds = 0, 0, 0, 0.0
    for line in DATA.read_text(encoding="utf-8").splitlines():
        if not line[0].isdigit():
            continue
        number, board, side, empties, told = line.split("\t")
        if not least <= int(empties) <= most:
            continue
        best = max(int(word.partition(":")[2]) for word in told.split())
        position = make_game(game).at(f"{board} {side}")
        searcher = make(player)
        searcher.prepare(position)
        began = time.process_time()
        result = searcher.search(position, Limits(depth=400))
        took = time.process_time() - began
        found = (result.value or 0) // position.INFO.value_per_point
        sign = (best > 0) - (best < 0)
        good = result.proved and found == (best if game == "othello" else 64 * sign)
        right, total = right + good, total + 1
        nodes, seconds = nodes + result.nodes, seconds + took
        print(
            f"{number}: {empties} empty, {position.move_text(result.move)} {found:+d}, published "
            f"{best:+d}, {'right' if good else 'WRONG'}, depth {result.depth}, {took:.1f} s, "
            f"{result.nodes / 1e6:.1f} M nodes, {result.nodes / took / 1e6:.1f} M/s",
            flush=True,
        )
    rate = nodes / seconds / 1e6
    print(f"{player}: {right} of {total} exact, {seconds:.1f} s, {rate:.1f} M nodes/s")


if __name__ == "__main__":
    start(main, __doc__)
