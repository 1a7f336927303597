from __future__ import annotations

import threading
import time

import pytest

import evaluators
from evaluators import Budget
from evaluators.core.budget import current_budget


def _interrupt() -> None:
    with Budget():
        raise KeyboardInterrupt


def test_the_budget_entered_last_is_the_current_one_of_the_thread() -> None:
    outside = current_budget()
    seen = []
    with Budget(nodes=5) as budget:
        assert current_budget() is budget
        assert evaluators.make("pst").budget is budget
        elsewhere = threading.Thread(target=lambda: seen.append(current_budget()))
        elsewhere.start()
        elsewhere.join()
        with Budget() as inner:
            assert current_budget() is inner
        with pytest.raises(KeyboardInterrupt):
            _interrupt()
        assert current_budget() is budget
    assert current_budget() is outside
    assert seen[0] not in (outside, budget)


def test_nodes_of_an_inner_budget_count_for_the_outer_one() -> None:
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


def test_an_inner_budget_polls_the_outer_clock_and_stop_flag() -> None:
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


def test_work_without_nodes_continues_until_a_stop() -> None:
    stop = threading.Event()
    budget = Budget(nodes=1, stop=stop)
    assert (budget.take(), budget.take(), budget.reason) == (True, False, "nodes")
    assert budget.in_time()
    stop.set()
    assert not budget.in_time()
    assert (budget.over, budget.reason, budget.in_time()) == (True, "stop", False)


def test_polls_are_frequent_where_nodes_take_long() -> None:
    budget = Budget(deadline=time.perf_counter() + 0.05)
    taken = 0
    while budget.take():
        taken += 1
        time.sleep(0.005)
    assert taken <= 12


def test_a_budget_that_was_used_before_it_is_entered_has_no_more_than_the_outer_one() -> None:
    early = Budget(nodes=100)
    assert early.take()
    with Budget(nodes=5) as outer, early:
        assert sum(early.take() for _ in range(20)) == 5
    assert outer.used == 5
