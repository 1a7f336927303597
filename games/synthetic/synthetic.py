"""What the synthetic trees of the papers share: they are uniform, and never stored.

A node's number, drawn from its parent's, tells all there is to know of it; a position holds the
line that leads to it.
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

__all__ = ["Synthetic"]


class Synthetic(Position):
    """A node of a synthetic tree: MAX moves at the root, and moves are the children's numbers 0 to
    b-1.

    A subclass sets, in `stand_at_root`, `b`, `d`, the depth at which every game ends that does not
    end before, and the root's `node` and `value`. Its `push` notes the node, its value and the move
    in the columns `nodes`, `values` and `moves` at `depth`, and its `pop` takes them from there, as
    `go_up` does; where `depth` has reached `capacity`, `push` calls `grow` first.

    `pop` and `static` are every subclass's own, though alike: inherited, they would look for an
    override at each call, a tenth of alpha-beta's time. Uniform trees pay a twentieth for `go_up`
    itself, and do without.
    """

    KEYED = True

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.stand_at_root()

    def stand_at_root(self) -> cython.int:
        """Stand at the root of the tree that the options tell of."""
        self.b, self.d = 0, NEVER
        self.depth = self.value = self.capacity = 0
        self.node = 0
        self._nodes, self._values, self._moves = array("Q"), array("i"), array("i")
        self._columns: tuple[array[int], ...] = self._nodes, self._values, self._moves
        return 0

    def generate(self, moves: Moves) -> cython.int:
        start: cython.Py_ssize_t = moves.count  # as wide as an address: one step less a move
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
        return mix((self.node * GOLDEN + self.depth) & M64)

    def go_up(self) -> cython.int:
        """Return to the node above.

        :raises IndexError: at the root.
        """
        if self.depth == 0:
            raise IndexError("pop at the root")
        self.depth -= 1
        self.node = self.nodes[self.depth]
        self.value = self.values[self.depth]
        return 0

    def grow(self) -> cython.int:
        """Make room for a longer line.

        :raises IndexError: at the end of the game.
        """
        if self.depth >= self.d:
            raise IndexError("push beyond the end of the game")
        capacity: cython.int = min(self.d, 2 * self.capacity + 64)
        try:
            lengthen(self._columns, capacity)
        finally:
            self.point()
        self.capacity = capacity
        return 0

    def point(self) -> cython.int:
        """Take the columns' data anew; a subclass with more `_columns` takes theirs too."""
        self.nodes = ulonglongs(self._nodes)
        self.values, self.moves = ints(self._values), ints(self._moves)
        return 0

    @property
    def history(self) -> tuple[int, ...]:
        return tuple(self._moves[: self.depth])

    @property
    def ply(self) -> int:
        return self.depth

    def copy(self) -> Any:
        copy: Synthetic = type(self).__new__(type(self))
        copy.options, copy._written = self.options, self._written  # which need not be read anew
        copy.stand_at_root()
        for move in self.history:
            copy.push(move)
        return copy
