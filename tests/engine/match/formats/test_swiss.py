"""Swiss pairings: published examples, and the rules as properties."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.match.formats.plan import make_format, seed_order
from engine.match.formats.schedule import StageScores, points_of
from engine.match.formats.swiss import Swiss, maximum_matching, most_rounds, pair_round
from games.errors import SpecError


def level(players):
    return dict.fromkeys(players, 0.0)


def met(*pairs):
    return {frozenset(pair) for pair in pairs}


def lower_half(pairs):
    return "-".join(str(second) for _, second in pairs)


# -- published examples --------------------------------------------------------------------------


def test_the_upper_half_takes_the_lower_one_in_the_order_of_the_handbook():
    """FIDE Handbook C.04.1, D.1: S1 is 1 to 4 and S2 5 to 8, its transpositions by priority."""
    listed = [
        "5-6-7-8",
        "5-6-8-7",
        "5-7-6-8",
        "5-7-8-6",
        "5-8-6-7",
        "5-8-7-6",
        "6-5-7-8",
        "6-5-8-7",
    ]
    refused: list[tuple[int, int]] = []
    players = range(1, 9)
    for number, expected in enumerate(listed):
        # What makes this the first one that is left: all before it have a pair that has met.
        want = list(zip(range(1, 5), map(int, expected.split("-")), strict=True))
        refused = []
        for earlier in listed[:number]:
            pairs = zip(range(1, 5), map(int, earlier.split("-")), strict=True)
            refused.append(next(pair for pair in pairs if pair not in want))
        pairs, bye = pair_round(players, level(players), met(*refused), ())
        assert (lower_half(pairs), bye) == (expected, ())


def test_a_player_that_met_the_lower_half_plays_the_last_of_the_upper():
    """The same, D.2: the first exchange is 4 with 5, after which both halves are in order."""
    players = range(1, 9)
    pairs, _ = pair_round(players, level(players), met(*((1, other) for other in range(5, 9))), ())
    assert pairs == [(1, 4), (2, 6), (3, 7), (5, 8)]


def test_the_tournament_of_the_tutorial():
    """M. Held's tutorial of the Dutch system (2014): 14 players, one of whom leaves."""
    players = range(1, 15)
    first, bye = pair_round(players, level(players), (), ())
    assert first == [(n, n + 7) for n in range(1, 8)]
    assert not bye
    points = dict.fromkeys((1, 2, 3, 5, 6, 7), 1.0) | dict.fromkeys((4, 11), 0.5)
    points |= dict.fromkeys((8, 9, 10, 13, 14), 0.0)
    order = [1, 2, 3, 5, 6, 7, 4, 11, 8, 9, 10, 13, 14]
    pairs, bye = pair_round(order, points, met(*first), ())
    assert bye == (14,)
    # 4 and 11 have met: both go down. Who meets whom of 2 and 3 with 6 and 7, and of 4 and 11 with
    # 8 and 9, is decided by colours there.
    assert pairs == [(1, 5), (2, 6), (3, 7), (4, 8), (11, 9), (10, 13)]


# -- the rules -----------------------------------------------------------------------------------


def played(players, rounds, drawn, games=2):
    """A tournament with results drawn at random."""
    swiss = Swiss(tuple(range(players)), rounds, games)
    history = []
    while (stage := swiss.next_stage(history)) is not None:
        firsts = {pair: drawn.randrange(2 * games + 1) / 2 for pair in stage.pairs}
        scores = {pair: (points, games - points) for pair, points in firsts.items()}
        history.append(StageScores(stage, scores))
    return swiss, history


@settings(deadline=None, max_examples=60)
@given(st.integers(2, 14), st.integers(1, 99), st.data())
def test_nobody_meets_twice_and_all_play_or_have_one_bye(players, seed, data):
    rounds = data.draw(st.integers(1, most_rounds(players)))
    swiss, history = played(players, rounds, random.Random(seed))
    assert len(history) == rounds
    assert swiss.is_finished(history)
    pairs = [frozenset(pair) for stage, *_ in history for pair in stage.pairs]
    assert len(set(pairs)) == len(pairs) == rounds * (players // 2)
    byes = [player for stage, *_ in history for player in stage.byes]
    assert len(set(byes)) == len(byes) == (rounds if players % 2 else 0)
    for stage, *_ in history:
        both = [player for pair in stage.pairs for player in pair]
        assert sorted([*both, *stage.byes]) == list(range(players))
    assert [stage.opening for stage, *_ in history] == list(range(rounds))
    points = points_of(history, range(players))
    assert sum(points.values()) == rounds * 2 * ((players + 1) // 2)
    places = swiss.places(history)
    assert [place.points for place in places] == sorted(points.values(), reverse=True)


@settings(deadline=None, max_examples=100)
@given(st.integers(1, 4), st.lists(st.integers(0, 2), min_size=8, max_size=8), st.data())
def test_where_all_can_meet_their_equals_all_do(pairs, drawn, data):
    players = range(2 * pairs)
    points = {player: drawn[player // 2] / 2 for player in players}
    known = met(*data.draw(st.sets(st.sampled_from(list(combinations(players, 2))))))
    known -= {frozenset((player, player + 1)) for player in players[::2]}  # one way is left
    order = sorted(players, key=lambda player: -points[player])
    made, bye = pair_round(order, points, known, ())
    assert not bye
    assert sorted(player for pair in made for player in pair) == list(players)
    assert not known & {frozenset(pair) for pair in made}
    assert all(points[one] == points[other] for one, other in made)


def test_buchholz_is_what_the_opponents_scored():
    swiss = Swiss((0, 1, 2), 2, 2)
    history = [
        StageScores(swiss.next_stage([]), {(0, 1): (2.0, 0.0)}),
    ]
    history.append(StageScores(swiss.next_stage(history), {(0, 2): (1.5, 0.5)}))
    assert [stage.pairs for stage, *_ in history] == [((0, 1),), ((0, 2),)]
    assert [stage.byes for stage, *_ in history] == [(2,), (1,)]
    places = [(each.player, each.points, each.buchholz) for each in swiss.places(history)]
    assert places == [(0, 3.5, 4.5), (2, 2.5, 6.0), (1, 2.0, 5.5)]


@settings(deadline=None, max_examples=200)
@given(st.integers(0, 8), st.sets(st.sampled_from(list(combinations(range(8), 2)))))
def test_a_matching_is_as_large_as_can_be(vertices, edges):
    graph = {
        vertex: [other for other in range(vertices) if tuple(sorted((vertex, other))) in edges]
        for vertex in range(vertices)
    }

    def largest(left):
        if not left:
            return 0
        first, *others = left
        found = [
            1 + largest([each for each in others if each != other])
            for other in others
            if other in graph[first]
        ]
        return max([largest(others), *found])

    mates = maximum_matching(graph)
    assert all(mates[mates[vertex]] == vertex for vertex in mates)
    assert all(mates[vertex] in graph[vertex] for vertex in mates)
    assert len(mates) == 2 * largest(list(range(vertices)))


# -- settings ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"name": "swis"}, "Did you mean 'swiss'"),
        ({"name": "swiss"}, "swiss lacks rounds: expected a whole number from 1 to 3 for 6"),
        ({"name": "swiss", "rounds": 4}, "rounds=4: expected a whole number from 1 to 3 for 6"),
        ({"name": "swiss", "rounds": 3, "games": 3}, "games=3: expected an even number"),
        ({"name": "knockout", "games": 1}, "games=1: expected an even number"),
        ({"name": "knockout", "extra_pairs": -1}, "extra_pairs=-1: expected a whole number from 0"),
        ({"name": "knockout", "rounds": 3}, 'rounds=3: expected only with format = "swiss"'),
        ({"name": "gauntlet", "extra_pairs": 3}, 'extra_pairs=3: expected only with "knockout"'),
    ],
)
def test_what_does_not_fit_is_refused(changes, words):
    with pytest.raises(SpecError) as raised:
        make_format(**{"seeds": range(6), "games": 2} | changes)
    assert words in str(raised.value)


def test_seeds_are_by_rating_or_by_order():
    assert seed_order([], 3) == seed_order([None] * 3, 3) == (0, 1, 2)
    assert seed_order([2000, 2500.5, 2000], 3) == (1, 0, 2)
    with pytest.raises(SpecError, match="player 2: lacks rating: expected a number for every"):
        seed_order([2000, None, 1], 3)
    with pytest.raises(SpecError, match="player 1: rating='x': expected a number"):
        seed_order(["x", 2, 3], 3)


@pytest.mark.parametrize(("players", "games"), [(4, 2), (5, 4), (7, 6)])
def test_each_round_has_its_own_openings(players, games):
    swiss = Swiss(tuple(range(players)), 2, games)
    history, openings = [], []
    while (stage := swiss.next_stage(history)) is not None:
        openings += [stage.opening_of(game) for game in range(stage.planned)]
        history.append(StageScores(stage, dict.fromkeys(stage.pairs, (games / 2, games / 2))))
    assert len(openings) == swiss.planned == 2 * (players // 2) * games
    assert sorted(set(openings)) == list(range(swiss.openings))
    assert {openings.count(opening) for opening in openings} == {2 * (players // 2)}
