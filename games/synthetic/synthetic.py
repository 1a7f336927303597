"""`Synthetic`, the base of the papers' synthetic trees: uniform trees that are never stored.

A node's number is drawn from its parent's and determines the node. A position stores the line from
the root to its node.
"""

from __future__ import annotations

from typing import Any

import cython

from games.core.columns import lengthen
from games.core.moves import Moves
from games.core.position import Position

if not cython.compiled:
    from games.core.array import array, ints, ulonglongs
    from games.core.bits import GOLDEN, M64, mix
    from games.core.scores import ONGOING
    from games.synthetic.constants import NEVER


class Synthetic(Position):
    """A node of a synthetic tree. MAX moves at the root; moves are the children's numbers 0 to b-1.

    A subclass sets four attributes in `reset_to_root`: `b`, `d` (the depth where every game ends),
    and the root's `node` and `value`. Its `push` stores the node, its value and the move in the
    columns `nodes`, `values` and `moves` at index `ply`. If `ply` equals `capacity`, `push`
    calls `grow` first. Its `pop` restores them, as `go_up` does.

    Each subclass has its own `pop` and `static`, though they are the same. Inherited ones would
    check for an override at each call, which takes a tenth of alpha-beta's time. In uniform trees
    `go_up` would take a twentieth, so that they do not use it.
    """

    KEYED = True

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.reset_to_root()

    def reset_to_root(self) -> None:
        """Set the position to the root of the tree, without a history.

        A subclass calls this, and then sets `b`, `d`, `node` and `value` by its options. It may
        raise a SpecError if these do not fit together.
        """
        self.b, self.d = 0, NEVER
        self.ply = self.value = self.capacity = 0
        self.node = 0
        self._nodes, self._values, self._moves = array("Q"), array("i"), array("i")
        self._columns: tuple[array[int], ...] = self._nodes, self._values, self._moves

    def generate(self, moves: Moves) -> cython.int:
        """Append the numbers 0 to b-1 as moves and return b; 0 at the end of the game."""
        # Py_ssize_t is as wide as an address, which saves an instruction a move.
        start: cython.Py_ssize_t = moves.count
        i: cython.Py_ssize_t
        if self.result() != ONGOING:
            return 0
        if start + self.b > moves.capacity:
            moves.reserve(self.b)
        out: cython.p_int = moves.move
        for i in range(self.b):
            out[start + i] = i
        moves.count = start + self.b
        return self.b

    def key(self) -> cython.ulonglong:
        """Return a 64-bit hash of the node's number and depth."""
        return mix((self.node * GOLDEN + self.ply) & M64)

    def go_up(self) -> None:
        """Move back to the parent of the current node.

        :raises IndexError: at the root.
        """
        if self.ply == 0:
            raise IndexError("pop at the root")
        self.ply -= 1
        self.node = self.nodes[self.ply]
        self.value = self.values[self.ply]

    def grow(self) -> None:
        """Allocate memory for a longer line.

        :raises IndexError: at the end of the game.
        """
        if self.ply >= self.d:
            raise IndexError("push beyond the end of the game")
        capacity: cython.int = min(self.d, 2 * self.capacity + 64)
        try:
            lengthen(self._columns, capacity)
        finally:
            self.update_pointers()
        self.capacity = capacity

    def update_pointers(self) -> None:
        """Update the pointers to the columns' data; a subclass with more columns adds its own."""
        self.nodes = ulonglongs(self._nodes)
        self.values, self.moves = ints(self._values), ints(self._moves)

    @property
    def history(self) -> tuple[int, ...]:
        """The numbers of the children on the line from the root."""
        return tuple(self._moves[: self.ply])

    def copy(self) -> Any:
        """Return a copy at the same node with the same history."""
        copy: Synthetic = type(self).__new__(type(self))
        copy.options, copy._written = self.options, self._written  # already resolved
        copy.reset_to_root()
        for move in self.history:
            copy.push(move)
        return copy
