"""Othello endgames with published exact scores.

    python -m benchmarks.othello_endgames [PLAYER] [MOST] [LEAST] [GAME]

Solve those with LEAST to MOST empty squares. GAME is othello, or othello:wld=true for win, draw or
loss only.
"""

from __future__ import annotations

from functools import partial

from benchmarks.baseline import rows, timed
from benchmarks.command_line import start
from games import make as make_game
from games.errors import LimitsError
from searchers import Limits, make


def main(player: str = "pvs:tt=64", most: int = 23, least: int = 0, game: str = "othello") -> None:
    """Solve endgames with `least` to `most` empty squares; check and print scores, and speed."""
    right, total, nodes, seconds = 0, 0, 0, 0.0
    for number, board, side, empties, scores in rows("othello_ffo.tsv"):
        if not least <= int(empties) <= most:
            continue
        best = max(int(word.partition(":")[2]) for word in scores.split())
        position = make_game(game).at(f"{board} {side}")
        searcher = make(player)
        searcher.prepare(position)
        result, took = timed(partial(searcher.search, position, Limits(depth=400)))
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
    if not total:
        raise LimitsError(f"no endgame has {least} to {most} empty squares: expected 6 to 34")
    rate = nodes / seconds / 1e6
    print(f"{player}: {right} of {total} exact, {seconds:.1f} s, {rate:.1f} M nodes/s")


if __name__ == "__main__":
    start(main, __doc__)
