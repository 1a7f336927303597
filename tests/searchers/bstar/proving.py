"""Proofs by B*, and the true values of moves."""

from __future__ import annotations

from typing import Any

import searchers
from games.core.position import Position
from searchers import Limits, Result

VERSIONS = ("bf", "ll", "db", "tl", "al", "smaller", "pb", "pb,backup=product,lean=50")
ENOUGH = Limits(nodes=10**6)


def prove(position: Any, options: str = "", limits: Limits = ENOUGH) -> Result:
    return searchers.make("bstar" + (f":{options}" if options else "")).search(position, limits)


def bounds_of(result: Result) -> dict[int, Any]:
    return {known.move + 1: known.bounds for known in result.root}


def value_of(position: Position) -> int:
    outcome = position.outcome()
    if outcome is not None:
        return outcome
    return max(values_of(position).values())


def values_of(position: Position) -> dict[int, int]:
    """Return the true values of the moves, for the side that makes them."""
    values = {}
    for move in position.legal_moves():
        position.push(move)
        values[move] = value_of(position) * (1 if position.one_player else -1)
        position.pop()
    return values
