"""A signal or an error during a search leaves no kept results."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

import games
import searchers
from searchers import SEARCHERS, Limits
from tests.compiled import COMPILED
from tests.stops import Interrupting


def _facts(result: Any) -> tuple[Any, ...]:
    return result.move, result.value, result.bounds, result.pv, result.nodes, result.counts


@pytest.mark.parametrize(
    "player", [*SEARCHERS.builtin, "bstar:dag=true", "bfms:hash=1", "bfms:dag=true"]
)
def test_an_interrupted_searcher_is_as_new(player: str) -> None:
    position = games.make("othello")
    searcher = searchers.make(player)
    fresh = _facts(searchers.make(player).search(position, Limits(nodes=500)))
    for look in (1, 2, 9, 12) if COMPILED else (1, 9):
        searcher.new_game()
        searcher.search(position, Limits(nodes=300))
        try:
            searcher.search(position, Limits(nodes=20_000), stop=Interrupting(look))
        except KeyboardInterrupt:
            assert _facts(searcher.search(position, Limits(nodes=500))) == fresh
        else:
            assert player in ("random", "bstar:dag=true")


@pytest.fixture
def interruptible() -> Iterator[None]:
    """A background process of a shell ignores the signal from the start."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_a_signal_interrupts_a_search() -> None:
    searcher = searchers.make("alphabeta:deepen=false@discs")
    begun = time.perf_counter()
    threading.Timer(0.05, signal.raise_signal, [signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        searcher.search(games.make("othello"), Limits(depth=40, seconds=10))
    assert time.perf_counter() - begun < 5
