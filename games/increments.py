"""Lindstrom's random game trees (1979, section 9.2.1): every move changes the value a little.

The static value of a node is the sum of the increments on its path, each an integer uniform over
-1000 to 1000; the root's value is 0. The tree has no end and is never stored: a node's number,
drawn from its parent's, gives its increment, so that games compare exactly between implementations.
"""

from __future__ import annotations

from array import array

import cython

from games.parts import Option
from games.position import Moves, Position

if not cython.compiled:
    from games.bits import GOLDEN, M64, mix
    from games.scores import ONGOING

FNV_PRIME = cython.declare(cython.ulonglong, 0x100000001B3)
LARGEST = cython.declare(cython.int, 1000)

__all__ = ["Increments"]


class Increments(Position):
    """A node of a tree of increments. MAX moves at the root; values count for MAX.

    Moves are the numbers 0 to b-1 of the sons. The game never ends.
    """

    NAME = "increments"
    NODES_BETWEEN_POLLS = 1000 if cython.compiled else 16
    KEYED = True
    OPTIONS = (
        Option("b", 4, "sons of every node", low=1, high=1000),
        Option("seed", 1, "number of the tree", low=0, high=2**63 - 1),
    )

    def __init__(self, **options: int) -> None:
        super().__init__(**options)
        self.b = self.options["b"]
        self.depth = 0
        self.node = mix((self.options["seed"] + GOLDEN) & M64)
        self.sum = 0
        self.room = 0
        self._nodes, self._sums, self._moves = array("Q"), array("i"), array("i")
        self._grow()

    def generate(self, moves: Moves) -> cython.int:
        i: cython.int
        moves.reserve(self.b)
        out: cython.p_int = moves.move
        start: cython.int = moves.count
        for i in range(self.b):
            out[start + i] = i
        moves.count = start + self.b
        return self.b

    def push(self, move: cython.int) -> None:
        if self.depth == self.room:
            self._grow()
        self.nodes[self.depth] = self.node
        self.sums[self.depth] = self.sum
        self.moves[self.depth] = move
        self.depth += 1
        # The generator counts sons from 1; its mixer is splitmix64's, which adds before it mixes.
        self.node = mix((self.node * FNV_PRIME + move + 1 + GOLDEN) & M64)
        drawn: cython.ulonglong = self.node >> 32
        self.sum += cython.cast(cython.int, drawn * (2 * LARGEST + 1) >> 32) - LARGEST

    def pop(self) -> None:
        if self.depth == 0:
            raise IndexError("pop at the root")
        self.depth -= 1
        self.node = self.nodes[self.depth]
        self.sum = self.sums[self.depth]

    def result(self) -> cython.int:
        return ONGOING

    def static(self) -> cython.int:
        return -self.sum if self.depth & 1 else self.sum

    def key(self) -> cython.ulonglong:
        return mix((self.node * GOLDEN + self.depth) & M64)

    @property
    def history(self) -> tuple[int, ...]:
        return tuple(self._moves[: self.depth])

    @property
    def ply(self) -> int:
        return self.depth

    def copy(self) -> Increments:
        twin = self.clone()
        for move in self.history:
            twin.push(move)
        return twin

    def _grow(self) -> cython.int:
        """Make room for more moves."""
        more: cython.int = 256 + self.room // 2
        self._nodes.frombytes(bytes(8 * more))
        self._sums.frombytes(bytes(4 * more))
        self._moves.frombytes(bytes(4 * more))
        self.room += more
        if cython.compiled:
            self.nodes = self._nodes.data.as_ulonglongs
            self.sums = self._sums.data.as_ints
            self.moves = self._moves.data.as_ints
        else:
            self.nodes, self.sums, self.moves = self._nodes, self._sums, self._moves
        return 0
