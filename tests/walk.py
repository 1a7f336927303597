"""A game as numbers, which hypothesis can make smaller."""

from __future__ import annotations

from typing import Any

import games


def walk(game: str, choices: list[int]) -> Any:
    """The position of a game played by choosing among the legal moves with these numbers."""
    position = games.make(game)
    for choice in choices:
        moves = position.legal_moves()
        if not moves:
            break
        position.push(moves[choice % len(moves)])
    return position
