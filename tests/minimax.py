"""The value of a position by the definition."""

from __future__ import annotations

from games import Position


def minimax(position: Position) -> int:
    """What a position is worth to the side to move, every line played to its end."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome
    values = []
    for move in position.legal_moves():
        position.push(move)
        values.append(-minimax(position))
        position.pop()
    return max(values)
