"""The reserve of a clock, and how it grows."""

from __future__ import annotations

from typing import Any

import pytest

import games
from engine.uci.go import Requests
from engine.uci.options import SearcherCache, Settings
from searchers import Clock
from searchers.core.pace import Pace


def after(moves: str) -> games.Position:
    found: games.Position = games.make("chess").at(f"startpos moves {moves}".strip())
    return found


def test_the_overhead_is_kept_back_whatever_was_measured() -> None:
    little, much = (Pace().reserved(after(""), Clock(1.0), overhead) for overhead in (0.0, 0.5))
    assert little is not None
    assert much is not None
    assert much.reserve - little.reserve == pytest.approx(0.5)
    assert much.allotment() < little.allotment()


def test_the_reserve_grows_with_what_a_move_took_beyond_its_plan_and_fades() -> None:
    pace = Pace()
    first = pace.reserved(after(""), Clock(10.0, 0.1), 0.03)
    assert first is not None
    left = 10.0 + 0.1 - first.allotment() - 0.2  # the GUI saw 0.2 s more than were planned
    second = pace.reserved(after("e2e4 e7e5"), Clock(left, 0.1), 0.03, first.allotment())
    assert second is not None
    assert second.reserve == pytest.approx(0.03 + 2 * 0.2)
    left += 0.1 - second.allotment()
    third = pace.reserved(after("e2e4 e7e5 g1f3 b8c6"), Clock(left, 0.1), 0.03, second.allotment())
    assert third is not None
    assert 0.03 + 2 * 0.19 < third.reserve < second.reserve


def test_delays_beyond_the_increment_are_kept_back_for_the_moves_to_come() -> None:
    moves, reserves = "", {}
    for increment in (0.0, 0.1):
        pace, left, moves, meant = Pace(), 60.0, "", 0.0
        for pair in ("g1f3 g8f6 ", "f3g1 f6g8 ") * 20:
            clock = pace.reserved(after(moves), Clock(left, increment), 0.0, meant)
            assert clock is not None
            meant = clock.allotment()
            left += increment - meant - 0.05
            moves += pair
        reserves[increment] = clock.reserve
    assert reserves[0.1] == pytest.approx(0.1)
    assert reserves[0.0] == pytest.approx(0.1 + 50 * 0.05, rel=0.05)


def test_a_gui_whose_moves_take_longer_than_their_searches_has_more_kept_back() -> None:
    requests, settings = Requests(SearcherCache(str), str), Settings()
    position, reserves = after(""), []
    for left in (60_000, 59_000, 58_000):  # a second is gone at each move
        words = ["wtime", f"{left}", "btime", "60000", "depth", "2"]
        search: Any = requests.request(words, position.copy(), settings)
        search.run()
        reserves.append(search._go.limits.clock.reserve)
        for move in ("g1f3", "g8f6") if len(reserves) % 2 else ("f3g1", "f6g8"):
            position.push(position.parse_move(move))
    assert 0 < search.seconds_used < 0.5
    assert reserves[0] < 0.2
    assert reserves[1] > 2 * 0.5
    assert reserves[2] > reserves[1] - 0.1


@pytest.mark.parametrize(
    ("moves", "left"),
    [
        ("e2e4 e7e5", 60.0),  # a control was reached
        ("", 9.0),  # the same position again
        ("d2d4 d7d5 c2c4 c7c6", 5.0),  # moves in between that were not ours
    ],
)
def test_clocks_that_do_not_follow_each_other_tell_nothing(moves: str, left: float) -> None:
    pace = Pace()
    first = pace.reserved(after(""), Clock(10.0), 0.03)
    assert first is not None
    second = pace.reserved(after(moves), Clock(left), 0.03, first.allotment())
    assert second is not None
    assert second.reserve <= first.reserve


def test_a_machine_that_slept_costs_a_second_at_most() -> None:
    pace = Pace()
    pace.reserved(after(""), Clock(10_000.0), 0.0)
    clock = pace.reserved(after("e2e4 e7e5"), Clock(5.0), 0.0, 1.0)
    assert clock is not None
    assert 2.0 <= clock.reserve < 3.0


def test_without_a_clock_nothing_is_kept_back() -> None:
    assert Pace().reserved(after(""), None, 0.03) is None


@pytest.mark.parametrize("left", [0.0, 0.03, 0.058, 0.1, 0.3, 1.0, 60.0])
def test_a_move_is_never_planned_into_the_reserve(left: float) -> None:
    for moves in (None, 1, 2, 40):
        for increment in (0.0, 0.01, 1.0):
            planned = Clock(left, increment, moves, 0.05).allotment()
            assert planned <= max(0.001, left - 0.05)
