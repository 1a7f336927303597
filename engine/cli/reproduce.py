"""`starling reproduce`: repeat the games of an archive and compare every move and node count."""

from __future__ import annotations

import argparse

from rich.console import Console

from engine.cli.arguments import add_workers, count, expect_defaults
from engine.cli.display import job_settings
from engine.match.games.origin import origin
from engine.match.reproduce import Reproduction, reproduce
from engine.match.results.archive import write_archive
from engine.text.console import say
from games.core.words import counted
from games.parts.files import path_text

SHOWN = 20
"""The most differences that are printed."""


def reproduce_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `reproduce`."""
    add = parser.add_argument
    add(
        "file",
        metavar="FILE",
        help="an archive, the folder of a tournament, or a folder with such folders in it",
    )
    add("--games", type=count, metavar="N", help="repeat N games, evenly spread (default: all)")
    add("--write", metavar="ARCHIVE", help="write the tournaments of a folder into an archive")
    add_workers(parser, "games repeated at a time")


def run_reproduce(options: argparse.Namespace) -> int:
    """Repeat recorded games and print the differences; return 1 if a game differs, else 0.

    With `--write`, only write the tournaments of a folder into an archive.

    :raises StarlingError: as `reproduce` and `write_archive` do, and for another option beside
        `--write`.
    """
    console = Console()
    if options.write is not None:
        expect_defaults(options, ("games", "workers", "dask"), "to --write")
        manifest = write_archive(options.file, options.write)
        held = counted(len(manifest.tournaments), "tournament")
        say(console, f"written: {path_text(options.write)}: {held}, {manifest.made_by}")
        return 0
    with job_settings(options, "reproduce") as settings:
        done = reproduce(options.file, games=options.games, **settings)
    _print(console, done)
    return 1 if done.differences else 0


def _print(console: Console, done: Reproduction) -> None:
    """Print the first `SHOWN` games that differ, and how many more do.

    Then print how many were not repeated, were played by other versions, and were reproduced.
    """
    for difference in done.differences[:SHOWN]:
        say(console, str(difference))
    if len(done.differences) > SHOWN:
        say(console, f"and {counted(len(done.differences) - SHOWN, 'more game')}")
    for reason, games in done.skipped.items():
        say(console, f"not repeated: {counted(games, 'game')}: {reason}")
    for other in done.others:
        made = other or "a version that kept no account of itself"
        say(console, f"{counted(done.made_by[other], 'game')} played by {made}; here {origin()}")
    same = done.games - len(done.differences)
    say(
        console,
        f"reproduced: {same:,} of {counted(done.games, 'game')}, "
        f"{counted(done.moves, 'move')} with their node counts",
    )
