"""The time from the start of the process to `uciok`, against Stockfish."""

from __future__ import annotations

import statistics
import sys
import time
from functools import partial
from pathlib import Path

from benchmarks.baseline import Uci, stockfish, timed
from benchmarks.command_line import start

ROUNDS = 15
OURS = [sys.executable, str(Path(__file__).resolve().parents[1] / "uci_main.py")]


def uciok(command: list[str]) -> float:
    """Start an engine and end it; return the seconds on the clock from its start to uciok.

    :raises SystemExit: if it ends before uciok.
    """
    engine, seconds = timed(partial(Uci, command), time.perf_counter)
    engine.close()
    return seconds


def main() -> None:
    """Start our engine and Stockfish alternately, and print the median times to `uciok`."""
    program = stockfish()
    if not program:
        raise SystemExit("no stockfish found")
    rounds = [(uciok(OURS), uciok([program])) for _ in range(ROUNDS)]
    ours, theirs = (statistics.median(column) for column in zip(*rounds, strict=True))
    print(
        f"uci to uciok: {ours * 1000:.0f} ms, Stockfish {theirs * 1000:.0f} ms, "
        f"ratio {ours / theirs:.2f}"
    )


if __name__ == "__main__":
    start(main, __doc__)
