"""Arguments of several commands: the position, limits of a search, workers, and a file to write."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from typing import Any, TextIO

from games import make
from games.errors import FileError, LimitsError, SpecError, StarlingError, quoted
from games.parts.files import expect_no_database
from games.parts.numbers import count_of
from searchers.core.limits import Limits


def count(text: str) -> int:
    """Return the whole number of an argument such as 5000, 10k or 1e6.

    :raises argparse.ArgumentTypeError: if it is none.
    """
    try:
        return count_of(text)
    except SpecError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_position(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    """Add `--game`, `--position` and `--moves`.

    :param required: whether `--game` is required.
    """
    add = parser.add_argument
    add("--game", required=required, metavar="SPEC", help="such as chess, othello, ngame:b=4,d=10")
    add("--position", metavar="TEXT", help="a FEN, board or transcript; default: the start")
    add("--moves", metavar="TEXT", default="", help="moves from there, separated by spaces")


def start_from(options: argparse.Namespace) -> Any:
    """Return the position of the arguments `game` and `position`; without that, the game's start.

    :raises StarlingError: if there is no such game or position.
    """
    start = make(options.game)
    return start if options.position is None else start.at(options.position)


def position_from(options: argparse.Namespace) -> Any:
    """Return the position of `--game` and `--position`, after the moves of `--moves`.

    :raises StarlingError: if there is no such game, position or move.
    """
    position = start_from(options)
    for text in options.moves.split():
        position.push(position.parse_move(text))
    return position


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Add `--nodes`, `--depth`, `--seconds` and `--cpu`."""
    add = parser.add_argument
    add("--nodes", type=count, metavar="N", help="nodes a move, a hard limit: 5000, 10k, 1e6")
    add("--depth", type=int, metavar="D", help="plies to look ahead")
    add("--seconds", type=float, metavar="S", help="wall-clock seconds a move")
    add("--cpu", type=float, metavar="S", help="CPU seconds a move")


def add_jobs(parser: argparse.ArgumentParser, *, seed: str) -> None:
    """Add `--seed`, `--workers`, `--dask` and `--out`.

    :param seed: what depends on the seed, such as "games".
    """
    add = parser.add_argument
    add("--seed", type=int, default=0, metavar="S", help=f"other {seed} (default: 0)")
    add_workers(parser, "processes")
    add(
        "--out",
        metavar="DIR",
        help="a folder for tables, figures and results; an interrupted run resumes",
    )


def add_workers(parser: argparse.ArgumentParser, meaning: str) -> None:
    """Add `--workers` and `--dask`, for `engine.jobs`.

    :param meaning: what the number of workers counts, for the help.
    """
    add = parser.add_mutually_exclusive_group().add_argument
    add("--workers", type=int, default=1, metavar="N", help=f"{meaning} (default: 1)")
    add("--dask", metavar="ADDRESS", help="run on this Dask cluster instead")


def expect_defaults(options: argparse.Namespace, names: Sequence[str], where: str) -> None:
    """Check that options have their defaults where they would have no effect.

    :param names: the names of these options.
    :param where: the place, for the message, such as "without --sprt".
    :raises SpecError: if one has another value.
    """
    for name in names:
        if getattr(options, name) != options.parser.get_default(name):
            raise SpecError(f"{_option(name)} means nothing {where}")


def limits_of(options: argparse.Namespace) -> Limits:
    """Return the limits of the options of `add_limits`; without any they are endless.

    :raises LimitsError: if one is invalid.
    """
    return Limits(options.nodes, options.depth, options.seconds, options.cpu)


def limits_from(options: argparse.Namespace) -> Limits:
    """Return the limits of the options of `add_limits`, of which one is required.

    :raises LimitsError: if there is none, or one is invalid.
    """
    limits = limits_of(options)
    if limits.endless():
        raise LimitsError("say how long to search: --nodes N, --depth D, --seconds S or --cpu S")
    return limits


def add_plan(parser: argparse.ArgumentParser, plan: Any) -> None:
    """Add an option for each number of a training's plan; an option not given is None.

    :param plan: has the defaults that the help names (`engine.train.generations.Plan`).
    """
    for field in fields(plan):
        meaning = f"{field.metadata['help']} (default: {getattr(plan, field.name)})"
        parser.add_argument(_option(field.name), type=int, metavar="N", help=meaning)


def _option(field: str) -> str:
    """Return the flag of a name in a namespace or plan: "--match-games" for "match_games"."""
    return "--" + field.replace("_", "-")


def plan_from(options: argparse.Namespace, plan: Any) -> Any:
    """Return a copy of the plan with the numbers that the arguments give; the others stay.

    :param options: the arguments, with the options of `add_plan`.
    :raises LimitsError: if a number is too small.
    """
    chosen = {}
    for field in fields(plan):
        value = getattr(options, field.name)
        if value is not None:
            least = 0 if field.name in ("seed", "result") else 1
            if value < least:
                raise LimitsError(f"{_option(field.name)} {value}: expected at least {least}")
            chosen[field.name] = value
    return replace(plan, **chosen)


@contextmanager
def written(path: str) -> Iterator[TextIO]:
    """Yield a text file that is open for writing in a block; an old file is emptied.

    :raises FileError: for any OSError or UnicodeError in the block, and if the file is an SQLite
        database. It names the file. A StarlingError of the block passes through.
    """
    expect_no_database(path)
    try:
        with open(path, "w", encoding="utf-8") as file:
            yield file
    except StarlingError:  # of the search, and maybe about another file
        raise
    except (OSError, UnicodeError) as error:
        fault = getattr(error, "strerror", None) or error
        raise FileError(f"cannot write {quoted(path)}: {fault}") from error
