"""Othello's perft against the same algorithms in C: python -m benchmarks.othello_perft [DEPTH]

Compiles othello_perft.c with the C compiler at hand, runs both in turn, and prints the ratio of
the best times, plain (every move made) and bulk (moves of the last ply counted).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from games import make
from games.perft import perft

ROUNDS = 5


def main() -> None:
    depth = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "othello_perft")
        source = Path(__file__).with_suffix(".c")
        subprocess.run([os.environ.get("CC", "cc"), "-O3", "-o", program, source], check=True)
        for bulk in (False, True):
            ours, theirs = compare(program, depth, bulk)
            print(f"perft {depth} {'bulk' if bulk else 'plain'}: C {theirs:.3f} s, ours {ours:.3f} s, "
                  f"{theirs / ours:.2f} of C")  # fmt: skip


def compare(program: str, depth: int, bulk: bool) -> tuple[float, float]:
    """The best times of ours and of the C program, in seconds, taken in turn."""
    position = make("othello")
    command = [program, str(depth), str(int(bulk))]
    expected = int(subprocess.run(command, check=True, capture_output=True).stdout)
    if perft(position, depth, bulk) != expected:
        raise SystemExit(f"perft {depth}: C counts {expected}, and we do not")
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(timed(lambda: perft(position, depth, bulk)))
        theirs.append(timed(lambda: subprocess.run(command, check=True, capture_output=True)))
    return min(ours), min(theirs)


def timed(work: Callable[[], object]) -> float:
    """How long the work took, in seconds."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
