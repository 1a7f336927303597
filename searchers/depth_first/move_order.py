"""Move ordering: the table's move, captures, killers, quiet moves by history, losing captures."""

from __future__ import annotations

import cython

from games.core.moves import Moves
from games.core.position import Position

if not cython.compiled:
    from games.core.array import array, ints, shorts
    from games.core.scores import INFINITY, MAX_PLY, QUIET
    from searchers.depth_first.constants import (
        BAD_CAPTURE,
        BUTTERFLY,
        KILLER,
        KINDS,
        MAX_HISTORY,
        NO_MOVE,
        NOISY,
        PRUNED,
    )

_CAPTURE_WEIGHT = 300
"""The weight of a full capture history, in units of material."""
_QUIET_WEIGHT = 32
"""The weight of a quiet move's first estimate, in units of history."""


class MoveOrder:
    """The experience of a search with moves, and the scores that it gives them.

    * Killers: the last two quiet moves that caused a cut-off at a ply (Akl & Newborn 1977).
    * History: how often a quiet move of a side caused a cut-off (Schaeffer 1983).
    * Continuation history: the same, after the move before it and after the one before that.
    * Capture history: the same for captures, by `Position.move_kind` alone.

    A history is between -MAX_HISTORY and MAX_HISTORY. `kinds[ply]` is the kind of the move made at
    a ply, NO_MOVE for a null move. A move's tag is a set of flags:
    NOISY (a capture or the like), MADE (its child was made to sort it) and PRUNED.
    """

    def __init__(self, use_killers: cython.bint, use_history: cython.bint) -> None:
        self.use_killers, self.use_history = use_killers, use_history
        self.root_ply = 0
        self._killers = array("i", [NO_MOVE] * (2 * (MAX_PLY + 3)))
        self._kinds = array("i", [NO_MOVE] * (MAX_PLY + 3))
        self._history = array("h", bytes(2 * 2 * BUTTERFLY))
        self._continuations = array("h", bytes(2 * KINDS * KINDS))
        self._captures = array("h", bytes(2 * KINDS))
        self.killer, self.kinds = ints(self._killers), ints(self._kinds)
        self.history, self.continuation = shorts(self._history), shorts(self._continuations)
        self.capture = shorts(self._captures)

    def new_search(self, root_ply: cython.int) -> None:
        """Clear the killers and `kinds`, and halve the histories of quiet moves.

        Those of captures stay. Continuation histories stay too, because they are too many to visit.
        They fade as others are learnt.

        :param root_ply: the ply of the root: other plies are counted from there.
        """
        slot: cython.int
        self.root_ply = root_ply
        for slot in range(len(self._killers)):
            self.killer[slot] = NO_MOVE
        for slot in range(len(self._kinds)):
            self.kinds[slot] = NO_MOVE
        for slot in range(2 * BUTTERFLY):
            self.history[slot] >>= 1

    def bring_to_front(
        self, position: Position, moves: Moves, start: cython.int, tt_move: cython.int
    ) -> cython.int:
        """Exchange the table's move with that at `start`; return 1, or 0 if it is not listed.

        It gets the highest score and its tag. If it causes a cut-off, no other move needs a score.
        """
        index: cython.int
        for index in range(start, moves.count):
            if moves.move[index] == tt_move:
                moves.move[index] = moves.move[start]
                moves.move[start] = tt_move
                moves.score[start] = INFINITY
                moves.tag[start] = 0 if position.see(tt_move) == QUIET else NOISY
                return 1
        return 0

    def score_captures(
        self,
        position: Position,
        moves: Moves,
        start: cython.int,
        ply: cython.int,
        killers: cython.bint,
    ) -> None:
        """Score captures and killers, and set all tags, from `start` on.

        Captures that lose nothing come first, then killers, other quiet moves (0), the rest.

        :param killers: whether killers count here, if they are used at all.
        """
        see: cython.int
        score: cython.int
        index: cython.int
        killers = killers and self.use_killers
        for index in range(start, moves.count):
            see = position.see(moves.move[index])
            if see == QUIET:
                moves.tag[index] = 0
                moves.score[index] = 0
                if killers and moves.move[index] == self.killer[2 * ply]:
                    moves.score[index] = KILLER + 1
                elif killers and moves.move[index] == self.killer[2 * ply + 1]:
                    moves.score[index] = KILLER
                continue
            score = see - BAD_CAPTURE if see >= 0 else see + BAD_CAPTURE
            if see >= 0 and self.use_history:
                score += (
                    _CAPTURE_WEIGHT
                    * self.capture[position.move_kind(moves.move[index])]
                    // MAX_HISTORY
                )
            moves.tag[index] = NOISY
            moves.score[index] = score

    def score_quiet(
        self,
        position: Position,
        moves: Moves,
        start: cython.int,
        ply: cython.int,
    ) -> None:
        """Score the quiet moves from `start` on by history and the game's first estimate.

        Without the option `history` they are scored by the estimate alone.
        """
        move: cython.int
        index: cython.int
        for index in range(start, moves.count):
            if moves.tag[index] & NOISY:
                continue
            move = moves.move[index]
            if self.use_history:
                moves.score[index] = self.quiet_history(
                    move, position.move_kind(move), ply
                ) + _QUIET_WEIGHT * position.quiet_move_score(move)
            else:
                moves.score[index] = position.quiet_move_score(move)

    def quiet_history(self, move: cython.int, kind: cython.int, ply: cython.int) -> cython.int:
        """Return the sum of a quiet move's history scores.

        They are those of the move alone, and of its kind after each of the two moves before it. A
        null move, or a move before the root, adds none.

        :param kind: the move's `Position.move_kind`.
        """
        found: cython.int = self.history[self._slot(move, ply)]
        if ply > 0 and self.kinds[ply - 1] != NO_MOVE:
            found += self.continuation[self.kinds[ply - 1] * KINDS + kind]
        if ply > 1 and self.kinds[ply - 2] != NO_MOVE:
            found += self.continuation[self.kinds[ply - 2] * KINDS + kind]
        return found

    def update(
        self,
        position: Position,
        moves: Moves,
        start: cython.int,
        index: cython.int,
        depth: cython.int,
        ply: cython.int,
    ) -> None:
        """Reward the move at `index`, which caused a cut-off, and penalise those before it.

        Quiet moves are penalised only if a quiet move caused the cut-off. With killers a quiet move
        becomes the first killer of its ply. Pruned moves are not penalised. Changes of histories
        grow with the depth; without the option `history` there are none.

        :param position: at the node; none of the moves is made.
        :param start: the index of the node's first move.
        """
        quiet: cython.bint = not moves.tag[index] & NOISY
        # Up to a fifth of `MAX_HISTORY`: with smaller steps short searches learn nothing.
        step: cython.int = min(128 * depth * (depth + 1), 3200)
        move: cython.int = moves.move[index]
        kind: cython.int
        bonus: cython.int
        other: cython.int
        if quiet and self.use_killers and self.killer[2 * ply] != move:
            self.killer[2 * ply + 1] = self.killer[2 * ply]
            self.killer[2 * ply] = move
        if not self.use_history:
            return
        for other in range(start, index + 1):
            move = moves.move[other]
            bonus = step if other == index else -step
            if moves.tag[other] & PRUNED:
                continue
            if moves.tag[other] & NOISY:
                kind = position.move_kind(move)
                self.capture[kind] = _add(self.capture[kind], bonus)
            elif quiet:
                self._add_quiet(move, position.move_kind(move), ply, bonus)

    def _slot(self, move: cython.int, ply: cython.int) -> cython.int:
        """Return the index in `history` of a move of the side to move at a ply."""
        return ((self.root_ply + ply) & 1) * BUTTERFLY + (move & (BUTTERFLY - 1))

    def _add_quiet(
        self, move: cython.int, kind: cython.int, ply: cython.int, bonus: cython.int
    ) -> None:
        """Add a bonus, or a malus if negative, to the three history scores of a quiet move."""
        slot: cython.int = self._slot(move, ply)
        self.history[slot] = _add(self.history[slot], bonus)
        if ply > 0 and self.kinds[ply - 1] != NO_MOVE:
            slot = self.kinds[ply - 1] * KINDS + kind
            self.continuation[slot] = _add(self.continuation[slot], bonus)
        if ply > 1 and self.kinds[ply - 2] != NO_MOVE:
            slot = self.kinds[ply - 2] * KINDS + kind
            self.continuation[slot] = _add(self.continuation[slot], bonus)


def _add(old: cython.int, bonus: cython.int) -> cython.int:
    """Return a history score after a bonus; it stays within its limit.

    A bonus counts less the nearer the score is to the limit.
    """
    return old + bonus - old * abs(bonus) // MAX_HISTORY
