"""One thread runs all requests."""

from __future__ import annotations

import threading

import pytest

from engine.uci.protocol import SearchThread, Uci


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
