"""Arguments that several commands share: the position to look at, the limits of a search, and how
jobs are run."""

from __future__ import annotations

import argparse
from typing import Any

from games import make
from games.errors import LimitsError, SpecError
from games.parts.numbers import count_of
from searchers.core.limits import Limits

__all__ = [
    "add_jobs",
    "add_limits",
    "add_position",
    "add_workers",
    "count",
    "limits_from",
    "position_from",
]


def count(text: str) -> int:
    """`count_of`, as the type of an argument: argparse says which."""
    try:
        return count_of(text)
    except SpecError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_position(parser: argparse.ArgumentParser) -> None:
    """`--game`, `--position` and `--moves`."""
    parser.add_argument(
        "--game", required=True, metavar="SPEC", help="such as chess, othello, ngame:b=4,d=10"
    )
    parser.add_argument(
        "--position", metavar="TEXT", help="a FEN, board or transcript; default: the start"
    )
    parser.add_argument(
        "--moves", metavar="TEXT", default="", help="moves from there, separated by spaces"
    )


def position_from(options: argparse.Namespace) -> Any:
    """The position that the arguments name.

    :raises StarlingError: if there is no such game, position or move.
    """
    position = make(options.game)
    if options.position is not None:
        position = position.at(options.position)
    for text in options.moves.split():
        position.push(position.parse_move(text))
    return position


def add_limits(parser: argparse.ArgumentParser) -> None:
    """`--nodes`, `--depth`, `--seconds` and `--cpu`."""
    parser.add_argument(
        "--nodes", type=count, metavar="N", help="nodes a move, a hard limit: 5000, 10k, 1e6"
    )
    parser.add_argument("--depth", type=int, metavar="D", help="plies to look ahead")
    parser.add_argument("--seconds", type=float, metavar="S", help="wall-clock seconds a move")
    parser.add_argument("--cpu", type=float, metavar="S", help="CPU seconds a move")


def add_jobs(parser: argparse.ArgumentParser, *, seed: str) -> None:
    """`--seed`, `--workers`, `--dask` and `--out`.

    :param seed: what another seed makes other.
    """
    parser.add_argument(
        "--seed", type=int, default=0, metavar="S", help=f"other {seed} (default: 0)"
    )
    add_workers(parser, "processes")
    parser.add_argument(
        "--out",
        metavar="DIR",
        help="a folder for tables, figures and results; what was interrupted goes on from there",
    )


def add_workers(parser: argparse.ArgumentParser, meaning: str) -> None:
    """`--workers` and `--dask`, for `engine.jobs`.

    :param meaning: what there are so many of.
    """
    parser.add_argument(
        "--workers", type=int, default=1, metavar="N", help=f"{meaning} (default: 1)"
    )
    parser.add_argument("--dask", metavar="ADDRESS", help="run on this Dask cluster instead")


def limits_from(options: argparse.Namespace) -> Limits:
    """The limits that the arguments name.

    :raises LimitsError: if none is named, or one makes no sense.
    """
    limits = Limits(options.nodes, options.depth, options.seconds, options.cpu)
    if limits.endless():
        raise LimitsError("say how long to search: --nodes N, --depth D, --seconds S or --cpu S")
    return limits
