"""What can go wrong, as one small tree: catch `StarlingError` and nothing else escapes.

    StarlingError
    |-- SpecError        a spec, an option or its value that does not exist
    |-- PositionError    a text that is no position of the game
    |-- MoveError        a move that is illegal or unreadable; carries `.move` and `.position`
    |-- LimitsError      limits that contradict themselves or the searcher
    |-- EvaluationError  an evaluator asked for what it cannot give
    |-- FileError        a file that is missing or broken
    |-- EngineError      an external engine that is missing or misbehaves
    `-- ContractError    a part that breaks the contract it was checked against

Every message says what was wrong, where, and what was expected, in one line of printable characters
and of bounded length, whatever it quotes: input is quoted by `quoted`, or made `printable`.
"""

from __future__ import annotations

from collections.abc import Iterable

__all__ = [
    "LONGEST",
    "BusyError",
    "ContractError",
    "EngineError",
    "EvaluationError",
    "FileError",
    "LimitsError",
    "MoveError",
    "PositionError",
    "SpecError",
    "StarlingError",
    "described",
    "printable",
    "quoted",
    "unknown",
]

LONGEST = 4000
"""Characters of a message, at most."""


class StarlingError(Exception):
    """The root of the tree: bad input or a bad part, told in one line."""

    def __str__(self) -> str:
        return printable(super().__str__(), LONGEST)


class SpecError(StarlingError, ValueError):
    """A name, an option or a value in a spec that does not exist or does not fit."""


class PositionError(StarlingError, ValueError):
    """A text that is not a position of its game."""


class MoveError(StarlingError, ValueError):
    """A move that cannot be read or is not legal.

    :param move: the move as it was given.
    :param position: the text of the position it was tried in; the position itself is untouched.
    """

    def __init__(self, message: str, move: object = None, position: str = "") -> None:
        super().__init__(message)
        self.move = move
        self.position = position


class LimitsError(StarlingError, ValueError):
    """Limits that contradict themselves, or that this searcher cannot work under."""


class EvaluationError(StarlingError, TypeError):
    """An evaluator asked for an interval or a game that it does not know."""


class FileError(StarlingError, OSError):
    """A file that is missing, unreadable or not what it should be."""


class BusyError(StarlingError, RuntimeError):
    """A searcher that is to search while it does; `clone()` gives another."""


class EngineError(StarlingError, RuntimeError):
    """An external engine that is missing, silent, or answers nonsense."""


class ContractError(StarlingError, AssertionError):
    """A game, evaluator or searcher that breaks the contract of its kind."""


def printable(text: str, most: int) -> str:
    """A text as it may stand in a line for people: what does not print is escaped.

    :param most: characters of the answer, at most; what is longer ends in three dots.
    """
    cut = text[: most + 1]
    shown = cut if cut.isprintable() else "".join(map(_shown, cut))
    return shown if len(shown) <= most else shown[: most - 3] + "..."


def quoted(value: object, most: int = 80) -> str:
    """Input as a message quotes it: in quotation marks if it is a text, printable, never longer.

    :param most: characters of the answer, at most.
    """
    if isinstance(value, str | bytes) and len(value) > most:
        value = value[:most]  # before it is written out; the mark at its end goes with the rest
        return printable(repr(value)[:-1] + "...", most)
    try:
        return printable(repr(value), most)
    except (ValueError, RecursionError):  # a number of thousands of digits, brackets in brackets
        return f"({type(value).__name__}, too large to show)"


def _shown(character: str) -> str:
    return character if character.isprintable() else repr(character)[1:-1]


def described(error: Exception) -> str:
    """An error in one line; of one that is not ours, its kind too."""
    kind = "" if isinstance(error, StarlingError) else type(error).__name__
    return " ".join(": ".join(filter(None, (kind, str(error)))).split())


def unknown(kind: str, given: str, known: Iterable[str]) -> str:
    """The sentence for a name nobody knows: the nearest match, which is the only one that begins so
    if there is one, and all there are."""
    from difflib import get_close_matches  # a millisecond of a start

    names = sorted(known)
    near = [name for name in names if given and name.startswith(given)]
    if len(near) != 1:
        near = get_close_matches(given[:LONGEST], names, n=1)
    advice = f" Did you mean {near[0]!r}?" if near else ""
    return f"no {kind} is named {quoted(given)}.{advice} There are: {', '.join(names) or 'none'}"
