"""The normal equations of a linear fit in which each position sums a few weights."""

from __future__ import annotations

import cython

if not cython.compiled:
    from games.core.array import array, doubles, ints

__all__ = ["Equations"]


class Equations:
    """Products with the sparse matrix X, which has a row for each position.

    The caller fills and reads the arrays through their buffers.

    :param count: the number of positions.
    :param width: the number of weights that each position sums; `places` has their indices.
    :param unknowns: the number of weights.
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
        """Set `image` to X^T X times `weights`, for the sparse matrix X that `places` defines."""
        row: cython.Py_ssize_t
        self._clear()
        for row in range(self.count):
            self._put(row, self._sum(row))

    def project(self) -> None:
        """Set `image` to X^T times `values`, for the sparse matrix X that `places` defines."""
        row: cython.Py_ssize_t
        self._clear()
        for row in range(self.count):
            self._put(row, self.value[row])

    def add_up(self) -> None:
        """Set `values` to X times `weights`, for the sparse matrix X that `places` defines."""
        row: cython.Py_ssize_t
        for row in range(self.count):
            self.value[row] = self._sum(row)

    def _clear(self) -> None:
        """Set all numbers of `image`, the vector of results, to 0."""
        at: cython.Py_ssize_t
        for at in range(self.unknowns):
            self.into[at] = 0

    def _sum(self, row: cython.Py_ssize_t) -> cython.double:
        """Return the product of a row of the matrix X and the weights: the sum that it selects."""
        total: cython.double = 0
        at: cython.Py_ssize_t
        for at in range(row * self.width, (row + 1) * self.width):
            total += self.weight[self.place[at]]
        return total

    def _put(self, row: cython.Py_ssize_t, value: cython.double) -> None:
        """Add a row of the matrix X, times a value, to `image`."""
        at: cython.Py_ssize_t
        for at in range(row * self.width, (row + 1) * self.width):
            self.into[self.place[at]] += value
