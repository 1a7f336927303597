"""Quiescence search as an evaluator, which takes nodes from the searcher's budget."""

from __future__ import annotations

from typing import Annotated, TypedDict, Unpack

import cython

from evaluators import default_for
from evaluators.core.budget import Budget, current_budget
from evaluators.core.evaluator import Based, EvaluatorOrSpec
from games.core.moves import Moves
from games.core.position import Position
from games.parts.part import Option

if not cython.compiled:
    from evaluators.core.budget import take
    from evaluators.values.constants import DEEPEST
    from games.core.scores import INFINITY, ONGOING


class QuiescenceOptions(TypedDict, total=False):
    """The options of `Quiescence`."""

    base: Annotated[
        EvaluatorOrSpec, Option(None, "the evaluator of quiet positions", kind="evaluator")
    ]
    margin: Annotated[
        int, Option(150, "the most that a capture gains beside material", low=0, high=10**6)
    ]


class Quiescence(Based):
    """The value after a search of noisy moves: captures, promotions, and every evasion of a check.

    Except in check, the base's value is a lower bound. Two kinds of captures are pruned: those that
    lose material by static exchange (SEE), and those whose gain plus `margin` cannot raise alpha
    (delta pruning). Without noisy moves the value is the base's.
    """

    NAME = "quiescence"
    SEARCHES = True
    OPTIONS = QuiescenceOptions

    def __init__(self, **options: Unpack[QuiescenceOptions]) -> None:
        super().__init__(**options)
        self.margin = self.options["margin"]
        self.moves = Moves()
        self._budget = Budget()

    def default_base(self, position: Position) -> str:
        """Return the spec of the game's strongest evaluator without a search."""
        return default_for(position, static=True)

    def static_is_lower_bound(self) -> bool:
        """Return whether the base is chosen and makes no search: its value is a lower bound."""
        return self.base is not None and not self.base.SEARCHES

    def value(self, position: Position) -> cython.int:
        """Return the value of a quiescence search with the widest window, for the side to move."""
        return self.value_within(position, -INFINITY, INFINITY)

    def value_within(self, position: Position, alpha: cython.int, beta: cython.int) -> cython.int:
        """Return the value of a position after a search of noisy moves alone.

        It is from the side to move. Outside (alpha, beta) it is a bound on that side, perhaps
        beyond alpha or beta (fail-soft). In check all moves are searched; mate is a loss. Wins are
        heuristic values, below MATE_BOUND. Void if the budget ended.
        """
        if self.base is None:
            self.bind(position)
        if not self._budget.current:
            self._budget = current_budget()
        self.moves.count = 0
        return self._search(position, alpha, beta, 0)

    def _search(
        self, position: Position, alpha: cython.int, beta: cython.int, ply: cython.int
    ) -> cython.int:
        """Return the fail-soft value for the side to move, by noisy moves; in check by all moves.

        Captures are pruned by SEE and `margin`. Void if the budget ended.
        """
        moves: Moves = self.moves
        start: cython.int = moves.count
        check: cython.bint = position.in_check()
        best: cython.int = -INFINITY
        static: cython.int = 0
        value: cython.int
        index: cython.int
        # Step 1: the static value as a lower bound; at DEEPEST the line ends even in check.
        if not check or ply >= DEEPEST:
            best = static = self.base.value(position)
            if best >= beta or ply >= DEEPEST or self._budget.over:
                return best
            alpha = max(alpha, best)
        # Step 2: generate the noisy moves, the largest gain first.
        position.noisy_moves(moves)
        if check and moves.count == start:  # mate, or a game that lists no evasions
            value = position.result()
            if value == ONGOING:
                return self.base.value(position)
            return self.clamp_terminal(value, ply)
        for index in range(start, moves.count):
            moves.score[index] = position.see(moves.move[index])
        for index in range(start, moves.count):
            moves.pick_next(start, index)
            # Step 3: SEE and delta pruning; the remaining moves gain no more.
            if not check and (
                moves.score[index] < 0 or static + moves.score[index] + self.margin <= alpha
            ):
                if moves.score[index] >= 0:  # the bound of the pruned moves, at most alpha
                    best = max(best, static + moves.score[index] + self.margin)
                break
            # Step 4: search the move.
            if not take(self._budget):
                break
            position.push(moves.move[index])
            value = position.result()
            if value == ONGOING:
                value = -self._search(position, -beta, -alpha, ply + 1)
            else:
                value = -self.clamp_terminal(value, ply + 1)
            position.pop()
            if self._budget.over:
                break
            if value > best:
                best = value
                alpha = max(alpha, best)
                if best >= beta:
                    break
        moves.count = start
        return best
