"""How a game ended, in the words its players use."""

from __future__ import annotations

from typing import Any

from games.core.position import Position
from games.core.scores import MATE_BOUND
from games.parts.part import name_of

__all__ = ["ending", "is_our"]


def is_our(game: str, position: Position) -> bool:
    """Whether a position is of our own game of that name; an author may have one so named too."""
    kind = type(position)
    return name_of(kind) == game and kind.__module__.partition(".")[0] == "games"


def ending(position: Position) -> tuple[float, int | None, str]:
    """Score, margin and kind of the end of a game, for the side that moves first in it.

    The score is 1, 0.5 or 0; the margin None in a game decided without one; the kind "checkmate",
    "discs 40-24", "win", "loss", "draw", "margin 12".
    """
    outcome = position.outcome()
    assert outcome is not None, "the game goes on"
    value = -outcome if position.turn else outcome
    score = 0.5 * (1 + (value > 0) - (value < 0))
    return score, value if abs(value) < MATE_BOUND else None, _kind(position, value)


def _kind(position: Position, value: int) -> str:
    if is_our("chess", position):
        return _chess_kind(position.board())  # type: ignore[attr-defined]  # chess has one
    if is_our("othello", position):
        return f"discs {32 + value // 200}-{32 - value // 200}"  # 100 a disc, all 64 given out
    if value == 0:
        return "draw"
    if abs(value) < MATE_BOUND:
        return f"margin {abs(value)}"
    return "win" if value > 0 else "loss"


def _chess_kind(board: Any) -> str:
    outcome = board.outcome()
    if outcome is not None:
        return str(outcome.termination.name).lower().replace("_", " ")
    return "threefold repetition" if board.is_repetition(3) else "fifty moves"
