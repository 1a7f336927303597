"""Trees in columns: one array for each attribute of nodes, with one item a node."""

from __future__ import annotations

from array import array
from typing import Any

__all__ = ["column", "grown", "lengthen"]


_LITTLE = 2**16
"""The length up to which columns double."""


def column(typecode: str = "i") -> array[Any]:
    """Return an empty column, by default of C integers."""
    return array(typecode)


def grown(length: int, wanted: int, most: int = 2**31) -> int:
    """Return the new length of columns of `length` items that must hold `wanted`.

    Short columns double, since most searches are short. Long ones grow by half. Columns get at
    least 1024 items if `most` allows that.

    :param most: the largest length, unless `wanted` is larger.
    """
    more = length if length < _LITTLE else length // 2
    return max(wanted, min(length + more, most), min(1024, most))


def lengthen(columns: tuple[array[Any], ...], length: int) -> None:
    """Append zeros to columns until each has `length` items; longer columns stay as they are.

    Their data may move, also when memory runs out after some of them. Callers therefore update
    their C pointers in any case (`finally`), and store the new length only after success. Then a
    failure leaves them as they were.

    :raises MemoryError: if memory runs out.
    """
    for one in columns:
        one.frombytes(bytes(one.itemsize * max(0, length - len(one))))
