"""Numbers in columns: arrays that grow with a tree, one item a node, or that a file holds."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable
from typing import Any

_LITTLE = 2**16
"""The length up to which columns double."""


def column(typecode: str = "i") -> array[Any]:
    """Return an empty array of a type code, by default of C integers."""
    return array(typecode)


def grown_length(length: int, wanted: int, most: int = 2**31) -> int:
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


def largest_size(column: array[int]) -> int:
    """Return the largest absolute value in a column; 0 if it is empty."""
    return max(max(column, default=0), -min(column, default=0))


def to_bytes(columns: Iterable[array[Any]]) -> bytes:
    """Return the items of columns, one column after the other, as little-endian bytes."""
    return b"".join(_swapped(array(one.typecode, one)).tobytes() for one in columns)


def from_bytes(data: bytes, lengths: Iterable[tuple[str, int]]) -> list[array[Any]]:
    """Return the columns that `to_bytes` wrote.

    :param lengths: the type code and the number of items of each.
    :raises ValueError: if there are fewer or more bytes.
    """
    sizes = [(kind, count * array(kind).itemsize) for kind, count in lengths]
    expected = sum(size for _, size in sizes)
    if len(data) != expected:
        raise ValueError(f"{len(data)} bytes of numbers, expected {expected}")
    columns, at = [], 0
    for kind, size in sizes:
        columns.append(_swapped(array(kind, data[at : at + size])))
        at += size
    return columns


def _swapped(column: array[Any]) -> array[Any]:
    """Return a column after a change between little-endian order and this machine's.

    The column itself is changed.
    """
    if sys.byteorder == "big":
        column.byteswap()
    return column
