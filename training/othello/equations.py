"""The normal equations of a fit of weights, of which each position adds up a few."""

from __future__ import annotations

import cython

if not cython.compiled:
    from games.core.array import array, doubles, ints

__all__ = ["Equations"]


class Equations:
    """Products with the matrix X that has a row of zeros and ones for each position.

    The arrays are filled and emptied from outside, through their buffers.

    :param count: positions.
    :param width: weights that each of them adds up: `places` numbers them.
    :param unknowns: all weights.
    """

    def __init__(self, count: int, width: int, unknowns: int) -> None:
        self.count, self.width, self.unknowns = count, width, unknowns
        self.places = array("i", bytes(4 * count * width))
        self.weights = array("d", bytes(8 * unknowns))
        self.image = array("d", bytes(8 * unknowns))
        self.values = array("d", bytes(8 * count))
        self.place = ints(self.places)
        self.weight, self.into = doubles(self.weights), doubles(self.image)
        self.value = doubles(self.values)

    def multiply(self) -> None:
        """The image: X^T X times the weights."""
        row: cython.Py_ssize_t
        self._clear()
        for row in range(self.count):
            self._put(row, self._sum(row))

    def project(self) -> None:
        """The image: X^T times the values."""
        row: cython.Py_ssize_t
        self._clear()
        for row in range(self.count):
            self._put(row, self.value[row])

    def add_up(self) -> None:
        """The values: X times the weights."""
        row: cython.Py_ssize_t
        for row in range(self.count):
            self.value[row] = self._sum(row)

    def _clear(self) -> None:
        at: cython.Py_ssize_t
        for at in range(self.unknowns):
            self.into[at] = 0

    def _sum(self, row: cython.Py_ssize_t) -> cython.double:
        total: cython.double = 0
        at: cython.Py_ssize_t
        for at in range(row * self.width, (row + 1) * self.width):
            total += self.weight[self.place[at]]
        return total

    def _put(self, row: cython.Py_ssize_t, value: cython.double) -> None:
        at: cython.Py_ssize_t
        for at in range(row * self.width, (row + 1) * self.width):
            self.into[self.place[at]] += value
