"""`starling report`: a tournament's folder as one page for a browser."""

from __future__ import annotations

import argparse
import time
import webbrowser
from pathlib import Path

from engine.cli.standings import add_sprt, sprt_from
from games.core.words import counted
from games.parts.files import path_text

__all__ = ["add_arguments", "run"]

PAGE = "report.html"

SHARE = 0.1
"""The part of the time that writing the page anew may take."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    add = parser.add_argument
    add("folder", metavar="DIR", help="the folder of the tournament")
    add("--html", metavar="FILE", help=f"where to write the page (default: {PAGE} in DIR)")
    add("--open", action="store_true", help="show it in the browser")
    add(
        "--follow",
        nargs="?",
        type=_seconds,
        const=10.0,
        metavar="SECONDS",
        help="write it anew every so many seconds (10) until the last game is played; the open "
        "page reads it again",
    )
    add_sprt(parser, "the tournament's own, else 0 10")


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 1 <= seconds <= 86400:
        raise argparse.ArgumentTypeError(f"{text}: expected seconds from 1 to 86400")
    return seconds


def run(options: argparse.Namespace) -> int:
    """Write the page; the exit code.

    :raises FileError: if the folder has no tournament, or the page cannot be written.
    :raises SpecError: if the numbers make no test.
    """
    from engine.match.report import write_report

    path = Path(options.html) if options.html else Path(options.folder) / PAGE
    test = sprt_from(options)
    shown = False
    while True:
        begun = time.monotonic()
        found = write_report(options.folder, path, test=test, refresh=options.follow or 0)
        taken = time.monotonic() - begun
        if not shown:
            print(f"{path_text(path)}: {counted(found.result.count, 'game')}", flush=True)
            if options.open:
                webbrowser.open(path.absolute().as_uri())
            shown = True
        if not options.follow or found.result.over:
            return 0
        time.sleep(max(options.follow, taken / SHARE))
