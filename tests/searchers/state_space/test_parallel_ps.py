"""Parallel PS*: workers stay and end in time; searches go on if one is stopped or dead."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

import games
import searchers
from games import Position
from searchers import Limits
from searchers.core import processes
from searchers.core.trace import Trace
from tests.processes import Engine, alive, ended

OPENING = "f5d6c3"
PLAYER = "ps:k=4,order=none,workers=2@positional"

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="stops processes, looks into /proc")


def _position() -> Position:
    position: Position = games.make("othello").at(OPENING)
    return position


@pytest.fixture(scope="module")
def team() -> Iterator[Any]:
    """A `ps` with two workers, and less patience with them than usual."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(processes, "PATIENCE", 0.5)
        searcher = searchers.make(PLAYER)
        searcher.prepare(_position())
        yield searcher
        searcher.team.end()


@pytest.fixture
def shared(team: Any) -> Any:
    """The same `ps`, with both workers ready."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        team.team._processes.restart_lost()
        team.team._processes.wait_until_started(lambda: True)
        if not any(map(team.team._processes.is_unavailable, (0, 1))):
            break
        time.sleep(0.05)
    return team


def _pids(searcher: Any) -> list[int]:
    return [worker.process.pid for worker in searcher.team._processes.workers]


def test_workers_stay_from_search_to_search(shared: Any) -> None:
    before = _pids(shared)
    alone = searchers.make(PLAYER.replace("workers=2", "workers=1"))
    for depth in (2, 3):
        found = shared.search(_position(), Limits(depth=depth))
        assert found.value == alone.search(_position(), Limits(depth=depth)).value
        shares = shared.team.shares
        assert len(shares) == 2
        assert all(share["evaluated"] for share in shares)
        assert sum(share["evaluated"] for share in shares) == found.counts["evaluated"]
        assert sum(share["nodes"] for share in shares) == found.nodes
        assert not found.remarks
    shared.new_game()
    again = shared.search(_position(), Limits(depth=3))
    assert (again.value, again.counts) == (found.value, found.counts)
    assert _pids(shared) == before


def test_another_game_has_workers_of_its_own(shared: Any) -> None:
    before = _pids(shared)
    other = games.make("ngame:b=4,d=6,seed=2")
    shared = searchers.make("ps:k=2,workers=2")
    shared.prepare(other)
    first = _pids(shared)
    shared.prepare(_position())
    assert ended(*first)
    assert not set(first + before) & set(_pids(shared))
    shared.team.end()


def test_the_deadline_reaches_the_workers(shared: Any) -> None:
    """A search of a tenth of a second takes nodes, and does not wait for processes to start."""
    for _ in range(3):
        began = time.monotonic()
        found = shared.search(_position(), Limits(seconds=0.2))
        assert time.monotonic() - began < 1.5
        assert (found.reason, found.depth >= 2) == ("time", True)


def test_stop_reaches_the_workers(shared: Any) -> None:
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    began = time.monotonic()
    found = shared.search(_position(), Limits(), stop=stop)
    assert time.monotonic() - began < 2
    assert (found.reason, found.depth >= 2) == ("stop", True)


@LINUX
@pytest.mark.parametrize("how", [signal.SIGSTOP, signal.SIGKILL])
def test_a_lost_worker_changes_no_value_and_no_count(shared: Any, how: signal.Signals) -> None:
    whole = shared.search(_position(), Limits(depth=5))
    pid = _pids(shared)[0]
    watched = shared.team._processes.give

    def give(index: int, task: Any) -> bool:
        """Send the signal when the first worker has its task."""
        given = bool(watched(index, task))
        if index == 0 and alive(pid):
            os.kill(pid, how)
        return given

    shared.team._processes.give = give
    found = shared.search(_position(), Limits(depth=5))
    del shared.team._processes.give
    assert (found.move, found.value) == (whole.move, whole.value)
    assert found.counts["evaluated"] == whole.counts["evaluated"]
    assert "1 process did not answer" in found.remarks[0]
    assert ended(pid)
    later = shared.search(_position(), Limits(depth=5))
    assert (later.value, later.counts, later.remarks) == (whole.value, whole.counts, ())
    assert pid not in _pids(shared), "another took its place"


@LINUX
@pytest.mark.parametrize("how", [signal.SIGSTOP, signal.SIGKILL])
def test_a_worker_may_be_lost_between_searches(shared: Any, how: signal.Signals) -> None:
    os.kill(_pids(shared)[1], how)
    began = time.monotonic()
    found = shared.search(_position(), Limits(seconds=0.2))
    assert time.monotonic() - began < 1.5
    assert found.move in _position().legal_moves()
    assert shared.search(_position(), Limits(depth=2)).depth == 2


@LINUX
def test_stop_does_not_wait_for_a_stopped_worker(shared: Any) -> None:
    pid = _pids(shared)[0]
    stop = threading.Event()
    threading.Timer(0.15, lambda: (os.kill(pid, signal.SIGSTOP), stop.set())).start()
    began = time.monotonic()
    found = shared.search(_position(), Limits(), stop=stop)
    assert time.monotonic() - began < 2
    assert found.reason == "stop"
    time.sleep(0.6)
    shared.search(_position(), Limits(depth=1))
    assert ended(pid), "it is ended, and replaced, once it is late for too long"


def test_nodes_of_a_late_worker_are_counted(shared: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an answer in time, its last known nodes are charged, and the limit holds."""
    monkeypatch.setattr(shared.team._processes, "gather", lambda given, poll: {})
    monkeypatch.setattr(shared.team._processes, "nodes", lambda index: 10**9)
    found = shared.search(_position(), Limits(nodes=1000))
    assert found.nodes <= 1000
    assert "2 processes did not answer" in found.remarks[0]


@LINUX
def test_a_program_ends_although_its_helpers_are_stopped() -> None:
    with Engine() as engine:
        options = ("setoption name Searcher value ps", "setoption name Threads value 2")
        engine.say(*options, "isready", until="readyok")
        engine.say("position startpos", "go depth 2", until="bestmove")
        helpers = engine.workers()
        engine.say("go infinite", until="info depth 2")
        assert len(helpers) == 2
        for pid in helpers:  # one of them may have done its part of this round, not both
            os.kill(pid, signal.SIGSTOP)
        time.sleep(0.5)  # if both had, they have been given parts of the next round
        began = time.monotonic()
        said = engine.say("stop", until="bestmove")
        assert any("info string" in line and "did not answer" in line for line in said)
        engine.say("quit")
        engine.process.wait(10)
        assert time.monotonic() - began < 10
    assert ended(*helpers)


def test_a_worker_without_a_better_move_is_traced_by_a_move_of_its_own() -> None:
    position = games.make("mnk").at("a3 b2")  # a game without a pass
    lines: list[str] = []
    searcher = searchers.make("ps:workers=2,k=7")
    searcher.trace = Trace(lines.append)
    searcher.search(position, Limits(depth=2))
    legal = {position.move_text(move) for move in position.legal_moves()}
    solved = [event for event in map(json.loads, lines) if event["event"] == "solved"]
    assert solved
    assert {event["move"] for event in solved} <= legal
