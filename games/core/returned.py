"""Checks of what an author's methods return: texts, keys and outcomes.

Never compiled: the first two replace an author's methods.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import index
from types import FunctionType
from typing import Any

from games.core.legal import broken
from games.core.scores import LOSS, MATE_BOUND, WIN
from games.parts.authored import Wrapper, replacement

WHOLE_RULE = "an outcome is None or a whole number"
KNOWN_RULE = "an outcome is WIN, DRAW, LOSS or a margin below 2^29"
"""The rules in the words of `check_game`."""


def _returning(name: str, what: str, fits: Callable[[Any], bool]) -> Wrapper:
    """Return what replaces an author's method by one that also checks what it returns.

    :param name: the name of the method.
    :param what: what it should return, in words.
    :param fits: returns whether an object is that.
    """

    def replace(method: Any) -> Any:
        """Return the method with the check; a static or compiled method as it is."""
        if not isinstance(method, FunctionType):
            return method

        @replacement(method)
        def checked(self: Any, *given: Any, **named: Any) -> Any:
            """Run the author's method, and check its result."""
            found = method(self, *given, **named)
            if not fits(found):
                raise broken(self, f"{name} returns {what}", found)
            return found

        return checked

    return replace


_TEXTS = ("move_text", "notation", "text", "diagram", "ending", "outcome_text", "phase_name")
RETURNED: dict[str, Wrapper] = {
    name: _returning(name, "a text", lambda found: isinstance(found, str)) for name in _TEXTS
} | {
    "key": _returning(
        "key",
        "a whole number from 0 to 2^64 - 1",
        lambda found: isinstance(found, int) and 0 <= found < 2**64,
    )
}
"""The methods of an author's game that are checked; see `games.parts.authored.prepare`."""


def read_outcome(position: Any, outcome: Any) -> int:
    """Return the outcome of a finished game as an int.

    :raises ContractError: if it is not a whole number, or not WIN, DRAW, LOSS or a margin.
    """
    try:
        number = index(outcome)
    except TypeError:
        raise broken(position, WHOLE_RULE, outcome) from None
    if not is_known(number):
        raise broken(position, KNOWN_RULE, outcome)
    return number


def is_known(outcome: int) -> bool:
    """Return whether a number is WIN, LOSS or a margin, DRAW included."""
    return outcome in (WIN, LOSS) or abs(outcome) < MATE_BOUND
