"""Knockout brackets."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.match.formats.knockout import Knockout, bracket
from engine.match.formats.schedule import StageScores


def test_the_first_two_seeds_meet_in_the_final():
    assert bracket(range(1, 9)) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert bracket("abc") == ["a", None, "b", "c"]


def played(format, result):
    """Play all stages; `result` returns the points of the first of a pair in a stage."""
    history = []
    while (stage := format.next_stage(history)) is not None:
        assert not format.is_finished(history)
        firsts = {pair: result(stage, pair) for pair in stage.pairs}
        scores = {pair: (each, stage.games - each) for pair, each in firsts.items()}
        history.append(StageScores(stage, scores))
    assert format.is_finished(history)
    return history


def test_the_better_seed_always_wins():
    format = Knockout(tuple("abcdef"), 2, 1)
    history = played(format, lambda stage, pair: 2)
    assert [(stage.pairs, stage.byes) for stage, *_ in history] == [
        ((("d", "e"), ("c", "f")), ("a", "b")),
        ((("a", "d"), ("b", "c")), ()),
        ((("a", "b"),), ()),
    ]
    assert [stage.opening for stage, *_ in history] == [0, 2, 4]
    assert format.openings == 6
    places = [(each.player, each.place) for each in format.places(history)]
    assert places == list(zip("abcdef", ["1", "2", "3-4", "3-4", "5-6", "5-6"], strict=True))
    assert [format.name(round) for round in (1, 2, 3)] == ["quarter-finals", "semi-finals", "final"]
    assert format.eliminated(history) == {"e": 1, "f": 1, "c": 2, "d": 2, "b": 3}


def test_level_players_play_more_and_then_the_better_seed_goes_on():
    format = Knockout((0, 1, 2, 3), 4, 2)
    history = played(format, lambda stage, pair: stage.games / 2 if pair == (0, 3) else 0)
    assert [(stage.round, stage.extra, stage.pairs, stage.games) for stage, *_ in history] == [
        (1, 0, ((0, 3), (1, 2)), 4),
        (1, 1, ((0, 3),), 2),
        (1, 2, ((0, 3),), 2),
        (2, 0, ((0, 2),), 4),
    ]
    assert [stage.opening for stage, *_ in history] == [0, 2, 3, 4]
    assert [each.player for each in format.places(history)] == [2, 0, 1, 3]


def test_what_is_under_way_decides_nothing():
    format = Knockout((0, 1, 2, 3), 2, 2)
    history = [StageScores(format.next_stage([]), {(0, 3): (0.0, 1.0), (1, 2): (2.0, 0.0)})]
    assert {each.place for each in format.places(history)} == {"1-4"}
    assert not format.is_finished(history)


@given(st.integers(2, 20), st.randoms(use_true_random=False))
def test_one_is_left_and_all_have_a_place(players, drawn):
    format = Knockout(tuple(range(players)), 2, 1)
    history = played(format, lambda stage, pair: drawn.choice((0, 0.5, 1, 1.5, 2)))
    places = format.places(history)
    assert sorted(each.player for each in places) == list(range(players))
    assert len(format.eliminated(history)) == players - 1
    met = [pair for stage, *_ in history if not stage.extra for pair in stage.pairs]
    assert len(met) == players - 1
    assert all(stage.opening + stage.games // 2 <= format.openings for stage, *_ in history)
