"""What a principal variation search leaves out: every way to guess, each an option.

How far a guess may be wrong is never a constant of one game: `Foresight` tells how far deeper
values usually lie from shallower ones, and options say how many times that far is far enough.
"""

from __future__ import annotations

import math
from typing import Any

import cython

from games.core.position import Position
from games.parts.part import Option
from searchers.depth_first.foresight import NOTHING, foresee
from searchers.depth_first.ordered import Ordered

if not cython.compiled:
    from evaluators.core.budget import take
    from games.core.array import array, ints
    from games.core.scores import INFINITY, LOWER, MATE_BOUND, MAX_PLY, ONGOING, adjust_mate
    from searchers.depth_first.foresight import LOOKED, UNKNOWN
    from searchers.depth_first.move_order import KILLER, MOST_HISTORY
    from searchers.depth_first.ordered import BAD_CAPTURE, MADE, NOISY
    from searchers.storage.transposition_table import NO_STATIC

    NO_MOVE, SIZES, DECIDED = -1, 64, 2**28

__all__ = ["SELECTIVE", "Selective"]

SELECTIVE = (
    Option("selective", True, "guess at all; false is null, lmr ... probcut off"),
    Option("null", True, "null-move pruning, where the game allows passes"),
    Option("lmr", True, "reduce the depth of late quiet moves"),
    Option(
        "lmp",
        8,
        "late-move pruning: leave out quiet moves near the horizon after so many, and the squared "
        "depth more; 0 is never",
        low=0,
        high=1000,
    ),
    Option("iir", True, "look less deeply where the table knows no move to try first"),
    Option("singular", False, "search deeper a move that alone is good (Anantharaman 1990)"),
    Option(
        "reverse",
        100,
        "reverse futility: cut where in so many of a hundred positions no search would bring the "
        "static value below beta; 0 is never, 100 what was found best for the game",
        low=0,
        high=100,
    ),
    Option("futility", 100, "leave out moves that will not reach alpha, likewise", low=0, high=100),
    Option("razoring", 100, "quiescence alone where alpha is far, likewise", low=0, high=100),
    Option(
        "probcut",
        100,
        "ProbCut (Buro 1995): the same by a search of 4 plies less, likewise",
        low=0,
        high=100,
    ),
)

_STATIC_DEPTH = 8
"""Plies to the horizon up to which a static value may decide."""
_RAZORED = 3
"""Plies up to which razoring does."""
_LATE_DEPTH = 8
"""Plies up to which late quiet moves are left out."""


USUAL = 84
"""Of a hundred errors these lie below one standard deviation, if they are normal."""


class Selective(Ordered):
    """The devices; `_node` is the search that they are part of.

    Where a node is sure, all of them are off. Per ply, `statics` has the static value (NO_STATIC in
    check), `excluded` the move that a search for singular moves leaves out.
    """

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        on = self.options["selective"]
        self.null, self.reductions = on and self.options["null"], on and self.options["lmr"]
        self.iteration = 0  # the depth that the root is searched to
        self.easing, self.singular = on and self.options["iir"], on and self.options["singular"]
        self.late = self.options["lmp"] if on else 0
        self._reduced = array("i", _reductions())
        self._statics = array("i", [NO_STATIC]) * (MAX_PLY + 2)
        self._excluded = array("i", [NO_MOVE]) * (MAX_PLY + 2)
        self.reduced, self.statics = ints(self._reduced), ints(self._statics)
        self.excluded = ints(self._excluded)
        devices = ("null", "reverse", "futility", "razoring", "probcut")
        self.weighing = on and any(map(self.options.get, devices))
        self.reverse = self.futility = self.razoring = self.probcut = NOTHING
        self.usual = NOTHING

    def _foresee(self, position: Position) -> None:
        """Take what is known of the evaluator in the position's game."""
        on = self.options["selective"]
        self.usual = foresee(self.evaluator, position, "", USUAL)
        self.reverse, self.futility, self.razoring, self.probcut = [
            foresee(self.evaluator, position, name, self.options[name] if on else 0)
            for name in ("reverse", "futility", "razoring", "probcut")
        ]

    def _node(
        self,
        position: Position,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        allow_null: cython.bint,
        cut: cython.bint,
    ) -> cython.int:
        raise NotImplementedError(f"{type(self).__name__} lacks _node")

    # -- before any move ---------------------------------------------------------------------

    def _weigh(
        self, position: Position, check: cython.bint, known: cython.int, ply: cython.int
    ) -> cython.int:
        """Note the static value of the node at a ply, which the table may have known; NO_STATIC in
        check, or where nobody needs it."""
        if check or self.sure[ply] or not self.weighing:
            self.statics[ply] = NO_STATIC
        elif known != NO_STATIC:
            self.statics[ply] = known
        else:
            self.statics[ply] = self.evaluator.static(position)
        return self.statics[ply]

    def _unit(self, position: Position) -> cython.int:
        """By how much a static value is usually wrong: what is near and far in this game."""
        phase: cython.int = position.game_phase()
        return (self.usual.below(2, phase) + self.usual.above(2, phase)) // 2

    def _improving(self, ply: cython.int) -> cython.bint:
        """Whether the side to move stands better than at its last move."""
        static: cython.int = self.statics[ply]
        if static == NO_STATIC or ply < 2 or self.statics[ply - 2] == NO_STATIC:
            return False
        return static > self.statics[ply - 2]

    def _guessed(
        self,
        position: Position,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        allow_null: cython.bint,
        cut: cython.bint,
    ) -> cython.int:
        """A bound beyond the empty window that can be guessed without trying the moves; else
        ONGOING. Void if the budget ended."""
        static: cython.int = self.statics[ply]
        phase: cython.int = position.game_phase()
        value: cython.int
        if abs(beta) >= DECIDED or abs(static) >= DECIDED or static == NO_STATIC:
            return ONGOING
        # Reverse futility: so far above beta that a search will hardly bring it below.
        if depth <= _STATIC_DEPTH and static - self.reverse.below(depth, phase) >= beta:
            return beta + (static - beta) // 2
        # Razoring: so far below alpha that only captures can help.
        if depth <= _RAZORED and static + self.razoring.above(depth, phase) <= alpha:
            value = self._node(position, 0, alpha, beta, ply, False, cut)
            if value <= alpha or self.budget.over:
                return value
        # The null move: if even a pass is good enough, so is the best move.
        if allow_null and static >= beta and self._pass(position, depth, beta, ply, cut):
            return beta
        if depth > LOOKED and not self.budget.over:
            return self._prob_cut(position, depth, alpha, beta, ply, phase, cut)
        return ONGOING

    def _pass(
        self,
        position: Position,
        depth: cython.int,
        beta: cython.int,
        ply: cython.int,
        cut: cython.bint,
    ) -> cython.bint:
        """Whether the side to move could pass and still reach beta (null-move pruning)."""
        below: cython.int = depth - 4 - depth // 4
        if not self.null or depth < 2:
            return False
        if not position.can_pass() or not position.zugzwang_unlikely():
            return False
        below -= min((self.statics[ply] - beta) // (self._unit(position) + 1), 3)
        if not take(self.budget):
            return False
        self.counts.generated += 1
        if self.tracing:
            self.trace.child("generated", position, NO_MOVE)
        self.lines.length[ply + 1] = 0
        self.moves_before.kinds[ply] = NO_MOVE
        position.push_pass()
        value: cython.int = -self._node(position, below, -beta, -beta + 1, ply + 1, False, not cut)
        position.pop()
        if value < beta or self.budget.over:
            return False
        self.horizon = True  # a guess, however good
        return True

    def _prob_cut(
        self,
        position: Position,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        phase: cython.int,
        cut: cython.bint,
    ) -> cython.int:
        """A bound beyond the window if a shallower search is far enough beyond it."""
        far: cython.int
        value: cython.int
        edge: cython.int
        if self.statics[ply] >= beta:
            far = self.probcut.below_looked(depth, phase)
            if far == UNKNOWN:
                return ONGOING
            edge = beta + far
            value = self._node(position, depth - LOOKED, edge - 1, edge, ply, False, cut)
            return beta if value >= edge and not self.budget.over else ONGOING
        far = self.probcut.above_looked(depth, phase)
        if far == UNKNOWN:
            return ONGOING
        edge = alpha - far
        value = self._node(position, depth - LOOKED, edge, edge + 1, ply, False, cut)
        return alpha if value <= edge and not self.budget.over else ONGOING

    # -- move by move ------------------------------------------------------------------------

    def _left_out(
        self,
        position: Position,
        index: cython.int,
        order: cython.int,
        depth: cython.int,
        alpha: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """Of a move that need not be made what it may be worth at most: where it is too far below
        alpha with all that it wins, that; where it is merely late, -INFINITY, for nobody knows. Of
        one that is to be made ONGOING.

        :param order: how many moves come before it.
        """
        score: cython.int = self.moves.score[index]
        wins: cython.int = 0
        if score == INFINITY or self.moves.tag[index] & MADE or abs(alpha) >= DECIDED:
            return ONGOING
        if self.moves.tag[index] & NOISY:
            wins = score + BAD_CAPTURE if score >= 0 else score - BAD_CAPTURE
        elif (
            self.late
            and score < KILLER
            and depth <= _LATE_DEPTH
            and order >= self.late + depth * depth * (1 + self._improving(ply))
        ):
            return ONGOING if position.threatens(self.moves.move[index]) else -INFINITY
        if depth > _STATIC_DEPTH or self.statics[ply] == NO_STATIC:
            return ONGOING
        # `below`, for it is the child's value, seen from there, that a search may bring down.
        wins += self.statics[ply] + self.futility.below(depth, position.game_phase())
        if wins > alpha or position.threatens(self.moves.move[index]):
            return ONGOING
        return wins

    def _reduction(
        self,
        position: Position,
        index: cython.int,
        order: cython.int,
        depth: cython.int,
        ply: cython.int,
        pv: cython.bint,
        cut: cython.bint,
        kind: cython.int,
    ) -> cython.int:
        """By how many plies a late move is searched less deeply.

        :param pv: whether the window is open.
        :param cut: whether the node is expected to reach beta.
        :param kind: of the move, as `Position.move_kind` tells it.
        """
        if (
            not self.reductions
            or self.sure[ply]
            or depth < 3
            or order < 2
            or (ply == 0 and self.ranking)
        ):
            return 0
        score: cython.int = self.moves.score[index]
        less: cython.int
        if self.moves.tag[index] & NOISY:
            return 0 if score >= 0 else 1
        less = self.reduced[SIZES * min(depth, SIZES - 1) + min(order, SIZES - 1)]
        less += 1024 * (cut - pv) - 1024 * self._improving(ply) // 2
        past: cython.int = self.moves_before.past(
            self.moves.move[index], kind, (self.root_ply + ply) & 1, ply
        )
        less -= past * 1024 // MOST_HISTORY
        if score >= KILLER:
            less -= 1024
        return max(0, min(less // 1024, depth - 2))

    def _singular(
        self,
        position: Position,
        depth: cython.int,
        beta: cython.int,
        ply: cython.int,
        cut: cython.bint,
        tt_move: cython.int,
    ) -> cython.int:
        """By how many plies the table's move deserves to be searched more deeply: one if all others
        are clearly worse than it was found to be."""
        unit: cython.int = self._unit(position)
        value: cython.int
        edge: cython.int
        kept: cython.int = self.statics[ply]
        if ply == 0 or self.sure[ply] or self.excluded[ply] != NO_MOVE or unit >= UNKNOWN:
            return 0
        if not self.table.probe(position.key()) or self.table.move != tt_move:
            return 0
        if self.table.depth < depth - 3 or not self.table.bound & LOWER:
            return 0
        value = adjust_mate(self.table.value, self.root_ply + ply)
        if abs(value) >= MATE_BOUND or ply >= 2 * self.iteration:
            return 0
        edge = value - depth * unit // 64
        outside: cython.bint = self.horizon
        self.excluded[ply] = tt_move
        value = self._node(position, (depth - 1) // 2, edge - 1, edge, ply, False, cut)
        self.excluded[ply] = NO_MOVE
        self.statics[ply] = kept
        self.lines.length[ply] = 0
        self.horizon = outside
        return 1 if value < edge else 0


def _reductions() -> list[int]:
    """1,024ths of plies to reduce by depth and number of the move, as rows."""
    return [
        int(1024 * (1.0 + math.log(depth) * math.log(order) / 2.0)) if depth and order else 0
        for depth in range(SIZES)
        for order in range(SIZES)
    ]
