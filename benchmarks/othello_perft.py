"""Othello's perft by the methods of `Position` against the same algorithms in C.

    python -m benchmarks.othello_perft [DEPTH]

Print rates in million lines per second and their ratio: with every move made, and with the moves of
the last ply only counted.
"""

from __future__ import annotations

from functools import partial

from benchmarks.baseline import Run, build, compare, timed
from benchmarks.command_line import start
from games import make
from games.core.perft import perft


def ours(depth: int, bulk: bool) -> Run:
    """Count the lines of `depth` moves by our rules; return their number and the CPU seconds.

    :param bulk: whether the moves of the last ply are only counted.
    """
    lines, seconds = timed(partial(perft, make("othello"), depth, bulk))
    return Run(lines, 0, seconds)


def main(depth: int = 10) -> None:
    """Print our perft rates in Othello as ratios to the same algorithms in C."""
    program = build("othello_perft.c")
    for bulk in (False, True):
        compare(
            f"othello perft {depth}, {'last ply counted' if bulk else 'every move made'}",
            partial(ours, depth, bulk),
            [program, depth, int(bulk)],
            unit="M lines/s",
        )


if __name__ == "__main__":
    start(main, __doc__)
