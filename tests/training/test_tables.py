"""Tables fitted to errors that are known."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from evaluators.intervals.fits import COVERS, OCTAVE, Table
from training.tables import fitted, steps_of, times_by_width, times_of


def drawn(count: int, seed: int) -> tuple[Any, Any]:
    """Features, and errors whose scale one of them tells; another one tells nothing."""
    chance = np.random.default_rng(seed)
    features = np.stack([chance.integers(0, 4, count), chance.integers(-50, 50, count)], 1)
    scale = 20 * 2.0 ** features[:, 0]
    side = np.where(chance.random(count) < 0.5, -1, 2)  # twice as far above as below
    return features, np.rint(5 * features[:, 0] + side * np.abs(chance.normal(0, scale)))


def foretold(tables: tuple[Table, ...], features: Any) -> tuple[Any, Any, Any]:
    """Middle, and the scales below and above it."""
    total = sum(
        np.array(table.rows)[np.searchsorted(table.steps, column, "right")]
        for table, column in zip(tables, features.T, strict=True)
    )
    middle, below, above = np.array(total).T
    return middle, 2 ** (below / OCTAVE), 2 ** (above / OCTAVE)


def beyond(tables: tuple[Table, ...], features: Any, errors: Any) -> Any:
    """How many scales errors are."""
    middle, below, above = foretold(tables, features)
    missed = errors - middle
    return np.where(missed < 0, -missed / below, missed / above)


def test_intervals_cover_what_they_say_whatever_their_width() -> None:
    features, errors = drawn(12000, 1)
    tables = fitted(("scale", "noise"), features, errors)
    held = drawn(4000, 2)
    times = times_of(list(beyond(tables, *held)))
    others = drawn(20000, 3)
    far = beyond(tables, *others)
    for cover, t in zip(COVERS[1:], times[1:], strict=True):
        assert np.mean(1000 * far <= t) == pytest.approx(cover / 100, abs=0.02)
    inside = 1000 * far <= times[COVERS.index(80.0)]
    for scale in range(4):
        assert np.mean(inside[others[0][:, 0] == scale]) == pytest.approx(0.8, abs=0.05)


def test_tables_find_the_scales() -> None:
    features, errors = drawn(12000, 1)
    _, below, above = foretold(
        fitted(("scale", "noise"), features, errors), np.array([[0, 0], [3, 0]])
    )
    assert below[1] / below[0] == pytest.approx(8, rel=0.35)
    assert above[1] / above[0] == pytest.approx(8, rel=0.35)
    assert above[1] > 1.4 * below[1]


def test_steps_are_where_positions_are() -> None:
    assert steps_of(np.array([3, 3, 3])) == []
    assert steps_of(np.array([0, 1, 0, 1])) == [1]
    assert len(steps_of(np.arange(1000))) == 23
    assert steps_of(np.arange(1000), 4) == [250, 500, 750]
    assert steps_of(np.array([5] * 99 + [9]), 2) == [9], "few values are told apart, rare or not"


def test_one_error_more_is_reckoned_with() -> None:
    times = times_of([float(error) for error in range(1, 10)])
    assert times[COVERS.index(50.0)] == 5000  # five of nine, and one that is not known
    assert times[COVERS.index(99.0)] == 9000


def test_errors_are_counted_apart_by_width() -> None:
    """Scales three times too small where they are large: each group learns it of its own."""
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


def test_what_is_wider_holds_no_less() -> None:
    widths = np.arange(1, 4401)
    errors = np.where(widths > 2200, 0.01, 1.0)
    marks, within = times_by_width(widths, errors)
    reached = np.array(within) * np.array(marks)[:, None]
    assert (np.diff(reached, axis=0) > -np.array(marks)[1:, None]).all(), "but for rounding"


def test_few_errors_make_one_group() -> None:
    assert len(times_by_width(np.arange(1, 90), np.ones(89))[0]) == 1
