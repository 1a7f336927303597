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
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from engine.pages.requests import HOST
from engine.play.live import Live
from engine.play.page import page_of
from engine.play.records import formats, keep, text_of
from engine.play.session import Session
from engine.play.terminal import Closed, closing
from games.errors import EngineError, StarlingError
from games.parts.part import name_of

__all__ = ["Server", "serve"]

_MOST_BYTES = 10_000
_MOST_WAITING = 16
"""Requests for news that wait at the same time."""


def serve(
    session: Session,
    port: int,
    out: Path | None,
    inform: Callable[[str], object],
    browse: Callable[[str], object] = webbrowser.open,
) -> None:
    """Serve a game until interrupted; then save it if it has moves in no file.

    :param port: 0 for any free one.
    :param out: the file of the game; None for none.
    :param browse: opens the address in a browser.
    :raises EngineError: if the port is not available.
    """
    try:
        server = Server(session, port, out)
    except (OSError, OverflowError) as error:
        fault = getattr(error, "strerror", None) or error
        raise EngineError(f"cannot listen to port {port} of {HOST}: {fault}") from None
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
            keep(session, live.out, inform)
            session.close()


class Server(ThreadingHTTPServer):
    """The server; `origin` is its address.

    :param port: 0 for any free one.
    :param out: the file of the game; None for none.
    """

    daemon_threads = True

    def __init__(self, session: Session, port: int, out: Path | None = None) -> None:
        super().__init__((HOST, port), _Handler)
        self.origin = f"http://{HOST}:{self.server_port}"
        self.live = Live(session, out)
        self.waiting = threading.BoundedSemaphore(_MOST_WAITING)


class _Handler(BaseHTTPRequestHandler):
    """The handler of requests."""

    server: Server
    server_version, sys_version = "starling", ""
    timeout = 30

    def do_GET(self) -> None:
        """Send the page, the news, or the game as a file."""
        if self._is_foreign():
            return
        address = urlsplit(self.path)
        live = self.server.live
        if address.path == "/":
            self._send(HTTPStatus.OK, page_of(live.session, "served.js"))
        elif address.path == "/state":
            self._send_news(address.query)
        elif address.path in [f"/game{suffix}" for suffix in formats(live.session.start)]:
            suffix = Path(address.path).suffix
            name = f"{name_of(type(live.session.start))}{suffix}"
            self._send(HTTPStatus.OK, text_of(live.session, suffix), "text/plain", name)
        else:
            self._send(HTTPStatus.NOT_FOUND, "no such page", "text/plain")

    def do_POST(self) -> None:
        """Obey an action of the page."""
        if self._is_foreign():
            return
        if self.path != "/do":
            self._send(HTTPStatus.NOT_FOUND, "no such page", "text/plain")
            return
        if self.headers.get("Origin") != self.server.origin:
            self._send(HTTPStatus.FORBIDDEN, "the request is from another page", "text/plain")
            return
        size = self.headers.get("Content-Length", "")
        if not (size.isascii() and size.isdigit() and int(size) <= _MOST_BYTES):
            self._send(HTTPStatus.BAD_REQUEST, "too long", "text/plain")
            return
        request = _object(self.rfile.read(int(size)))
        if request is None:
            self._send(HTTPStatus.BAD_REQUEST, "expected an object in JSON", "text/plain")
            return
        fault = ""
        try:
            self.server.live.act(request)
        except StarlingError as error:
            fault = str(error)
        self._send_json(HTTPStatus.OK, {"fault": fault})

    def _send_news(self, query: str) -> None:
        values = {key: found[0] for key, found in parse_qs(query, max_num_fields=4).items()}
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

    def _is_foreign(self) -> bool:
        """Refuse a request to another host's name (DNS rebinding); return whether it was."""
        if self.headers.get("Host") == f"{HOST}:{self.server.server_port}":
            return False
        self._send(HTTPStatus.FORBIDDEN, "another host", "text/plain")
        return True

    def _send_json(self, status: HTTPStatus, data: object) -> None:
        self._send(status, json.dumps(data, allow_nan=False), "application/json")

    def _send(self, status: HTTPStatus, text: str, kind: str = "text/html", file: str = "") -> None:
        """Send a response; with `file` the browser stores it under that name."""
        body = text.encode("utf-8", "replace")
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("X-Frame-Options", "DENY")
        self.send_header("Referrer-Policy", "same-origin")
        if file:
            self.send_header("Content-Disposition", f'attachment; filename="{file}"')
        self.end_headers()
        try:
            self.wfile.write(body)
        except OSError:  # the page was closed
            self.close_connection = True

    def log_message(self, *_: Any) -> None:
        """Log nothing."""


def _object(body: bytes) -> dict[str, Any] | None:
    """Return the JSON object of a request; None if it is none."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
