"""`go perft`: the leaves below every move, counted in a thread that hears `stop`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from games.core.perft import perft
from games.core.position import Position

__all__ = ["divide"]

_AT_ONCE = 4
"""Plies counted without a look at the flag: milliseconds."""


class _Flag(Protocol):
    def is_set(self) -> bool:
        """Whether to stop."""


def divide(position: Position, depth: int, stop: _Flag) -> Iterator[tuple[int, int]]:
    """Every legal move with the number of lines of `depth` moves that begin with it; ends early
    once the flag is set."""
    for move in position.legal_moves():
        position.push(move)
        leaves = _leaves(position, depth - 1, stop)
        position.pop()
        if stop.is_set():
            return
        yield move, leaves


def _leaves(position: Position, depth: int, stop: _Flag) -> int:
    if depth <= _AT_ONCE:
        return perft(position, depth)
    leaves = 0
    for move in position.legal_moves():
        if stop.is_set():
            break
        position.push(move)
        leaves += _leaves(position, depth - 1, stop)
        position.pop()
    return leaves
