"""How training games of Othello are played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.core.position import Position
from searchers import Limits
from training.games import Rules

__all__ = ["OTHELLO"]

SOLVED = 10
"""Empty squares from which games are played out exactly."""


@dataclass(frozen=True)
class OthelloRules(Rules):
    """Games count by their margins, and their ends are exact."""

    def limits(self, position: Position, nodes: int) -> Limits:
        board: Any = position
        empty = 64 - (board.own | board.opponent).bit_count()
        return Limits(depth=2 * SOLVED) if empty <= SOLVED else Limits(nodes=nodes)

    def result(self, outcome: int) -> int:
        return outcome


OTHELLO = OthelloRules("othello", plies=(6, 20), even=3000, largest=6400)
