"""Positions made again: by the moves that led to them, or by what they hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.errors import MoveError, PositionError, quoted

__all__ = ["play_words", "replayed", "restored"]


def play_words(position: Any, words: Sequence[str], text: str) -> Any:
    """Make the moves that words name; returns the position.

    :param text: what the words were read from, for messages.
    :raises PositionError: if one of them is no legal move.
    """
    try:
        return position.play(*words)
    except MoveError as error:
        raise PositionError(
            f"{quoted(text, 200)} is no position of {position.spec}: {error}"
        ) from None


def replayed(game: Any, options: Any, start: str, moves: Sequence[int]) -> Any:
    """The position after some moves (and passes) of a game."""
    position = game(**options)
    if start:
        position = position.at(start)
    for move in moves:
        if move in position.legal_moves():
            position.push(move)
        else:
            position.push_pass()
    return position


def restored(game: Any, options: Any, attributes: dict[str, Any]) -> Any:
    """A position of a game in plain Python, by its attributes."""
    position = game.__new__(game)
    position.options = options
    position.__dict__.update(attributes)
    return position
