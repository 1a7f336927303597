"""The command lines of training: courses such as `training.chess`, and options of sampling."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from engine.cli.arguments import add_plan, add_workers, plan_from
from engine.cli.faults import exit_code
from engine.jobs import executor_at
from engine.lab.calibration.sample import Row, sample
from engine.train.generations import Course, Generations
from games.core.scores import KNOWN_WIN
from games.errors import LimitsError

GENERATIONS = 4


def main(course: Course, about: str) -> int:
    """Train as the command line of this process says; return the exit code of `run`.

    :param about: a line that describes the command.
    """
    name = f"training.{course.rules.game}"
    given = _parser(course, name, about).parse_args()
    return run(name, lambda: _train(course, given))


def run(name: str, work: Callable[[], int | None]) -> int:
    """Run a command that can resume, and return its exit code.

    An error becomes a line on standard error (see `exit_code`); after Ctrl-C, how to resume.

    :param name: the name of the command's module, for messages.
    :param work: does what the command says.
    """
    return exit_code(name, work, "interrupted; run it again to resume")


def add_sampling(parser: argparse.ArgumentParser, seed: int) -> None:
    """Add the options of a command that samples positions of games and searches them.

    :param seed: the default seed, different for each command, so that games differ.
    """
    parser.add_argument("--positions", type=int, default=10000)
    parser.add_argument("--deepest", type=int, default=6, help="plies of the deepest search")
    parser.add_argument("--base", help="evaluator at the horizon (default: the game's best)")
    parser.add_argument("--seed", type=int, default=seed)
    add_workers(parser, "processes")
    parser.add_argument("--keep", type=Path, help="folder that stores the searches, to resume")


def sampling_options(given: argparse.Namespace) -> str:
    """Return the arguments of a sampling command that determine its results, as text.

    In place of the file's name is FILE.
    """
    base = f"--base '{given.base}' " if given.base else ""
    return (
        f"FILE {' '.join(given.games)} --positions {given.positions} --deepest {given.deepest} "
        f"{base}--seed {given.seed}"
    )


def sample_game(
    given: argparse.Namespace,
    game: str,
    base: str,
    shallow: Sequence[str],
    deep: Sequence[int],
    *,
    folder: str,
) -> list[Row]:
    """Return positions of a game, each a `Row` with the values of shallow and deep searches.

    Games are played for them. An interrupted run resumes if the searches are stored: with `--keep`.

    :param given: the options of `add_sampling`, as parsed.
    :param base: the evaluator at the horizon of the deep searches.
    :param shallow: the specs of the evaluators that make the shallow searches.
    :param deep: the depths of the deep searches.
    :param folder: the folder of stored searches inside `--keep`.
    """
    path = given.keep and given.keep / folder / "results.sqlite"
    with executor_at(given.dask) as executor:
        return sample(
            game,
            tuple(shallow),
            base,
            tuple(deep),
            positions=given.positions,
            seed=given.seed,
            path=path,
            workers=given.workers,
            executor=executor,
        )


def by_phase(rows: Sequence[Row], near: int, far: int) -> list[list[tuple[int, int]]]:
    """Return for each phase the pairs (shallow value, deep value) of its positions.

    Positions whose shallow value is a win or a loss are left out.

    :param rows: one or more.
    :param near: the index of the shallow value in a row.
    :param far: the index of the deep value in a row.
    """
    pairs: list[list[tuple[int, int]]] = [[] for _ in range(1 + max(row.phase for row in rows))]
    for row in rows:
        value = row.interval[near][1]
        if abs(value) < KNOWN_WIN:
            pairs[row.phase].append((value, row.deep[far]))
    return pairs


def _parser(course: Course, name: str, about: str) -> argparse.ArgumentParser:
    """Return the parser of a course's command line, with an option for each field of its plan."""
    parser = argparse.ArgumentParser(prog=f"python -m {name}", description=about)
    parser.add_argument(
        "folder",
        type=Path,
        help="folder of all files, to resume from (with --dask, the workers need the same path)",
    )
    parser.add_argument(
        "--generations",
        type=int,
        metavar="G",
        help=f"number of generations (default: {GENERATIONS})",
    )
    parser.add_argument("--quick", action="store_true", help="make a small run of a few minutes")
    parser.add_argument(
        "--start",
        metavar="FILE",
        type=Path,
        help="weights to start from; 'shipped' for those of Starling (default: none)",
    )
    add_workers(parser, "processes")
    add_plan(parser, course.plan)
    return parser


def _train(course: Course, given: argparse.Namespace) -> int:
    """Train as the arguments say, and print the table of generations; return 0.

    The page of the training is written even if an error stops it.

    :param given: the arguments of `_parser`.
    :raises LimitsError: if a number of the plan or of generations is too small.
    :raises FileError: if the folder or the weights to start from do not fit.
    """
    if given.generations is not None and given.generations < 1:
        raise LimitsError(f"--generations {given.generations}: expected at least 1")
    plan = plan_from(given, course.quick if given.quick else course.plan)
    count = given.generations or (1 if given.quick else GENERATIONS)
    with executor_at(given.dask) as executor:
        start = course.shipped if given.start == Path("shipped") else given.start
        say = partial(print, flush=True)
        generations = Generations(course, given.folder, plan, given.workers, executor, say, start)
        with generations.reporting():
            generations.run(count, None)
    print(generations.table())
    return 0
