"""One thread runs all requests."""

from __future__ import annotations

import gc
import threading
import weakref
from typing import Any

import pytest

from engine.uci.protocol import SearchThread, Uci
from tests.engine.uci.dialogue import SCRIPTED, Scripted, found, start


def test_thousands_of_searches_have_one_thread_and_an_answer_each() -> None:
    said: list[str] = []
    most = 0
    before = threading.active_count()

    def lines() -> object:
        nonlocal most
        for _ in range(100):
            yield "go infinite"
            most = max(most, threading.active_count())
        yield "stop"
        yield "isready"

    Uci(lines(), said.append).run()  # type: ignore[arg-type]
    assert most <= before + 1
    assert sum(line.startswith("bestmove") for line in said) == 100


def test_a_search_has_a_position_of_its_own() -> None:
    """The moves of some variants are tried on the board, which another thread must not see."""
    uci = Uci(["position startpos moves e2e4", "go nodes 1"], str)
    uci.run()
    request: Any = uci._thread._last
    assert request._position is not uci._position
    assert request._position.text() == uci._root().text()


def test_the_memory_of_a_searcher_is_free_for_the_next_one() -> None:
    Scripted.script = [found(start().parse_move("e2e4"))]
    uci = Uci([SCRIPTED, "go nodes 1", "go nodes 1"], str)
    gc.disable()
    try:
        uci.run()
        _, _, searcher = uci._searchers._built.pop(False)
        known = weakref.ref(searcher)
        del searcher
        assert known() is None
    finally:
        gc.enable()


def test_where_no_thread_can_be_had_every_search_is_answered_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", fail)
    said: list[str] = []
    Uci(["go infinite", "go nodes 5", "quit"], said.append).run()
    assert sum(line.startswith("bestmove") for line in said) == 2


def test_a_thread_without_requests_closes_at_once() -> None:
    SearchThread().close(60)
