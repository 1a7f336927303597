"""The page of a game on 127.0.0.1.

The server takes requests of its own page only, reads no file that a request names, and limits every
budget. GET / is the page, GET /state waits for news, POST /do is an action, GET /game.SUFFIX is the
game as a file.
"""

from __future__ import annotations

import json
import threading
import webbrowser
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from engine.pages.serving import PageHandler, PageServer
from engine.play.live import Live
from engine.play.page import page_of
from engine.play.records import formats, save_unsaved, text_of
from engine.play.session import Session
from engine.play.terminal import Closed, closing
from games.errors import StarlingError
from games.parts.part import name_of

_MOST_WAITING = 16
"""Requests for news that wait at the same time."""


def serve(
    session: Session,
    port: int,
    inform: Callable[[str], object],
    browse: Callable[[str], object] = webbrowser.open,
) -> None:
    """Serve a game until Ctrl-C, SIGTERM or SIGHUP; then save it if it has moves in no file.

    The session is closed at the end.

    :param port: 0 for any free one.
    :param inform: takes a line for the user: the address, and where the game was saved.
    :param browse: opens the address in a browser.
    :raises EngineError: if the port is not available.
    """
    server = Server(session, port)
    live = server.live
    with closing() as ignore:
        try:
            with server:
                inform(f"{server.origin} (ends by Ctrl-C)")
                live.begin()
                threading.Thread(target=browse, args=(server.origin,), daemon=True).start()
                server.serve_forever()
        except (KeyboardInterrupt, Closed):
            pass
        finally:
            ignore()
            live.close()
            save_unsaved(session, inform)
            session.close()


class Server(PageServer):
    """A server of one session's page. It listens, but begins no search.

    :param port: 0 for any free one.
    :raises EngineError: if the port is not available.
    :ivar live: the session, as requests use it.
    :ivar waiting: the requests for news that may still wait.
    """

    def __init__(self, session: Session, port: int) -> None:
        super().__init__(port, _Handler)
        self.live = Live(session)
        self.waiting = threading.BoundedSemaphore(_MOST_WAITING)


class _Handler(PageHandler):
    """The handler of requests."""

    server: Server

    def do_GET(self) -> None:
        """Send the page, the news, or the game as a file; refuse other paths and hosts."""
        if self.is_foreign():
            return
        try:
            address = urlsplit(self.path)
        except ValueError:
            self.refuse(HTTPStatus.NOT_FOUND)
            return
        live = self.server.live
        if address.path == "/":
            self.send(HTTPStatus.OK, live.read(lambda session: page_of(session, "served.js")))
        elif address.path == "/state":
            self._send_news(address.query)
        elif address.path in [f"/game{suffix}" for suffix in formats(live.session.start)]:
            suffix = Path(address.path).suffix
            name = f"{name_of(type(live.session.start))}{suffix}"
            text = live.read(lambda session: text_of(session, suffix))
            self.send(HTTPStatus.OK, text, "text/plain", name)
        else:
            self.refuse(HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        """Carry out an action that the page requests, such as a move; send its fault or "".

        Requests of other pages, and bodies that are no JSON object, are refused.
        """
        body = self.read_post("/do")
        if body is None:
            return
        try:
            request = json.loads(body)
        except (ValueError, RecursionError):
            request = None
        if not isinstance(request, dict):
            self.refuse(HTTPStatus.BAD_REQUEST, "expected an object in JSON")
            return
        fault = ""
        try:
            self.server.live.act(request)
        except StarlingError as error:
            fault = str(error)
        self._send_json(HTTPStatus.OK, {"fault": fault})

    def _send_news(self, query: str) -> None:
        """Wait for a change, and send it as JSON; send a fault if a number is invalid.

        The query has `version`, `search`, `frame`, and `wait` in seconds; a missing one is 0. If
        too many requests wait, it does not wait.
        """
        values = {key: found[0] for key, found in parse_qs(query).items()}
        numbers = [values.get(name, "0") for name in ("version", "search", "frame", "wait")]
        if not all(text.isascii() and text.isdigit() and len(text) < 10 for text in numbers):
            self._send_json(HTTPStatus.BAD_REQUEST, {"fault": "expected whole numbers"})
            return
        version, search, frame, seconds = map(int, numbers)
        may_wait = self.server.waiting.acquire(blocking=False)
        try:
            news = self.server.live.wait(version, search, frame, seconds if may_wait else 0)
        finally:
            if may_wait:
                self.server.waiting.release()
        self._send_json(HTTPStatus.OK, news)

    def _send_json(self, status: HTTPStatus, data: object) -> None:
        """Send a response with data as JSON."""
        self.send(status, json.dumps(data, allow_nan=False), "application/json")
