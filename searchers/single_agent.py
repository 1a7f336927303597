"""Paths of least cost: what B* proves move by move, and best-first search finds at once.

Palay (1980, section 8) on the 8-puzzle: a search for a whole line has to explore the best node at
every level sooner or later, so that B* gains nothing there.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass

from evaluators import default_for
from evaluators import make as make_evaluator
from games.position import Position
from searchers import make
from searchers.limits import Limits

__all__ = ["Path", "best_first", "move_by_move"]


@dataclass(frozen=True)
class Path:
    """A way to the end of a one-player game.

    :param moves: the moves.
    :param value: the outcome at its end; None if the budget ended before it was reached.
    :param expanded: nodes expanded on the way.
    """

    moves: tuple[int, ...]
    value: int | None
    expanded: int


def move_by_move(position: Position, player: str = "bstar", nodes: int = 10**6) -> Path:
    """Prove the best move, make it, and so on to the end of the game, with a new tree every time.

    :param nodes: a limit for every move.
    """
    position, searcher = position.copy(), make(player)
    moves: list[int] = []
    expanded = 0
    while position.outcome() is None:
        searcher.new_game()
        result = searcher.search(position, Limits(nodes=nodes))
        expanded += result.counts["expanded"]
        if not result.proved and len(result.root) > 1:
            return Path(tuple(moves), None, expanded)
        moves.append(result.move)
        position.push(result.move)
    return Path(tuple(moves), position.outcome(), expanded)


def best_first(position: Position, nodes: int = 10**6) -> Path:
    """Expand the leaf of highest optimistic value until it is the end of a game.

    With optimistic values that are never too low this line is the best there is (A*).
    """
    position = position.copy()
    evaluator = make_evaluator(default_for(position, intervals=True))
    leaves: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    expanded = generated = 0
    while True:
        _, line = heapq.heappop(leaves)
        for move in line:
            position.push(move)
        outcome = position.outcome()
        if outcome is not None:
            return Path(line, outcome, expanded)
        legal = position.legal_moves()
        generated += len(legal)
        if generated > nodes:
            return Path((), None, expanded)
        expanded += 1
        for move in legal:
            position.push(move)
            heapq.heappush(leaves, (-evaluator.interval(position)[1], (*line, move)))
            position.pop()
        for _ in line:
            position.pop()
