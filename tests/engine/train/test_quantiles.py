"""Networks fitted to generated errors, and their error bounds."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from engine.lab.calibration.sample import Row
from engine.train.quantiles import (
    Examples,
    Held,
    cross_validated_coverage,
    examples_of,
    factors_at,
    fit_network,
    inputs_of,
    scales_to,
    times_by_width,
    times_of,
)
from evaluators import make as make_evaluator
from evaluators.intervals.fits import COVERS, Input
from evaluators.intervals.learned import Learned, network_features
from games import make
from games.errors import EvaluationError

CHESS = make("chess")
BOARDS = ("8/8/8/8/8/2k5/7P/K7 w - - 0 1", "8/8/8/8/8/2k5/7P/KR6 w - - 0 1")


def drawn(count: int, seed: int) -> Examples:
    """Return chess positions with two scales of errors, twice as large above as below."""
    chance = np.random.default_rng(seed)
    base = make_evaluator("pst")
    learned = Learned(base="pst")
    names = network_features(CHESS, base)
    features = [learned.features_of(CHESS.at(board), names) for board in BOARDS]
    which = chance.integers(0, 2, count)
    value = np.array([found[0] for found in features])[which]
    side = np.where(chance.random(count) < 0.5, -1, 2)
    errors = side * np.abs(chance.normal(0, np.where(which, 80, 10)))
    deep = value + np.rint(errors).astype(int)
    return Examples(
        [BOARDS[each] for each in which],
        np.arange(count) // 10,
        np.array(features)[which],
        value,
        deep[:, None],
    )


@pytest.fixture
def quick(monkeypatch: Any) -> None:
    monkeypatch.setattr("engine.train.quantiles.STEPS", 400)
    monkeypatch.setattr("engine.train.quantiles.BATCH", 256)


@pytest.mark.usefixtures("quick")
def test_error_bounds_use_the_scales_of_the_new_network() -> None:
    """They do not use those of a shipped fit for the same depths."""
    fit, found = fit_network(CHESS, "pst", 0, 4, drawn(2000, 1), 0)
    assert found is not None
    assert found.inside == pytest.approx(80, abs=3 * found.error)
    learned = Learned(base="pst", cover=80)
    learned.set_fit(fit, CHESS)
    assert (learned.find_interval(CHESS.at(BOARDS[0])), learned.width) == (True, fit.marks[0])
    others = drawn(2000, 2)
    inside: dict[str, list[bool]] = {board: [] for board in BOARDS}
    for text, deep in zip(others.positions, others.deep[:, 0].tolist(), strict=True):
        low, high = learned.interval(CHESS.at(text))
        inside[text].append(low <= deep <= high)
    for found in inside.values():
        assert np.mean(found) == pytest.approx(0.8, abs=0.05)
    narrow, wide = ([learned.find_interval(CHESS.at(board)), learned.width][1] for board in BOARDS)
    assert wide / narrow == pytest.approx(8, rel=0.35)
    assert learned.above > 1.4 * learned.below


def test_inputs_cover_the_range_of_most_positions() -> None:
    column = np.arange(1000)
    rare = np.array([0] * 999 + [7])
    inputs = inputs_of(("all", "same", "rare"), np.stack([column, column * 0, rare], 1))
    assert inputs == (Input("all", 3, 996), Input("rare", 0, 7))


def test_values_beyond_won_count_as_won() -> None:
    def times(value: int, real: int) -> float:
        learned: Any = SimpleNamespace(real=real, below=50, above=100)
        return scales_to(value, learned, 3000)

    assert times(5000, 2900) == 1.0
    assert times(5000, 3100) == 0.0
    assert times(2900, 3100) == 4.0


def test_one_unseen_error_is_counted() -> None:
    times = times_of([float(error) for error in range(1, 10)])
    assert times[COVERS.index(50.0)] == 5000  # five of nine, and one unseen error
    assert times[COVERS.index(99.0)] == 9000


def test_groups_of_widths_have_their_own_bounds() -> None:
    """The scales are three times too small where they are large, and the bounds correct it."""
    chance = np.random.default_rng(5)
    widths = chance.integers(20, 200, 20000)
    errors = np.abs(chance.normal(0, np.where(widths > 150, 3, 1)))
    marks, within = times_by_width(widths, errors)
    assert marks == tuple(sorted(marks))
    column = COVERS.index(80.0)
    for mark, times in zip(marks, within, strict=True):
        assert times == tuple(sorted(times))
        if not 140 < mark < 170:  # a group on both sides
            assert times[column] / 1282 == pytest.approx(3 if mark > 150 else 1, rel=0.1)


def test_intervals_never_get_narrower_with_the_width() -> None:
    widths = np.arange(1, 4401)
    errors = np.where(widths > 2200, 0.01, 1.0)
    marks, within = times_by_width(widths, errors)
    reached = np.array(within) * np.array(marks)[:, None]
    assert (np.diff(reached, axis=0) > -np.array(marks)[1:, None]).all(), "except for rounding"


def covered(widths: Any, errors: Any, cover: float, *, known: int) -> float:
    """Return the percentage of errors within bounds that are counted in the first ones."""
    marks, within = times_by_width(widths[:known], errors[:known])
    bounds = factors_at(widths[known:], marks, np.array(within)[:, COVERS.index(cover)])
    return 100 * float(np.mean(1000 * errors[known:] <= bounds))


@pytest.mark.parametrize("cover", [50.0, 80.0, 95.0])
@pytest.mark.parametrize("power", [0.0, 1.0, -0.5])
def test_bounds_hold_as_often_as_intended(cover: float, power: float) -> None:
    """Also where widths hardly differ, and where errors in scales fall or rise with them."""
    found = []
    for seed in range(20):
        chance = np.random.default_rng(seed)
        widths = chance.integers(90, 110 if power == 0 else 400, 5500)
        errors = np.abs(chance.normal(0, (100 / widths) ** power))
        found.append(covered(widths, errors, cover, known=2500))
    assert np.mean(found) == pytest.approx(cover, abs=0.6)


def test_a_group_without_errors_takes_nothing_from_the_others() -> None:
    """Most of the narrow ones have none; more than the intended share of those is inside."""
    found = []
    for seed in range(20):
        chance = np.random.default_rng(seed)
        widths = np.where(chance.random(9000) < 0.5, 30, 300)
        errors = np.abs(chance.normal(0, 1, 9000))
        errors[(widths == 30) & (chance.random(9000) < 0.9)] = 0
        known = 3000
        marks, within = times_by_width(widths[:known], errors[:known])
        bounds = factors_at(widths, marks, np.array(within)[:, COVERS.index(80.0)])
        chosen = (widths == 300) & (np.arange(9000) >= known)
        found.append(100 * np.mean(1000 * errors[chosen] <= bounds[chosen]))
    assert np.mean(found) == pytest.approx(80, abs=1)


@pytest.mark.usefixtures("quick")
def test_bounds_of_positions_are_those_of_the_evaluator() -> None:
    fit, _ = fit_network(CHESS, "pst", 0, 4, drawn(60, 1), 0)
    marks, within = (5, 400), (tuple(range(0, 1100, 100)), tuple(range(0, 2200, 200)))
    learned = Learned(base="pst", cover=80)
    learned.set_fit(replace(fit, marks=marks, within=within), CHESS)
    for board in BOARDS:
        low, high = learned.interval(CHESS.at(board))
        assert 5 < learned.width < 400
        column = np.array(within)[:, COVERS.index(80.0)]
        (times,) = factors_at(np.array([learned.width]), marks, column)
        assert learned.real - low == pytest.approx(learned.below * times / 1000, abs=1)
        assert high - learned.real == pytest.approx(learned.above * times / 1000, abs=1)


def test_coverage_is_measured_in_other_games_and_points_apart() -> None:
    chance = np.random.default_rng(4)
    count = 4000
    width = np.where(chance.random(count) < 0.25, 0, 200)
    error = np.where(width > 0, np.abs(chance.normal(0, 1, count)), 0)
    real = np.where(width > 0, 0, 5000)
    scale = np.full(count, 100)
    held = Held(np.arange(count) // 10, width, error, real, scale, scale)
    found = cross_validated_coverage(held, 3000)
    assert found is not None
    assert (found.positions, found.points) == (count, int((width == 0).sum()))
    assert found.inside == pytest.approx(80, abs=3)
    assert found.error == pytest.approx(100 * (0.16 / (count - found.points)) ** 0.5, rel=0.3)
    assert found.width == pytest.approx(256, rel=0.05)
    assert cross_validated_coverage(Held(*(column[:10] for column in held)), 3000) is None, (
        "one game"
    )
    odd = held.job % 2 == 1
    found = cross_validated_coverage(held._replace(error=np.where(odd, 2, 1) * error), 3000)
    assert found is not None
    assert found.inside == pytest.approx(50 * (0.99 + 0.48), abs=3), "bounds of the other half"


def test_too_few_positions_are_refused() -> None:
    with pytest.raises(EvaluationError, match="4 positions before the game's end, expected more"):
        fit_network(CHESS, "pst", 0, 4, drawn(4, 1), 0)


@pytest.mark.usefixtures("quick")
def test_features_that_never_differ_are_no_inputs() -> None:
    examples = drawn(60, 1)
    fit, _ = fit_network(CHESS, "pst", 0, 4, examples._replace(features=0 * examples.features), 0)
    assert fit.inputs == ()


def test_won_positions_are_no_examples() -> None:
    mate = Row("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 0, (1, 2), ())
    found = examples_of("chess", "pst", 1, [mate], ("moves",))
    assert (found.features.shape, found.deep.shape) == ((0, 1), (0, 2))


def test_few_errors_make_one_group() -> None:
    assert len(times_by_width(np.arange(1, 90), np.ones(89))[0]) == 1
