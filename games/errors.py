"""The exceptions of the project: every error that reaches a user is a `StarlingError`.

Each is also a standard exception, such as ValueError. Every message is one line: what was wrong,
where, and what was expected. It has printable characters only and a bounded length, since input
goes through `quoted` or `printable`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

LONGEST = 4000
"""The largest number of characters in a message."""


class StarlingError(Exception):
    """The base of all exceptions: bad input or a bad part, described in one line."""

    def __str__(self) -> str:
        """Return the message with unprintable characters escaped, cut to LONGEST characters."""
        return printable(super().__str__(), LONGEST)


class SpecError(StarlingError, ValueError):
    """A name, an option or a value in a spec that does not exist or does not fit."""


class PositionError(StarlingError, ValueError):
    """A text that is not a position of its game."""


class MoveError(StarlingError, ValueError):
    """A move that cannot be read or is not legal.

    :param move: the move as it was given.
    :param position: the text of the position, which is not changed.
    """

    def __init__(self, message: str, move: object = None, position: str = "") -> None:
        super().__init__(message)
        self.move = move
        self.position = position


class LimitsError(StarlingError, ValueError):
    """Limits that contradict each other, or that the searcher does not support."""


class EvaluationError(StarlingError, TypeError):
    """A value, interval or game that an evaluator does not support."""


class FileError(StarlingError, OSError):
    """A file that is missing, unreadable or of the wrong kind."""


class BusyError(StarlingError, RuntimeError):
    """A searcher that is already searching; `clone()` returns another."""


class EngineError(StarlingError, RuntimeError):
    """An external engine that is missing, silent, or answers nonsense."""


class ContractError(StarlingError, AssertionError):
    """A game, evaluator or searcher that breaks its contract.

    :ivar faults: the broken rules, each with what was found, where tests found them.
    """

    faults: Mapping[str, str] = {}


def printable(text: str, most: int) -> str:
    """Return a text with every unprintable character escaped.

    :param most: the largest number of characters; a longer text is cut and ends in three dots.
    """
    cut = text[: most + 1]
    shown = cut if cut.isprintable() else "".join(map(_shown, cut))
    return shown if len(shown) <= most else shown[: most - 3] + "..."


def quoted(value: object, most: int = 80) -> str:
    """Return input as messages show it: printable, and in quotation marks if it is a text.

    :param most: the largest number of characters.
    """
    if isinstance(value, str | bytes) and len(value) > most:
        value = value[:most]  # cut before `repr`, whose closing mark is then dropped
        return printable(repr(value)[:-1] + "...", most)
    try:
        return printable(repr(value), most)
    except (ValueError, RecursionError):  # thousands of digits, or deep nesting
        return f"({type(value).__name__}, too large to show)"


def _shown(character: str) -> str:
    """Return a character as it may be printed: others as escapes."""
    return character if character.isprintable() else repr(character)[1:-1]


def described(error: Exception) -> str:
    """Return an error in one line, with its class if it is not a `StarlingError`."""
    kind = "" if isinstance(error, StarlingError) else type(error).__name__
    return " ".join(": ".join(filter(None, (kind, str(error)))).split())


def unknown(kind: str, given: str, known: Iterable[str]) -> str:
    """Return the message for an unknown name, with all known names and the nearest match, if any.

    The nearest match is the only known name that begins with the given text, else the most similar.
    """
    from difflib import get_close_matches  # importing it takes 1 ms

    names = sorted(known)
    near = [name for name in names if given and name.startswith(given)]
    if len(near) != 1:
        near = get_close_matches(given[:LONGEST], names, n=1)
    advice = f" Did you mean {near[0]!r}?" if near else ""
    return f"no {kind} is named {quoted(given)}.{advice} There are: {', '.join(names) or 'none'}"
