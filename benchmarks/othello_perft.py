"""Othello's perft through the virtual interface beside the same algorithms in plain C.

    python -m benchmarks.othello_perft [DEPTH]

Prints rates in million lines a second and their ratio: with every move made, and with the moves of
the last ply only counted.
"""

from __future__ import annotations

import subprocess
import time

from benchmarks.baseline import build, ratio
from benchmarks.words import start
from games import make
from games.core.perft import perft


def ours(depth: int, bulk: bool) -> tuple[int, float]:
    """Our count and its seconds of CPU time."""
    position = make("othello")
    started = time.process_time()
    lines = perft(position, depth, bulk)
    return lines, time.process_time() - started


def theirs(program: str, depth: int, bulk: bool) -> tuple[int, float]:
    """The C program's count and its seconds of CPU time."""
    command = [program, str(depth), str(int(bulk))]
    words = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return int(words[0]), float(words[1])


def main(depth: int = 10) -> None:
    """Print the ratios."""
    program = str(build("othello_perft.c"))
    for bulk in (False, True):
        lines = ours(depth, bulk)[0]
        if lines != theirs(program, depth, bulk)[0]:
            raise SystemExit(f"perft {depth}: not the count of the C program")
        ratio(
            f"othello perft {depth}, {'last ply counted' if bulk else 'every move made'}",
            lambda bulk=bulk, lines=lines: lines / ours(depth, bulk)[1] / 1e6,
            lambda bulk=bulk, lines=lines: lines / theirs(program, depth, bulk)[1] / 1e6,
            unit="M lines/s",
        )


if __name__ == "__main__":
    start(main, __doc__)
