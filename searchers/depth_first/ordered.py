"""In which order a search tries moves: what cut before, what wins something, then the rest."""

from __future__ import annotations

from typing import Any

import cython

from games.core.moves import Moves
from games.core.position import Position
from searchers.depth_first.ending import Ending
from searchers.depth_first.move_order import MoveOrder

if not cython.compiled:
    from evaluators.core.budget import take
    from games.core.scores import INFINITY, MAX_PLY, ONGOING, QUIET
    from searchers.depth_first.move_order import MOST_HISTORY

    NOISY, MADE, LEFT_OUT, BAD_CAPTURE = 1, 2, 4, -(2**29)
    SURE_SIGHT, CAPTURE_WEIGHT = 5, 300

__all__ = ["Ordered"]


class Ordered(Ending):
    """A search that learns which moves cut, by its options `killers`, `history` and `sort`.

    A move's tag says whether it is NOISY, whether its child was MADE already for sorting, and
    whether it was LEFT_OUT.
    Where nodes are sure, what cut elsewhere tells little, and more is sorted.
    """

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        self.killing = self.options["killers"]
        self.using_history = self.options["history"]
        self.sort_from = self.options["sort"] or MAX_PLY + 1

    def new_game(self) -> None:
        super().new_game()
        self.moves_before = MoveOrder()

    def _bring(self, position: Position, start: cython.int, tt_move: cython.int) -> cython.int:
        """Bring the table's move to the front; how many moves stand there now, 1 or 0. Where it
        cuts, nothing else need be put in order."""
        moves: Moves = self.moves
        index: cython.int
        for index in range(start, moves.count):
            if moves.move[index] == tt_move:
                moves.move[index] = moves.move[start]
                moves.move[start] = tt_move
                moves.score[start] = INFINITY
                moves.tag[start] = 0 if position.see(tt_move) == QUIET else NOISY
                return 1
        return 0

    def _order(self, position: Position, start: cython.int, ply: cython.int) -> cython.int:
        """Score the noisy children from index `start` on, and killers: good captures, by what they
        win and how often they cut, killers, the rest, which `_order_quiet` is for, bad captures."""
        moves: Moves = self.moves
        see: cython.int
        index: cython.int
        killing: cython.bint = self.killing and not self.sure[ply]
        for index in range(start, moves.count):
            see = position.see(moves.move[index])
            if see == QUIET:
                moves.tag[index] = 0
                moves.score[index] = (
                    self.moves_before.killing(moves.move[index], ply) if killing else 0
                )
            else:
                moves.tag[index] = NOISY
                moves.score[index] = see - BAD_CAPTURE if see >= 0 else see + BAD_CAPTURE
                if see >= 0 and self.using_history:
                    moves.score[index] += self._capture_history(position, moves.move[index])
        return 0

    def _capture_history(self, position: Position, move: cython.int) -> cython.int:
        """What it counts for a capture, in units of material, how often its like cut."""
        past: cython.int = self.moves_before.captures[position.move_kind(move)]
        return CAPTURE_WEIGHT * past // MOST_HISTORY

    def _order_quiet(
        self,
        position: Position,
        start: cython.int,
        depth: cython.int,
        beta: cython.int,
        ply: cython.int,
        most: cython.int,
    ) -> cython.int:
        """Score the quiet children from index `start` on, when those of `_order` that come before
        them did not cut, and sort so many of all that are left."""
        moves: Moves = self.moves
        side: cython.int = (self.root_ply + ply) & 1
        sure: cython.bint = self.sure[ply] != 0
        sorting: cython.bint = depth >= (min(3, self.sort_from) if sure else self.sort_from)
        move: cython.int
        index: cython.int
        for index in range(start, moves.count):
            if moves.tag[index] & NOISY:
                continue
            move = moves.move[index]
            if sorting:
                if not self._make(position, index, beta, ply):
                    break
                if sure:
                    moves.score[index] += SURE_SIGHT * position.quiet_move_score(move)
            elif self.using_history:
                moves.score[index] = self.moves_before.past(
                    move, position.move_kind(move), side, ply
                ) + 32 * position.quiet_move_score(move)
            else:
                moves.score[index] = position.quiet_move_score(move)
        return moves.sort_best(start, max(1, most))

    def _make(
        self, position: Position, index: cython.int, beta: cython.int, ply: cython.int
    ) -> cython.bint:
        """Make a quiet child and score it by its static value, highest if it surely brings the node
        to beta; false if the budget ended."""
        if not take(self.budget):
            return False
        self.counts.generated += 1
        if self.tracing:
            self.trace.child("generated", position, self.moves.move[index])
        position.push(self.moves.move[index])
        value: cython.int = position.result()
        if value == ONGOING:
            if self.sure[ply] and self._settles(position, beta, self.root_ply + ply + 1):
                value = -INFINITY
            else:
                value = self.evaluator.static(position)
        position.pop()
        self.moves.score[index] = max(min(-value, 1 << 27), -(1 << 27))
        self.moves.tag[index] = MADE
        return True

    def _update_history(
        self,
        position: Position,
        start: cython.int,
        index: cython.int,
        depth: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """Remember the move that cut, and that those searched before it did not; of quiet ones, if
        it is quiet itself."""
        moves: Moves = self.moves
        side: cython.int = (self.root_ply + ply) & 1
        quiet: cython.bint = not moves.tag[index] & NOISY
        # In steps of up to a fifth of `MOST_HISTORY`: else short searches learn nothing.
        earned: cython.int = min(128 * depth * (depth + 1), 3200)
        move: cython.int
        bonus: cython.int
        other: cython.int
        if quiet and self.killing:
            self.moves_before.kill(moves.move[index], ply)
        for other in range(start, index + 1 if self.using_history else start):
            move = moves.move[other]
            bonus = earned if other == index else -earned
            if moves.tag[other] & LEFT_OUT:
                continue
            if moves.tag[other] & NOISY:
                self.moves_before.credit_capture(position.move_kind(move), bonus)
            elif quiet:
                self.moves_before.credit(move, position.move_kind(move), side, ply, bonus)
        return 0
