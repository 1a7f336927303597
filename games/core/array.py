"""The items of arrays in the interpreter, where an array is its own items. Compiled modules take
the same names from array.pxd: a C pointer, to be taken anew whenever the array may have moved."""

from __future__ import annotations

from array import array

__all__ = ["array", "doubles", "floats", "ints", "longlongs", "schars", "shorts", "ulonglongs"]


def ints(column: array[int]) -> array[int]:
    """The items of a column, to be read and written by index."""
    return column


longlongs = ulonglongs = shorts = schars = ints


def doubles(column: array[float]) -> array[float]:
    """The same of floating-point numbers."""
    return column


floats = doubles
