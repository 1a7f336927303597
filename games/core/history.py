"""The history of games written in Python: recorded for the author, and played again for a copy.

Never compiled: these functions replace an author's methods.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.errors import MoveError, PositionError, quoted
from games.parts.authored import Wrapper, replacement

NO_MOVE = -1
"""The entry of a pass in the history of an author's game whose passes have no number."""


class Default:
    """A computed attribute, which a subclass or an object replaces by one of the same name."""

    def __init__(self, compute: Callable[[Any], Any]) -> None:
        self.compute = compute
        self.__doc__ = compute.__doc__

    def __get__(self, owner: Any, kind: Any = None) -> Any:
        """Return the computed value for an object; for a class, this descriptor."""
        return self if owner is None else self.compute(owner)


def _recorded(kind: str) -> Wrapper:
    """Return a decorator for an author's `push`, `pop` or `push_pass` that also records the move.

    The moves made are in the list `_played`. A pass is NO_MOVE there. One call is one entry, also
    if the method calls its parent's; a pass made by `push` is the move that it made.

    :param kind: the name of the method.
    """

    def replace(method: Callable[..., Any]) -> Callable[..., Any]:
        """Return a method that runs the author's and records the move."""

        @replacement(method)
        def recorded(self: Any, *given: Any, **named: Any) -> None:
            """Run the author's method, and add or remove its move in the history."""
            played = self.__dict__.setdefault("_played", [])
            before = len(played)
            method(self, *given, **named)
            if kind == "pop":
                del played[before - 1 :]
            elif kind == "push":
                played[before:] = (*given, *named.values())[:1]
            elif len(played) == before:
                played.append(NO_MOVE)

        return recorded

    return replace


RECORDED: dict[str, Wrapper] = {kind: _recorded(kind) for kind in ("push", "pop", "push_pass")}
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


def read_fen_and_moves(game: Any, text: str) -> Any:
    """Return a new position: of `startpos`, nothing or a FEN, after the moves behind `moves`.

    :param game: a position of a class whose `_read` sets up a FEN.
    :raises PositionError: if the FEN is invalid or a move is illegal.
    """
    fen, _, moves = f"{text} ".partition(" moves ")
    position = game.initial()
    if fen.strip() not in ("", "startpos"):
        position._read(fen.strip())
    return play_words(position, moves.split(), text)


def replay(make: Callable[[], Any], start: str, moves: Sequence[int]) -> Any:
    """Return the position after the moves and passes of a game.

    :param make: returns a position at the usual start.
    :param start: the text of the first position; empty for the usual start.
    :param moves: the history; an entry that is no legal move is a pass.
    """
    position = make()
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


def restore(game: Any, fields: tuple[Any, Any], attributes: dict[str, Any]) -> Any:
    """Return a position of a game in plain Python with the given attributes.

    Its `__init__` does not run, and the values are not copied.

    :param fields: its `options` and `made_of`.
    """
    position = game.__new__(game)
    position.options, position.made_of = fields
    position.__dict__.update(attributes)
    return position


def copy_with_lists(position: Any) -> Any:
    """Return a copy of a position in plain Python: its lists are copied, all else is shared.

    Those are the attributes that are lists; their items are shared.
    """
    attributes = vars(position)
    lists = {name: each.copy() for name, each in attributes.items() if isinstance(each, list)}
    fields = position.options, position.made_of
    return restore(type(position), fields, {**attributes, **lists})
