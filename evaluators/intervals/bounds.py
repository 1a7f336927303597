"""Intervals that are guaranteed to hold the true value: what no line of play can leave."""

from __future__ import annotations

from typing import Any

import cython

from evaluators.core.evaluator import Evaluator
from games.core.position import Position
from games.errors import EvaluationError

if not cython.compiled:
    from games.core.scores import ONGOING

__all__ = ["Bounds"]


class Bounds(Evaluator):
    """The certain bounds of games that know any (`certain_bounds`), and the middle between them.

    * N-game: the static value, give or take the plies left times the largest edge.
    * Othello, of use near the end: discs that no move can ever turn.
    """

    NAME = "bounds"
    GIVES_INTERVALS = True

    def serves(self, position: Position) -> bool:
        base: Any = Position  # an object to compare with, which compiled names of methods are not
        return type(position).certain_bounds is not base.certain_bounds

    def refusal(self, position: Position) -> EvaluationError:
        return EvaluationError(
            f"evaluator {self.spec} does not know {position.spec}: no line of play is bounded "
            "there (certain_bounds)"
        )

    def value(self, position: Position) -> cython.int:
        result: cython.int = position.result()
        if result != ONGOING:
            return result
        self.look(position)
        return self.real

    def look(self, position: Position) -> cython.bint:
        self.low = position.certain_bounds(0)
        self.high = position.certain_bounds(1)
        self.real = self.low + (self.high - self.low) // 2
        return True

    def coverage(self, times: float) -> float:
        return min(100.0, 100.0 * times)
