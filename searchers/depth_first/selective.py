"""What a principal variation search guesses before it tries a move; and its options to guess.

How far a guess may be wrong is never a constant of one game: `Foresight` tells how far deeper
values usually lie from shallower ones, and options say how many times that far is far enough.
"""

from __future__ import annotations

from typing import Any

import cython

from games.core.position import Position
from games.parts.part import Option
from searchers.depth_first.foresight import NOTHING, Foresight, foresee
from searchers.depth_first.ordered import Ordered

if not cython.compiled:
    from evaluators.core.budget import take
    from games.core.array import array, ints
    from games.core.scores import LOWER, MATE_BOUND, MAX_PLY, ONGOING, UPPER
    from searchers.depth_first.constants import DECIDED, NO_MOVE, STATIC_DEPTH, UNKNOWN
    from searchers.depth_first.foresight import LOOKED
    from searchers.storage.constants import NO_STATIC

__all__ = ["SELECTIVE", "Selective"]

SELECTIVE = (
    Option("selective", True, "guess at all; false is null, lmr ... probcut off"),
    Option("null", True, "null-move pruning, where the game allows passes"),
    Option("lmr", True, "reduce the depth of late quiet moves"),
    Option(
        "lmp",
        4,
        "late-move pruning: leave out quiet moves near the horizon after so many, and the squared "
        "depth more; 0 is never",
        low=0,
        high=1000,
    ),
    Option("exchange", True, "leave out quiet moves near the horizon that lose what they move"),
    Option(
        "refine", True, "where the table knows a nearer bound, guess by it, not the static value"
    ),
    Option("iir", True, "look less deeply where the table knows no move to try first"),
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
    Option(
        "singular",
        100,
        "singular extensions (Anantharaman 1990): search deeper a move whose rivals all are worse, "
        "by a part of such an error; likewise",
        low=0,
        high=100,
    ),
)

_RAZORED = 3
"""Plies up to which razoring does."""

USUAL = 84
"""Of a hundred errors these lie below one standard deviation, if they are normal."""


class Selective(Ordered):
    """The devices that look at a node alone; `_node` is the search that they are part of.

    Where a node is sure, all of them are off. Per ply, `statics` has the static value (NO_STATIC in
    check), `expected` the same or what the table knows nearer, `excluded` the move that a search
    for singular moves leaves out.
    """

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        on = self.options["selective"]
        self.null, self.easing = on and self.options["null"], on and self.options["iir"]
        self.refining = on and self.options["refine"]
        self._statics = array("i", [NO_STATIC]) * (MAX_PLY + 2)
        self._excluded = array("i", [NO_MOVE]) * (MAX_PLY + 2)
        self._expected = array("i", [NO_STATIC]) * (MAX_PLY + 2)
        self.statics, self.expected = ints(self._statics), ints(self._expected)
        self.excluded = ints(self._excluded)
        devices = ("null", "reverse", "futility", "razoring", "probcut")
        self.weighing = on and any(map(self.options.get, devices))
        self.reverse = self.futility = self.razoring = self.probcut = NOTHING
        self.usual = self.lone = NOTHING

    def _foresee(self, position: Position) -> None:
        """Take what is known of the evaluator in the position's game."""
        on = self.options["selective"]
        self.usual = foresee(self.evaluator, position, "", USUAL)
        self.reverse, self.futility, self.razoring, self.probcut, self.lone = [
            foresee(self.evaluator, position, name, self.options[name] if on else 0)
            for name in ("reverse", "futility", "razoring", "probcut", "singular")
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

    def _weigh(
        self, position: Position, check: cython.bint, known: cython.bint, ply: cython.int
    ) -> cython.int:
        """Note the static value of the node at a ply, NO_STATIC in check, or where nobody needs it;
        and what the table, if it just told of the node, expects instead."""
        static: cython.int = NO_STATIC
        if not check and not self.sure[ply] and self.weighing:
            if known:
                static = self.table.static
            if static == NO_STATIC:
                static = self.evaluator.static(position)
        self.statics[ply] = self.expected[ply] = static
        if (
            known
            and self.refining
            and static != NO_STATIC
            and abs(self.table.value) < MATE_BOUND
            and self.table.bound & (LOWER if self.table.value > static else UPPER)
        ):
            self.expected[ply] = self.table.value
        return static

    def _unit(self, errors: Foresight, position: Position) -> cython.int:
        """By how much a static value may be wrong: what is near and far in this game."""
        phase: cython.int = position.game_phase()
        return (errors.below(2, phase) + errors.above(2, phase)) // 2

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
        static: cython.int = self.expected[ply]
        phase: cython.int = position.game_phase()
        near: cython.int = max(1, depth - self._improving(ply))
        value: cython.int
        if abs(beta) >= DECIDED or abs(static) >= DECIDED or static == NO_STATIC:
            return ONGOING
        # Reverse futility: so far above beta that a search will hardly bring it below.
        if depth <= STATIC_DEPTH and static - self.reverse.below(near, phase) >= beta:
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
        below -= min((self.statics[ply] - beta) // (self._unit(self.usual, position) + 1), 3)
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
