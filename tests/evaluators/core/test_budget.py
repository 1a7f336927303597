from __future__ import annotations

import threading
import time

import pytest

import evaluators
from evaluators import Budget
from evaluators.core.budget import spending


def _interrupt() -> None:
    with Budget():
        raise KeyboardInterrupt


def test_a_thread_spends_the_budget_entered_last() -> None:
    outside = spending()
    seen = []
    with Budget(nodes=5) as budget:
        assert spending() is budget
        assert evaluators.make("pst").budget is budget
        elsewhere = threading.Thread(target=lambda: seen.append(spending()))
        elsewhere.start()
        elsewhere.join()
        with Budget() as inner:
            assert spending() is inner
        with pytest.raises(KeyboardInterrupt):
            _interrupt()
        assert spending() is budget
    assert spending() is outside
    assert seen[0] not in (outside, budget)


def test_what_a_budget_inside_another_takes_is_taken_of_both() -> None:
    with Budget(nodes=10) as outer:
        assert outer.take()
        with Budget(nodes=4) as inner:
            assert [inner.take() for _ in range(6)] == [True] * 4 + [False] * 2
        assert (inner.used, outer.used, outer.over) == (4, 5, False), "its own limit ended it"
        with Budget(nodes=50) as inner:
            assert sum(inner.take() for _ in range(9)) == 5
        assert (inner.reason, outer.used, outer.over, outer.reason) == ("nodes", 10, True, "nodes")
        with Budget() as inner:
            assert not inner.take()


def test_a_budget_inside_another_hears_its_clock_and_stop_flag() -> None:
    stop = threading.Event()
    with Budget(stop=stop) as outer, Budget(nodes=10**9) as inner:
        assert inner.take()
        stop.set()
        assert sum(inner.take() for _ in range(5000)) < 1000
        assert inner.reason == "stop"
    assert (outer.over, outer.reason) == (True, "stop")
    with Budget(deadline=time.perf_counter()) as outer, Budget() as inner:
        assert not inner.take()
    assert (inner.reason, outer.reason) == ("time", "time")


def test_what_takes_no_nodes_goes_on_until_a_stop() -> None:
    stop = threading.Event()
    budget = Budget(nodes=1, stop=stop)
    assert (budget.take(), budget.take(), budget.reason) == (True, False, "nodes")
    assert budget.in_time()
    stop.set()
    assert not budget.in_time()
    assert (budget.over, budget.reason, budget.in_time()) == (True, "stop", False)


def test_where_nodes_take_long_the_clock_is_looked_at_more_often() -> None:
    budget = Budget(deadline=time.perf_counter() + 0.05)
    taken = 0
    while budget.take():
        taken += 1
        time.sleep(0.005)
    assert taken <= 12
