"""`starling standings`: how a tournament stands, also while it runs."""

from __future__ import annotations

import argparse
import json

from engine.match.tournament import standings

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("folder", metavar="DIR", help="the folder of the tournament")
    parser.add_argument("--json", action="store_true", help="as results.json has it")


def run(options: argparse.Namespace) -> int:
    """Print the standings; the exit code.

    :raises FileError: if the folder has no tournament.
    """
    result = standings(options.folder)
    print(json.dumps(result.as_dict(), indent=2) if options.json else result)
    return 0
