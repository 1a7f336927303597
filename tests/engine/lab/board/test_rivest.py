"""Rivest's matches: their openings, and when a claim about them is decided."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import games
from engine.lab.board.rivest import CONNECT_FOUR, is_ahead
from engine.match.openings.openings import OPENINGS


def test_the_openings_are_all_of_two_plies() -> None:
    (spec,) = {contest.openings for contest in CONNECT_FOUR.contests}
    openings = OPENINGS.make(spec).choose(games.make("connect4"), 49)
    assert {tuple(opening.moves) for opening in openings} == {
        (first, second) for first in range(7) for second in range(7)
    }
    assert {contest.games for contest in CONNECT_FOUR.contests} == {2 * 49}


def played(wins: int, losses: int, cpu: float | None = None) -> Any:
    standings = [
        SimpleNamespace(player="mma", wins=wins, losses=losses),
        SimpleNamespace(player="alphabeta", wins=losses, losses=wins),
    ]
    return SimpleNamespace(
        contest=SimpleNamespace(cpu=cpu), result=SimpleNamespace(standings=standings)
    )


def test_a_lead_counts_beyond_its_error() -> None:
    found = [played(47, 35), played(50, 35), played(42, 47), played(49, 42), played(61, 31)]
    timed = [played(186, 239, cpu=1.0)]
    assert is_ahead(found + timed, "mma", False) is True  # the published table
    assert is_ahead(found + timed, "alphabeta", True) is True
    assert is_ahead(found + timed, "mma", True) is False
    assert is_ahead([played(47, 35)], "mma", False) is None
    assert is_ahead([], "mma", False) is None
