"""The value of a position by the definition."""

from __future__ import annotations

from games import Position


def minimax(position: Position, depth: int = -1) -> int:
    """Return the minimax value for the side to move, every line played so many plies on, where its
    static value is taken, or to its end."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome
    if depth == 0:
        return position.static()
    values = []
    for move in position.legal_moves():
        position.push(move)
        values.append(-minimax(position, depth - 1))
        position.pop()
    return max(values)
