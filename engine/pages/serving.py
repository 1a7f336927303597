"""A server of one page on 127.0.0.1, which takes requests of that page only."""

from __future__ import annotations

import re
import sys
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from games.errors import EngineError

HOST = "127.0.0.1"
_MOST_BYTES = 10_000
"""The longest body of a request."""
_SIZE = re.compile(r"[0-9]{1,9}")


class PageServer(ThreadingHTTPServer):
    """A server on `HOST` with a thread for each request; it listens, but serves nothing yet.

    :param port: 0 for any free one.
    :param handler: the class that handles a request.
    :ivar origin: the address, such as http://127.0.0.1:8080.
    :raises EngineError: if the port is not available.
    """

    daemon_threads = True

    def __init__(self, port: int, handler: type[PageHandler]) -> None:
        try:
            super().__init__((HOST, port), handler)
        except (OSError, OverflowError) as error:
            fault = getattr(error, "strerror", None) or error
            raise EngineError(f"cannot listen to port {port} of {HOST}: {fault}") from None
        self.origin = f"http://{HOST}:{self.server_port}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print the traceback of an error of ours; ignore a connection that the page has ended."""
        if not isinstance(sys.exception(), (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)


class PageHandler(BaseHTTPRequestHandler):
    """The handler of requests. A subclass writes `do_GET` and `do_POST`."""

    server: PageServer
    server_version, sys_version = "starling", ""
    timeout = 30

    def is_foreign(self) -> bool:
        """Send error 403 if a request names another host (DNS rebinding); return whether it did."""
        if f"http://{self.headers.get('Host')}" == self.server.origin:
            return False
        self.refuse(HTTPStatus.FORBIDDEN, f"another host: expected {self.server.origin}")
        return True

    def read_post(self, path: str) -> bytes | None:
        """Return the body of our page's request to `path`; else send an error and return None.

        Refused are another host, path or origin, and a body that is too long or has no length.
        """
        size = self.headers.get("Content-Length", "")
        if self.is_foreign():
            return None
        if self.path != path:
            self.refuse(HTTPStatus.NOT_FOUND)
        elif self.headers.get("Origin") != self.server.origin:
            self.refuse(HTTPStatus.FORBIDDEN, "the request is from another page")
        elif not (_SIZE.fullmatch(size) and int(size) <= _MOST_BYTES):
            self.refuse(HTTPStatus.BAD_REQUEST, "too long")
        else:
            return self.rfile.read(int(size))
        return None

    def refuse(self, status: HTTPStatus, fault: str = "no such page") -> None:
        """Send a response with the status of an error, and the fault as plain text."""
        self.send(status, fault, "text/plain")

    def send(self, status: HTTPStatus, text: str, kind: str = "text/html", file: str = "") -> None:
        """Send a response, not to be cached; with `file` the browser stores it under that name.

        :param kind: the media type of the text.
        """
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
        try:
            self.end_headers()
            self.wfile.write(body)
        except OSError:  # the page was closed
            self.close_connection = True

    def log_message(self, *_: Any) -> None:
        """Log nothing."""
