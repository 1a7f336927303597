"""Add and subtract the rows of a network's first layer: numbers of 16 bits, in blocks of 16."""

from __future__ import annotations

import cython

__all__: list[str] = []  # compiled, its functions are only known in C


def add_row(
    sums: cython.p_short,
    at: cython.Py_ssize_t,
    rows: cython.p_short,
    row: cython.Py_ssize_t,
    blocks: cython.Py_ssize_t,
) -> None:
    """Add a row of weights to the sums.

    :param at: the place of the first of the sums.
    :param row: the place in `rows` where the row begins.
    :param blocks: the length of a row, in blocks of 16.
    """
    unit: cython.Py_ssize_t
    for unit in range(16 * blocks):
        sums[at + unit] += rows[row + unit]


def subtract_row(
    sums: cython.p_short,
    at: cython.Py_ssize_t,
    rows: cython.p_short,
    row: cython.Py_ssize_t,
    blocks: cython.Py_ssize_t,
) -> None:
    """Subtract a row of weights from the sums, as `add_row` adds one."""
    unit: cython.Py_ssize_t
    for unit in range(16 * blocks):
        sums[at + unit] -= rows[row + unit]
