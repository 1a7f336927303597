"""The page of a game, for a server and for a folder that runs the engine in the browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.pages import rendering as pages
from engine.pages.boards import turns_for_second_side
from engine.play.levels import LEVELS, level_text
from engine.play.live import MOST
from engine.play.records import formats
from engine.play.session import Session
from engine.play.squares import Grid
from games.core.position import Position
from games.parts import specs
from games.parts.part import name_of
from searchers import SEARCHERS

ASSETS = Path(__file__).resolve().parent / "assets"
_SCRIPTS = ("board.js", "grid.js", "panel.js", "play.js")
"""The page's scripts in the order of their dependence; the first is of all pages."""
_PANEL = ("pvs", "bstar", "bfms", "alphabeta", "sss", "bpip")
"""The searchers whose opinions the page offers first."""


def page_of(
    session: Session,
    link: str,
    more: Mapping[str, Any] | None = None,
    games: Sequence[tuple[str, str]] = (),
) -> str:
    """Return the HTML page on which a session is played.

    :param link: the file of the script that connects the page with the engine (class `Link`).
    :param more: further data for that script.
    :param games: the games with a page of their own, and the addresses of those.
    """
    start = session.start
    data = {
        "name": name_of(type(start)),
        "sides": list(start.INFO.sides),
        "onePlayer": bool(start.one_player),
        "board": board_data(start),
        "turnsForSecondSide": turns_for_second_side(start),
        **(more or {}),
    }
    first = specs.name_of(session.helper)
    known = list(SEARCHERS.builtin)
    return pages.rendered(
        ASSETS,
        "play.html.jinja",
        {
            "title": f"Starling: {start.spec}",
            "game": start.spec,
            "games": games,
            "sides": start.INFO.sides,
            "one_player": bool(start.one_player),
            "turns_for_second_side": data["turnsForSecondSide"],
            "scripts": (link, *_SCRIPTS),
            "data": pages.inert(data),
            "levels": [(n, level_text(start, session.player, n)) for n in LEVELS],
            "searchers": sorted({*known, session.given, session.player}),
            "panel": list(dict.fromkeys([first, *_PANEL]))[: MOST["players"]],
            "formats": formats(start),
        },
    )


def board_data(position: Position) -> dict[str, Any] | None:
    """Return the fields of a position's `Board` for scripts; None where the game has none."""
    board = Grid(position).board
    return None if board is None else asdict(board)
