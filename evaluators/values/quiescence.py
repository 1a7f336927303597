"""Quiescence: the value of a position once its captures are played out.

Being an evaluator, it serves every searcher alike; its nodes come from the searcher's budget.
"""

from __future__ import annotations

from typing import Any

import cython

from evaluators import default_for
from evaluators.core.based import Based
from evaluators.core.budget import Budget, spending
from games.core.moves import Moves
from games.core.position import Position
from games.parts.part import Option

if not cython.compiled:
    from evaluators.core.budget import take
    from evaluators.values.constants import DEEPEST
    from games.core.scores import INFINITY, ONGOING

__all__ = ["Quiescence"]


class Quiescence(Based):
    """The value after the noisy moves: captures, promotions, and all evasions of a check.

    The side to move may always stand on the base's value instead, except in check. Captures that
    lose material by static exchange are left out, as are those that even with `margin` on top
    could not raise the value. In a game without noisy moves this is the base's value.
    """

    NAME = "quiescence"
    SEARCHES = True
    OPTIONS = (
        Option("base", None, "what quiet positions are worth", kind="evaluator"),
        Option("margin", 150, "what a capture may bring beside its gain", low=0, high=10**6),
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.margin = self.options["margin"]
        self.moves = Moves()
        self.spent = Budget()

    def default_base(self, position: Position) -> str:
        return default_for(position, static=True)

    def may_stand(self) -> bool:
        return self.base is not None and not self.base.SEARCHES

    def value(self, position: Position) -> cython.int:
        return self.value_within(position, -INFINITY, INFINITY)

    def value_within(self, position: Position, alpha: cython.int, beta: cython.int) -> cython.int:
        if self.base is None:
            self.bind(position)
        if not self.spent.current:
            self.spent = spending()
        self.moves.count = 0
        return self._quiet(position, alpha, beta, 0)

    def _quiet(
        self, position: Position, alpha: cython.int, beta: cython.int, ply: cython.int
    ) -> cython.int:
        """The quiet value of a game that goes on, from the side to move."""
        moves: Moves = self.moves
        start: cython.int = moves.count
        check: cython.bint = position.in_check()
        best: cython.int = -INFINITY
        standing: cython.int = 0
        value: cython.int
        index: cython.int
        # Step 1: stand on the value as it is; the line must end somewhere, even in check.
        if not check or ply >= DEEPEST:
            best = standing = self.base.value(position)
            if best >= beta or ply >= DEEPEST or self.spent.over:
                return best
            alpha = max(alpha, best)
        # Step 2: the noisy moves, those that win most first.
        position.noisy_moves(moves)
        for index in range(start, moves.count):
            moves.score[index] = position.see(moves.move[index])
        for index in range(start, moves.count):
            moves.pick_next(start, index)
            # Step 3: leave out what cannot help.
            if not check and (
                moves.score[index] < 0 or standing + moves.score[index] + self.margin <= alpha
            ):
                if moves.score[index] >= 0:  # the most that is left out, which is at most alpha
                    best = max(best, standing + moves.score[index] + self.margin)
                break
            # Step 4: play it.
            if not take(self.spent):
                break
            position.push(moves.move[index])
            value = position.result()
            if value == ONGOING:
                value = -self._quiet(position, -beta, -alpha, ply + 1)
            else:
                value = -self.tame(value, ply + 1)
            position.pop()
            if self.spent.over:
                break
            if value > best:
                best = value
                alpha = max(alpha, best)
                if best >= beta:
                    break
        moves.count = start
        return best
