"""Baselines: small C programs and Stockfish, run alternately with our searches."""

from __future__ import annotations

import shutil
import statistics
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

__all__ = ["DATA", "Run", "build", "compare", "printed", "ratio", "stockfish"]

DATA = Path(__file__).resolve().parents[1] / "tests" / "data"
"""The folder of test positions."""


class Run(NamedTuple):
    """The number of nodes (or the like) of a search, a checksum of its result, and CPU seconds."""

    counted: int
    found: int
    seconds: float


def build(source: str, *flags: str) -> Path:
    """Compile a C file of this folder with -O3 into a temporary folder; return the program."""
    program = Path(tempfile.mkdtemp(prefix="starling-benchmark-")) / Path(source).stem
    path = Path(__file__).with_name(source)
    subprocess.run(["cc", "-O3", *flags, str(path), "-o", str(program), "-lm"], check=True)
    return program


def stockfish(command: str = "") -> str:
    """Return the command if it is given, else the path of Stockfish; "" if there is none."""
    folders = "/usr/local/bin:/usr/bin:/usr/games"
    return command or shutil.which("stockfish", path=folders) or ""


def printed(command: list[str]) -> Run:
    """Run a C program that prints the three numbers of a `Run`."""
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    counted, found, seconds = output.split()
    return Run(int(counted), int(found), float(seconds))


def compare(
    name: str, ours: Callable[[], Run], command: list[str], *, unit: str = "M nodes/s"
) -> None:
    """Print the ratio of our search's rate to that of the same search in C.

    :param unit: the unit of the rates.
    :raises SystemExit: if counts or results differ.
    """
    searches = set()

    def rate(run: Run) -> float:
        """Store a run's counts, to compare them; return its millions per second."""
        searches.add((run.counted, run.found))
        return run.counted / run.seconds / 1e6

    ratio(name, lambda: rate(ours()), lambda: rate(printed(command)), unit=unit)
    if len(searches) > 1:
        raise SystemExit(f"different searches: {searches}")


def ratio(
    name: str,
    ours: Callable[[], float],
    theirs: Callable[[], float],
    *,
    rounds: int = 5,
    unit: str = "M nodes/s",
) -> float:
    """Run both alternately, because the speed of machines drifts; print the rates and their ratio.

    :param ours: runs our program once and returns its rate.
    :param theirs: runs the baseline once and returns its rate.
    :param unit: the unit of both rates.
    :returns: the median of the ratios of each pair, ours to theirs.
    """
    pairs = [(ours(), theirs()) for _ in range(rounds)]
    ratios = sorted(a / b for a, b in pairs)
    middle = statistics.median(ratios)
    print(
        f"{name:<44} ours {statistics.median(a for a, _ in pairs):8.2f} {unit}, "
        f"baseline {statistics.median(b for _, b in pairs):8.2f}, "
        f"ratio {middle:.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})",
        flush=True,
    )
    return middle
