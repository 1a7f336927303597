"""The principal variations of a depth-first search, one for every ply of the line it stands on."""

from __future__ import annotations

import cython

if not cython.compiled:
    from games.core.array import array, ints
    from games.core.scores import MAX_PLY

__all__ = ["PVTable"]


class PVTable:
    """The triangular table: for every ply the best line found from there on.

    Before a node at a ply is searched, its `length` is set to 0.
    """

    def __init__(self) -> None:
        plies = MAX_PLY + 2
        self._moves = array("i", bytes(4 * plies * plies))
        self._lengths = array("i", bytes(4 * plies))
        self.moves, self.length = ints(self._moves), ints(self._lengths)

    def keep(self, move: cython.int, ply: cython.int) -> cython.int:
        """Make `move` and the line one ply below it the line from `ply` on."""
        here: cython.int = ply * (MAX_PLY + 2)
        below: cython.int = here + MAX_PLY + 2
        i: cython.int
        self.moves[here] = move
        for i in range(self.length[ply + 1]):
            self.moves[here + 1 + i] = self.moves[below + i]
        self.length[ply] = self.length[ply + 1] + 1
        return 0

    def first(self) -> list[int]:
        """The line from the root."""
        return [self.moves[i] for i in range(self.length[0])]
