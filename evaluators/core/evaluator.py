"""The abstract `Evaluator`: what a position is worth, as a value or as an interval."""

from __future__ import annotations

from typing import Any

import cython

from evaluators.core.budget import Budget, spending
from games.core.moves import Moves
from games.core.position import Position
from games.errors import ContractError, EvaluationError
from games.parts.part import Part, name_of

if not cython.compiled:
    from evaluators.core.budget import take
    from games.core.scores import MATE_BOUND, ONGOING, VOID, adjust_mate

__all__ = ["Evaluator"]


class Evaluator(Part):
    """What positions are worth to the side to move: an author writes `value`, or `interval`.

    Values are whole numbers below 2^29 in size. An evaluator that searches asks its budget before
    every node (`self.budget.take()`), and what it returns after a refusal is void. That is the
    budget of the search it works for, in every evaluator and searcher that it may ask in turn.
    """

    GIVES_INTERVALS = False
    """Whether a compiled evaluator gives intervals, by `look`."""
    SEARCHES = False
    """Whether its values take nodes: it makes moves to find them."""
    GAMES: tuple[str, ...] = ()
    """Names of the games it knows; none means every game."""

    TRAITS: tuple[str, ...] = ()
    """What tells, of this evaluator's values, how much deeper searches may change them; `trait` has
    it."""

    @property
    def budget(self) -> Budget:
        """What the search under way may still spend, whoever asks this evaluator in it."""
        return spending()

    def gives_intervals(self) -> bool:
        """Whether `interval` works: it is defined, or `GIVES_INTERVALS` says so."""
        return self.GIVES_INTERVALS or type(self).interval is not Evaluator.interval

    def serves(self, position: Position) -> bool:
        """Whether this evaluator knows the game: a question, which changes nothing."""
        if isinstance(self.GAMES, str):
            raise ContractError(f"{self.spec}: GAMES={self.GAMES!r}: expected a tuple of names")
        return not self.GAMES or name_of(type(position)) in self.GAMES

    def bind(self, position: Position) -> None:
        """Settle what this evaluator leaves to a position's game. Searchers do so before a search;
        of an evaluator that is asked before, the first position asked about decides.

        :raises EvaluationError: if it does not know the game.
        """
        if not self.serves(position):
            raise self.refusal(position)

    def refusal(self, position: Position) -> EvaluationError:
        """The error for a position of a game that it does not know."""
        known = f"; it knows {', '.join(self.GAMES)}" if self.GAMES else ""
        return EvaluationError(f"evaluator {self.spec} does not know {position.spec}{known}")

    def value(self, position: Position) -> cython.int:
        """What the position is worth to the side to move; of an interval, the realistic value."""
        pessimistic, optimistic = self.interval(position)
        return pessimistic + (optimistic - pessimistic) // 2

    def value_within(self, position: Position, alpha: cython.int, beta: cython.int) -> cython.int:
        """`value`, as far as it lies between alpha and beta; else a bound on that side."""
        return self.value(position)

    def interval(self, position: Position) -> tuple[int, int]:
        """The bounds (pessimistic, optimistic) from the side to move; a finished game is a point.

        :raises EvaluationError: if this evaluator gives values only.
        """
        if not self.gives_intervals():
            authors = type(self).__mro__[: type(self).__mro__.index(Evaluator)]
            if not any("value" in vars(kind) for kind in authors):
                raise NotImplementedError(f"{type(self).__name__} lacks value, or interval")
            from evaluators import interval_names

            raise EvaluationError(
                f"{self.spec} gives values, no intervals; these do: {', '.join(interval_names())}"
            )
        result: cython.int = position.result()
        if result != ONGOING:
            return result, result
        self.look(position)
        return self.low, self.high

    def static(self, position: Position) -> cython.int:
        """A quick value that costs no nodes, for ordering moves."""
        return self.value(position)

    def may_stand(self) -> bool:
        """Whether a side to move that is not in check is worth at least its `static` value, for it
        may stand on that. Asked once the evaluator is bound to a game."""
        return False

    def trait(self, position: Position, number: cython.int) -> cython.int:
        """One of the numbers that `TRAITS` names, for a game that goes on."""
        return 0

    def tame(self, result: cython.int, ply: cython.int) -> cython.int:
        """The result of a finished game as a value: a win or loss stays below the proved scores,
        for the searcher to find it itself.

        :param ply: how far ahead the game ends, by which a shorter win is the better one.
        """
        if result >= MATE_BOUND:
            return MATE_BOUND - 1 - ply
        return 1 - MATE_BOUND + ply if result <= -MATE_BOUND else result

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
        """Make each listed move from index `start` on, in turn, and note as its score what the
        position after it is worth to the side to move there: the game's result, or else the
        `value`. Its tag tells whether the game ends there, or that the score is void since the
        budget ended on the way.

        :param ply: at which the positions after the moves stand: wins are dated by it.
        :param enough: once a move is worth as much to its own side, the others do not matter.
        :param budget: of the search under way; gives a node for each.
        :param quick: whether the `static` value will do, to order the moves by.
        :returns: the index behind the last move made.
        """
        if not 0 <= start <= moves.count:
            moves.refuse(start)
        index: cython.int
        value: cython.int
        for index in range(start, moves.count):
            if not take(budget):
                return index
            position.push(moves.move[index])
            value = position.result()
            moves.tag[index] = value != ONGOING
            if value != ONGOING:
                value = adjust_mate(value, ply)
            else:
                value = self.static(position) if quick else self.value(position)
            moves.score[index] = value
            position.pop()
            if budget.over:
                moves.tag[index] = VOID
                return index + 1
            if -value >= enough:
                return index + 1
        return moves.count

    def look(self, position: Position) -> cython.bint:
        """`interval` of a game that goes on, without objects: sets `low`, `high` and, between
        them, the realistic value `real`: the middle, unless an evaluator of its own says better.

        :returns: false if the budget ended on the way and the interval is void.
        """
        bounds: Any = self.interval(position)
        self.low, self.high = bounds[0], bounds[1]
        self.real = self.low + (self.high - self.low) // 2
        return not spending().over

    def may_glance(self) -> bool:
        """Whether `glance` finds anything. Asked once the evaluator is bound to a game."""
        return False

    def glance(self, position: Position) -> cython.bint:
        """`look` by a static value that the side to move may stand on, which takes no nodes; false
        where it may not."""
        return False

    def quantile(self, share: cython.double) -> cython.int:
        """What the position looked at last (`look`) is worth at most to the side to move, with
        `share` chances in a hundred; rising, and not bound to the interval.

        Where an evaluator knows no better, the value lies below the realistic one as likely as
        above it, and is uniform on each side.
        """
        if share <= 50:
            return self.low + cython.cast(cython.int, (self.real - self.low) * share / 50)
        return self.real + cython.cast(cython.int, (self.high - self.real) * (share - 50) / 50)

    def coverage(self, times: float) -> float:
        """How many of a hundred true values, or deeper ones, lie within so many times an interval's
        reach from its realistic value, over all positions; rising, and 100 once none lies beyond.

        Less than 0 where an evaluator does not know: it says nothing of its own errors.
        """
        return -1.0

    def look_at_children(
        self, position: Position, moves: Moves, start: cython.int, budget: Budget
    ) -> cython.bint:
        """`look` at what every listed move from index `start` on leads to, from the side to move
        there; the realistic value is the score, a result is a point.

        :param budget: of the search under way; gives a node for each.
        :returns: false if the budget ended on the way and the intervals are void.
        """
        if not 0 <= start <= moves.count:
            moves.refuse(start)
        index: cython.int
        value: cython.int
        for index in range(start, moves.count):
            if not take(budget):
                return False
            position.push(moves.move[index])
            value = position.result()
            moves.tag[index] = value != ONGOING
            if value == ONGOING:
                self.look(position)
                moves.low[index], moves.high[index] = self.low, self.high
                moves.score[index] = self.real
            else:
                moves.low[index] = moves.high[index] = moves.score[index] = value
            position.pop()
            if budget.over:
                return False
        return True


if not cython.compiled:  # as compiled attributes start
    Evaluator.low = Evaluator.high = Evaluator.real = 0
