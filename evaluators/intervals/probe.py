"""Looking a few plies ahead: what evaluators of intervals that search have in common."""

from __future__ import annotations

from typing import Any

import cython

from evaluators.core.based import Based
from evaluators.core.budget import Budget, spending
from evaluators.core.evaluator import Evaluator
from games.core.moves import Moves
from games.core.position import Position
from games.errors import EvaluationError
from games.parts.part import Option

if not cython.compiled:
    from evaluators.core.budget import take
    from games.core.scores import INFINITY, ONGOING, QUIET

__all__ = ["BASE", "Probe"]

NEVER = 2**62

BASE = Option("base", None, "what positions at the horizon are worth", kind="evaluator")
"""The option that every subclass has."""


class Probe(Based):
    """An evaluator of intervals that asks another for values, its base, here or some plies ahead.

    A subclass calls `begin`, then `ahead` as often as it likes. Once `ended` is set, what is under
    way is void.
    """

    GIVES_INTERVALS = True
    SEARCHES = True

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.moves = Moves()
        self.spent = Budget()
        self.until = NEVER
        self.ended = self.horizon = False

    def serves(self, position: Position) -> bool:
        # Values ahead are negated for the opponent.
        return (
            not position.one_player and Based.serves(self, position) and Based.knows(self, position)
        )

    def refusal(self, position: Position) -> EvaluationError:
        base = self.base_for(position)
        if base.serves(position) and not base.knows(position):
            return EvaluationError(
                f"evaluator {self.spec} finds nothing out about {position.spec}: its base "
                f"{base.spec} gives the same value to every position that is not over; expected "
                "another base"
            )
        return Based.refusal(self, position)

    def value(self, position: Position) -> cython.int:
        self.look(position)
        return self.real

    def begin(self, position: Position) -> cython.bint:
        """Forget what was under way; whether the budget allows anything."""
        if self.base is None:
            self.bind(position)
        if not self.spent.current:
            self.spent = spending()
        self.moves.count = 0
        self.until = NEVER
        self.ended = self.spent.over
        return not self.ended

    def take(self) -> cython.bint:
        """Take a node of the budget, unless this probe has had its share (`until`)."""
        if self.spent.used >= self.until or not take(self.spent):
            self.ended = True
        return not self.ended

    def ahead(
        self,
        position: Position,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """The base's value of a game that goes on, backed up from `depth` plies ahead.

        Fail-soft: outside (alpha, beta) a bound on that side, as close as was seen. A win found
        stays below the proved scores.

        :param ply: plies from the position evaluated, by which a shorter win is the better one.
        """
        moves: Moves = self.moves
        start: cython.int = moves.count
        best: cython.int = -INFINITY
        value: cython.int
        index: cython.int
        if depth <= 0:
            self.horizon = True
            value = self.base.value_within(position, alpha, beta)
            self.ended = self.ended or self.spent.over
            return value
        position.generate(moves)
        if self._score(position, start, depth):
            for index in range(start, moves.count):
                moves.pick_next(start, index)
                if not moves.tag[index] and not self.take():
                    break
                position.push(moves.move[index])
                value = -self.reached(position, depth - 1, -beta, -alpha, ply + 1)
                position.pop()
                if self.ended:
                    break
                if value > best:
                    best = value
                    alpha = max(alpha, best)
                    if best >= beta:
                        break
        moves.count = start
        return best

    def reached(
        self,
        position: Position,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """`ahead`, or the result of a game that is over: a win as a heuristic value."""
        result: cython.int = position.result()
        if result == ONGOING:
            return self.ahead(position, depth, alpha, beta, ply)
        return self.tame(result, ply)

    def _score(self, position: Position, start: cython.int, depth: cython.int) -> cython.bint:
        """Score the moves from index `start` on for ordering: noisy ones by what they win, quiet
        ones by the static value they lead to; at the last level that would cost more than it saves.

        Moves tried for it are tagged: they are nodes already. False if the budget ended.
        """
        moves: Moves = self.moves
        base: Evaluator = self.base
        standing: cython.int = base.static(position)
        see: cython.int
        index: cython.int
        for index in range(start, moves.count):
            see = position.see(moves.move[index])
            moves.tag[index] = depth > 1 and see == QUIET
            moves.score[index] = standing if see == QUIET else standing + see
            if moves.tag[index]:
                if not self.take():
                    return False
                position.push(moves.move[index])
                if position.result() == ONGOING:
                    moves.score[index] = -base.static(position)
                position.pop()
        return True
