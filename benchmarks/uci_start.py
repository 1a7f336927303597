"""How long from starting the process to `uciok`, and its ratio to Stockfish."""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.words import start

ROUNDS = 15
OURS = [sys.executable, str(Path(__file__).resolve().parents[1] / "uci_main.py")]


def uciok(command: list[str]) -> float:
    """Seconds until an engine that was just started says uciok."""
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
    """Take turns, so that whatever else the machine does weighs on both alike."""
    stockfish = shutil.which("stockfish") or "/usr/games/stockfish"
    if not Path(stockfish).exists():
        raise SystemExit("no stockfish to compare with")
    rounds = [(uciok(OURS), uciok([stockfish])) for _ in range(ROUNDS)]
    ours, theirs = (statistics.median(column) for column in zip(*rounds, strict=True))
    print(
        f"uci to uciok: {ours * 1000:.0f} ms, Stockfish {theirs * 1000:.0f} ms, "
        f"ratio {ours / theirs:.2f}"
    )


if __name__ == "__main__":
    start(main, __doc__)
