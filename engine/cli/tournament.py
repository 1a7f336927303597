"""`starling tournament`: a tournament from a file."""

from __future__ import annotations

import argparse

from engine.cli.arguments import add_workers
from engine.cli.match import AT_A_TIME, play
from engine.match.tournament_file import read_tournament
from engine.text.waiting import waiting

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("file", metavar="FILE.toml", help="what to play")
    parser.add_argument(
        "--out",
        required=True,
        metavar="DIR",
        help="a folder for the games and the result; what was interrupted goes on from there",
    )
    add_workers(parser, AT_A_TIME)


def run(options: argparse.Namespace) -> int:
    """Play, show progress, print the result; the exit code.

    :raises StarlingError: as `engine.match.Tournament` does.
    """
    with waiting("drawing the openings"):
        tournament = read_tournament(options.file)
    return play(tournament, options)
