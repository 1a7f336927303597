"""The items of arrays. In the interpreter an array is its own items. Compiled modules have the same
names from array.pxd: there they return a C pointer, valid until the array moves."""

from __future__ import annotations

from array import array as array  # also for its importers


def ints(column: array[int]) -> array[int]:
    """Return the items of a column, for access by index: in the interpreter the column itself."""
    return column


longlongs = ulonglongs = shorts = ushorts = schars = ints


def doubles(column: array[float]) -> array[float]:
    """Return the items of a column of floating-point numbers: the column itself."""
    return column


floats = doubles
