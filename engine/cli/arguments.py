"""Arguments that several commands share: the position, the limits of a search, and the workers."""

from __future__ import annotations

import argparse
from dataclasses import fields, replace
from typing import Any

from games import make
from games.errors import LimitsError, SpecError
from games.parts.numbers import count_of
from searchers.core.limits import Limits

__all__ = [
    "add_jobs",
    "add_limits",
    "add_plan",
    "add_position",
    "add_workers",
    "count",
    "limits_from",
    "limits_of",
    "plan_from",
    "position_from",
]


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
    parser.add_argument(
        "--game", required=required, metavar="SPEC", help="such as chess, othello, ngame:b=4,d=10"
    )
    parser.add_argument(
        "--position", metavar="TEXT", help="a FEN, board or transcript; default: the start"
    )
    parser.add_argument(
        "--moves", metavar="TEXT", default="", help="moves from there, separated by spaces"
    )


def position_from(options: argparse.Namespace) -> Any:
    """Return the position of `--game` and `--position`, after the moves of `--moves`.

    :raises StarlingError: if there is no such game, position or move.
    """
    position = make(options.game)
    if options.position is not None:
        position = position.at(options.position)
    for text in options.moves.split():
        position.push(position.parse_move(text))
    return position


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Add `--nodes`, `--depth`, `--seconds` and `--cpu`."""
    parser.add_argument(
        "--nodes", type=count, metavar="N", help="nodes a move, a hard limit: 5000, 10k, 1e6"
    )
    parser.add_argument("--depth", type=int, metavar="D", help="plies to look ahead")
    parser.add_argument("--seconds", type=float, metavar="S", help="wall-clock seconds a move")
    parser.add_argument("--cpu", type=float, metavar="S", help="CPU seconds a move")


def add_jobs(parser: argparse.ArgumentParser, *, seed: str) -> None:
    """Add `--seed`, `--workers`, `--dask` and `--out`.

    :param seed: what depends on the seed, such as "games".
    """
    parser.add_argument(
        "--seed", type=int, default=0, metavar="S", help=f"other {seed} (default: 0)"
    )
    add_workers(parser, "processes")
    parser.add_argument(
        "--out",
        metavar="DIR",
        help="a folder for tables, figures and results; an interrupted run resumes",
    )


def add_workers(parser: argparse.ArgumentParser, meaning: str) -> None:
    """Add `--workers` and `--dask`, for `engine.jobs`.

    :param meaning: what the number of workers counts, for the help.
    """
    parser.add_argument(
        "--workers", type=int, default=1, metavar="N", help=f"{meaning} (default: 1)"
    )
    parser.add_argument("--dask", metavar="ADDRESS", help="run on this Dask cluster instead")


def limits_of(options: argparse.Namespace) -> Limits:
    """Return the limits of the arguments, which may be endless.

    :raises LimitsError: if one is invalid.
    """
    return Limits(options.nodes, options.depth, options.seconds, options.cpu)


def limits_from(options: argparse.Namespace) -> Limits:
    """Return the limits of the arguments, at least one.

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
        option = "--" + field.name.replace("_", "-")
        parser.add_argument(option, type=int, metavar="N", help=meaning)


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
                option = "--" + field.name.replace("_", "-")
                raise LimitsError(f"{option} {value}: expected at least {least}")
            chosen[field.name] = value
    return replace(plan, **chosen)
