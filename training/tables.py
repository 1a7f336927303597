"""Fits the tables of `learned` by the pinball loss, and counts how far errors go on other games."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace

from engine.lab.calibration.sample import POSITIONS, Row
from evaluators.intervals.fits import COVERS, MOST_TIMES, OCTAVE, Table, TableFit
from evaluators.intervals.learned import Learned, described
from games import make
from games.core.scores import KNOWN_WIN

__all__ = [
    "Examples",
    "examples_of",
    "fit_tables",
    "fitted",
    "steps_of",
    "times_by_width",
    "times_of",
]

STEPS = 24
"""Steps of a table at most: the features' own quantiles."""
SHARES = (5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95)
"""The quantiles that are fitted, in hundredths."""
GROUPS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)
"""The shares of positions, narrowest first, between which errors are counted apart."""
FEWEST = 200
"""Positions of a group at least, on average."""
HELD = 0.3
"""The share of the games that errors are counted on."""
RIDGE = 100.0
"""How strongly the numbers of a row are drawn to 0: as by so many positions that ask for it."""
ROUNDS, BATCH, RATE = 2000, 512, 0.02


class Examples(NamedTuple):
    """Arrays of one row a position.

    :param features: those asked for.
    :param value: of the shallow search.
    :param deep: values of the deeper searches, one column each.
    """

    positions: list[str]
    features: Any
    value: Any
    deep: Any


def examples_of(
    game: str, base: str, depth: int, rows: list[Row], names: tuple[str, ...]
) -> Examples:
    """What positions look like to a search of that depth that sees no win.

    :param names: of the features.
    """
    asked = Learned(base=base, depth=depth)
    start: Any = make(game)
    wanted = ("value", *names)
    found = [(row, asked.features(start.at(row.position), wanted)) for row in rows]
    found = [(row, features) for row, features in found if abs(features[0]) < KNOWN_WIN]
    features = np.array([features for _, features in found])
    return Examples(
        [row.position for row, _ in found],
        features[:, 1:],
        features[:, 0],
        np.array([row.deep for row, _ in found]),
    )


def fit_tables(fit: TableFit, start: Any, examples: Examples, column: int) -> TableFit:
    """A fit with tables fitted to the first games of examples, errors counted on the others.

    :param fit: one for the same purpose, of which tables, marks and counts are not used.
    :param start: a position of the game.
    :param examples: with the features that `described` names.
    :param column: the one of the values to foretell.
    """
    value, deep, won = examples.value, examples.deep[:, column], start.WON
    some = round(len(deep) * (1 - HELD) / POSITIONS) * POSITIONS
    differences = np.clip(deep, -won, won) - np.clip(value, -won, won)
    chosen = np.arange(len(deep)) < some
    if won >= KNOWN_WIN:
        chosen &= np.abs(deep) < KNOWN_WIN
    tables = fitted(described(start), examples.features[chosen], differences[chosen])
    fit = replace(fit, tables=tables)
    asked = Learned(base=fit.evaluator, depth=fit.depth)
    asked.use(fit, start)
    errors, widths = [], []
    for index in range(some, len(deep)):
        asked.look(start.at(examples.positions[index]))
        errors.append(scales_to(int(deep[index]), asked, won))
        widths.append(asked.below + asked.above)
    marks, within = times_by_width(np.array(widths), np.array(errors))
    return replace(fit, marks=marks, within=within)


def scales_to(value: int, looked: Learned, won: int) -> float:
    """How many of its scales below or above the middle a value is, those won being alike."""
    middle = max(-won, min(won, looked.real))
    error = max(-won, min(won, value)) - middle
    return abs(error) / (looked.above if error > 0 else looked.below)


def times_by_width(widths: Any, errors: Any) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Marks, the median widths of groups of about as many positions, and for each `times_of` the
    group's errors; changed so far that what holds so many never gets narrower from mark to mark.

    :param widths: the sums of both scales.
    :param errors: in scales.
    """
    order = np.argsort(widths, kind="stable")
    count = max(1, min(len(GROUPS), len(order) // FEWEST))
    cuts = GROUPS if count == len(GROUPS) else np.arange(1, count + 1) / count
    marks: list[int] = []
    reached: list[Any] = []
    for group in np.split(order, [round(cut * len(order)) for cut in cuts[:-1]]):
        mark = max(1, int(np.median(widths[group])))
        if not marks or mark > marks[-1]:
            marks.append(mark)
            reached.append(np.array(times_of(errors[group].tolist())) * mark)
    rising = np.maximum.accumulate(reached, axis=0)
    within = np.minimum(MOST_TIMES, np.ceil(rising / np.array(marks)[:, None])).astype(int)
    return tuple(marks), tuple(map(tuple, within.tolist()))


def times_of(errors: list[float]) -> tuple[int, ...]:
    """For each of `COVERS`, the thousandths of a scale that this share of errors is within, counted
    as if one more was beyond all others: so far goes the guarantee of conformal prediction."""
    count = len(errors) + 1
    ordered = [*sorted(errors), max(errors)]
    within = [ordered[min(count, math.ceil(cover * count / 100)) - 1] for cover in COVERS]
    return (0, *(min(MOST_TIMES, math.ceil(1000 * error)) for error in within[1:]))


def steps_of(column: Any, parts: int = STEPS) -> list[int]:
    """The steps of a table of so many parts at most: where a feature has many values, about as many
    positions between two of them."""
    found = np.unique(column)
    if len(found) <= parts:
        return [int(step) for step in found[1:]]
    cuts = np.quantile(column, np.arange(1, parts) / parts, method="higher")
    return [int(step) for step in np.unique(cuts) if step > column.min()]


def fitted(names: tuple[str, ...], features: Any, wanted: Any) -> tuple[Table, ...]:
    """Tables of whole numbers fitted to differences."""
    steps = [steps_of(column) for column in features.T]
    cells = [
        np.searchsorted(step, column, "right")
        for step, column in zip(steps, features.T, strict=True)
    ]
    first = np.cumsum([0, *(len(step) + 1 for step in steps)])
    places = np.stack(cells, axis=1) + first[:-1]
    unit = max(1.0, 1.48 * float(np.median(np.abs(wanted))))
    rows = _descend(places, int(first[-1]), wanted / unit)
    rows *= (unit, OCTAVE / math.log(2), OCTAVE / math.log(2))
    # The scales' unit goes to the first table, of which every position has a row.
    rows[: first[1], 1:] += OCTAVE * math.log2(unit)
    whole = np.rint(rows).astype(int).tolist()
    return tuple(
        Table(name, tuple(step), tuple(map(tuple, whole[low:high])))
        for name, step, low, high in zip(names, steps, first[:-1], first[1:], strict=True)
    )


def _descend(places: Any, cells: int, wanted: Any) -> Any:
    """For every cell its part of the middle and of the logarithms of both scales, by Adam (Kingma &
    Ba 2015) on the pinball loss (Koenker & Bassett 1978) of the normal distribution's quantiles."""
    chance = np.random.default_rng(1)
    shares = np.array(SHARES) / 100
    normal = np.array([NormalDist().inv_cdf(share) for share in shares])
    lower, upper = np.minimum(normal, 0), np.maximum(normal, 0)
    rows = np.zeros((cells, 3))
    first, second = np.zeros_like(rows), np.zeros_like(rows)
    count = len(wanted)
    for step in range(1, ROUNDS + 1):
        some = chance.integers(0, count, min(BATCH, count))
        middle, below, above = rows[places[some]].sum(axis=1).T
        below, above = np.exp(below)[:, None] * lower, np.exp(above)[:, None] * upper
        missed = wanted[some, None] > middle[:, None] + below + above
        slope = (~missed - shares) / len(some)
        slopes = np.stack([slope.sum(1), (slope * below).sum(1), (slope * above).sum(1)], 1)
        gradient = np.stack(
            [
                np.bincount(
                    places[some].ravel(), np.repeat(column, places.shape[1]), minlength=cells
                )
                for column in slopes.T
            ],
            axis=1,
        )
        gradient += RIDGE / count * rows
        rate = RATE * (1 - step / ROUNDS)
        first += 0.1 * (gradient - first)
        second += 0.001 * (gradient * gradient - second)
        size = np.sqrt(second / (1 - 0.999**step)) + 1e-8
        rows -= rate / (1 - 0.9**step) * first / size
    return rows
