"""Paths of least cost: what B* proves move by move, and best-first search finds at once.

Palay (1980, section 8) on the 8-puzzle: a search for a whole line has to explore the best node at
every level sooner or later, so that B* gains nothing there. Neither search can do without the nodes
that `indispensable` counts; what they expand beyond them depends on how they break ties.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass

from evaluators import default_for
from evaluators import make as make_evaluator
from evaluators.core.evaluator import Evaluator
from games.core.position import Position
from searchers import make
from searchers.core.limits import Limits

__all__ = ["Path", "best_first", "indispensable", "move_by_move"]


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
    """Prove the best move, make it, go on with what is left of the tree, to the end of the game.

    :param nodes: a limit for every move.
    """
    position, searcher = position.copy(), make(player)
    moves: list[int] = []
    expanded = 0
    while position.outcome() is None:
        if len(legal := position.legal_moves()) == 1:  # nothing to prove
            moves.append(legal[0])
            position.push(legal[0])
            continue
        result = searcher.search(position, Limits(nodes=nodes))
        expanded += result.counts["expanded"]
        if not result.proved:
            return Path(tuple(moves), None, expanded)
        assert result.move is not None, "the game goes on"
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


def indispensable(position: Position, value: int) -> int:
    """How many nodes must be expanded to prove, move by move or at once, that no line is worth more
    than a value: those that have a higher optimistic value, on whose children it all depends."""
    evaluator = make_evaluator(default_for(position, intervals=True))
    return _promising(position.copy(), evaluator, value)


def _promising(position: Position, evaluator: Evaluator, value: int) -> int:
    """The inner nodes at and below a position with a higher optimistic value than that."""
    if position.outcome() is not None or evaluator.interval(position)[1] <= value:
        return 0
    found = 1
    for move in position.legal_moves():
        position.push(move)
        found += _promising(position, evaluator, value)
        position.pop()
    return found
