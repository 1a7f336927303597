"""What a principal variation search does with late moves: left out, or reduced at first; and with
one that alone is good."""

from __future__ import annotations

import math
from typing import Any

import cython

from games.core.position import Position
from searchers.depth_first.selective import Selective

if not cython.compiled:
    from games.core.array import array, ints
    from games.core.moves import MOST_LISTED
    from games.core.scores import INFINITY, LOWER, MATE_BOUND, ONGOING, adjust_mate
    from searchers.depth_first.foresight import UNKNOWN
    from searchers.depth_first.move_order import KILLER, MOST_HISTORY
    from searchers.depth_first.ordered import BAD_CAPTURE, MADE, NOISY
    from searchers.depth_first.selective import DECIDED, NO_MOVE, STATIC_DEPTH
    from searchers.storage.transposition_table import NO_STATIC

    SIZES, MULTICUT = 64, 64

__all__ = ["LateMoves"]

_LATE_DEPTH = 8
"""Plies up to which late quiet moves are left out."""
_LOST_QUIET = 8
"""What a quiet move may give away, in 64ths of a usual error for every ply squared."""

# Reductions, in 1,024ths of a ply.
_REDUCED, _DIVISOR = 1024, 2.0
"""The least, and what the product of the logarithms of depth and number is divided by."""
_CUT_MORE, _OPEN_LESS, _IMPROVING_LESS, _KILLER_LESS = 1024, 1024, 512, 1024
"""Where a cut is expected, the window open, the side to move improving; and of killers."""


class LateMoves(Selective):
    """The devices that look at one move of a node, as `Selective` has those that look at none."""

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        on = self.options["selective"]
        self.iteration = 0  # the depth that the root is searched to
        self.reductions = on and self.options["lmr"]
        self.exchanging = on and self.options["exchange"]
        self.late = self.options["lmp"] if on else 0
        self._reduced = array("i", _reductions())
        self.reduced = ints(self._reduced)
        self.shortest = 1  # the least depth that a move is reduced to

    def _foresee(self, position: Position) -> None:
        super()._foresee(position)
        # Where the evaluator searches on, a move may be looked at by that alone.
        self.shortest = 0 if self.evaluator.SEARCHES else 1

    def _left_out(
        self,
        position: Position,
        index: cython.int,
        depth: cython.int,
        alpha: cython.int,
        ply: cython.int,
        less: cython.int,
        late: cython.bint,
    ) -> cython.int:
        """Of a move that need not be made what it may be worth at most: where it is too far below
        alpha with all that it loses, that; where it is late, or loses what it moves,
        -INFINITY, for nobody knows. Of one that is to be made, such as a capture that loses
        nothing, ONGOING.

        :param less: by how many plies its search would be reduced.
        :param late: whether it comes after so many that, if quiet, it is left out.
        """
        score: cython.int = self.moves.score[index]
        move: cython.int = self.moves.move[index]
        noisy: cython.bint = self.moves.tag[index] & NOISY != 0
        near: cython.int = depth if noisy else max(1, depth - less)
        bound: cython.int = ONGOING
        if score == INFINITY or self.moves.tag[index] & MADE or abs(alpha) >= DECIDED:
            return ONGOING
        if noisy and score >= 0:
            return ONGOING
        if late and not noisy and score < KILLER:
            bound = -INFINITY
        elif near <= STATIC_DEPTH and self.statics[ply] != NO_STATIC:
            # `below`, for it is the child's value, seen from there, that a search may bring down.
            bound = self.statics[ply] + self.futility.below(near, position.game_phase())
            if noisy:
                bound += score - BAD_CAPTURE
            if bound > alpha:
                bound = -INFINITY if not noisy and self._loses(position, move, near) else ONGOING
        return ONGOING if bound == ONGOING or position.gives_check(move) else bound

    def _first_late(self, depth: cython.int, ply: cython.int) -> cython.int:
        """After how many moves near the horizon quiet ones are left out; MOST_LISTED: never."""
        if not self.late or depth > _LATE_DEPTH:
            return MOST_LISTED
        return self.late + depth * depth * (1 + self._improving(ply))

    def _loses(self, position: Position, move: cython.int, near: cython.int) -> cython.bint:
        """Whether a quiet move gives away too much for one so near the horizon."""
        unit: cython.int = self._unit(self.usual, position)
        if not self.exchanging or unit >= UNKNOWN:
            return False
        return 64 * position.hanging_loss(move) > _LOST_QUIET * near * near * unit

    def _reduction(
        self,
        position: Position,
        index: cython.int,
        order: cython.int,
        depth: cython.int,
        ply: cython.int,
        pv: cython.bint,
        cut: cython.bint,
    ) -> cython.int:
        """By how many plies a late move is searched less deeply.

        :param pv: whether the window is open.
        :param cut: whether the node is expected to reach beta.
        """
        if not self.reductions or self.sure[ply] or (ply == 0 and self.ranking):
            return 0
        if depth < self.shortest + 2:
            return 0
        move: cython.int = self.moves.move[index]
        past: cython.int = self.moves.score[index]  # of most quiet moves, by `_order_quiet`
        less: cython.int = self.reduced[SIZES * min(depth, SIZES - 1) + min(order, SIZES - 1)]
        if self.moves.tag[index] & NOISY:
            return 0 if past >= 0 else 1
        if past >= KILLER:
            less -= _KILLER_LESS
        if past >= KILLER or self.moves.tag[index] & MADE:
            past = self.moves_before.past(
                move, position.move_kind(move), (self.root_ply + ply) & 1, ply
            )
        less += _CUT_MORE * cut - _OPEN_LESS * pv - _IMPROVING_LESS * self._improving(ply)
        less -= past * 1024 // MOST_HISTORY
        return max(0, min(less // 1024, depth - 1 - self.shortest))

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
        are clearly worse than it was found to be (Anantharaman et al. 1990), less than none if they
        are not and the node will hardly need it. MULTICUT if another one reaches beta as well, by
        as much: then a move that does is to be expected (Bjornsson & Marsland 2001). Void if the
        budget ended."""
        unit: cython.int = self._unit(self.lone, position)
        value: cython.int
        edge: cython.int
        before: cython.int
        kept: cython.int = self.statics[ply]
        outside: cython.bint = self.horizon
        if ply == 0 or self.sure[ply] or self.excluded[ply] != NO_MOVE or unit >= UNKNOWN:
            return 0
        if not self.table.probe(position.key()) or self.table.move != tt_move:
            return 0
        if self.table.depth < depth - 3 or not self.table.bound & LOWER:
            return 0
        before = adjust_mate(self.table.value, self.root_ply + ply)
        if abs(before) >= MATE_BOUND or ply >= 2 * self.iteration:
            return 0
        edge = before - depth * unit // 64
        self.excluded[ply] = tt_move
        value = self._node(position, (depth - 1) // 2, edge - 1, edge, ply, False, cut)
        self.excluded[ply] = NO_MOVE
        self.statics[ply] = kept
        self.lines.length[ply] = 0
        self.horizon = outside
        if value < edge:
            return 1
        if edge >= beta:
            return MULTICUT
        return -2 if before >= beta else -cut


def _reductions() -> list[int]:
    """1,024ths of plies to reduce by depth and number of the move, as rows."""
    return [
        int(_REDUCED + 1024 * math.log(depth) * math.log(order) / _DIVISOR)
        if depth and order
        else 0
        for depth in range(SIZES)
        for order in range(SIZES)
    ]
