"""Intervals that know the position: learned from what deeper searches found in others like it."""

from __future__ import annotations

import math
from typing import Any

import cython

from evaluators.core.evaluator import Evaluator
from evaluators.intervals.fits import COVERS, NetworkFit
from evaluators.intervals.fitted import Fitted
from games.core.position import Position

if not cython.compiled:
    from evaluators.intervals.fits import MOST_HIDDEN, ONE, ONE_OUTPUT, REACH
    from evaluators.intervals.fitted import DECIDED, MOST_FEATURES
    from games.core.array import array, ints, shorts

    POWERS = [0] * 64
    SHARES = 11
    BLOCK, OUTPUTS = 8, 3
    ONE_HIDDEN, MOST_OF_HIDDEN = 10, 2**15 - 1
    OCTAVE = 64

__all__ = ["Learned", "described"]

OCTAVES = 26
"""Scales are less than 2 to this power."""

A_NAT = round(2**10 * 64 / math.log(2))
"""Parts of an octave that a logarithm of 1 stands for, 1 being 2 to the power 10."""


def described(position: Position, base: Evaluator) -> tuple[str, ...]:
    """The features that a network may see, of a position's game and a base."""
    return (
        "value",
        "|value|",
        "unrest",
        "|unrest|",
        "check",
        "moves",
        "gain",
        "gains",
        *position.INFO.traits,
        *base.TRAITS,
    )


def _fill_powers() -> None:
    """The powers of 2 from 0 to 63/64, in units of 2^-16."""
    for index in range(OCTAVE):
        POWERS[index] = round(2 ** (16 + index / OCTAVE))


_fill_powers()


class Learned(Fitted):
    """The interval that holds `cover` of a hundred values of deeper searches.

    Its middle is the deeper value to be expected after that of a search of `depth` plies; how far
    it reaches below and above follows from that value, by how much it differs from the static one,
    the moves there are, and what the game tells of the position (see
    `evaluators.intervals.fits`). Where the search sees the game end it is a point.
    """

    NAME = "learned"

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.below = self.above = self.width = self.mark = 0
        self.beyond = 0.0
        if not cython.compiled:
            self.covers = [0.0] * SHARES
            self.low_of, self.high_of = [0] * MOST_FEATURES, [0] * MOST_FEATURES
            self.factor = [0] * MOST_FEATURES
            self.seen, self.shown = [0] * MOST_FEATURES, [0] * MOST_HIDDEN

    def use(self, fit: NetworkFit, position: Position) -> None:
        """Take the numbers of a fit for a game.

        :raises EvaluationError: if it is for another one's features.
        """
        index: cython.int
        self.want([each.feature for each in fit.inputs], position, f"the fit for {fit}")
        self.cover = self.options["cover"]
        self.covers = list(COVERS)
        self.won = position.INFO.winning_value
        self.marks, self.unit = len(fit.marks), fit.unit
        self.units = len(fit.hidden)
        rest = [0] * (MOST_FEATURES - self.count)
        for index in range(MOST_FEATURES):
            self.seen[index] = 0
        self.low_of = [each.low for each in fit.inputs] + rest
        self.high_of = [each.high for each in fit.inputs] + rest
        self.factor = [(REACH << 16) // (each.high - each.low) for each in fit.inputs] + rest
        # Rows end with weights of 0, so that they can be added up in blocks.
        self.span = -(-self.count // BLOCK) * BLOCK
        rest = [0] * (self.span - self.count)
        sums = (*fit.straight, *fit.hidden)
        self._biases = array("i", [each.bias for each in sums])
        self._weights = array("h", [each for row in sums for each in (*row.weights, *rest)] or [0])
        self._outputs = array("h", [row[which] for which in range(3) for row in fit.outputs] or [0])
        self._scales = array("i", fit.marks)
        self._times = array("i", [time for times in fit.within for time in times])
        self.biases, self.weights = ints(self._biases), shorts(self._weights)
        self.outputs = shorts(self._outputs)
        self.scales, self.times = ints(self._scales), ints(self._times)

    def shapes(self) -> list[tuple[tuple[int, ...], float]]:
        return [(times, 1.0) for times in self.fit.within]

    def foretell(self, position: Position, value: cython.int) -> cython.int:
        times: cython.double
        self.describe(position, value)
        self._see()
        self._add_up(value)
        self._place()
        times = self._within(self.cover)
        self.low = max(1 - DECIDED, self.real - _scaled(self.below, times))
        self.high = min(DECIDED - 1, self.real + _scaled(self.above, times))
        return 0

    def foretold(self, share: cython.double) -> cython.int:
        if share < 50:
            return max(1 - DECIDED, self.real - _scaled(self.below, self._within(100 - 2 * share)))
        return min(DECIDED - 1, self.real + _scaled(self.above, self._within(2 * share - 100)))

    def _see(self) -> cython.int:
        """The features as inputs of the network."""
        index: cython.int
        low: cython.int
        number: cython.longlong
        for index in range(self.count):
            low = self.low_of[index]
            number = max(low, min(self.high_of[index], self.feature[index])) - low
            number = number * self.factor[index] >> 16
            self.seen[index] = cython.cast(cython.short, number)
        return 0

    def _add_up(self, value: cython.int) -> cython.int:
        """What the network says: `real`, and the scales `below` and `above`."""
        index: cython.int
        number: cython.int
        hidden: cython.int = self.units
        for index in range(hidden):
            number = self._sum(OUTPUTS + index) >> ONE - ONE_HIDDEN
            number = min(MOST_OF_HIDDEN, max(0, number))
            self.shown[index] = cython.cast(cython.short, number)
        scaled: cython.longlong = self._output(0)
        scaled = (scaled * self.unit >> ONE_HIDDEN + ONE_OUTPUT) + value
        # What is foretold is an estimate, whatever the fit: no win, no loss and no overflow.
        self.real = max(1 - DECIDED, min(DECIDED - 1, scaled))
        self.below = _power(self._output(1))
        self.above = _power(self._output(2))
        return 0

    def _sum(self, row: cython.int) -> cython.int:
        """A weighted sum of the inputs."""
        return self.biases[row] + _dot(self.seen, self.weights, row * self.span, self.span)

    def _output(self, which: cython.int) -> cython.longlong:
        """An output, 1 being 2 to the power `ONE_HIDDEN` and `ONE_OUTPUT`."""
        total: cython.longlong = self._sum(which)
        first: cython.int = which * self.units
        index: cython.int
        product: cython.int
        total <<= ONE_HIDDEN + ONE_OUTPUT - ONE
        for index in range(self.units):
            product = self.shown[index] * self.outputs[first + index]
            total += product
        return total

    def _place(self) -> cython.int:
        """Find the mark that both scales together reach, and how far they are `beyond` it on the
        way to the next. What lies beyond games just won is not counted: no error goes there."""
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
        return 0

    def _within(self, cover: cython.double) -> cython.double:
        """How many thousandths of its scale `cover` of a hundred errors are within; between two of
        those known by a straight line."""
        index: cython.int = 0
        low: cython.double
        while index + 2 < SHARES and self.covers[index + 1] < cover:
            index += 1
        low = self._reach(index)
        return low + (self._reach(index + 1) - low) * (
            min(cover, self.covers[SHARES - 1]) - self.covers[index]
        ) / (self.covers[index + 1] - self.covers[index])

    def _reach(self, index: cython.int) -> cython.double:
        """`_within` of one of the covers: between marks by a straight line of the widths, which so
        rise with the scales."""
        at: cython.int = self.mark * SHARES + index
        near: cython.double = self.times[at]
        far: cython.double
        if self.beyond <= 0:
            return near
        near *= self.scales[self.mark]
        far = self.times[at + SHARES]
        far *= self.scales[self.mark + 1]
        return (near + (far - near) * self.beyond) / self.width


def _dot(
    first: cython.p_short, second: cython.p_short, at: cython.Py_ssize_t, count: cython.Py_ssize_t
) -> cython.int:
    total: cython.int = 0
    index: cython.Py_ssize_t
    for index in range(count):
        total += first[index] * second[at + index]
    return total


def _power(output: cython.longlong) -> cython.int:
    """The number of that natural logarithm, an output, to the nearest part of an octave; at least
    1."""
    nearest: cython.longlong = (output * A_NAT >> ONE_HIDDEN + ONE_OUTPUT + 9) + 1 >> 1
    parts: cython.int = max(0, min(OCTAVES * OCTAVE - 1, nearest))
    power: cython.longlong = POWERS[parts & 63]
    return cython.cast(cython.int, power << (parts >> 6) >> 16)


def _scaled(scale: cython.double, times: cython.double) -> cython.int:
    return cython.cast(cython.int, min(2.0 * DECIDED, scale * times / 1000))
