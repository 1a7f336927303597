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
) -> cython.int:
    """Add the units from place `row` of the rows on to those from place `at` of the sums on."""
    unit: cython.Py_ssize_t
    for unit in range(16 * blocks):
        sums[at + unit] += rows[row + unit]
    return 0


def subtract_row(
    sums: cython.p_short,
    at: cython.Py_ssize_t,
    rows: cython.p_short,
    row: cython.Py_ssize_t,
    blocks: cython.Py_ssize_t,
) -> cython.int:
    """Subtract a row of weights from the sums, as `add_row` adds one."""
    unit: cython.Py_ssize_t
    for unit in range(16 * blocks):
        sums[at + unit] -= rows[row + unit]
    return 0
