"""The time from the start of the process to `uciok`, against Stockfish."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.baseline import stockfish
from benchmarks.command_line import start

ROUNDS = 15
OURS = [sys.executable, str(Path(__file__).resolve().parents[1] / "uci_main.py")]


def uciok(command: list[str]) -> float:
    """Return the seconds from the start of an engine to uciok, and end the engine.

    :raises SystemExit: if it ends before uciok.
    """
    begun = time.perf_counter()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        engine.stdin.write(b"uci\n")
        engine.stdin.flush()
        while (line := engine.stdout.readline().strip()) != b"uciok":
            if engine.poll() is not None and not line:
                raise SystemExit(f"{' '.join(command)} ended before uciok")
        taken = time.perf_counter() - begun
        engine.stdin.write(b"quit\n")
        engine.stdin.close()
        engine.stdout.read()
    return taken


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
