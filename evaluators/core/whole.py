"""What methods of authors' evaluators return: whole numbers, which compiled callers take as such.

Cython would cut a fraction off without an error. Never compiled.
"""

from __future__ import annotations

from operator import index
from typing import Any

from games.errors import ContractError, quoted
from games.parts.authored import checking

_MOST = 2**31 - 1


def _whole(evaluator: Any, name: str, found: Any) -> int:
    """Return what an evaluator's method `name` returned as an int.

    :raises ContractError: if it is no whole number below 2^31 in size.
    """
    try:
        number: int = index(found)
    except TypeError:
        raise _error(evaluator, name, found, "a whole number") from None
    if not -_MOST < number < _MOST:
        raise _error(evaluator, name, found, "a number below 2^31 in size")
    return number


def _whole_pair(evaluator: Any, name: str, found: Any) -> tuple[int, int]:
    """Return what an evaluator's method `name` returned as two ints.

    :raises ContractError: if it is no pair of whole numbers below 2^31 in size.
    """
    try:
        low, high = found
    except (TypeError, ValueError):
        raise _error(evaluator, name, found, "two whole numbers") from None
    return _whole(evaluator, name, low), _whole(evaluator, name, high)


def _error(evaluator: Any, name: str, found: Any, expected: str) -> ContractError:
    """Return the ContractError for a wrong return value of an author's method."""
    return ContractError(f"{evaluator.spec}: {name} returned {quoted(found)}: expected {expected}")


_NUMBERS = ("value", "value_within", "static", "quantile", "trait")
CHECKED = {name: checking(name, _whole) for name in _NUMBERS}
CHECKED["interval"] = checking("interval", _whole_pair)
"""The checked methods of an author's evaluator; see `games.parts.authored.prepare`."""
