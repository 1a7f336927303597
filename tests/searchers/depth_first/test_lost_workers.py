"""Worker processes that are killed or stopped at any moment: the search goes on without them."""

from __future__ import annotations

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
from searchers import Limits, Result
from searchers.core import processes as core_processes
from tests.compiled import COMPILED
from tests.processes import Engine, alive, ended

MIDDLE = "r1bq1rk1/ppp1bppp/2n2n2/3pp3/2BPP3/2P1BN2/PP3PPP/RN1QR1K1 w - - 0 9"

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="stops processes"),
    pytest.mark.skipif(not COMPILED, reason="takes long in the interpreter"),
]


def processes(searcher: Any) -> list[int]:
    return [worker.process.pid for worker in searcher.workers._processes.workers]


@pytest.fixture(params=["pvs", "mtdf"])
def searcher(request: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setattr("searchers.depth_first.pvs.WORKER_NODES", 500)
    searcher = searchers.make(f"{request.param}:workers=2,tt=1")
    search(searcher)
    until = time.monotonic() + 30
    searcher.workers._processes.wait_until_started(lambda: time.monotonic() < until)
    assert searcher.workers._processes.workers[0].ready
    for _ in range(2):  # in the second search the worker helps from the start
        search(searcher)
    yield searcher
    searcher.workers.close()


def search(searcher: Any, nodes: int = 20_000) -> Result:
    result: Result = searcher.search(games.make("chess").at(MIDDLE), Limits(nodes=nodes))
    assert result.move in games.make("chess").at(MIDDLE).legal_moves()
    return result


def kill_during(searcher: Any, how: signal.Signals) -> Result:
    """Search, and send the worker a signal once it has begun its job."""
    position = games.make("chess").at(MIDDLE)
    stop = threading.Event()
    workers = searcher.workers._processes
    last = workers.number

    def strike() -> None:
        until = time.monotonic() + 20
        while workers.number == last or not workers.has_begun(0):
            assert time.monotonic() < until
            time.sleep(0.001)
        os.kill(processes(searcher)[0], how)
        time.sleep(0.1)
        stop.set()

    thread = threading.Thread(target=strike)
    thread.start()
    result: Result = searcher.search(position, stop=stop)
    thread.join()
    return result


@pytest.mark.parametrize(
    ("how", "why"), [(signal.SIGSTOP, "does not answer"), (signal.SIGKILL, "has died")]
)
def test_a_search_survives_a_worker_lost_during_it(
    searcher: Any, how: signal.Signals, why: str
) -> None:
    lost = processes(searcher)
    began = time.monotonic()
    result = kill_during(searcher, how)
    assert time.monotonic() - began < 3
    assert result.move in games.make("chess").at(MIDDLE).legal_moves()
    assert result.remarks == (
        f"a worker process {why}: the search goes on alone until the next game",
    )
    assert ended(*lost)
    alone = search(searcher)
    assert alone.remarks == ()
    assert alone.nodes > 15_000  # no part of the budget is kept for a lost worker
    searcher.new_game()
    search(searcher)
    assert alive(processes(searcher)[0])
    assert not set(processes(searcher)) & set(lost)


@pytest.mark.parametrize("how", [signal.SIGSTOP, signal.SIGKILL])
def test_a_search_survives_a_worker_lost_before_it(
    searcher: Any, how: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = processes(searcher)
    os.kill(lost[0], how)
    time.sleep(0.1)
    began = time.monotonic()
    remarks = list(search(searcher).remarks)  # a stopped worker does not begin
    monkeypatch.setattr(core_processes, "PATIENCE", 0.0)
    time.sleep(0.01)
    remarks += search(searcher).remarks
    assert time.monotonic() - began < 2
    assert len(remarks) == 1
    assert ended(*lost)


@pytest.mark.parametrize("quit", [True, False])
def test_the_engine_answers_and_ends_although_its_worker_is_stopped(quit: bool) -> None:
    with Engine() as engine:
        engine.say("setoption name Threads value 2", "isready", until="readyok")
        engine.say(f"position fen {MIDDLE}", "go infinite", until="info depth 9")
        until = time.monotonic() + 20
        while not (stopped := engine.workers()) and time.monotonic() < until:
            pass
        for child in stopped:
            os.kill(child, signal.SIGSTOP)
        assert stopped
        begin = time.monotonic()
        if quit:
            engine.say("stop", until="bestmove")
        engine.say("quit")
        engine.process.wait(10)
        assert time.monotonic() - begin < 6
    assert ended(*stopped)
