"""Fit a network to positions by Adam on minibatches."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

import numpy as np

from engine.train.adam import Adam
from evaluators.values.constants import BUCKETS, INPUTS, ONE_OUTPUT, ONE_UNIT
from evaluators.values.network_file import Weights
from training.chess.gradient import Gradient, parameters_of
from training.chess.positions import Positions

LARGEST_ROW, LARGEST_BIAS, LARGEST_OUTPUT = 3.5, 15.0, 127 / ONE_OUTPUT
"""The largest parameters, which keep the integers within 16 bits."""
UNITS = (ONE_UNIT, ONE_UNIT, ONE_OUTPUT, ONE_UNIT**2 * ONE_OUTPUT)
"""The value 1 in the integers of each of the `parts`."""
BATCH = 2048
"""The positions of a step."""
RATE = 2e-3
"""The highest learning rate."""
DECAYING = 1_000_000
"""The most positions up to which weights decay by the learning rate; beyond, by less."""
WARM = 0.05
"""The share of the steps in which the learning rate rises to its maximum."""


def parts(parameters: Any, hidden: int) -> tuple[Any, ...]:
    """Return views of parameters: input weights, unit biases, output weights, output biases."""
    ends = np.cumsum([INPUTS * hidden, hidden, 2 * BUCKETS * hidden])
    return tuple(np.split(parameters, ends))


def initial(hidden: int, chance: Any) -> Any:
    """Return random parameters of a network close to `pst`: a row of numbers, see `parts`.

    :param chance: the random generator, of numpy.
    """
    return np.concatenate(
        [
            chance.normal(0, 0.01, INPUTS * hidden),
            chance.uniform(0, 0.5, hidden),
            chance.normal(0, 0.05, 2 * BUCKETS * hidden),
            np.zeros(BUCKETS),
        ]
    ).astype(np.float32)


def untrained(hidden: int) -> Any:
    """Return the parameters of a network that equals `pst`: zeros, in the order of `parts`."""
    return np.zeros(parameters_of(hidden), np.float32)


def quantised(parameters: Any, hidden: int) -> Weights:
    """Return the network of parameters, rounded to integers in fixed point, for a file."""
    columns = [
        array(kind, np.rint(part.astype(np.float64) * unit).astype(np.int64).tolist())
        for kind, part, unit in zip("hhhi", parts(parameters, hidden), UNITS, strict=True)
    ]
    return Weights(hidden, *columns)


def restored(weights: Weights) -> Any:
    """Return the parameters of a network in integers, which `quantised` turns into it again."""
    return np.concatenate(
        [np.array(column) / unit for column, unit in zip(weights[1:], UNITS, strict=True)]
    ).astype(np.float32)


def widened(weights: Weights, hidden: int, seed: int) -> Any:
    """Return the parameters of these weights, with random hidden units added up to `hidden`.

    :param hidden: the number of hidden units, at least that of the weights.
    :param seed: the seed of the units added.
    """
    made = initial(hidden, np.random.default_rng(seed))
    old, new = parts(restored(weights), weights.hidden), parts(made, hidden)
    shapes = ((INPUTS, -1), (1, -1), (2 * BUCKETS, -1), (BUCKETS, -1))
    for given, taken, shape in zip(old, new, shapes, strict=True):
        given = given.reshape(shape)
        taken.reshape(shape)[:, : given.shape[1]] = given
    return made


def largest_sizes(hidden: int) -> Any:
    """Return the largest size of each parameter, infinite for output biases, see `parts`."""
    most = (LARGEST_ROW, LARGEST_BIAS, LARGEST_OUTPUT, np.inf)
    sizes = map(len, parts(untrained(hidden), hidden))
    return np.repeat(np.array(most, np.float32), list(sizes))


class Batch:
    """The arrays of a `Gradient` as numpy arrays on the same memory."""

    def __init__(self, hidden: int) -> None:
        self.gradient = Gradient(hidden, BATCH)
        self.parameters = np.frombuffer(self.gradient.parameters, np.float32)
        self.slope = np.frombuffer(self.gradient.gradient, np.float32)
        self.places = np.frombuffer(self.gradient.places, np.int16).reshape(BATCH, -1)
        self.base = np.frombuffer(self.gradient.base, np.float32)
        self.target = np.frombuffer(self.gradient.target, np.float32)

    def fill(self, positions: Positions, chosen: Any) -> int:
        """Copy the chosen positions into the batch and return their number.

        :param chosen: the indices of the positions, at most BATCH.
        """
        count = len(chosen)
        for column, given in zip((self.places, self.base, self.target), positions, strict=True):
            column[:count] = given[chosen]
        return count


def loss_of(parameters: Any, hidden: int, positions: Positions, scale: float) -> float:
    """Return the mean square error of a network's expected scores; 0 without positions.

    :param scale: the centipawns that multiply the odds of winning by e.
    """
    batch = Batch(hidden)
    batch.parameters[:] = parameters
    size, total = len(positions.base), 0.0
    for first in range(0, size, BATCH):
        count = batch.fill(positions, np.arange(first, min(first + BATCH, size)))
        total += batch.gradient.losses(count, scale)
    return total / max(1, size)


def fit(
    positions: Positions,
    scale: float,
    hidden: int,
    epochs: int,
    seed: int,
    report: Callable[[int, float], Any],
    *,
    rate: float = RATE,
    start: Any = None,
) -> Any:
    """Return the parameters of a network fitted to positions, by Adam on batches in random order.

    They are a row of numbers, see `parts`. The learning rate rises, then falls to 0. Parameters are
    limited as `largest_sizes` states. If they are random at first, the inputs' weights decay
    (Loshchilov & Hutter 2019), with more than DECAYING positions the less.

    :param positions: one or more.
    :param scale: the centipawns that multiply the odds of winning by e.
    :param hidden: the hidden units of each perspective.
    :param epochs: the number of times that each position is used.
    :param seed: the seed of random parameters and of the order of positions.
    :param report: called after each epoch with its number, from 1, and its mean loss.
    :param rate: the highest learning rate.
    :param start: the parameters to start from, which do not change; None for random ones.
    """
    chance = np.random.default_rng(seed)
    batch = Batch(hidden)
    batch.parameters[:] = initial(hidden, chance) if start is None else start
    adam, most = Adam(batch.parameters), largest_sizes(hidden)
    rows = parts(batch.parameters, hidden)[0]
    size = len(positions.base)
    steps = epochs * -(-size // BATCH)
    decay = min(1.0, DECAYING / size) if start is None else 0.0
    for epoch in range(epochs):
        order = chance.permutation(size)
        loss = 0.0
        for first in range(0, size, BATCH):
            count = batch.fill(positions, order[first : first + BATCH])
            batch.slope[:] = 0
            loss += batch.gradient.learn(count, scale)
            done = adam.steps / steps
            warmth = min(1.0, (done + 1 / steps) / WARM)
            now = rate * warmth * (1 - done)
            rows *= 1 - now * decay
            adam.step(batch.slope / count, now)
            np.clip(batch.parameters, -most, most, out=batch.parameters)
        report(epoch + 1, loss / size)
    return batch.parameters.copy()
