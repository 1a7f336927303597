"""The values and intervals that synthetic games carry themselves."""

from __future__ import annotations

from typing import Any

import cython

from evaluators.core.budget import Budget
from evaluators.core.evaluator import Evaluator
from games.core.moves import Moves
from games.core.position import Position
from games.errors import EvaluationError

if not cython.compiled:
    from evaluators.core.budget import can_take, take_all

__all__ = ["Intervals", "Static"]


class Static(Evaluator):
    """The position's own static value: of a synthetic tree's node, or as its author defines it."""

    NAME = "static"

    def knows(self, position: Position) -> bool:
        base: Any = Position  # an object to compare with, which compiled names of methods are not
        return not position.BLIND and type(position).static is not base.static

    def value(self, position: Position) -> cython.int:
        return position.static()

    def value_within(self, position: Position, alpha: cython.int, beta: cython.int) -> cython.int:
        return position.static()

    def static(self, position: Position) -> cython.int:
        return position.static()

    def evaluate_children(
        self,
        position: Position,
        moves: Moves,
        start: cython.int,
        ply: cython.int,
        enough: cython.int,
        budget: Budget,
        quick: cython.bint,
    ) -> cython.int:
        if not can_take(budget, moves.count - start):
            return Evaluator.evaluate_children(
                self, position, moves, start, ply, enough, budget, quick
            )
        made: cython.int = position.static_children(moves, start, ply, enough)
        take_all(budget, made - start)
        return made


class Intervals(Evaluator):
    """The position's own interval (`static_bounds`), as explicit and canonical trees have one.

    It serves no game that does not define them: a static value alone is no interval.
    """

    NAME = "intervals"
    GIVES_INTERVALS = True

    def serves(self, position: Position) -> bool:
        base: Any = Position
        return type(position).static_bounds is not base.static_bounds

    def refusal(self, position: Position) -> EvaluationError:
        return EvaluationError(
            f"evaluator {self.spec} does not know {position.spec}: the game has no intervals of "
            "its own (static_bounds)"
        )

    def value(self, position: Position) -> cython.int:
        return position.static()

    def look(self, position: Position) -> cython.bint:
        self.low = position.static_bounds(0)
        self.high = position.static_bounds(1)
        self.real = position.static()
        return True

    def look_at_children(
        self, position: Position, moves: Moves, start: cython.int, budget: Budget
    ) -> cython.bint:
        if not 0 <= start <= moves.count:
            moves.refuse(start)
        if not can_take(budget, moves.count - start):
            return Evaluator.look_at_children(self, position, moves, start, budget)
        take_all(budget, moves.count - start)
        position.child_bounds(moves, start)
        return True
