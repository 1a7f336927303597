"""The live mode: a page on 127.0.0.1 that asks for a search, and shows it.

Nothing is written, no file is read that a request names, only this page's own origin is listened
to, one search runs at a time, and every budget has a bound.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs

import games
from engine.explore.page import page_of, rendered
from engine.explore.sources import from_searches
from evaluators import EVALUATORS
from games import GAMES
from games.errors import EngineError, LimitsError, SpecError, StarlingError, quoted
from games.parts.numbers import count_of
from games.parts.options import options_of
from games.parts.specs import parse, parse_player
from searchers import SEARCHERS, Limits
from searchers.abtree.attention import ATTENTIONS

__all__ = ["HOST", "MOST", "Server", "check_spec", "serve"]

HOST = "127.0.0.1"

MOST = {"nodes": 200_000, "depth": 60, "plays": 10, "seconds": 20}
"""What may be asked for at most; seconds are never asked for, and are those of all moves."""
_LONGEST = {"game": 200, "player": 300, "other": 300, "position": 500}
_MOST_BYTES = 10_000
_CAPS = {"tt": 64, "hash": 64, "retain": 1_000_000, "workers": 1}
"""Options that take memory or processes, with the most that may be asked for."""
_REGISTRIES: dict[str, Any] = {
    "game": GAMES,
    "evaluator": EVALUATORS,
    "searcher": SEARCHERS,
    "attention": ATTENTIONS,
}

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
    """Serve until interrupted.

    :param ready: called with the address once it is listened to.
    :raises EngineError: if the port is not to be had.
    """
    try:
        server = Server(port)
    except (OSError, OverflowError) as error:
        fault = getattr(error, "strerror", None) or error
        raise EngineError(f"cannot listen to port {port} of {HOST}: {fault}") from None
    with server:
        ready(server.origin)
        server.serve_forever()


class Server(ThreadingHTTPServer):
    """The server; `origin` is its address.

    :param port: 0 for any that is free.
    """

    daemon_threads = True

    def __init__(self, port: int) -> None:
        super().__init__((HOST, port), _Handler)
        self.origin = f"http://{HOST}:{self.server_port}"
        self.searching = threading.Lock()

    def answer(self, asked: Mapping[str, str]) -> tuple[HTTPStatus, str]:
        """The page for what was asked; the form alone where nothing was, or nothing that fits."""
        fault, status = "", HTTPStatus.OK
        if asked:
            try:
                return status, self._searched(asked)
            except StarlingError as error:
                fault, status = str(error), HTTPStatus.BAD_REQUEST
        empty = {"look": "", "data": None, "columns": "", "players": (), "side": ""}
        form = _form(asked, fault)
        return status, rendered(title="starling explore", facts="", form=form, **empty)

    def _searched(self, asked: Mapping[str, str]) -> str:
        for name, most in _LONGEST.items():
            if len(asked.get(name, "")) > most:
                raise SpecError(f"{name}: longer than {most} characters")
        check_spec("game", asked.get("game", ""))
        players = [asked[name] for name in ("player", "other") if asked.get(name)]
        for player in players:
            searcher, evaluator = parse_player(player)
            check_spec("searcher", str(searcher))
            if evaluator:
                check_spec("evaluator", str(evaluator))
        plays = _number(asked, "plays") or 1
        limits = Limits(
            _number(asked, "nodes") or MOST["nodes"],
            _number(asked, "depth"),
            MOST["seconds"] / plays,
        )
        if not self.searching.acquire(blocking=False):
            raise LimitsError("another search is under way: expected one at a time")
        try:
            position = games.make(asked["game"])
            if asked.get("position"):
                position = position.at(asked["position"])
            scene = from_searches(position, players, limits, plays)
            return page_of(scene, form=_form(asked, ""))
        finally:
            self.searching.release()


def check_spec(kind: str, text: str) -> None:
    """A spec that a stranger may ask for: parts that are built in, options that are numbers, words
    of a list or such parts again. Free text could name a file.

    :raises SpecError: if it is none.
    """
    spec = parse(text)
    registry = _REGISTRIES[kind]
    if spec.name not in registry.builtin:
        names = ", ".join(sorted(registry.builtin))
        raise SpecError(f"{quoted(spec.name)} is not served: expected one of {names}")
    table = {option.name: option for option in options_of(registry.find(spec.name))}
    if spec.literal is not None or any(option.literal for option in table.values()):
        raise SpecError(f"{spec.name} reads a file: that is not served")
    for key, value in spec.options.items():
        option = table.get(key)
        if option is None:
            continue  # building it says what there is
        if option.kind:
            check_spec(option.kind, str(value))
        elif isinstance(option.default, str) and not option.choices:
            raise SpecError(f"{spec.name}: {key}= takes any text: that is not served")
        elif key in _CAPS and float(option.read(value, spec.name)) > _CAPS[key]:
            raise SpecError(f"{spec.name}: {key}={value}: expected at most {_CAPS[key]}")


def _number(asked: Mapping[str, str], name: str) -> int | None:
    text = asked.get(name, "").strip()
    if not text:
        return None
    number = count_of(text)
    if not 1 <= number <= MOST[name]:
        raise LimitsError(f"{name}={number}: expected 1 to {MOST[name]:,}")
    return number


def _form(asked: Mapping[str, str], fault: str) -> dict[str, Any]:
    fields = [
        {
            "name": name,
            "key": key,
            "value": asked.get(key, default),
            "hint": hint,
            "size": size,
            "known": _known(key),
        }
        for name, key, default, hint, size in _FIELDS
    ]
    return {"fields": fields, "fault": fault}


def _known(key: str) -> list[str]:
    """Names that may be chosen in a field; options may be written behind them."""
    if key == "game":
        return [name for name in GAMES.builtin if not _reads_a_file(name)]
    return list(SEARCHERS.builtin) if key in ("player", "other") else []


def _reads_a_file(game: str) -> bool:
    return any(option.literal for option in options_of(GAMES.find(game)))


class _Handler(BaseHTTPRequestHandler):
    """GET / is the form, POST /search a search; there is nothing else."""

    server: Server
    server_version, sys_version = "starling", ""
    timeout = 30

    def do_GET(self) -> None:
        """The form."""
        if self._is_refused("/"):
            return
        self._send(*self.server.answer({}))

    def do_POST(self) -> None:
        """A search."""
        if self._is_refused("/search"):
            return
        if self.headers.get("Origin") != self.server.origin:
            self._refuse(HTTPStatus.FORBIDDEN, "asked from another page")
            return
        size = self.headers.get("Content-Length", "")
        if not (size.isascii() and size.isdigit() and int(size) <= _MOST_BYTES):
            self._refuse(HTTPStatus.BAD_REQUEST, "too long")
            return
        text = self.rfile.read(int(size)).decode("utf-8", "replace")
        asked = {key: values[0] for key, values in parse_qs(text, max_num_fields=20).items()}
        self._send(*self.server.answer({"plays": "1", **asked}))

    def _is_refused(self, path: str) -> bool:
        """Whether a request is for something else, or for another host's name (a rebound one)."""
        if self.headers.get("Host") != f"{HOST}:{self.server.server_port}":
            self._refuse(HTTPStatus.FORBIDDEN, "another host")
        elif self.path != path:
            self._refuse(HTTPStatus.NOT_FOUND, "no such page")
        else:
            return False
        return True

    def _refuse(self, status: HTTPStatus, fault: str) -> None:
        self._send(status, fault, "text/plain")

    def _send(self, status: HTTPStatus, text: str, kind: str = "text/html") -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("X-Frame-Options", "DENY")
        self.send_header("Referrer-Policy", "same-origin")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Nothing is logged."""
