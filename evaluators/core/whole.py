"""What methods of authors' evaluators return: whole numbers, which compiled callers take as such.

Cython would cut a fraction off without an error. Never compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import index
from typing import Any

from games.errors import ContractError, quoted
from games.parts.authored import Wrapper, replacement

_MOST = 2**31 - 1


def _whole_number(method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that raises an error if the author's one returns no whole number."""

    @replacement(method)
    def checked(self: Any, *given: Any, **named: Any) -> int:
        """Run the author's method, and check what it returns."""
        return _whole(self, method, method(self, *given, **named))

    return checked


def _whole_numbers(method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that raises an error unless the author's one returns two whole numbers."""

    @replacement(method)
    def checked(self: Any, *given: Any, **named: Any) -> tuple[int, int]:
        """Run the author's method, and check what it returns."""
        found = method(self, *given, **named)
        try:
            low, high = found
        except (TypeError, ValueError):
            raise _error(self, method, found, "two whole numbers") from None
        return _whole(self, method, low), _whole(self, method, high)

    return checked


def _whole(evaluator: Any, method: Callable[..., Any], found: Any) -> int:
    """Return what an evaluator's method returned as an int.

    :raises ContractError: if it is no whole number below 2^31 in size.
    """
    try:
        number: int = index(found)
    except TypeError:
        raise _error(evaluator, method, found, "a whole number") from None
    if not -_MOST < number < _MOST:
        raise _error(evaluator, method, found, "a number below 2^31 in size")
    return number


def _error(evaluator: Any, method: Callable[..., Any], found: Any, expected: str) -> ContractError:
    """Return the ContractError for a wrong return value of an author's method."""
    name = method.__name__
    return ContractError(f"{evaluator.spec}: {name} returned {quoted(found)}: expected {expected}")


CHECKED: dict[str, Wrapper] = {
    "value": _whole_number,
    "value_within": _whole_number,
    "static": _whole_number,
    "quantile": _whole_number,
    "trait": _whole_number,
    "interval": _whole_numbers,
}
"""The checked methods of an author's evaluator; see `games.parts.authored.prepare`."""
