"""The loss of a network over a batch of positions, and its gradient.

The parameters are one row of numbers: the weights from every input to the hidden units, the biases
of the units, the weights of every output, and the biases of the outputs.
"""

from __future__ import annotations

import cython

if not cython.compiled:
    from math import tanh

    from evaluators.values.constants import BUCKETS, INPUTS, MOST_PIECES, SCALE
    from games.core.array import array, floats, shorts


def parameters_of(hidden: int) -> int:
    """Return the number of parameters of a network with this many hidden units a perspective."""
    return (INPUTS + 1 + 2 * BUCKETS) * hidden + BUCKETS


class Gradient:
    """A network's parameters, a batch of positions, and the gradient of the sum of their losses.

    The caller fills and reads the arrays through their buffers.

    :param hidden: the hidden units of each perspective.
    :param batch: the most positions of a batch.
    """

    def __init__(self, hidden: int, batch: int) -> None:
        self.hidden = hidden
        self.parameters = array("f", bytes(4 * parameters_of(hidden)))
        self.gradient = array("f", bytes(4 * parameters_of(hidden)))
        self.places = array("h", bytes(2 * MOST_PIECES * batch))
        self.base, self.target = array("f", bytes(4 * batch)), array("f", bytes(4 * batch))
        self._units, self._downs = array("f", bytes(8 * hidden)), array("f", bytes(8 * hidden))
        self.weight, self.slope = floats(self.parameters), floats(self.gradient)
        self.unit, self.down = floats(self._units), floats(self._downs)
        self.bases, self.targets = floats(self.base), floats(self.target)
        self.index = shorts(self.places)
        if not cython.compiled:
            self.rows = [0] * (2 * MOST_PIECES)

    def learn(self, count: int, scale: float) -> float:
        """Add the gradient of the first `count` positions to `gradient`; return the sum of losses.

        A loss is the squared error of the expected score. `gradient` is not cleared before.

        :param scale: the centipawns that multiply the odds of winning by e.
        """
        hidden: cython.Py_ssize_t = self.hidden
        at: cython.Py_ssize_t
        one: cython.int
        number: cython.int
        view: cython.int
        loss: cython.double = 0
        for one in range(count):
            score: cython.double = self.score(one, scale)
            error: cython.double = score - self.targets[one]
            loss += error * error
            back: cython.float = 2 * error * score * (1 - score) * SCALE / scale
            output: cython.Py_ssize_t = INPUTS * hidden + hidden
            self.slope[output + 2 * BUCKETS * hidden + self.bucket] += back
            output += 2 * self.bucket * hidden
            for at in range(2 * hidden):
                unit: cython.float = self.unit[at]
                self.slope[output + at] += back * unit * unit
                self.down[at] = 2 * back * unit * self.weight[output + at] if unit < 1 else 0
            for view in range(2):
                at = view * hidden
                _add(self.slope, INPUTS * hidden, self.down, at, hidden)
                for number in range(MOST_PIECES * view, MOST_PIECES * view + self.count):
                    _add(self.slope, self.rows[number], self.down, at, hidden)
        return loss

    def losses(self, count: int, scale: float) -> float:
        """Return the sum of losses of the first `count` positions; `gradient` does not change.

        A loss is the squared error of the expected score.

        :param scale: the centipawns that multiply the odds of winning by e.
        """
        one: cython.int
        loss: cython.double = 0
        for one in range(count):
            error: cython.double = self.score(one, scale) - self.targets[one]
            loss += error * error
        return loss

    def score(self, one: cython.int, scale: cython.double) -> cython.double:
        """Return the expected score of a position for its side to move, from 0 to 1.

        It is the logistic function of its `base` plus the network's value, by `scale`. Set `rows`,
        `count`, `bucket` and the hidden units `unit` too, for `learn`.

        :param one: the number of the position in the batch, from 0.
        :param scale: the centipawns that multiply the odds of winning by e.
        """
        hidden: cython.Py_ssize_t = self.hidden
        at: cython.Py_ssize_t
        self._set_rows(one)
        output: cython.Py_ssize_t = INPUTS * hidden + hidden
        total: cython.double = self.weight[output + 2 * BUCKETS * hidden + self.bucket]
        output += 2 * self.bucket * hidden
        self._sum(0)
        self._sum(1)
        for at in range(2 * hidden):
            total += self.unit[at] * self.unit[at] * self.weight[output + at]
        return 0.5 + 0.5 * tanh((self.bases[one] + SCALE * total) / (2 * scale))

    def _set_rows(self, one: cython.int) -> None:
        """Set `rows` to the places of the weights of a position's pieces, for either side's view.

        Also set `count`, the number of pieces, and `bucket`, the number of the output.

        :param one: the number of the position in the batch, from 0.
        """
        first: cython.int = MOST_PIECES * one
        count: cython.int = 0
        number: cython.int
        own_flip: cython.int = 0
        other_flip: cython.int = 56
        at: cython.int
        while count < MOST_PIECES and self.index[first + count] < INPUTS:
            number = self.index[first + count]
            if number >> 6 == 5 and number & 4:
                own_flip = 7
            if number >> 6 == 11 and number & 4:
                other_flip = 63
            count += 1
        for at in range(count):
            number = self.index[first + at]
            other: cython.int = number + INPUTS // 2
            other = other - INPUTS if other >= INPUTS else other
            self.rows[at] = self.hidden * (number ^ own_flip)
            self.rows[MOST_PIECES + at] = self.hidden * (other ^ other_flip)
        self.count = count
        self.bucket = (count - 1) >> 2 & 7

    def _sum(self, view: cython.int) -> None:
        """Set the hidden units of a view: sums of its rows and the biases, clipped to 0 and 1.

        :param view: 0 for the side to move, 1 for the opponent.
        """
        hidden: cython.Py_ssize_t = self.hidden
        start: cython.Py_ssize_t = view * hidden
        at: cython.Py_ssize_t
        number: cython.int
        for at in range(hidden):
            self.unit[start + at] = self.weight[INPUTS * hidden + at]
        for number in range(self.count):
            _add(self.unit, start, self.weight, self.rows[MOST_PIECES * view + number], hidden)
        for at in range(start, start + hidden):
            self.unit[at] = _clipped(self.unit[at])


def _clipped(sum: cython.float) -> cython.float:
    """Return a number limited to the range from 0 to 1."""
    sum = sum if sum > 0 else 0
    return sum if sum < 1 else 1


def _add(
    to: cython.p_float,
    at: cython.Py_ssize_t,
    given: cython.p_float,
    first: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
) -> None:
    """Add `count` numbers of `given`, from place `first`, to those of `to`, from place `at`."""
    one: cython.Py_ssize_t
    for one in range(count):
        to[at + one] += given[first + one]
