"""The time of a search on a clock: longer while its best move changes."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import games
from evaluators.core.budget import Budget
from games.core.scores import MAX_PLY
from games.errors import LimitsError
from searchers import Clock, Limits, make
from searchers.core import deepening
from searchers.core.counts import Counts
from searchers.core.result import Answer

PLANNED = 10.0


def elapsed(
    monkeypatch: pytest.MonkeyPatch, found: list[tuple[int, int]], limits: Limits | None = None
) -> float:
    """Return when a search ends that finds the next move and value each second.

    The last pair repeats.
    """
    now = [0.0]
    monkeypatch.setattr(deepening, "time", SimpleNamespace(perf_counter=lambda: now[0]))
    root = games.make("othello")
    budget = Budget()
    answer = Answer(root, root.legal_moves(), budget, Counts(), None)
    limits = limits or Limits(planned=PLANNED, seconds=4 * PLANNED)
    for depth in deepening.depths(limits, answer, budget):
        now[0] += 1.0
        if budget.deadline is not None and now[0] > budget.deadline:
            budget.end("time")
        else:
            move, value = found[min(depth, len(found)) - 1]
            answer.improve(root.legal_moves()[move], value=value, depth=depth)
    return now[0]


def test_a_stable_move_ends_the_search_before_its_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert 1 < elapsed(monkeypatch, [(0, 5)]) < 0.6 * PLANNED


@pytest.mark.parametrize(
    ("planned", "depths"), [(0.9, 1), (2.3, 2), (4.5, 3), (5.0, 4), (10.0, 5), (20.0, 8)]
)
def test_a_stable_move_ends_the_search_after_its_part_of_the_plan(
    planned: float, depths: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """0.6 of the plan, times 1.8, 1.4, 1.1, 0.9, 0.75 and then 0.65, at a second a depth."""
    limits = Limits(planned=planned, seconds=4 * planned)
    assert elapsed(monkeypatch, [(0, 5)], limits) == depths


def test_a_move_that_changes_keeps_the_search_going(monkeypatch: pytest.MonkeyPatch) -> None:
    wavering = [(depth % 2, 5) for depth in range(MAX_PLY)]
    assert PLANNED < elapsed(monkeypatch, wavering) < 2 * PLANNED


def test_a_value_that_falls_keeps_the_search_going(monkeypatch: pytest.MonkeyPatch) -> None:
    falling = [(0, -(3**depth)) for depth in range(20)]
    assert elapsed(monkeypatch, falling) > elapsed(monkeypatch, [(0, 5)])


def test_the_most_ends_every_search(monkeypatch: pytest.MonkeyPatch) -> None:
    wavering = [(depth % 2, 5) for depth in range(MAX_PLY)]
    short = Limits(planned=PLANNED, seconds=PLANNED / 2)
    assert elapsed(monkeypatch, wavering, short) <= PLANNED / 2 + 1


def test_without_a_clock_nothing_is_planned(monkeypatch: pytest.MonkeyPatch) -> None:
    assert elapsed(monkeypatch, [(0, 5)], Limits(depth=30)) == 30


@pytest.mark.parametrize("clock", ["60", "1+0.1", "5/3", "1/3", "0.01"])
def test_no_move_may_take_what_the_clock_does_not_have(clock: str) -> None:
    parsed = Clock.parse(clock)
    left = max(0.001, parsed.remaining - parsed.reserve)
    assert 0 < parsed.allotment() <= parsed.most_seconds() <= left


@pytest.mark.parametrize(
    ("clock", "planned", "most"),
    [
        (Clock(30.05), 1.0, 4.0),
        (Clock(30.05, 1.0), 1.75, 7.0),
        (Clock(30.05, 0.4), 1.3, 5.2),
        (Clock(10.05, 0.0, 40), 10 / 30, 40 / 30),  # never for more than 30 moves
        (Clock(10.05, 0.0, 5), 2.0, 5.0),
        (Clock(10.05, 8.0, 5), 5.0, 5.0),  # half of what is left at most
        (Clock(10.05, 8.0, 1), 10.0, 10.0),  # all of it for the last move before a control
        (Clock(10.0, 0.0, 1, 4.0), 6.0, 6.0),
        (Clock(0.01, 0.0), 0.001, 0.001),
    ],
)
def test_the_share_of_a_clock(clock: Clock, planned: float, most: float) -> None:
    assert clock.allotment() == pytest.approx(planned)
    assert clock.most_seconds() == pytest.approx(most)


def test_counts_beyond_any_search_are_taken() -> None:
    assert Limits(nodes=10**100).nodes == 10**100
    with pytest.raises(LimitsError, match="at most"):
        Limits(nodes=10**100 + 1)


def test_a_clock_after_a_move() -> None:
    control = Clock(60.0, 0.5, 2)
    first = control.after(10.0, control)
    assert (first.remaining, first.moves_to_go) == (50.5, 1)
    second = first.after(20.0, control)
    assert (second.remaining, second.moves_to_go) == (91.0, 2)
    sudden = Clock(60.0, 0.5).after(10.0, Clock(60.0, 0.5))
    assert (sudden.remaining, sudden.moves_to_go) == (50.5, None)


def test_the_share_of_a_clock_counts_from_when_it_was_read() -> None:
    clock = Clock.parse("60+1")
    given = Limits(clock=clock, nodes=7).allotted(since=0.5)
    assert given.clock is None
    assert given.nodes == 7
    assert given.planned == pytest.approx(clock.allotment() - 0.5)
    assert given.seconds == pytest.approx(clock.most_seconds() - 0.5)
    assert Limits(clock=clock, seconds=0.25).allotted().wall_clock_seconds() == 0.25


@pytest.mark.parametrize("player", ["bfms", "pvs"])
def test_a_search_ends_in_its_share(player: str) -> None:
    clock = Clock(3.0, 0.1)
    result = make(player).search(games.make("othello"), clock=clock)
    assert result.reason == "time"
    assert result.seconds < clock.most_seconds() + 1.0
