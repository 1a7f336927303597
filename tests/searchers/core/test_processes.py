"""Worker processes answer, raise, fail and end, and never outlive the one that started them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from searchers.core import processes
from searchers.core.processes import Pool, WorkerProcesses
from tests.processes import ended, expect_two_workers_to_end

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="stops processes, looks into /proc")


def _double() -> Any:
    def work(task: int, flag: Any) -> int:
        if task < 0:
            raise ValueError(f"{task} is negative")
        while task == 0 and not flag.is_set():
            time.sleep(0.01)
        return 2 * task

    return work


def test_worker_processes_answer_raise_and_end() -> None:
    pair = WorkerProcesses(2, _double)
    pair.wait_until_started(lambda: True)
    pair.begin()
    assert [pair.give(0, 3), pair.give(1, 4)] == [True, True]
    assert not pair.is_free(0)
    assert pair.gather((0, 1), lambda: True) == {0: 6, 1: 8}
    pair.begin()
    pair.give(1, -7)
    with pytest.raises(ValueError, match="-7 is negative"):
        pair.gather((1,), lambda: True)
    pair.begin()
    pair.give(0, 0)
    assert pair.gather((0,), lambda: False) in ({}, {0: 0}), "ended at once"
    # A late answer is none to later work.
    pair.begin()
    pair.give(1, 21)
    time.sleep(0.3)
    pair.begin()
    assert pair.give(1, 4), "the answer to earlier work was taken"
    assert pair.gather((1,), lambda: True) == {1: 8}
    pids = [worker.process.pid or 0 for worker in pair.workers]
    pair.end()
    pair.end()
    if sys.platform == "linux":
        assert ended(*pids)


def test_a_process_that_starts_does_the_last_of_its_tasks() -> None:
    one = WorkerProcesses(1, _double)
    for task in range(1, processes.QUEUE + 1):
        one.begin()
        assert not one.is_free(0)
        assert one.give(0, task)
    assert not one.give(0, 99), "the queue is full"
    assert one.gather((0,), lambda: True) == {0: 2 * processes.QUEUE}
    assert one.has_begun(0)
    assert one.is_free(0)
    one.end()


def test_a_process_that_fails_to_start_is_not_restarted_forever() -> None:
    before = set(multiprocessing.active_children())
    made = WorkerProcesses(1, _broken)
    for _ in range(9):
        made.wait_until_started(lambda: True)
        made.restart_lost()
    assert made._failed_starts == processes.TRIES
    assert made.is_unavailable(0)
    assert not made.give(0, 1)
    assert set(multiprocessing.active_children()) <= before
    made.end()


def _broken() -> Any:
    os._exit(3)


@LINUX
def test_a_pool_ends_with_a_worker_that_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "END_SECONDS", 0.2)
    with Pool(2) as pool:
        assert [pool.submit(abs, -3).result(30) for _ in range(2)] == [3, 3]
        (*_, last) = pool._started
        os.kill(last, signal.SIGSTOP)
        began = time.monotonic()
    assert time.monotonic() - began < 2
    assert ended(*pool._started)


SEARCH = (
    'searchers.make("ps:workers=2").search(games.make("ngame:b=30,d=30"), Limits(nodes=10**12))'
)


@LINUX
@pytest.mark.parametrize(
    "how",
    [
        signal.SIGKILL,
        pytest.param(signal.SIGTERM, marks=pytest.mark.slow),
        pytest.param(signal.SIGHUP, marks=pytest.mark.slow),
    ],
)
def test_workers_of_a_search_do_not_outlive_their_parent(
    how: signal.Signals, tmp_path: Path
) -> None:
    expect_two_workers_to_end(SEARCH, how, tmp_path, wait=0.5)
