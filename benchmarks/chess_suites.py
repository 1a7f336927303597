"""Chess test suites: the positions that a player solves with a fixed number of nodes.

python -m benchmarks.chess_suites [PLAYER] [NODES]
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from benchmarks.baseline import rows
from benchmarks.command_line import start
from games import make as make_game
from searchers import Limits, make

SUITES = ("bratko_kopec", "wac")


def problems(suite: str) -> Iterator[tuple[str, str, list[str], list[str]]]:
    """Yield (id, FEN, best moves, moves to avoid) for each position of a suite."""
    for name, fen, best, avoid in rows(f"{suite}.tsv"):
        yield name, f"{fen} 0 1", _moves(best), _moves(avoid)


def _moves(text: str) -> list[str]:
    """Return the moves of a field, separated by commas or blanks; "-" has none."""
    return [] if text == "-" else text.replace(",", " ").split()


def main(player: str = "pvs", nodes: int = 2_000_000) -> None:
    """Search each position of the suites; print those not solved, the numbers, and the speed."""
    searcher = make(player)
    for suite in SUITES:
        solved, total, spent, missed = 0, 0, 0, []
        started = time.perf_counter()
        for name, fen, best, avoid in problems(suite):
            position = make_game("chess").at(fen)
            searcher.new_game()
            result = searcher.search(position, Limits(nodes=nodes))
            found = position.move_text(result.move)
            right = (not best or found in best) and found not in avoid
            solved, total, spent = solved + right, total + 1, spent + result.nodes
            if not right:
                missed.append(f"{name} {found}")
        seconds = time.perf_counter() - started
        print(
            f"{suite}: {searcher.player} solves {solved} of {total} at {nodes:,} nodes, "
            f"{spent / seconds / 1e6:.1f} M nodes/s; missed: {', '.join(missed) or 'none'}"
        )


if __name__ == "__main__":
    start(main, __doc__)
