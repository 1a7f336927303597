"""Schedules: the pairs, the openings and the colours of all games."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engine.match.formats.schedule import (
    Pairing,
    RoundRobin,
    Stage,
    StageScores,
    pairs_of,
    points_of,
)
from engine.match.openings.openings import Opening

OPENINGS = [Opening((move,)) for move in range(3)]


def games_of(pairings: Iterable[Pairing]) -> list[tuple[int, int, int, int]]:
    return [(p.number, p.first, p.second, OPENINGS.index(p.opening)) for p in pairings]


def test_the_first_player_of_a_gauntlet_meets_each_other_one() -> None:
    assert pairs_of(4, "gauntlet") == [(0, 1), (0, 2), (0, 3)]
    assert pairs_of(4, "round-robin") == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]


def test_every_pair_plays_every_opening_with_both_colours() -> None:
    stage = Stage(1, ((0, 1), (0, 2)), 4)
    assert games_of(stage.schedule(OPENINGS)) == [
        (1, 0, 1, 0),
        (2, 1, 0, 0),
        (3, 0, 2, 0),
        (4, 2, 0, 0),
        (5, 0, 1, 1),
        (6, 1, 0, 1),
        (7, 0, 2, 1),
        (8, 2, 0, 1),
    ]


def test_with_an_odd_number_of_games_the_last_opening_is_played_once() -> None:
    found = games_of(Stage(1, ((0, 1),), 3).schedule(OPENINGS, first=5))
    assert found == [(5, 0, 1, 0), (6, 1, 0, 0), (7, 0, 1, 1)]


@pytest.mark.parametrize("games", [1, 2, 3, 4])
def test_a_stage_plays_its_own_openings(games: int) -> None:
    stage = Stage(2, ((0, 1), (2, 3)), games, opening=1)
    pairings = list(stage.schedule(OPENINGS, first=9))
    assert len(pairings) == stage.planned == 2 * games
    for number, pairing in enumerate(pairings):
        assert pairing.number == 9 + number
        assert OPENINGS[stage.opening_of(number)] == pairing.opening
    assert {OPENINGS.index(p.opening) for p in pairings} == set(range(1, 1 + (games + 1) // 2))


@pytest.mark.parametrize(("games", "openings"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_a_round_robin_is_one_stage(games: int, openings: int) -> None:
    format_ = RoundRobin(((0, 1), (0, 2), (1, 2)), games)
    assert (format_.openings, format_.planned) == (openings, 3 * games)


def test_a_bye_counts_as_a_win_in_all_games() -> None:
    history = [
        StageScores(Stage(1, ((0, 1),), 2, byes=(2,)), {(0, 1): (1.5, 0.5)}),
        StageScores(Stage(2, ((2, 0),), 2, byes=(1,)), {(2, 0): (0.0, 2.0)}),
    ]
    assert points_of(history, range(3)) == {0: 3.5, 1: 2.5, 2: 2.0}
