"""The values and intervals that a position itself defines: `static`, `intervals` and `bounds`."""

from __future__ import annotations

from typing import Any, Unpack

import cython

from evaluators.core.budget import Budget
from evaluators.core.evaluator import Evaluator
from games.core.moves import Moves
from games.core.position import Position
from games.errors import EvaluationError
from games.parts.part import NoOptions

if not cython.compiled:
    from evaluators.core.budget import can_take, take_many
    from games.core.scores import ONGOING


class Static(Evaluator):
    """The position's own static value (`Position.static`), in the game's unit."""

    NAME = "static"

    def __init__(self, **options: Unpack[NoOptions]) -> None:
        super().__init__(**options)

    def is_informative(self, position: Position) -> bool:
        """Return whether the game has a static value of its own that varies."""
        base: Any = Position  # compiled, `Position.static` is no object to compare with
        return not position.CONSTANT_STATIC and type(position).static is not base.static

    def value(self, position: Position) -> cython.int:
        """Return the game's own static value, for the side to move."""
        return position.static()

    def value_within(self, position: Position, alpha: cython.int, beta: cython.int) -> cython.int:
        """Return the game's own static value, for the side to move; the window is not used."""
        return position.static()

    def static(self, position: Position) -> cython.int:
        """Return the game's own static value, for the side to move."""
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
        """Evaluate the children in one call of the game, if that needs no poll of the budget.

        Otherwise make and evaluate them one by one. Each takes a node. Scores and tags are set.
        """
        if not can_take(budget, moves.count - start):
            return Evaluator.evaluate_children(
                self, position, moves, start, ply, enough, budget, quick
            )
        made: cython.int = position.static_children(moves, start, ply, enough)
        take_many(budget, made - start)
        return made


class Intervals(Evaluator):
    """The position's own interval (`Position.static_bounds`), as canonical and explicit trees have.

    A game that does not define it is not supported. A static value alone is no interval.
    """

    NAME = "intervals"
    GIVES_INTERVALS = True

    def __init__(self, **options: Unpack[NoOptions]) -> None:
        super().__init__(**options)

    def serves(self, position: Position) -> bool:
        """Return whether the game defines `static_bounds`."""
        base: Any = Position
        return type(position).static_bounds is not base.static_bounds

    def refusal(self, position: Position) -> EvaluationError:
        """Return the error for a game without intervals of its own."""
        return EvaluationError(
            f"evaluator {self.spec} does not support {position.spec}: the game has no intervals of "
            "its own (static_bounds)"
        )

    def value(self, position: Position) -> cython.int:
        """Return the position's own static value, for the side to move."""
        return position.static()

    def find_interval(self, position: Position) -> cython.bint:
        """Set `low` and `high` to the game's `static_bounds`, and `real` to its `static`.

        :returns: True.
        """
        self.low = position.static_bounds(0)
        self.high = position.static_bounds(1)
        self.real = position.static()
        return True

    def find_child_intervals(
        self, position: Position, moves: Moves, start: cython.int, budget: Budget
    ) -> cython.bint:
        """Store all intervals in one call of the game; one by one if the budget may not last.

        Each child takes a node.

        :returns: whether they are complete; False if the budget ended.
        """
        if not 0 <= start <= moves.count:
            moves.refuse(start)
        if not can_take(budget, moves.count - start):
            return Evaluator.find_child_intervals(self, position, moves, start, budget)
        take_many(budget, moves.count - start)
        position.child_bounds(moves, start)
        return True


class Bounds(Evaluator):
    """Guaranteed bounds on the value of best play (`Position.certain_bounds`), and their middle.

    * N-game: the static value plus or minus the remaining plies times the largest edge.
    * Othello: the stable discs, which no move can turn; useful near the end of the game.
    """

    NAME = "bounds"
    GIVES_INTERVALS = True

    def __init__(self, **options: Unpack[NoOptions]) -> None:
        super().__init__(**options)

    def serves(self, position: Position) -> bool:
        """Return whether the game defines `certain_bounds`."""
        base: Any = Position
        return type(position).certain_bounds is not base.certain_bounds

    def refusal(self, position: Position) -> EvaluationError:
        """Return the error for a game without guaranteed bounds."""
        return EvaluationError(
            f"evaluator {self.spec} does not support {position.spec}: the game has no guaranteed "
            "bounds (certain_bounds)"
        )

    def value(self, position: Position) -> cython.int:
        """Return the result of a finished game, else the middle of the bounds."""
        result: cython.int = position.result()
        if result != ONGOING:
            return result
        self.find_interval(position)
        return self.real

    def find_interval(self, position: Position) -> cython.bint:
        """Set `low` and `high` to the game's `certain_bounds`, and `real` to their middle.

        :returns: True.
        """
        self.low = position.certain_bounds(0)
        self.high = position.certain_bounds(1)
        self.set_middle()
        return True

    def coverage(self, times: float) -> float:
        """Return 100 for `times` of 1 or more, and in proportion below: bounds are guaranteed."""
        return min(100.0, 100.0 * times)
