"""The live mode: a page on 127.0.0.1 with a form for searches.

The server writes nothing and reads no file that a request names. It accepts requests of its own
page only, runs one search at a time, and limits every budget.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs

import games
from engine.explore.page import page_of, rendered
from engine.explore.sources import from_searches
from engine.pages.requests import check_player, check_spec
from engine.pages.serving import PageHandler, PageServer
from games import GAMES
from games.errors import LimitsError, SpecError, StarlingError
from games.parts.numbers import count_of
from games.parts.options import options_of
from searchers import SEARCHERS, Limits

MOST = {"nodes": 200_000, "depth": 60, "plays": 10, "seconds": 20}
"""The greatest values of a request; seconds are those of all moves of all searchers, and
not part of it."""
_LONGEST = {"game": 200, "player": 300, "other": 300, "position": 500}

_FIELDS = (
    ("game", "game", "othello", "such as chess", 16),
    ("position", "position", "", "the start", 24),
    ("searcher", "player", "bstar", "searcher:options@evaluator", 24),
    ("another beside it", "other", "", "none", 18),
    ("nodes", "nodes", "2000", f"up to {MOST['nodes']}", 7),
    ("depth", "depth", "", "any", 4),
    ("moves to play", "plays", "1", f"up to {MOST['plays']}", 4),
)


def serve(port: int, ready: Callable[[str], Any]) -> None:
    """Serve the form for searches and their pages until Ctrl-C, which raises KeyboardInterrupt.

    :param port: of 127.0.0.1; 0 for any free one.
    :param ready: called with the address once the server listens.
    :raises EngineError: if the port is not available.
    """
    with Server(port) as server:
        ready(server.origin)
        server.serve_forever()


class Server(PageServer):
    """The server of the form and its searches.

    :param port: 0 for any free one.
    :raises EngineError: if the port is not available.
    :ivar searching: the lock that a search holds.
    """

    def __init__(self, port: int) -> None:
        super().__init__(port, _Handler)
        self.searching = threading.Lock()

    def answer(self, query: Mapping[str, str]) -> tuple[HTTPStatus, str]:
        """Run the search of a request; return the HTTP status and the page of the search.

        An empty request gives the form alone. An invalid one gives it with the error, and the
        status "bad request".
        """
        fault, status = "", HTTPStatus.OK
        if query:
            try:
                return status, self._search_page(query)
            except StarlingError as error:
                fault, status = str(error), HTTPStatus.BAD_REQUEST
        empty = {"look": "", "data": None, "columns": "", "players": (), "side": ""}
        form = _form(query, fault)
        return status, rendered(title="starling explore", facts="", form=form, **empty)

    def _search_page(self, query: Mapping[str, str]) -> str:
        """Run the search, or the two, that a query describes; return the page.

        A second search at the same time is refused, not queued.

        :raises StarlingError: if a field is too long, unsafe or out of range, if a part does not
            fit the game, or if another search runs.
        """
        for name, most in _LONGEST.items():
            if len(query.get(name, "")) > most:
                raise SpecError(f"{name}: longer than {most} characters")
        check_spec("game", query.get("game", ""))
        players = [query[name] for name in ("player", "other") if query.get(name)]
        for player in players:
            check_player(player)
        plays = _number(query, "plays") or 1
        limits = Limits(
            _number(query, "nodes") or MOST["nodes"],
            _number(query, "depth"),
            MOST["seconds"] / (plays * max(1, len(players))),
        )
        if not self.searching.acquire(blocking=False):
            raise LimitsError("another search is under way: expected one at a time")
        try:
            position = games.make(query["game"])
            if query.get("position"):
                position = position.at(query["position"])
            scene = from_searches(position, players, limits, plays)
            return page_of(scene, form=_form(query, ""))
        finally:
            self.searching.release()


def _number(query: Mapping[str, str], name: str) -> int | None:
    """Return a number of the form; None if its field is empty.

    :param name: the field, whose largest number is in `MOST`.
    :raises StarlingError: if it is no number, or out of range.
    """
    text = query.get(name, "").strip()
    if not text:
        return None
    number = count_of(text)
    if not 1 <= number <= MOST[name]:
        raise LimitsError(f"{name}={number}: expected 1 to {MOST[name]:,}")
    return number


def _form(query: Mapping[str, str], fault: str) -> dict[str, Any]:
    """Return the form for the page: its fields with values and known names, and an error to show.

    A field that the query lacks has its default.
    """
    games = [  # without those of files, which a page may not read
        name
        for name in GAMES.builtin
        if not any(option.literal for option in options_of(GAMES.find(name)))
    ]
    known = {"game": games, "player": list(SEARCHERS.builtin), "other": list(SEARCHERS.builtin)}
    fields = [
        {
            "name": name,
            "key": key,
            "value": query.get(key, default),
            "hint": hint,
            "size": size,
            "known": known.get(key, []),
        }
        for name, key, default, hint, size in _FIELDS
    ]
    return {"fields": fields, "fault": fault}


class _Handler(PageHandler):
    """The handler of requests: GET / is the form, POST /search a search."""

    server: Server

    def do_GET(self) -> None:
        """Send the page with the form."""
        if self.is_foreign():
            return
        if self.path == "/":
            self.send(*self.server.answer({}))
        else:
            self.refuse(HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        """Run the search that the page's form requests, and send its page, or the form's error."""
        body = self.read_post("/search")
        if body is not None:
            fields = parse_qs(body.decode("utf-8", "replace"))
            query = {key: values[0] for key, values in fields.items()}
            self.send(*self.server.answer({"plays": "1", **query}))
