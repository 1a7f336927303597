"""Baselines: small C programs and Stockfish, run alternately with our searches."""

from __future__ import annotations

import atexit
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

T = TypeVar("T")

DATA = Path(__file__).resolve().parents[1] / "tests" / "data"
"""The folder of test positions."""


class Run(NamedTuple):
    """The number of nodes (or the like) of a search, a checksum of its result, and CPU seconds."""

    counted: int
    found: int
    seconds: float


def timed(work: Callable[[], T], clock: Callable[[], float] = time.process_time) -> tuple[T, float]:
    """Call a function once; return its value, and its seconds of CPU time or by another clock."""
    started = clock()
    value = work()
    return value, clock() - started


def build(source: str, *flags: str) -> Path:
    """Compile a C file of this folder with -O3; return the program, which is deleted at exit."""
    folder = Path(tempfile.mkdtemp(prefix="starling-benchmark-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    program = folder / Path(source).stem
    path = Path(__file__).with_name(source)
    subprocess.run(["cc", "-O3", *flags, str(path), "-o", str(program), "-lm"], check=True)
    return program


def stockfish(command: str = "") -> str:
    """Return the command if it is given, else the path of Stockfish; "" if there is none."""
    folders = "/usr/local/bin:/usr/bin:/usr/games"
    return command or shutil.which("stockfish", path=folders) or ""


class Uci:
    """A UCI engine in a process of its own."""

    def __init__(self, command: list[str]) -> None:
        """Start the engine, and wait until it answers `uci`.

        :raises SystemExit: if it ends before.
        """
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.send("uci", "uciok")

    def send(self, command: str, answer: str) -> str:
        """Send a line and return the first line that starts with the answer.

        :raises SystemExit: if the engine ends before.
        """
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{command}\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            if line.startswith(answer):
                return line
        raise SystemExit(f"{' '.join(self.process.args)} ended before {answer}")

    def close(self) -> None:
        """Send `quit`, and wait until the engine ends."""
        self.process.communicate("quit\n")


def printed(command: Sequence[object]) -> Run:
    """Run a C program; return the `Run` whose three numbers it prints.

    :param command: its path and its arguments, which become texts.
    """
    words = [str(word) for word in command]
    output = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    counted, found, seconds = output.split()
    return Run(int(counted), int(found), float(seconds))


def rows(name: str) -> Iterator[list[str]]:
    """Yield the fields of each line of a file of test positions, without comments and headings."""
    for line in (DATA / name).read_text(encoding="utf-8").splitlines():
        if not line.startswith(("#", "number")):
            yield line.split("\t")


def compare(
    name: str, ours: Callable[[], Run], command: Sequence[object], *, unit: str = "M nodes/s"
) -> None:
    """Run our search and the same in C alternately; print their rates and ratio (see `ratio`).

    :param command: the C program and its arguments.
    :param unit: the unit of the rates.
    :raises SystemExit: if counts or results differ.
    """
    ratio(name, ours, lambda: printed(command), unit=unit, same=True)


def ratio(
    name: str,
    ours: Callable[[], Run],
    theirs: Callable[[], Run],
    *,
    rounds: int = 5,
    unit: str = "M nodes/s",
    per: float = 1e6,
    same: bool = False,
) -> None:
    """Run both alternately, because the speed of machines drifts; print the rates and their ratio.

    The ratio is the median of the ratios of each pair of runs, ours to theirs.

    :param ours: runs our program once.
    :param theirs: runs the baseline once.
    :param unit: the unit of both rates.
    :param per: the number per second that is a rate of 1.
    :param same: whether counts and results must be the same.
    :raises SystemExit: if they must be, and differ.
    """
    pairs = [(ours(), theirs()) for _ in range(rounds)]
    searches = {run[:2] for pair in pairs for run in pair}
    if same and len(searches) > 1:
        raise SystemExit(f"{name}: different searches: {searches}")
    rates = [[run.counted / run.seconds / per for run in pair] for pair in pairs]
    ratios = sorted(a / b for a, b in rates)
    print(
        f"{name:<44} ours {statistics.median(a for a, _ in rates):8.2f} {unit}, "
        f"baseline {statistics.median(b for _, b in rates):8.2f}, "
        f"ratio {statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})",
        flush=True,
    )
