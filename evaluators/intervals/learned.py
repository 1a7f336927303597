"""Intervals from a small neural network, which predicts the distribution of deeper values."""

from __future__ import annotations

import math
from typing import Unpack

import cython

from evaluators.core.evaluator import Evaluator
from evaluators.intervals.fits import COVERS, NetworkFit
from evaluators.intervals.fitted import FEATURES, Fitted, FittedOptions
from games.core.position import Position

if not cython.compiled:
    from evaluators.intervals.constants import (
        BLOCK,
        DECIDED,
        MOST_FEATURES,
        MOST_HIDDEN,
        MOST_OF_HIDDEN,
        OCTAVE,
        ONE,
        ONE_HIDDEN,
        ONE_OUTPUT,
        OUTPUTS,
        REACH,
        SHARES,
    )
    from games.core.array import array, ints, shorts

OCTAVES = 26
"""Scales are below 2 to this power."""

STEPS_OF_E = round(2**10 * 64 / math.log(2))
"""Steps of an octave in a natural logarithm of 1, with 1 as 2 to the power 10."""

POWERS = [round(2 ** (16 + step / OCTAVE)) for step in range(OCTAVE)]
"""The powers of 2 from 2^0 to 2^(63/64), in units of 2^-16."""


def network_features(position: Position, base: Evaluator) -> tuple[str, ...]:
    """Return the names of the features that a network may use, for a game and a base.

    They are those of every game but the phase, then the traits of the game and of the base.
    """
    general = [name for name in FEATURES if name != "phase"]
    return (*general, *position.INFO.traits, *base.TRAITS)


class Learned(Fitted):
    """The interval that contains `cover` percent of the values of deeper searches.

    Its middle is the expected deeper value after the shallow one. Two scales say how far the deeper
    value lies below and above it. All three come from a network of the position's features (see
    `evaluators.intervals.fits.NetworkFit`), in integers, so that every machine gives the same.

    `below` and `above` are the two scales and `width` is their sum, limited to values below a game
    just won, in the base's unit.
    """

    NAME = "learned"

    def __init__(self, **options: Unpack[FittedOptions]) -> None:
        super().__init__(**options)
        self.below = self.above = self.width = self.mark = 0
        self.beyond = 0.0
        if not cython.compiled:
            self.covers = [0.0] * SHARES
            self.low_of, self.high_of = [0] * MOST_FEATURES, [0] * MOST_FEATURES
            self.factor = [0] * MOST_FEATURES
            self.input, self.hidden = [0] * MOST_FEATURES, [0] * MOST_HIDDEN

    def load(self, fit: NetworkFit, position: Position) -> None:
        """Copy a fit to the evaluator's arrays, for the game of a position.

        They are the features, their scaling to inputs, weights and biases, and the error bounds at
        measured widths. Also set `cover` to the option, and `won` to the base's `winning_value`.

        :raises EvaluationError: if the game and the base lack a feature of the fit.
        """
        index: cython.int
        names = [each.feature for each in fit.inputs]
        user = f"{self.spec}: the fit for {fit}"
        self.features.select(names, position, self.base_for(position), user)
        count: cython.int = self.features.count
        self.cover = self.options["cover"]
        self.covers = list(COVERS)
        self.won = self.base_for(position).winning_value(position)
        self.marks, self.unit = len(fit.marks), fit.unit
        self.hidden_count = len(fit.hidden)
        rest = [0] * (MOST_FEATURES - count)
        for index in range(MOST_FEATURES):
            self.input[index] = 0
        self.low_of = [each.low for each in fit.inputs] + rest
        self.high_of = [each.high for each in fit.inputs] + rest
        self.factor = [(REACH << 16) // (each.high - each.low) for each in fit.inputs] + rest
        # Rows end with weights of 0, to fill whole blocks.
        self.span = -(-count // BLOCK) * BLOCK
        rest = [0] * (self.span - count)
        sums = (*fit.straight, *fit.hidden)
        self._biases = array("i", [each.bias for each in sums])
        self._weights = array("h", [each for row in sums for each in (*row.weights, *rest)] or [0])
        self._outputs = array("h", [row[which] for which in range(3) for row in fit.outputs] or [0])
        self._scales = array("i", fit.marks)
        self._times = array("i", [time for times in fit.within for time in times])
        self.biases, self.weights = ints(self._biases), shorts(self._weights)
        self.outputs = shorts(self._outputs)
        self.scales, self.times = ints(self._scales), ints(self._times)

    def error_bounds(self) -> list[tuple[tuple[int, ...], float]]:
        """Return for each mark its error bounds, in thousandths of a scale, and the weight 1."""
        return [(times, 1.0) for times in self.fit.within]

    def predict(self, position: Position, value: cython.int) -> None:
        """Set `real`, `low` and `high` by the network, from the value of the shallow search.

        Also set `below`, `above` and `width`. No bound is a decided game.
        """
        self.features.compute(position, value, self.base, self.search.moves)
        self._run_network(value)
        self._find_mark()
        times: cython.double = self._error_bound(self.cover)
        self.low = max(1 - DECIDED, self.real - _scaled(self.below, times))
        self.high = min(DECIDED - 1, self.real + _scaled(self.above, times))

    def predicted_quantile(self, share: cython.double) -> cython.int:
        """Return the quantile of the deeper value by `below` and `above` of the last `predict`.

        Shares below 0.5 or above 99.5 percent count as those. No quantile is a decided game.
        """
        if share < 50:
            return max(
                1 - DECIDED, self.real - _scaled(self.below, self._error_bound(100 - 2 * share))
            )
        return min(DECIDED - 1, self.real + _scaled(self.above, self._error_bound(2 * share - 100)))

    def _run_network(self, value: cython.int) -> None:
        """Run the network on the computed features, each scaled to 0 to REACH.

        Set `real`, and the scales `below` and `above` of the errors.
        """
        index: cython.int
        scaled: cython.longlong
        for index in range(self.features.count):
            low: cython.int = self.low_of[index]
            scaled = max(low, min(self.high_of[index], self.features.values[index])) - low
            self.input[index] = cython.cast(cython.short, scaled * self.factor[index] >> 16)
        for index in range(self.hidden_count):
            number: cython.int = self._sum(OUTPUTS + index) >> ONE - ONE_HIDDEN
            number = min(MOST_OF_HIDDEN, max(0, number))
            self.hidden[index] = cython.cast(cython.short, number)
        scaled = self._output(0)
        scaled = (scaled * self.unit >> ONE_HIDDEN + ONE_OUTPUT) + value
        # A prediction is an estimate whatever the fit: no win, no loss, no overflow.
        self.real = max(1 - DECIDED, min(DECIDED - 1, scaled))
        self.below = _power(self._output(1))
        self.above = _power(self._output(2))

    def _sum(self, row: cython.int) -> cython.int:
        """Return the bias of a row of weights plus the sum of the inputs weighted by the row."""
        return self.biases[row] + _dot(self.input, self.weights, row * self.span, self.span)

    def _output(self, which: cython.int) -> cython.longlong:
        """Return an output of the network, in units of 1 / 2^(ONE_HIDDEN + ONE_OUTPUT).

        Output 0 is the difference from the shallow value, 1 and 2 are logarithms of the scales.
        """
        total: cython.longlong = self._sum(which)
        first: cython.int = which * self.hidden_count
        index: cython.int
        total <<= ONE_HIDDEN + ONE_OUTPUT - ONE
        for index in range(self.hidden_count):
            product: cython.int = self.hidden[index] * self.outputs[first + index]
            total += product
        return total

    def _find_mark(self) -> None:
        """Set `width`, `mark` and `beyond` from the value and the scales of the network.

        `width` is the sum of both scales; values beyond a game just won add no width. `mark` is the
        index of the last measured width that it reaches, 0 if it reaches none. `beyond` is the
        share of the way from there to the next one; 0 below the first and beyond the last.
        """
        width: cython.int = min(self.won, self.real + self.above)
        mark: cython.int = 0
        width = max(0, width - max(-self.won, self.real - self.below))
        self.width = width
        self.beyond = 0.0
        while mark + 1 < self.marks and self.scales[mark + 1] <= width:
            mark += 1
        if mark + 1 < self.marks and self.scales[mark] < width:
            self.beyond = cython.cast(cython.double, width - self.scales[mark]) / (
                self.scales[mark + 1] - self.scales[mark]
            )
        self.mark = mark

    def _error_bound(self, cover: cython.double) -> cython.double:
        """Return the bound on `cover` percent of the errors, in thousandths of a scale.

        It is linear between two of COVERS; a `cover` above the last counts as that.
        """
        index: cython.int = 0
        while index + 2 < SHARES and self.covers[index + 1] < cover:
            index += 1
        low: cython.double = self._bound_at(index)
        return low + (self._bound_at(index + 1) - low) * (
            min(cover, self.covers[SHARES - 1]) - self.covers[index]
        ) / (self.covers[index + 1] - self.covers[index])

    def _bound_at(self, index: cython.int) -> cython.double:
        """Return the bound for entry `index` of COVERS at this width, between two marks linear."""
        at: cython.int = self.mark * SHARES + index
        near: cython.double = self.times[at]
        if self.beyond <= 0:
            return near
        near *= self.scales[self.mark]
        far: cython.double = self.times[at + SHARES]
        far *= self.scales[self.mark + 1]
        return (near + (far - near) * self.beyond) / self.width


def _dot(
    first: cython.p_short, second: cython.p_short, at: cython.Py_ssize_t, count: cython.Py_ssize_t
) -> cython.int:
    """Return the scalar product of a vector with a row of a matrix that starts at `at`."""
    total: cython.int = 0
    index: cython.Py_ssize_t
    for index in range(count):
        total += first[index] * second[at + index]
    return total


def _power(output: cython.longlong) -> cython.int:
    """Return the exponential of an output, to 1/64 of an octave, from 1 to below 2^26."""
    nearest: cython.longlong = (output * STEPS_OF_E >> ONE_HIDDEN + ONE_OUTPUT + 9) + 1 >> 1
    parts: cython.int = max(0, min(OCTAVES * OCTAVE - 1, nearest))
    power: cython.longlong = POWERS[parts & 63]
    return cython.cast(cython.int, power << (parts >> 6) >> 16)


def _scaled(scale: cython.double, times: cython.double) -> cython.int:
    """Return a scale multiplied by `times` thousandths, rounded down, at most 2 DECIDED."""
    return cython.cast(cython.int, min(2.0 * DECIDED, scale * times / 1000))
