"""The page of a game, for a server and for a folder that runs the engine in the browser."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.pages import rendering as pages
from engine.play.levels import LEVELS, level_text
from engine.play.live import MOST
from engine.play.records import formats
from engine.play.session import Session
from engine.play.squares import Grid
from games.parts.part import name_of
from searchers import SEARCHERS

__all__ = ["ASSETS", "page_of"]

ASSETS = Path(__file__).resolve().parent / "assets"
_SCRIPTS = ("board.js", "grid.js", "panel.js", "play.js")
"""The page's scripts in the order of their dependence; the first is of all pages."""
_PANEL = ("pvs", "bstar", "bfms", "alphabeta", "sss", "bpip")
"""The searchers whose opinions the page offers first."""


def page_of(session: Session, link: str, more: Mapping[str, Any] | None = None) -> str:
    """Return the page of a session.

    :param link: the script of the class `Link`, which connects the page with the engine.
    :param more: further data for that script.
    """
    start = session.start
    board = Grid(start).board
    data = {
        "game": start.spec,
        "name": name_of(type(start)),
        "sides": list(start.INFO.sides),
        "onePlayer": bool(start.one_player),
        "unit": start.INFO.value_unit,
        "board": None
        if board is None
        else {
            "columns": list(board.columns),
            "rows": list(board.rows),
            "width": board.width,
            "discs": board.discs,
            "pieces": board.pieces,
        },
        "most": MOST["nodes"],
        **(more or {}),
    }
    first = session.player.partition("@")[0].partition(":")[0]
    known = list(SEARCHERS.builtin)
    return pages.rendered(
        ASSETS,
        "play.html.jinja",
        {
            "title": f"Starling: {start.spec}",
            "game": start.spec,
            "sides": start.INFO.sides,
            "one_player": bool(start.one_player),
            "scripts": (link, *_SCRIPTS),
            "data": pages.inert(data),
            "levels": [(n, level_text(start, session.player, n)) for n in LEVELS],
            "searchers": sorted({*known, session.player}),
            "panel": list(dict.fromkeys([first, *_PANEL]))[: MOST["players"]],
            "formats": formats(start),
        },
    )
