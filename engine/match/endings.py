"""How a game ended, for its record."""

from __future__ import annotations

from games.core.position import Position
from games.core.scores import MATE_BOUND

__all__ = ["ending", "scored"]


def ending(position: Position) -> tuple[float, int | None, str]:
    """Score, margin and kind of the end of a game, for the side that moves first in it.

    The score is 1, 0.5 or 0; the margin None in a game decided without one; the kind in the words
    that the game's players use: "checkmate", "discs 40-24", "win", "loss", "draw", "margin 12".
    """
    outcome = position.outcome()
    assert outcome is not None, "the game goes on"
    return *scored(-outcome if position.turn else outcome), position.ending()


def scored(value: int) -> tuple[float, int | None]:
    """Score and margin of an outcome, both for the side it is told of; see `ending`."""
    score = 0.5 * (1 + (value > 0) - (value < 0))
    return score, value if abs(value) < MATE_BOUND else None
