"""The history of games written in Python: recorded for the author, and played again for a copy.

Never compiled: these functions replace an author's methods.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.errors import MoveError, PositionError, quoted
from games.parts.authored import Wrapper, replacement

__all__ = [
    "RECORDED",
    "Default",
    "copy_by_moves",
    "copy_with_lists",
    "play_words",
    "replay",
    "restore",
]


NO_MOVE = -1
"""The entry of a pass in the history of an author's game whose passes have no number."""


class Default:
    """A computed attribute, which a subclass or an object replaces by one of the same name."""

    def __init__(self, compute: Callable[[Any], Any]) -> None:
        self.compute = compute
        self.__doc__ = compute.__doc__

    def __get__(self, owner: Any, kind: Any = None) -> Any:
        return self if owner is None else self.compute(owner)


def _recorded_push(push: Callable[..., Any]) -> Callable[..., Any]:
    """Return a `push` that runs the author's, and then adds its move to the list `_played`.

    It adds one entry, even if the author's `push` calls that of its base class.
    """

    @replacement(push)
    def recorded(self: Any, move: int) -> None:
        """Run the author's `push`, and add the move to the history."""
        played = self.__dict__.setdefault("_played", [])
        before = len(played)
        push(self, move)
        played[before:] = [move]  # one entry, even if the push calls its parent's

    return recorded


def _recorded_pop(pop: Callable[..., Any]) -> Callable[..., Any]:
    """Return a `pop` that runs the author's, and then removes one move from the list `_played`.

    It removes one, even if the author's `pop` calls that of its base class.
    """

    @replacement(pop)
    def recorded(self: Any) -> None:
        """Run the author's `pop`, and remove the last move from the history."""
        played = self.__dict__.setdefault("_played", [])
        before = len(played)
        pop(self)
        del played[before - 1 :]

    return recorded


def _recorded_pass(push_pass: Callable[..., Any]) -> Callable[..., Any]:
    """Return a `push_pass` that runs the author's, and then adds NO_MOVE to the list `_played`.

    If the author's one calls `push`, which has added its move, it adds nothing.
    """

    @replacement(push_pass)
    def recorded(self: Any) -> None:
        """Run the author's `push_pass`, and add NO_MOVE to the history unless it called `push`."""
        played = self.__dict__.setdefault("_played", [])
        before = len(played)
        push_pass(self)
        if len(played) == before:  # it did not call `push`
            played.append(NO_MOVE)

    return recorded


RECORDED: dict[str, Wrapper] = {
    "push": _recorded_push,
    "pop": _recorded_pop,
    "push_pass": _recorded_pass,
}
"""The methods of an author's game that record its history; see `games.parts.authored.prepare`."""


def play_words(position: Any, words: Sequence[str], text: str) -> Any:
    """Make the moves that words name in a position, and return this position.

    :param text: the text that the words come from, for messages.
    :raises PositionError: if a word is not a legal move; then no move is made.
    """
    try:
        return position.play(*words)
    except MoveError as error:
        raise PositionError(
            f"invalid {position.spec} position {quoted(text, 200)}: {error}"
        ) from None


def replay(game: Any, options: Any, start: str, moves: Sequence[int]) -> Any:
    """Return the position after the moves and passes of a game.

    :param game: the class of the game.
    :param options: its keywords.
    :param start: the text of the first position; empty for the usual start.
    :param moves: the history; an entry that is no legal move is a pass.
    """
    position = game(**options)
    if start:
        position = position.at(start)
    for move in moves:
        if move in position.legal_moves():
            position.push(move)
        else:
            position.push_pass()
    return position


def copy_by_moves(position: Any) -> Any:
    """Return a copy of a position whose class has `_read`: set up its start, make its moves."""
    copy = type(position)(**position.options)
    if position.start:
        copy._read(position.start)
    for move in position.history:
        copy.push(move)
    return copy


def restore(game: Any, options: Any, attributes: dict[str, Any]) -> Any:
    """Return a position of a game in plain Python with the given options and attributes.

    Its `__init__` does not run, and the values are not copied.
    """
    position = game.__new__(game)
    position.options = options
    position.__dict__.update(attributes)
    return position


def copy_with_lists(position: Any) -> Any:
    """Return a copy of a position in plain Python: its lists are copied, all else is shared.

    Those are the attributes that are lists; their items are shared.
    """
    attributes = vars(position)
    lists = {name: each.copy() for name, each in attributes.items() if isinstance(each, list)}
    return restore(type(position), position.options, {**attributes, **lists})
