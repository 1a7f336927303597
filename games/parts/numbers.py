"""Reading numbers from text: integers of 64 bits and finite numbers."""

from __future__ import annotations

import re
from math import isfinite, nan
from typing import Any

from games.errors import SpecError, quoted

LARGEST = 2**63 - 1
"""The largest integer of compiled code; options and records allow -LARGEST to LARGEST."""

_LETTERS = 100
"""The largest number of characters of an integer."""


def whole(text: str | int) -> int:
    """Return a text as an integer.

    :raises ValueError: if it is not an integer of 64 bits.
    """
    try:
        value = None if isinstance(text, str) and len(text) > _LETTERS else int(text)
    except ValueError:
        value = None
    if value is None or not is_whole(value):
        raise ValueError(f"{quoted(text)}: expected a whole number of 64 bits")
    return value


def number(text: str | float) -> float:
    """Return a text as a finite number.

    :raises ValueError: if it is not a number, or infinite or NaN.
    """
    try:
        value = float(text)
    except (ValueError, OverflowError):
        value = nan
    if not isfinite(value):
        raise ValueError(f"{quoted(text)}: expected a finite number")
    return value


def is_whole(value: Any, low: int = -LARGEST, high: int = LARGEST) -> bool:
    """Return whether a value is an int (no bool) from `low` to `high`, by default of 64 bits."""
    return type(value) is int and low <= value <= high


def is_number(value: Any, low: float = -LARGEST, high: float = LARGEST) -> bool:
    """Return whether a value is an int or float (no bool) from `low` to `high`; NaN is not."""
    return type(value) in (int, float) and low <= value <= high


_COUNT = r"(?P<number>[+-]?\d{1,100}(?:\.\d{1,100})?)(?:e\+?(?P<zeros>\d{1,2})|(?P<unit>[kmg]))?"
_ZEROS = {"k": 3, "m": 6, "g": 9}


def count_of(text: str) -> int:
    """Return the integer of a text such as 5000, 5_000, 10k, 2.5M, 3g or 1e4, of any size.

    >>> count_of("2.5M")
    2500000

    :raises SpecError: if it is not an integer.
    """
    from fractions import Fraction  # importing it takes 3 ms

    match = re.fullmatch(_COUNT, text.strip().replace("_", ""), re.ASCII | re.IGNORECASE)
    if match is not None:
        zeros = int(match["zeros"] or _ZEROS.get((match["unit"] or "").lower(), 0))
        number = Fraction(match["number"]) * 10**zeros
        if number.denominator == 1:
            return number.numerator
    raise SpecError(f"{quoted(text)}: expected a whole number, such as 5000, 10k or 1e4")
