"""`starling solve` and `starling verify`: exact values, with proofs that can be checked."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

from engine import VERSION
from engine.cli.arguments import count, start_from
from engine.solve.certificate import Log, write_certificate
from engine.solve.checking import Verified, verify
from engine.solve.solving import DEFAULT_MEMORY, DEFAULT_SEARCHER, Show, Solver
from games import Position
from games.errors import FileError
from games.parts.files import expect_no_database, path_text

_TASKS = {
    "value": "finding the value",
    "at-least": "proving that it is not less",
    "at-most": "proving that it is not more",
}
"""The tasks of a run in words."""


def solve_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `solve`."""
    add = parser.add_argument
    add("game", metavar="GAME", help="such as connect4:width=5,height=4")
    add(
        "--certificate",
        metavar="FILE",
        help="write the proof; an interrupted run goes on from FILE.part",
    )
    add("--position", metavar="TEXT", help="the position (default: the start)")
    add(
        "--searcher",
        metavar="SPEC",
        default=DEFAULT_SEARCHER,
        help=f"a searcher that proves values (default: {DEFAULT_SEARCHER})",
    )
    add(
        "--memory",
        type=count,
        metavar="MB",
        default=DEFAULT_MEMORY,
        help="megabytes, half for the searcher's table, half for the positions of the proof "
        f"(default: {DEFAULT_MEMORY})",
    )


def run_solve(options: argparse.Namespace) -> int:
    """Solve a position and print its value; return the exit code, 0.

    With `--certificate`, also write the proof to a new file and check it. Then an interrupted run
    resumes from FILE.part.

    :raises StarlingError: if the position cannot be solved, or the certificate's file exists.
    """
    position = start_from(options)
    path = options.certificate
    if path is not None:
        expect_no_database(path)
        _expect_new(path)
    started = time.perf_counter()
    try:
        with _shown() as show:
            solver = Solver(position, options.searcher, options.memory, show)
            if path is None:
                print(Verified(position, solver.find_value(), 0, 0).claim())
                return 0
            with Log(f"{path}.part", position) as log:
                value = solver.run(log)
                by = f"starling {VERSION}, {solver.searcher.spec}"
                found = _write_verified(path, position, value, log.choices, by)
                log.remove()
    except KeyboardInterrupt:
        if path is not None and Path(f"{path}.part").exists():
            print(f"starling: {path_text(path)}.part: the same command continues", file=sys.stderr)
        raise
    print(
        f"{path_text(path)}: {Path(path).stat().st_size:,} bytes, {solver.nodes:,} nodes, "
        f"{time.perf_counter() - started:.1f} s"
    )
    _print_verified(found)
    return 0


def _write_verified(
    path: str, position: Position, value: int, choices: dict[str, list[str]], by: str
) -> Verified:
    """Write a certificate, verify it, and give it its name; return what it proves.

    :raises StarlingError: if it is refused, which leaves no file, or the file exists by now.
    """
    with TemporaryDirectory(dir=Path(path).parent) as folder:
        draft = Path(folder, Path(path).name)
        write_certificate(str(draft), position, value, choices, by)
        found = verify(str(draft))
        _expect_new(path)
        draft.replace(path)
    return found


def _expect_new(path: str) -> None:
    """Raise a FileError if the file exists."""
    if Path(path).exists():
        raise FileError(f"{path_text(path)} exists: expected a new file, or starling verify")


def _print_verified(found: Verified) -> None:
    """Print what a certificate proves, with the numbers of its positions and choices."""
    print(f"verified: {found.claim()} ({found.positions:,} positions, {found.choices:,} choices)")


@contextmanager
def _shown() -> Iterator[Show | None]:
    """Yield a function that shows progress in a block; None where there is no terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    started = time.monotonic()
    with console.status("searching") as status:
        yield lambda task, positions, nodes: status.update(
            f"{_TASKS[task]}: {positions:,} positions, {nodes:,} nodes, "
            f"{time.monotonic() - started:.0f} s"
        )


def verify_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `verify`."""
    parser.add_argument("file", metavar="FILE", help="a certificate of starling solve")


def run_verify(options: argparse.Namespace) -> int:
    """Check a certificate and print the claim that it proves; return the exit code.

    The exit code is 0 for a valid proof, 1 for a refused file, and 2 if there is no such file. The
    error goes to standard error.
    """
    try:
        _print_verified(verify(options.file))
    except FileError as error:
        print(f"starling: {error}", file=sys.stderr)
        return 1 if Path(options.file).exists() else 2
    return 0
