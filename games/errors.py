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

Every message says what was wrong, where, and what was expected.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable

__all__ = [
    "ContractError",
    "EngineError",
    "EvaluationError",
    "FileError",
    "LimitsError",
    "MoveError",
    "PositionError",
    "SpecError",
    "StarlingError",
    "unknown",
]


class StarlingError(Exception):
    """The root of the tree: bad input or a bad part, told in one line."""


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


class EngineError(StarlingError, RuntimeError):
    """An external engine that is missing, silent, or answers nonsense."""


class ContractError(StarlingError, AssertionError):
    """A game, evaluator or searcher that breaks the contract of its kind."""


def unknown(kind: str, given: str, known: Iterable[str]) -> str:
    """The sentence for a name nobody knows: the nearest match, and all there are."""
    names = sorted(known)
    near = difflib.get_close_matches(given, names, n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return f"no {kind} is named {given!r}.{hint} There are: {', '.join(names) or 'none'}"
