"""The command line of a course: `python -m training.chess FOLDER` and the like."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

from engine.cli.arguments import add_workers
from engine.cli.faults import exit_code
from engine.jobs import executor_at
from games.errors import LimitsError
from training.generations import Course, Generations
from training.ledger import table

__all__ = ["add_sampling", "main", "run"]

GENERATIONS = 4


def main(course: Course, about: str) -> int:
    """Train, and print the ledger; the exit code.

    :param about: what the command does, in a line.
    """
    name = f"training.{course.rules.game}"
    given = _parser(course, name, about).parse_args()
    return run(name, lambda: _train(course, given))


def run(name: str, work: Callable[[], int | None]) -> int:
    """Do the work of a command that goes on where it was interrupted; its exit code.

    :param name: of the command's module.
    """
    return exit_code(name, work, "interrupted; run it again to go on")


def add_sampling(parser: argparse.ArgumentParser, seed: int) -> None:
    """Add the options of what samples positions of games and searches them.

    :param seed: the default one; other purposes have other games.
    """
    parser.add_argument("--positions", type=int, default=10000)
    parser.add_argument("--deepest", type=int, default=6, help="plies of the deepest search")
    parser.add_argument("--base", help="what searches end with (default: the game's best)")
    parser.add_argument("--seed", type=int, default=seed)
    add_workers(parser, "processes")
    parser.add_argument("--keep", type=Path, help="where searches are kept, to go on from")


def _parser(course: Course, name: str, about: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"python -m {name}", description=about)
    parser.add_argument(
        "folder",
        type=Path,
        help="for everything; what was interrupted goes on (with --dask, workers see it as well)",
    )
    parser.add_argument(
        "--generations", type=int, metavar="G", help=f"how many (default: {GENERATIONS})"
    )
    parser.add_argument("--quick", action="store_true", help="a small run of a few minutes")
    parser.add_argument(
        "--start",
        metavar="FILE",
        type=Path,
        help="weights to go on from, instead of from nothing; 'shipped' for those of Starling",
    )
    add_workers(parser, "processes")
    for field in fields(course.plan):
        option = "--" + field.name.replace("_", "-")
        meaning = f"{field.metadata['help']} (default: {getattr(course.plan, field.name)})"
        parser.add_argument(option, type=int, metavar="N", help=meaning)
    return parser


def _train(course: Course, given: argparse.Namespace) -> int:
    chosen = {
        field.name: value
        for field in fields(course.plan)
        if (value := getattr(given, field.name)) is not None
    }
    for name, value in chosen.items():
        if value < (0 if name == "seed" else 1):
            raise LimitsError(f"--{name.replace('_', '-')} {value}: expected a number above 0")
    plan = replace(course.quick if given.quick else course.plan, **chosen)
    count = given.generations or (1 if given.quick else GENERATIONS)
    with executor_at(given.dask) as executor:
        start = course.shipped if given.start == Path("shipped") else given.start
        made = Generations(course, given.folder, plan, given.workers, executor, _tell, start)
        while len(made.ledger) < count:
            made.next()
            if made.best:
                best = made.weights_of(made.best)
                shutil.copyfile(best, given.folder / best.name)
    print(table(made.ledger, made.origin))
    return 0


def _tell(text: str) -> None:
    print(text, flush=True)
