"""Othello's perft by the methods of `Position` against the same algorithms in C.

    python -m benchmarks.othello_perft [DEPTH]

Print rates in million lines per second and their ratio: with every move made, and with the moves of
the last ply only counted.
"""

from __future__ import annotations

import subprocess
import time

from benchmarks.baseline import build, ratio
from benchmarks.command_line import start
from games import make
from games.core.perft import perft


def ours(depth: int, bulk: bool) -> tuple[int, float]:
    """Return the number of lines of `depth` moves by our rules, and the CPU seconds of the count.

    :param bulk: whether the moves of the last ply are only counted.
    """
    position = make("othello")
    started = time.process_time()
    lines = perft(position, depth, bulk)
    return lines, time.process_time() - started


def theirs(program: str, depth: int, bulk: bool) -> tuple[int, float]:
    """Return the number of lines that the C program counts, and the CPU seconds that it prints.

    :param bulk: as in `ours`.
    """
    command = [program, str(depth), str(int(bulk))]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    lines, seconds = output.split()
    return int(lines), float(seconds)


def main(depth: int = 10) -> None:
    """Print our perft rates in Othello as ratios to the same algorithms in C."""
    program = str(build("othello_perft.c"))
    for bulk in (False, True):
        lines = ours(depth, bulk)[0]
        if lines != theirs(program, depth, bulk)[0]:
            raise SystemExit(f"perft {depth}: different counts")
        ratio(
            f"othello perft {depth}, {'last ply counted' if bulk else 'every move made'}",
            lambda bulk=bulk, lines=lines: lines / ours(depth, bulk)[1] / 1e6,
            lambda bulk=bulk, lines=lines: lines / theirs(program, depth, bulk)[1] / 1e6,
            unit="M lines/s",
        )


if __name__ == "__main__":
    start(main, __doc__)
