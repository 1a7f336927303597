"""The network of `values` in floating-point numbers: its output, its gradient and its fit.

The evaluator has the same network in integers (`evaluators.values.trained`).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.train.adam import Adam
from engine.train.positions import ABSENT, Positions, chance
from evaluators.values.constants import OUTPUT_BITS, STATIC_BITS, UNIT_BITS
from evaluators.values.trained_file import LARGEST_OUTPUT, LARGEST_SUM, Header, Trained
from games.core.features import features_mark
from games.core.position import Position

BATCH = 1024
"""The positions of a step of the fit."""
FEWEST = 20
"""The fewest steps of an epoch."""
DECAY = 0.02
"""The weight decay of the features' weights, in learning rates."""
SLACK = 4
"""The features that a position may have beyond the most that were fitted to."""


class Network:
    """A network with one hidden layer.

    :param numbers: the numbers of the features, rising.
    :param hidden: the number of hidden units.
    :param most: the most features of a position.
    :param kind, unit: see `evaluators.values.trained_file.Header`.
    """

    def __init__(self, numbers: Any, hidden: int, most: int, kind: str, unit: int) -> None:
        self.numbers = np.asarray(numbers, np.int64)
        self.hidden, self.most, self.kind, self.unit = hidden, most, kind, unit
        count = len(self.numbers)
        self.parameters = np.zeros(count * hidden + 2 * hidden + 2, np.float32)
        self.rows = self.parameters[: count * hidden].reshape(count, hidden)
        self.biases = self.parameters[count * hidden : -hidden - 2]
        self.outputs = self.parameters[-hidden - 2 : -2]
        self.ends = self.parameters[-2:]
        """The bias of the output, and the weight of the static value in units."""

    @classmethod
    def of(cls, trained: Trained) -> Network:
        """Return the network of a file's weights."""
        header = trained.header
        network = cls(trained.numbers, header.hidden, header.active, header.kind, header.unit)
        network.take(trained)
        return network

    def fill(self, seed: int) -> None:
        """Set random weights of features, hidden units and outputs; `ends` stay."""
        chance = np.random.default_rng(seed)
        self.rows[:] = chance.normal(0, 0.3 * max(1, self.most) ** -0.5, self.rows.shape)
        self.biases[:] = chance.uniform(0.1, 0.5, self.hidden)
        self.outputs[:] = chance.normal(0, 0.05 * self.hidden**-0.5, self.hidden)

    @property
    def bound(self) -> float:
        """The largest size of a feature's weight for which integer sums of a unit have 16 bits."""
        biases = int(np.ceil(np.abs(self.biases).max() * 2**UNIT_BITS)) + 1
        return float((LARGEST_SUM - biases) // self.most / 2**UNIT_BITS)

    def inputs(self, columns: Any) -> Any:
        """Return the inputs of positions, an array of 0 and 1 with a column for each feature.

        :param columns: an array with a row for each position: the columns of its features, and the
            number of all features for none (see `columns`).
        """
        found = np.zeros((len(columns), len(self.numbers) + 1), np.float32)
        found[np.arange(len(columns))[:, None], columns] = 1
        return found[:, :-1]

    def columns(self, features: Any) -> Any:
        """Return for each feature number its index in `numbers`, or their count if it is not there.

        :param features: an array of any shape, which the result has too.
        """
        count = len(self.numbers)
        if not count:
            return np.zeros(features.shape, np.int64)
        found = np.minimum(np.searchsorted(self.numbers, features), count - 1)
        return np.where(self.numbers[found] == features, found, count)

    def outputs_of(self, positions: Positions) -> Any:
        """Return the output for each position: an expected score, or a margin in units."""
        found = [np.zeros(0, np.float32)]
        for first in range(0, len(positions.target), BATCH):
            some = slice(first, first + BATCH)
            inputs = self.inputs(self.columns(positions.features[some]))
            units = np.clip(inputs @ self.rows + self.biases, 0, 1) ** 2
            found.append(self._end(units, positions.static[some] / self.unit))
        return np.concatenate(found)

    def _end(self, units: Any, static: Any) -> Any:
        """Return the outputs of positions: expected scores, or margins in units.

        :param units: the squared hidden units, a row for each position.
        :param static: the static values in units.
        """
        output = units @ self.outputs + self.ends[0] + self.ends[1] * static
        return chance(output) if self.kind == "chance" else output

    def gradient(self, inputs: Any, static: Any, target: Any) -> Any:
        """Return the gradient of the mean loss of some positions, in the order of `parameters`.

        The loss is the cross entropy of a chance, or half the square of a margin's error.

        :param inputs: for each position 0 or 1 for each feature, from `inputs`.
        :param static: the static values in units.
        :param target: expected scores, or margins in units.
        """
        clipped = np.clip(inputs @ self.rows + self.biases, 0, 1)
        units = clipped * clipped
        error = (self._end(units, static) - target) / len(target)
        behind = error[:, None] * self.outputs * (2 * clipped * (clipped < 1))
        found = np.empty_like(self.parameters)
        rows = found[: self.rows.size].reshape(self.rows.shape)
        np.matmul(inputs.T, behind, out=rows)
        found[self.rows.size : -self.hidden - 2] = behind.sum(0)
        found[-self.hidden - 2 : -2] = error @ units
        found[-2:] = error.sum(), error @ static
        return found

    def take(self, trained: Trained) -> None:
        """Replace the network's weights by those of a file.

        Features and hidden units of the file that the network lacks are ignored. A feature that the
        file lacks has weight 0 in the units taken. Hidden units that the file lacks keep their
        weights. The bias of the output and the weight of the static value are the file's.
        """
        header = trained.header
        hidden = min(self.hidden, header.hidden)
        rows = np.array(trained.rows, np.float32).reshape(header.features, header.hidden)
        known = self.columns(np.array(trained.numbers, np.int64))
        kept = known < len(self.numbers)
        self.rows[:, :hidden] = 0
        self.rows[known[kept], :hidden] = rows[kept, :hidden] / 2**UNIT_BITS
        self.biases[:hidden] = np.array(trained.biases[:hidden]) / 2**UNIT_BITS
        self.outputs[:hidden] = np.array(trained.outputs[:hidden]) / 2**OUTPUT_BITS
        self.ends[0] = header.end / 2 ** (UNIT_BITS + OUTPUT_BITS)
        self.ends[1] = header.static / 2**STATIC_BITS

    def trained(self, game: Position) -> Trained:
        """Return the network's weights as integers, for a file of values.

        They are rounded, and limited so that sums have 16 bits.

        :param game: a position of the game.
        """
        bound = int(self.bound * 2**UNIT_BITS)
        end, static = self.ends.astype(float)
        return Trained(
            Header(
                game=game.spec,
                mark=features_mark(game),
                kind=self.kind,
                unit=self.unit,
                static=round(static * 2**STATIC_BITS),
                end=round(end * 2 ** (UNIT_BITS + OUTPUT_BITS)),
                features=len(self.numbers),
                active=self.most,
                hidden=self.hidden,
            ),
            array("i", self.numbers.tolist()),
            array("h", fixed_point(self.rows.ravel(), 2**UNIT_BITS, bound)),
            array("h", fixed_point(self.biases, 2**UNIT_BITS, LARGEST_SUM)),
            array("h", fixed_point(self.outputs, 2**OUTPUT_BITS, LARGEST_OUTPUT)),
        )


def fixed_point(numbers: Any, one: int, most: int) -> Any:
    """Return an array as lists of integers in which 1 is `one`, limited to `most` in size."""
    return np.clip(np.rint(numbers * one), -most, most).astype(int).tolist()


def fit(
    network: Network,
    positions: Positions,
    symmetries: Sequence[Sequence[int]],
    epochs: int,
    rate: float,
    seed: int,
) -> None:
    """Fit a network to positions by Adam, each batch through a random symmetry of the game.

    The features' weights decay, and are limited to `Network.bound` after each epoch.

    :param symmetries: for each feature its image; the identity, which is left out, is used too.
    :param epochs: the times that each position is used.
    :param rate: the first learning rate, which falls to 0.
    """
    chance = np.random.default_rng(seed)
    images = [network.columns(positions.features)]
    for symmetry in symmetries:
        known = np.append(np.array(symmetry, np.int64), ABSENT)
        images.append(network.columns(known[positions.features]))
    static = positions.static.astype(np.float32) / np.float32(network.unit)
    adam = Adam(network.parameters)
    batches = max(min(FEWEST, len(static)), len(static) // BATCH)
    step = 0
    for _ in range(epochs):
        order = chance.permutation(len(static))
        for some in np.array_split(order, batches):
            falling = rate * (1 - step / (epochs * batches))
            inputs = network.inputs(images[chance.integers(len(images))][some])
            adam.step(network.gradient(inputs, static[some], positions.target[some]), falling)
            network.rows *= np.float32(1 - falling * DECAY)
            step += 1
        bound = network.bound
        np.clip(network.rows, -bound, bound, out=network.rows)
