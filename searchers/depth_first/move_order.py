"""Which moves to try first: what cut before, here and elsewhere in the tree."""

from __future__ import annotations

import cython

if not cython.compiled:
    from games.core.array import array, ints, shorts
    from games.core.scores import MAX_PLY
    from searchers.depth_first.constants import BUTTERFLY, KILLER, KINDS, MOST_HISTORY, NONE

__all__ = ["MoveOrder"]


class MoveOrder:
    """What moves have done so far.

    * Killers: the two that cut last at the same ply (Akl & Newborn 1977).
    * History: how often a side's move cut, against how often it did not (Schaeffer 1983).
    * Continuations: the same, of a move after the one before it and after the one before that.
    * Captures: the same, of a noisy move, by its kind alone.

    A number of the history lies within `MOST_HISTORY`: what is added weighs the less, the nearer it
    is. `kind` tells of every ply which move was made there, by `Position.move_kind`; NONE is none.
    """

    def __init__(self) -> None:
        self._killers = array("i", [NONE] * (2 * (MAX_PLY + 3)))
        self._kinds = array("i", [NONE] * (MAX_PLY + 3))
        self._history = array("h", bytes(2 * 2 * BUTTERFLY))
        self._after = array("h", bytes(2 * KINDS * KINDS))
        self._captures = array("h", bytes(2 * KINDS))
        self.killer, self.kinds = ints(self._killers), ints(self._kinds)
        self.history, self.after = shorts(self._history), shorts(self._after)
        self.captures = shorts(self._captures)

    def age(self) -> cython.int:
        """A new search begins: killers are of the last one, histories of single moves weigh half.
        Those of continuations are too many to go through, and fade as others are learnt."""
        slot: cython.int
        for slot in range(len(self._killers)):
            self.killer[slot] = NONE
        for slot in range(len(self._kinds)):
            self.kinds[slot] = NONE
        for slot in range(2 * BUTTERFLY):
            self.history[slot] >>= 1
        return 0

    def past(
        self, move: cython.int, kind: cython.int, side: cython.int, ply: cython.int
    ) -> cython.int:
        """What a quiet move's history is worth: from -3 to 3 times `MOST_HISTORY`."""
        found: cython.int = self.history[side * BUTTERFLY + (move & (BUTTERFLY - 1))]
        if ply > 0 and self.kinds[ply - 1] != NONE:
            found += self.after[self.kinds[ply - 1] * KINDS + kind]
        if ply > 1 and self.kinds[ply - 2] != NONE:
            found += self.after[self.kinds[ply - 2] * KINDS + kind]
        return found

    def credit(
        self,
        move: cython.int,
        kind: cython.int,
        side: cython.int,
        ply: cython.int,
        bonus: cython.int,
    ) -> cython.int:
        """Add to a quiet move's history what it earned; a negative bonus is taken away."""
        slot: cython.int = side * BUTTERFLY + (move & (BUTTERFLY - 1))
        self.history[slot] = grown(self.history[slot], bonus)
        if ply > 0 and self.kinds[ply - 1] != NONE:
            slot = self.kinds[ply - 1] * KINDS + kind
            self.after[slot] = grown(self.after[slot], bonus)
        if ply > 1 and self.kinds[ply - 2] != NONE:
            slot = self.kinds[ply - 2] * KINDS + kind
            self.after[slot] = grown(self.after[slot], bonus)
        return 0

    def credit_capture(self, kind: cython.int, bonus: cython.int) -> cython.int:
        """`credit` of a noisy move."""
        self.captures[kind] = grown(self.captures[kind], bonus)
        return 0

    def kill(self, move: cython.int, ply: cython.int) -> cython.int:
        """A quiet move cut at this ply."""
        if self.killer[2 * ply] != move:
            self.killer[2 * ply + 1] = self.killer[2 * ply]
            self.killer[2 * ply] = move
        return 0

    def killing(self, move: cython.int, ply: cython.int) -> cython.int:
        """The score of a killer of this ply, 0 of any other move."""
        if move == self.killer[2 * ply]:
            return KILLER + 1
        return KILLER if move == self.killer[2 * ply + 1] else 0


def grown(old: cython.int, bonus: cython.int) -> cython.int:
    """A number of the history after a bonus."""
    return old + bonus - old * abs(bonus) // MOST_HISTORY
