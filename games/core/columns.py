"""Trees in columns: one contiguous array a fact, one place a node, lengthened when full."""

from __future__ import annotations

from array import array
from typing import Any

__all__ = ["column", "grown", "lengthen"]


_LITTLE = 2**16
"""Places of which there may be twice as many as are needed."""


def column(typecode: str = "i") -> array[Any]:
    """An empty column, of C integers unless its type code says otherwise."""
    return array(typecode)


def grown(length: int, wanted: int, most: int = 2**31) -> int:
    """The new length of columns of `length` places that must hold `wanted`: half as much again, or
    twice as much where that is little: most searches are short.

    :param most: a length not to be exceeded, unless `wanted` does.
    """
    more = length if length < _LITTLE else length // 2
    return max(wanted, min(length + more, most), min(1024, most))


def lengthen(columns: tuple[array[Any], ...], length: int) -> None:
    """Lengthen columns, with zeros.

    Their data may move, also where memory runs out on the way and some are longer and others not:
    so C pointers to it are taken anew in any case (`finally`), and the new length is noted once
    all have it. Then a store whose room cannot be had is what it was before.

    :raises MemoryError: if there is not enough.
    """
    for one in columns:
        one.frombytes(bytes(one.itemsize * max(0, length - len(one))))
