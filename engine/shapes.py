"""Whether data that was read has the shape it was written with, checked once, where it enters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.errors import quoted
from games.parts.numbers import is_number, is_whole

__all__ = ["Places", "Values", "expect"]


_LARGEST = 10**200


class Places(NamedTuple):
    """The shape of a list: a shape for each of its places, of which the last few may be absent."""

    places: tuple[Any, ...]
    absent: int = 0


class Values(NamedTuple):
    """The shape of a mapping with any keys: that of its values."""

    values: Any


def expect(data: Any, shape: Any, where: str = "it") -> Any:
    """The data, if it has a shape. A shape is a type or None; a tuple of them, of which one fits; a
    list of the one shape that all entries have; a mapping of the keys that it has, among others, to
    their shapes; `Places` or `Values`. A whole number is a float too, a truth value is no number,
    and no number is infinite, NaN, or of hundreds of digits.

    :raises ValueError: naming the place where it has not.
    """
    if isinstance(shape, Places):
        most = len(shape.places)
        if not isinstance(data, list | tuple) or not most - shape.absent <= len(data) <= most:
            raise ValueError(f"{where} is {quoted(data)}, expected {most} entries")
        for number, (entry, expected) in enumerate(zip(data, shape.places, strict=False)):
            expect(entry, expected, f"{where}[{number}]")
    elif isinstance(shape, Values):
        _expect_type(data, dict, where)
        for key, value in data.items():
            expect(value, shape.values, f"{where}.{quoted(key)}")
    elif isinstance(shape, Mapping):
        _expect_type(data, dict, where)
        for key, expected in shape.items():
            if key not in data:
                raise ValueError(f"{where} lacks {key}")
            expect(data[key], expected, f"{where}.{key}")
    elif isinstance(shape, list):
        if not isinstance(data, list | tuple):
            raise ValueError(f"{where} is {quoted(data)}, expected a list")
        for number, entry in enumerate(data):
            expect(entry, shape[0], f"{where}[{number}]")
    elif isinstance(shape, tuple):
        if not any(_is(data, kind) for kind in shape):
            raise ValueError(f"{where} is {quoted(data)}")
    else:
        _expect_type(data, shape, where)
    return data


def _expect_type(data: Any, kind: Any, where: str) -> None:
    if not _is(data, kind):
        raise ValueError(f"{where} is {quoted(data)}, expected {_WORDS.get(kind, kind)}")


def _is(data: Any, kind: Any) -> bool:
    if kind is None:
        return data is None
    if kind is int:
        return is_whole(data, -_LARGEST, _LARGEST)
    if kind is float:
        return is_number(data, -_LARGEST, _LARGEST)
    return isinstance(data, dict) if kind is dict else type(data) is kind


_WORDS = {
    bool: "true or false",
    dict: "a mapping",
    float: "a number",
    int: "a whole number",
    str: "text",
}
