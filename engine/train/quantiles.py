"""Fit the networks of `learned` by the pinball loss, and their error bounds in other games."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace

from engine.lab.calibration.sample import POSITIONS, Row
from engine.train.adam import Adam
from evaluators import make as make_evaluator
from evaluators.intervals.fits import (
    COVERS,
    MOST_TIMES,
    ONE,
    ONE_OUTPUT,
    REACH,
    Input,
    NetworkFit,
    Unit,
)
from evaluators.intervals.learned import Learned, network_features
from games import make
from games.core.scores import KNOWN_WIN

__all__ = [
    "Examples",
    "examples_of",
    "fit_network",
    "inputs_of",
    "scaled_inputs",
    "times_by_width",
    "times_of",
    "train",
]

HIDDEN = 16
"""The hidden units of a network."""
TAIL = 0.003
"""The share of positions on either side whose feature is clipped."""
SHARES = (5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95)
"""The fitted quantiles, in percent."""
NORMAL = np.array([NormalDist().inv_cdf(share / 100) for share in SHARES])
LOWER, UPPER = np.minimum(NORMAL, 0), np.maximum(NORMAL, 0)
"""The quantiles of the normal distribution, below and above its mean."""
GROUPS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)
"""The ends of groups of positions, narrowest first; each group has its own error bounds."""
FEWEST = 200
"""The fewest positions of a group, on average."""
HELD = 0.3
"""The share of the games for the error bounds."""
STEPS, BATCH, RATE, DECAY = 6000, 2048, 0.005, 0.01
"""The steps of Adam, the positions of each, the first learning rate and the weight decay."""


class Examples(NamedTuple):
    """Positions as arrays with one row each.

    :param features: the requested features, in columns.
    :param value: the values of the shallow search.
    :param deep: the values of the deeper searches, one column each.
    """

    positions: list[str]
    features: Any
    value: Any
    deep: Any


def examples_of(
    game: str, base: str, depth: int, rows: list[Row], names: tuple[str, ...]
) -> Examples:
    """Return the positions where a shallow search finds no win, with their features.

    :param depth: plies of the shallow search.
    :param names: the names of the features.
    """
    learned = Learned(base=base, depth=depth)
    start: Any = make(game)
    wanted = ("value", *names)
    found = [(row, learned.features_of(start.at(row.position), wanted)) for row in rows]
    found = [(row, features) for row, features in found if abs(features[0]) < KNOWN_WIN]
    features = np.array([features for _, features in found])
    return Examples(
        [row.position for row, _ in found],
        features[:, 1:],
        features[:, 0],
        np.array([row.deep for row, _ in found]),
    )


def fit_network(
    start: Any, base: str, depth: int, deep: int, examples: Examples, column: int
) -> NetworkFit:
    """Return a network fitted to the first games of examples, with error bounds from the others.

    :param start: a position of the game.
    :param depth: plies of the shallow search.
    :param deep: plies of the deeper search.
    :param examples: positions with the features that `network_features` names.
    :param column: the column of the deep value to predict.
    """
    value, found = examples.value, examples.deep[:, column]
    won = make_evaluator(base).winning_value(start)
    some = round(len(found) * (1 - HELD) / POSITIONS) * POSITIONS
    differences = np.clip(found, -won, won) - np.clip(value, -won, won)
    chosen = np.arange(len(found)) < some
    if won >= KNOWN_WIN:
        chosen &= np.abs(found) < KNOWN_WIN
    names = network_features(start, make_evaluator(base))
    inputs = inputs_of(names, examples.features[chosen])
    columns = [names.index(each.feature) for each in inputs]
    scaled = scaled_inputs(inputs, examples.features[chosen][:, columns])
    unknown = (0,) * len(COVERS)
    network = train(inputs, scaled, differences[chosen])
    fit = NetworkFit(start.family, base, depth, deep, marks=(1,), within=(unknown,), **network)
    learned = Learned(base=base, depth=depth)
    learned.set_fit(fit, start)
    errors, widths = [], []
    for index in range(some, len(found)):
        learned.find_interval(start.at(examples.positions[index]))
        if learned.width > 0:
            errors.append(scales_to(int(found[index]), learned, won))
            widths.append(learned.width)
    marks, within = times_by_width(np.array(widths), np.array(errors))
    return replace(fit, marks=marks, within=within)


def scales_to(value: int, learned: Learned, won: int) -> float:
    """Return the distance of a deep value from the middle of an interval, in scales of its side.

    Values beyond `won` count as `won`.
    """
    error = max(-won, min(won, value)) - learned.real
    if error > 0:
        return error / learned.above if value > -won else 0.0
    return -error / learned.below if value < won else 0.0


def times_by_width(widths: Any, errors: Any) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Return the marks, the median widths of groups of positions, and the error bounds of each.

    The bounds are raised so that intervals never get narrower from mark to mark.

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
    """Return the error bounds for COVERS, in thousandths of a scale.

    They count one further error, larger than all others, as conformal prediction requires.
    """
    count = len(errors) + 1
    ordered = [*sorted(errors), max(errors)]
    within = [ordered[min(count, math.ceil(cover * count / 100)) - 1] for cover in COVERS]
    return (0, *(min(MOST_TIMES, math.ceil(1000 * error)) for error in within[1:]))


def inputs_of(names: tuple[str, ...], features: Any) -> tuple[Input, ...]:
    """Return the inputs for features: the range of all but a few positions.

    A feature with the same value everywhere is left out.
    """
    found = []
    for name, column in zip(names, features.T, strict=True):
        low, high = np.quantile(column, (TAIL, 1 - TAIL), method="nearest")
        if low == high:
            low, high = column.min(), column.max()
        if low < high:
            found.append(Input(name, int(low), int(high)))
    return tuple(found)


def scaled_inputs(inputs: tuple[Input, ...], features: Any) -> Any:
    """Return the inputs of a network for features in their order."""
    low, high = (
        np.array([each.low for each in inputs]),
        np.array([each.high for each in inputs]),
    )
    return (np.clip(features, low, high) - low) * ((REACH << 16) // (high - low)) >> 16


def train(inputs: tuple[Input, ...], scaled: Any, wanted: Any) -> dict[str, Any]:
    """Return the fields of a `NetworkFit` for a network in integers.

    :param scaled: the inputs of each position.
    :param wanted: the differences of the deep from the shallow values, to fit to.
    """
    unit = max(1, round(1.48 * float(np.median(np.abs(wanted)))))
    mean, deviation = scaled.mean(0), np.maximum(1.0, scaled.std(0))
    weights = _descend((scaled - mean) / deviation, wanted / unit)
    weights["straight bias"][1:] += math.log(unit)  # scales in the evaluator's unit

    def units(kind: str) -> tuple[Unit, ...]:
        rows = weights[kind] / deviation[:, None]
        biases = _whole(weights[f"{kind} bias"] - mean @ rows, 2**29, 2**ONE)
        return tuple(map(Unit, biases, map(tuple, _whole(rows.T, 2**15 - 1, 2**ONE))))

    return {
        "unit": unit,
        "inputs": inputs,
        "straight": units("straight"),
        "hidden": units("hidden"),
        "outputs": tuple(map(tuple, _whole(weights["outputs"], 2**15 - 1, 2**ONE_OUTPUT))),
    }


def _whole(numbers: Any, most: int, one: int) -> Any:
    """Return numbers as integers up to a size, with 1 as `one`."""
    return np.clip(np.rint(numbers * one), -most, most).astype(int).tolist()


def _descend(inputs: Any, wanted: Any) -> dict[str, Any]:
    """Return the weights of a network, by Adam with weight decay.

    The loss is the pinball loss (Koenker & Bassett 1978) of the quantiles of two half-normal
    distributions.
    """
    chance = np.random.default_rng(1)
    count, size = inputs.shape
    weights = {
        "hidden": chance.normal(0, size**-0.5, (size, HIDDEN)),
        "hidden bias": np.zeros(HIDDEN),
        "outputs": chance.normal(0, 0.1 * HIDDEN**-0.5, (HIDDEN, 3)),
        "straight": np.zeros((size, 3)),
        "straight bias": np.zeros(3),
    }
    adams = {name: Adam(numbers) for name, numbers in weights.items()}
    for step in range(1, STEPS + 1):
        some = chance.integers(0, count, min(BATCH, count))
        rate = RATE * (1 - step / STEPS)
        for name, gradient in _gradients(weights, inputs[some], wanted[some]).items():
            adams[name].step(gradient, rate)
            if not name.endswith("bias"):
                weights[name] *= 1 - rate * DECAY
    return weights


def _gradients(weights: dict[str, Any], inputs: Any, wanted: Any) -> dict[str, Any]:
    """Return the gradients of the mean loss of some positions."""
    hidden = np.maximum(0, inputs @ weights["hidden"] + weights["hidden bias"])
    outputs = hidden @ weights["outputs"] + inputs @ weights["straight"] + weights["straight bias"]
    middle, below, above = outputs.T
    below, above = np.exp(below)[:, None] * LOWER, np.exp(above)[:, None] * UPPER
    missed = wanted[:, None] > middle[:, None] + below + above
    slope = (~missed - np.array(SHARES) / 100) / len(wanted)
    slopes = np.stack([slope.sum(1), (slope * below).sum(1), (slope * above).sum(1)], 1)
    behind = (slopes @ weights["outputs"].T) * (hidden > 0)
    return {
        "hidden": inputs.T @ behind,
        "hidden bias": behind.sum(0),
        "outputs": hidden.T @ slopes,
        "straight": inputs.T @ slopes,
        "straight bias": slopes.sum(0),
    }
