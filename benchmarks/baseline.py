"""Small C programs to stand beside: compiled when a benchmark runs, timed in turn with ours."""

from __future__ import annotations

import statistics
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

__all__ = ["Run", "build", "compare", "printed", "ratio"]


class Run(NamedTuple):
    """One run of a search: how many things it counted, a number that tells what it found, and
    seconds of CPU time."""

    counted: int
    found: int
    seconds: float


def build(source: str, *flags: str) -> Path:
    """Compile a C file of this folder, with -O3, into a temporary folder."""
    program = Path(tempfile.mkdtemp(prefix="starling-benchmark-")) / Path(source).stem
    path = Path(__file__).with_name(source)
    subprocess.run(["cc", "-O3", *flags, str(path), "-o", str(program), "-lm"], check=True)
    return program


def printed(command: list[str]) -> Run:
    """Run a C program, which prints its run in three words."""
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    counted, found, seconds = told.split()
    return Run(int(counted), int(found), float(seconds))


def compare(
    name: str, ours: Callable[[], Run], command: list[str], *, unit: str = "M nodes/s"
) -> None:
    """Print the ratio of a search of ours to the C program's, which must be the same.

    :param unit: of what they count.
    :raises SystemExit: if the two were not the same search.
    """
    searches = set()

    def rate(run: Run) -> float:
        searches.add((run.counted, run.found))
        return run.counted / run.seconds / 1e6

    ratio(name, lambda: rate(ours()), lambda: rate(printed(command)), unit=unit)
    if len(searches) > 1:
        raise SystemExit(f"not the same search: {searches}")


def ratio(
    name: str,
    ours: Callable[[], float],
    theirs: Callable[[], float],
    *,
    rounds: int = 5,
    unit: str = "M nodes/s",
) -> float:
    """Run both in turn and print the rates and their ratio, pair by pair (machines drift).

    :param ours: runs ours once and returns its rate.
    :param theirs: the same of the baseline.
    :param unit: of both rates.
    :returns: the median of the pairs' ratios, ours to theirs.
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
