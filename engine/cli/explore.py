"""`starling explore`: a page that plays one search, or two of them side by side."""

from __future__ import annotations

import argparse
import os
import tempfile
import webbrowser
from pathlib import Path

from engine.cli.arguments import (
    add_limits,
    add_position,
    count,
    expect_defaults,
    limits_from,
    position_from,
    written,
)
from games.errors import LimitsError, SpecError, quoted
from games.parts.files import path_text
from games.parts.specs import name_of
from searchers import SEARCHERS

_DEFAULT = "explore.html"

_OF_SEARCHES = ("position", "moves", "nodes", "depth", "seconds", "cpu", "plays")
"""The options that trace files do not have."""
_OF_PAGES = ("game", *_OF_SEARCHES, "html", "title", "look")
"""The options that a served page does not have."""


def explore_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `explore`."""
    add = parser.add_argument
    add(
        "what",
        nargs="*",
        metavar="SPEC",
        help="one searcher or two, to be run on --game; without --game, one or two trace files",
    )
    add_position(parser, required=False)
    add_limits(parser)
    add(
        "--plays",
        type=count,
        default=1,
        metavar="N",
        help="moves that the searcher makes, for both sides, searching before each (default: 1)",
    )
    add("--html", metavar="FILE", help=f"where to write the page (default: {_DEFAULT})")
    add("--open", action="store_true", help="show the page in a browser")
    add("--title", metavar="TEXT", default="", help="the heading of the page")
    add("--look", metavar="TEXT", default="", help="a note on the page about what to look for")
    add("--serve", action="store_true", help="serve a page that runs searches, on 127.0.0.1 only")
    add("--port", type=int, default=8080, metavar="N", help="port of --serve (default: 8080)")


def run_explore(options: argparse.Namespace) -> int:
    """Write the page of searches and print its size, or serve the page with its form; return 0.

    The file is that of `--html`, else explore.html. With `--open` a browser shows the page, which
    without `--html` is in a temporary file that remains.

    :raises StarlingError: if an argument does not fit, or a file cannot be read or written.
    """
    if options.serve:
        return _serve(options)
    expect_defaults(options, ("port",), "without --serve")
    page = _page(options)
    path = options.html or _DEFAULT
    if options.html is None and options.open:
        handle, path = tempfile.mkstemp(prefix="starling-", suffix=".html")
        os.close(handle)
    with written(path) as file:
        file.write(page)
    print(f"{path_text(path)}: {len(page) / 1e6:.2f} MB")
    if options.open:
        webbrowser.open(Path(path).resolve().as_uri())
    return 0


def _page(options: argparse.Namespace) -> str:
    """Return the HTML of the traces in files; with `--game`, of searches that are made now.

    :raises StarlingError: if no trace or searcher is given, or more than two, or one does not fit;
        a searcher without `--game` is an error, unless a file has its name.
    """
    from engine.explore import from_files, from_searches, page_of

    if not options.what:
        raise SpecError("nothing to explore: expected a searcher with --game, or a trace file")
    if options.game is None:
        for name in options.what:
            if name_of(name) in SEARCHERS and not os.path.exists(name):
                raise SpecError(
                    f"{quoted(name)} is a searcher, and searches need a game: expected --game, "
                    "such as --game othello"
                )
        expect_defaults(options, _OF_SEARCHES, "to trace files: expected --game with it")
        scene = from_files(options.what)
    elif options.plays < 1:
        raise LimitsError(f"--plays {options.plays}: expected at least 1")
    else:
        position, limits = position_from(options), limits_from(options)
        scene = from_searches(position, options.what, limits, options.plays)
    return page_of(scene, options.title, options.look)


def _serve(options: argparse.Namespace) -> int:
    """Serve the page with its form for searches until Ctrl-C, which raises KeyboardInterrupt.

    :raises StarlingError: if a searcher or an option of a search is given, or the port is not
        available.
    """
    from engine.explore.serving import serve

    if options.what:
        raise SpecError("--serve takes no SPEC: the page has a form for searches")
    expect_defaults(options, _OF_PAGES, "to --serve: the page has a form for searches")

    def announce(address: str) -> None:
        """Print the address of the page, and with `--open` show it in a browser."""
        print(f"{address} (ends by Ctrl-C)", flush=True)
        if options.open:
            webbrowser.open(address)

    serve(options.port, announce)
    return 0
