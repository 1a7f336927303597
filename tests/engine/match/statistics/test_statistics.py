"""Statistics against published numbers, closed forms and simulation with fixed seeds."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.match.statistics.elo import (
    WDL,
    Pentanomial,
    elo,
    elo_of,
    expected_score,
    los,
    normalised_elo,
)
from engine.match.statistics.ratings import _student, crosstable, ratings
from engine.match.statistics.sprt import MODELS, Sprt, with_mean, with_t_value
from games.errors import SpecError

COUNT = st.integers(0, 300)
COUNTED = st.builds(WDL, COUNT, COUNT, COUNT) | st.builds(Pentanomial, *[COUNT] * 5)


def turned(counts):
    """The same results for the other player."""
    return type(counts)(*counts[::-1])


# -- Elo, normalised Elo, likelihood of superiority --------------------------------------------


def test_counts_are_made_from_scores():
    assert WDL.of([1, 0, 0.5, 1]) == WDL(wins=2, draws=1, losses=1)
    assert Pentanomial.of([(0, 0), (0.5, 0), (1, 0), (0.5, 0.5), (1, 0.5), (1, 1)]) == (
        1,
        1,
        2,
        1,
        1,
    )
    assert Pentanomial(1, 1, 2, 1, 1).games == 12


# fastchess, app/tests/elo_test.cpp: normalised Elo and error, Elo and error, LOS in per cent.
# Its normalised error is for differences near 0; the others are not.
@pytest.mark.parametrize(
    ("counts", "nelo", "nelo_error", "difference", "error", "superior"),
    [
        (WDL(76, 123, 89), -20.76, 40.13, None, None, 15.53),
        (WDL(136, 111, 96), 49.77, None, 40.70, 30.43, 99.60),
        (WDL(34, 0, 356), -508.44, None, None, None, None),
        (Pentanomial(34, 54, 63, 64, 75), 57.94, None, 55.58, 27.65, 100.00),
        (Pentanomial(332, 433, 498, 333, 334), -9.17, 10.96, -8.64, 10.33, 5.05),
        (Pentanomial(7895, 8757, 5685, 568, 9999), -19.01, 2.65, -21.04, 2.95, None),
    ],
)
def test_published_differences(counts, nelo, nelo_error, difference, error, superior):
    assert normalised_elo(counts).value == pytest.approx(nelo, abs=0.01)
    if nelo_error is not None:
        assert normalised_elo(counts).error == pytest.approx(nelo_error, rel=0.015)
    if difference is not None:
        assert elo(counts).value == pytest.approx(difference, abs=0.01)
        assert elo(counts).error == pytest.approx(error, abs=0.01)
    if superior is not None:
        assert 100 * los(counts) == pytest.approx(superior, abs=0.01)


def test_even_players_have_no_sign_of_weakness():
    assert str(elo(WDL(3, 2, 3))).startswith("+0.0 +- ")


@pytest.mark.parametrize(("mean", "difference"), [(0.5, 0), (10 / 11, 400), (100 / 101, 800)])
def test_elo_in_closed_form(mean, difference):
    assert elo_of(mean) == pytest.approx(difference)
    assert elo_of(1 - mean) == pytest.approx(-difference)
    assert expected_score(difference) == pytest.approx(mean)


@given(counts=COUNTED)
def test_the_other_player_is_as_much_weaker(counts):
    if not counts.games:
        return
    for found, other in (
        (elo(counts), elo(turned(counts))),
        (normalised_elo(counts), normalised_elo(turned(counts))),
    ):
        assert found.value == pytest.approx(-other.value, abs=1e-9)
        if found.low is not None:
            assert found.low <= found.value <= found.high
            assert found.low == pytest.approx(-other.high, abs=1e-9)
    assert los(counts) + los(turned(counts)) == pytest.approx(1)


def test_independent_games_are_as_good_as_their_pairs():
    games, pairs = WDL(400, 200, 400), Pentanomial(80, 80, 180, 80, 80)
    assert elo(games).error == pytest.approx(elo(pairs).error, rel=0.01)
    assert normalised_elo(games).error == pytest.approx(normalised_elo(pairs).error, rel=0.01)


def test_openings_that_decide_make_pairs_more_precise():
    assert elo(Pentanomial(0, 5, 90, 5, 0)).error < elo(WDL(50, 100, 50)).error / 2


@pytest.mark.parametrize("counts", [WDL(), Pentanomial()])
def test_no_games_say_nothing(counts):
    for found in (elo(counts), normalised_elo(counts)):
        assert (found.value, found.low, found.high, found.error) == (None, None, None, None)
        assert found.note == "no games"
        assert str(found) == "unknown"
    assert los(counts) is None
    assert Sprt(0, 5).llr(counts) == 0
    assert Sprt(0, 5).decision(counts) == ""


@pytest.mark.parametrize(("won", "games"), [(WDL(10, 0, 0), 10), (Pentanomial(0, 0, 0, 0, 5), 5)])
def test_only_wins_bound_the_difference_from_below(won, games):
    found = elo(won)
    z = 1.959964
    assert (found.value, found.high, found.error) == (math.inf, math.inf, None)
    assert found.low == pytest.approx(elo_of(games / (games + z * z)), rel=1e-5)  # Wilson's
    assert "all results are equal" in found.note
    assert normalised_elo(won).value == math.inf
    assert normalised_elo(won).low is None
    assert 0.98 < los(won) < 1
    assert str(found).startswith("+inf (+")


def test_only_draws_are_no_certainty():
    found = elo(WDL(0, 10, 0))
    assert found.value == 0
    assert found.error == pytest.approx(92, abs=0.1)  # 3 of 10 games might have been decided
    assert 3 * elo(WDL(0, 100, 0)).error < elo(WDL(30, 40, 30)).error
    assert normalised_elo(WDL(0, 10, 0)).value == 0
    assert los(WDL(0, 10, 0)) == 0.5


def test_a_few_games_may_leave_an_end_open():
    found = elo(WDL(9, 1, 0))
    assert found.high == math.inf
    assert "too few games" in found.note


def test_no_results_make_the_normalised_difference_certain():
    small = 1.959964 * 800 / math.log(10) / math.sqrt(60)
    assert normalised_elo(Pentanomial(0, 0, 0, 20, 10)).error == pytest.approx(small)


def drawn_pairs(rng, count, mean, swing):
    """Pairs of one opening: it favours a side by chance, so that the games depend on each other."""
    scores = []
    for _ in range(count):
        favour = rng.uniform(-swing, swing)
        games = [(rng.random() < p) for p in (mean + favour, mean - favour)]
        scores.append((float(games[0]), float(games[1])))
    return Pentanomial.of(scores)


@pytest.mark.parametrize("mean", [0.5, 0.65])
def test_the_intervals_hold_the_truth_as_often_as_they_say(mean):
    rng = random.Random(1)
    swing, count, runs = 0.3, 150, 1500
    # A pair's mean score has the variance of both games' chances, less what the favour shares.
    variance = (mean * (1 - mean) - swing * swing / 3) / 2
    true_nelo = (mean - 0.5) / math.sqrt(2 * variance) * 800 / math.log(10)
    held = held_normalised = 0
    for _ in range(runs):
        counts = drawn_pairs(rng, count, mean, swing)
        found, normalised = elo(counts), normalised_elo(counts)
        held += found.low <= elo_of(mean) <= found.high
        held_normalised += normalised.low <= true_nelo <= normalised.high
    slack = 3.5 * math.sqrt(0.95 * 0.05 / runs) + 0.005  # chance, and that 150 pairs are not many
    assert held / runs == pytest.approx(0.95, abs=slack)
    assert held_normalised / runs == pytest.approx(0.95, abs=slack)


# -- SPRT --------------------------------------------------------------------------------------

# fishtest's LLRcalc (values as its users pin them), and fastchess, app/tests/sprt_test.cpp.
BIG = Pentanomial(10789, 19328, 33806, 19402, 10543)
QUIET = Pentanomial(39, 2226, 31451, 2412, 40)


@pytest.mark.parametrize(
    ("model", "elo0", "elo1", "counts", "llr", "tolerance"),
    [
        ("logistic", -3, 1, BIG, 2.1310678117, 1e-8),
        ("normalised", -3, 1, BIG, 0.3008697855, 1e-8),
        ("normalised", 0, 5, BIG, -26.8384486398, 1e-8),
        ("logistic", 0.2, 0.9, QUIET, 2.1625425800, 1e-8),
        ("normalised", 0.764, 3.439, QUIET, 2.1629408696, 1e-8),
        ("normalised", -5, 0, Pentanomial(50, 400, 1000, 450, 60), 2.1611931335, 1e-8),
        ("normalised", 0, 5, Pentanomial(0, 3, 10, 5, 2), 0.1464604808, 1e-8),
        ("logistic", 0, 5, Pentanomial(0, 10, 20, 50, 20), 1.4286861065, 1e-8),
        ("normalised", 0, 5, Pentanomial(0, 10, 20, 50, 20), 1.2688964040, 1e-8),
        ("logistic", 0, 5, Pentanomial(0, 0, 50, 0, 0), -0.7176058361, 1e-8),
        ("normalised", 0, 5, Pentanomial(0, 0, 50, 0, 0), -0.0175612486, 1e-7),
        ("normalised", 0, 5, Pentanomial(0, 0, 40, 10, 0), 0.3125543595, 1e-8),
        ("logistic", -3, 1, WDL(65388, 56553, 65804), 2.0490426180, 1e-8),
        ("normalised", -3, 1, WDL(65388, 56553, 65804), 0.4917117763, 1e-8),
        ("normalised", 0, 2, WDL(36433, 68692, 36027), 0.92, 0.01),
        ("normalised", -1.75, 0.25, WDL(10871, 20431, 10650), 2.30, 0.01),
        ("logistic", 0.5, 2.5, WDL(21404, 40708, 21184), -1.57, 0.01),
        ("logistic", 0, 2, WDL(57433, 106593, 57030), -2.59, 0.01),
        ("normalised", 0, 2, Pentanomial(365, 16618, 36229, 16974, 390), 2.25, 0.01),
        ("normalised", -1.75, 0.25, Pentanomial(127, 4883, 10712, 5150, 104), 3.01, 0.01),
        ("logistic", 0.5, 2.5, Pentanomial(223, 9863, 21279, 10037, 246), -3.07, 0.01),
        ("logistic", 0, 2, Pentanomial(871, 26175, 55983, 26678, 821), -4.98, 0.01),
    ],
)
def test_published_ratios(model, elo0, elo1, counts, llr, tolerance):
    assert Sprt(elo0, elo1, model=model).llr(counts) == pytest.approx(llr, abs=tolerance)


def test_only_wins_in_closed_form():
    """Under a mean s, at most s of the games can be won."""
    expected = 100 * math.log(expected_score(50) / expected_score(0))
    assert Sprt(0, 50, model="logistic").llr(WDL(wins=100)) == pytest.approx(expected, rel=1e-3)


@given(counts=COUNTED, model=st.sampled_from(["normalised", "logistic"]))
@settings(deadline=None)
def test_the_other_player_turns_the_test(counts, model):
    ours, theirs = Sprt(-2, 7, model=model), Sprt(-7, 2, model=model)
    assert ours.llr(counts) == pytest.approx(-theirs.llr(turned(counts)), rel=1e-6, abs=1e-6)


@given(
    shares=st.lists(st.integers(1, 1000), min_size=5, max_size=5),
    mean=st.floats(0.05, 0.95),
    t=st.floats(-0.5, 0.5),
)
@settings(deadline=None)
def test_the_most_likely_distributions_fulfil_their_hypothesis(shares, mean, t):
    points = [0, 0.25, 0.5, 0.75, 1]
    observed = [count / sum(shares) for count in shares]
    found = with_mean(points, observed, mean)
    assert sum(found) == pytest.approx(1)
    assert sum(p * q for p, q in zip(points, found, strict=True)) == pytest.approx(mean)
    found = with_t_value(points, observed, t)
    average = sum(p * q for p, q in zip(points, found, strict=True))
    variance = sum((p - average) ** 2 * q for p, q in zip(points, found, strict=True))
    assert sum(found) == pytest.approx(1)
    assert (average - 0.5) / math.sqrt(variance) == pytest.approx(t, abs=1e-9)


def test_the_bounds_and_the_end():
    test = Sprt(0, 10, alpha=0.05, beta=0.1)
    assert (test.lower, test.upper) == (math.log(0.1 / 0.95), math.log(0.9 / 0.05))
    assert test.decision(WDL(300, 400, 200)) == "H1"
    assert test.decision(WDL(200, 400, 300)) == "H0"
    assert test.decision(WDL(20, 40, 20)) == ""


@pytest.mark.parametrize(("true", "wrong"), [(0, "H1"), (100, "H0")])
def test_the_test_errs_as_seldom_as_it_says(true, wrong):
    rng = random.Random(2)
    test, runs, draws = Sprt(0, 100, model="logistic"), 300, 0.3
    chances = [expected_score(true) - draws / 2, draws, 1 - expected_score(true) - draws / 2]
    errors = 0
    for _ in range(runs):
        found, end = [0, 0, 0], ""
        while not end:
            for game in rng.choices(range(3), chances, k=4):
                found[game] += 1
            end = test.decision(WDL(*found))
        errors += end == wrong
    assert errors / runs < 0.05 + 3 * math.sqrt(0.05 * 0.95 / runs)
    assert errors > 0  # a test that never errs was not ended when it could have been


def test_what_may_be_tested_has_a_ratio():
    for model, (elo0, elo1), counts in itertools.product(
        MODELS,
        [(-200, 200), (199.9, 200), (-200, 0)],
        [WDL(9, 0, 0), Pentanomial(0, 0, 1), Pentanomial(1, 2)],
    ):
        assert math.isfinite(Sprt(elo0, elo1, model=model).llr(counts))


EXTREME = st.integers(0, 3) | st.integers(0, 17).map(lambda power: 10**power)
EXTREMES = st.builds(WDL, *[EXTREME] * 3) | st.builds(Pentanomial, *[EXTREME] * 5)
ELO = st.sampled_from([-200.0, -5.0, 0.0, 0.5, 200.0]) | st.integers(-200, 200).map(float)


@given(counts=EXTREMES, ends=st.tuples(ELO, ELO), model=st.sampled_from(MODELS))
@settings(deadline=2000)
def test_extreme_counts_have_a_ratio_that_turns_with_the_players(counts, ends, model):
    elo0, elo1 = min(ends), max(ends)
    assume(elo0 < elo1)
    ours, theirs = Sprt(elo0, elo1, model=model), Sprt(-elo1, -elo0, model=model)
    found = ours.llr(counts)
    assert math.isfinite(found)
    # Results that are so many are rounded in the last digit of their share.
    rounding = 1e-15 * counts.games
    assert found == pytest.approx(-theirs.llr(turned(counts)), rel=1e-6, abs=1e-6 + rounding)


@pytest.mark.parametrize("pairs", [40_000, 10**9, 10**15, 10**17])
def test_a_draw_of_every_game_has_its_ratio_in_closed_form(pairs):
    """Under a mean s above 1/2, 2 (1 - s) of the games are drawn at most; under 1 - s, too."""
    counts = WDL(draws=pairs)
    found = Sprt(0, 200, model="logistic").llr(counts)
    assert found == pytest.approx(pairs * math.log(2 * (1 - expected_score(200))), rel=1e-5)
    assert Sprt(-200, 200, model="logistic").llr(counts) == pytest.approx(0, abs=1e-9 * pairs)


@pytest.mark.parametrize("rare", [1e-9, 1e-15, 1e-18, 1e-300])
def test_a_result_that_hardly_occurs_bears_the_mean_all_the_same(rare):
    found = with_mean([0, 0.5, 1], [rare, 1 - 2 * rare, rare], 0.75)
    assert found == pytest.approx([0, 0.5, 0.5], abs=1e-8)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ({"elo0": 5, "elo1": 5}, "elo0 below elo1"),
        ({"elo0": 0, "elo1": 1e308}, "both from -200 to 200"),
        ({"elo0": 0, "elo1": math.nan}, "elo0 below elo1"),
        ({"elo0": 0, "elo1": "5"}, "elo1='5': expected a number"),
        ({"elo0": 0, "elo1": 10**400}, r"elo1=1000.*\.\.\.: expected a number"),
        ({"elo0": 0, "elo1": 5, "alpha": 0}, "alpha=0"),
        ({"elo0": 0, "elo1": 5, "beta": 1}, "beta=1"),
        ({"elo0": 0, "elo1": 5, "model": "bayes"}, "normalised or logistic"),
    ],
)
def test_no_test_is_refused(words, expected):
    with pytest.raises(SpecError, match=expected):
        Sprt(**words)


@pytest.mark.parametrize("function", [elo, normalised_elo, los])
@pytest.mark.parametrize("counts", [(1, 0, 1), None, WDL(-1, 1, 1), WDL(0.5, 1, 1)])
def test_what_is_no_count_is_refused(function, counts):
    with pytest.raises(SpecError, match=r"counts=.*: expected WDL\(wins, draws, losses\)"):
        function(counts)


def test_a_probability_is_between_0_and_1():
    for wrong in (0, 1, 1 - 2**-53, 95, "high"):
        with pytest.raises(SpecError, match=f"confidence={wrong!r}: expected a number between"):
            elo(WDL(2, 1, 1), wrong)


# -- ratings -----------------------------------------------------------------------------------

NATURAL = 400 / math.log(10)


def test_published_ratings():
    """Citations of four journals (Stigler 1994; Agresti 2002, p. 448), as fitted by R's
    BradleyTerry2: coefficients and standard errors, Biometrika held at 0."""
    journals = ["Biometrika", "Comm Statist", "JASA", "JRSS-B"]
    cited = [[714, 730, 498, 221], [33, 425, 68, 17], [320, 813, 1072, 142], [284, 276, 325, 188]]
    results = {
        (journals[i], journals[j]): (cited[i][j], 0, cited[j][i])
        for i in range(4)
        for j in range(i)
    }
    found = ratings(journals, results, anchors={"Biometrika": 0})
    assert [r.player for r in found] == ["JRSS-B", "Biometrika", "JASA", "Comm Statist"]
    assert [r.rating / NATURAL for r in found] == pytest.approx(
        [0.26895, 0, -0.47957, -2.94907], abs=5e-6
    )
    assert [r.error / 1.959964 / NATURAL for r in found] == pytest.approx(
        [0.07083, 0, 0.06059, 0.10255], abs=5e-6
    )


def test_two_players_in_closed_form():
    strong, weak = ratings(["a", "b"], {("a", "b"): (20, 20, 0)})
    assert strong.rating - weak.rating == pytest.approx(elo_of(0.75))
    assert strong.rating + weak.rating == pytest.approx(0)
    whole = 1.959964 * NATURAL / math.sqrt(40 * 0.75 * 0.25)
    assert strong.error == weak.error == pytest.approx(whole / 2)  # each bears half of it
    held = ratings(["a", "b"], {("b", "a"): (0, 20, 20)}, anchors={"b": 1000})
    assert [(r.player, r.error) for r in held][1] == ("b", 0)
    assert held[0].rating == pytest.approx(1000 + elo_of(0.75))
    assert held[0].error == pytest.approx(whole)


@given(data=st.lists(st.tuples(*[st.integers(0, 20)] * 3), min_size=6, max_size=6))
@settings(deadline=None)
def test_players_score_what_their_ratings_expect(data):
    names = "abcd"
    pairs = [(a, b) for a in names for b in names if a < b]
    results = {p: (w + 1, d, loss + 1) for p, (w, d, loss) in zip(pairs, data, strict=True)}
    found = {r.player: r for r in ratings(names, results)}
    for name in names:
        expected = sum(
            sum(results[p])
            * expected_score(found[name].rating - found[(set(p) - {name}).pop()].rating)
            for p in pairs
            if name in p
        )
        assert found[name].points == pytest.approx(expected, abs=1e-6)
    assert sum(r.rating for r in found.values()) == pytest.approx(0, abs=1e-6)


def test_the_errors_hold_the_truth_as_often_as_they_say():
    rng, true = random.Random(3), {"a": 80.0, "b": 0.0, "c": -80.0}
    pairs, runs, games = [("a", "b"), ("b", "c"), ("a", "c")], 400, 120
    held = 0
    for _ in range(runs):
        results = {}
        for first, second in pairs:
            expected = expected_score(true[first] - true[second])
            wins = sum(rng.random() < expected for _ in range(games))
            results[first, second] = WDL(wins, 0, games - wins)
        for found in ratings(list(true), results):
            held += abs(found.rating - true[found.player]) <= found.error
    assert held / (3 * runs) == pytest.approx(0.95, abs=3.5 * math.sqrt(0.95 * 0.05 / runs))


def test_a_player_with_all_points_or_none_has_no_finite_rating():
    results = {
        ("a", "b"): (3, 1, 2),
        ("c", "a"): (5, 0, 0),
        ("d", "c"): (1, 0, 0),
        ("b", "e"): (1, 0, 0),
    }
    found = {r.player: r for r in ratings("abcdef", results)}
    alone = {r.player: r for r in ratings("ab", {("a", "b"): (3, 1, 2)})}
    assert found["c"].rating == found["d"].rating == math.inf
    assert found["e"].rating == -math.inf
    assert found["f"].rating is None
    assert found["a"].rating == alone["a"].rating
    assert {name for name in found if found[name].note} == set("cdef")
    assert [r.error for r in found.values() if r.note] == [None] * 4
    assert list(found) == ["c", "d", "a", "b", "e", "f"]


def test_where_nobody_can_be_rated_it_is_said():
    assert [(r.player, r.rating) for r in ratings("ab", {("a", "b"): (0, 0, 7)})] == [
        ("b", math.inf),
        ("a", -math.inf),
    ]
    middle = ratings("abc", {("a", "b"): (1, 0, 0), ("b", "c"): (1, 0, 0)})[-1]
    assert (middle.player, middle.rating) == ("b", None)
    assert "won everything against some" in middle.note
    assert ratings([], {}) == []
    assert ratings(["a"], {})[0].note


def test_extreme_results_are_rated():
    found = ratings("abc", {("a", "b"): (10**6, 1, 0), ("c", "b"): (0, 1, 10**6)})
    steps = [found[0].rating - found[1].rating, found[1].rating - found[2].rating]
    assert steps == pytest.approx([elo_of((10**6 + 0.5) / (10**6 + 1))] * 2, rel=1e-6)


def test_the_crosstable():
    results = {("a", "b"): (3, 1, 2), ("c", "a"): (5, 0, 0), ("b", "a"): (0, 1, 0)}
    assert crosstable("cab", results) == [
        ["", "player", "points", "games", "1", "2", "3"],
        ["1", "c", "5", "5", "-", "5 of 5", ""],
        ["2", "a", "4", "12", "0 of 5", "-", "4 of 7"],
        ["3", "b", "3", "7", "", "3 of 7", "-"],
    ]


def test_ratings_of_two_have_the_error_of_their_difference():
    for counts in (WDL(30, 50, 20), Pentanomial(3, 12, 40, 30, 15), Pentanomial(0, 1, 40, 9, 0)):
        wins = sum(
            n * share for n, share in zip(counts.ascending, (0, 0.5, 1, 1.5, 2), strict=False)
        )
        if isinstance(counts, WDL):
            results = counts
        else:  # as many points, without draws or with one
            results = WDL(int(wins), round(2 * (wins % 1)), counts.games - math.ceil(wins))
        both = ratings("ab", {("a", "b"): results}, counts={("a", "b"): counts})
        found = elo(counts)
        assert both[0].rating - both[1].rating == pytest.approx(found.value)
        assert 2 * both[0].error == pytest.approx(found.error, rel=0.01)


def test_pairs_that_always_balance_do_not_pretend_to_be_certain():
    results = {("a", "b"): (10, 0, 10), ("b", "c"): (12, 0, 8), ("a", "c"): (12, 0, 8)}
    pairs = {
        ("a", "b"): Pentanomial(0, 0, 10, 0, 0),
        ("b", "c"): Pentanomial(0, 0, 8, 0, 2),
        ("a", "c"): Pentanomial(0, 0, 8, 0, 2),
    }
    single = {found.player: found.error for found in ratings("abc", results)}
    paired = {found.player: found.error for found in ratings("abc", results, counts=pairs)}
    assert all(0 < paired[name] < single[name] for name in "abc")


def test_the_quantiles_of_student():
    """Those of the tables: 9, 12 and 60 degrees of freedom at 95%."""
    for degrees, quantile in ((9, 2.2622), (12, 2.1788), (60, 2.0003)):
        assert _student(1.959964, degrees) == pytest.approx(quantile, rel=2e-4)


def test_openings_of_two_players_give_the_error_of_their_pairs():
    wins = [2, 1, 1, 0, 2, 2, 1, 0, 1, 1, 2, 1]  # of two games
    each = [{("a", "b"): (won, 0, 2 - won)} for won in wins]
    results = {("a", "b"): (sum(wins), 0, 2 * len(wins) - sum(wins))}
    counts = {("a", "b"): Pentanomial(wins.count(0), 0, wins.count(1), 0, wins.count(2))}
    (paired, _), (found, _) = (
        ratings("ab", results, counts=counts, openings=openings) for openings in ((), each)
    )
    assert found.rating == paired.rating
    wider = math.sqrt(12 / 11) * 2.2010 / 1.959964  # of a sample; Student's quantile
    assert found.error == pytest.approx(paired.error * wider, rel=1e-3)
    few = ratings("ab", results, counts=counts, openings=each[:9])
    assert few[0].error == paired.error


@pytest.mark.parametrize("options", [{}, {"anchors": {"a": 0.0}}])
def test_errors_of_openings_cover_players_that_are_good_at_some(options):
    """Four equal players, each with other strengths in each opening that all pairs play."""
    chance, names = random.Random(4), "abcd"
    pairs = list(itertools.combinations(names, 2))
    inside = Counter()
    for _ in range(150):
        openings = []
        for _ in range(20):
            good = {name: chance.gauss(0, 200) for name in names}
            wins = [
                sum(chance.random() < expected_score(good[one] - good[other]) for _ in range(2))
                for one, other in pairs
            ]
            openings.append(
                {pair: (won, 0, 2 - won) for pair, won in zip(pairs, wins, strict=True)}
            )
        results, counts = {}, {}
        for pair in pairs:
            won = [each[pair][0] for each in openings]
            results[pair] = (sum(won), 0, 40 - sum(won))
            counts[pair] = Pentanomial(won.count(0), 0, won.count(1), 0, won.count(2))
        for kind, known in (("pairs", ()), ("openings", openings)):
            found = ratings(names, results, counts=counts, openings=known, **options)
            inside[kind] += sum(abs(each.rating) <= each.error for each in found)
    if "anchors" not in options:  # the anchor's own error is 0
        assert inside["openings"] / 600 == pytest.approx(0.95, abs=0.02)
    assert inside["pairs"] < 0.95 * inside["openings"]
