"""Korf's synthetic N-game (1992, section 4): a uniform tree whose edges have random costs.

The static value of a node is the sum of the edge costs from the root. The tree is never stored: a
node's number gives its edge's cost, so that results compare exactly between implementations.
"""

from __future__ import annotations

from array import array

import cython

from games.errors import SpecError
from games.parts import Option
from games.position import Moves, Position

if not cython.compiled:
    from games.bits import GOLDEN, M64, mix
    from games.scores import ONGOING

__all__ = ["NGame"]


class NGame(Position):
    """A node of an N-game. MAX moves at the root; values count for MAX.

    Moves are the numbers 0 to b-1 of the sons. The game ends at depth d, where the outcome is the
    node's value, from the side to move.
    """

    NAME = "ngame"
    NODES_BETWEEN_POLLS = 1000 if cython.compiled else 16
    KEYED = True
    ACYCLIC = True
    OPTIONS = (
        Option("b", 4, "sons of every node", low=1, high=1000),
        Option("d", 10, "depth of the tree", low=1, high=400),
        Option("seed", 1, "number of the tree", low=0, high=2**63 - 1),
        Option(
            "edge",
            2**15,
            "largest cost of an edge; costs are uniform over -edge..edge",
            low=1,
            high=2**24,
        ),
    )

    def __init__(self, **options: int) -> None:
        super().__init__(**options)
        self.b = self.options["b"]
        self.d = self.options["d"]
        self.seed = self.options["seed"]
        self.edge = self.options["edge"]
        if self.d * self.options["edge"] >= 2**29:
            raise SpecError(f"ngame: d*edge must stay below 2^29, not {self.d * self.edge}")
        self.width = 2 * self.options["edge"] + 1
        self.depth = 0
        self.node = 0
        self.sum = 0
        self._nodes = array("Q", bytes(8 * self.d))
        self._sums = array("i", bytes(4 * self.d))
        self._moves = array("i", bytes(4 * self.d))
        if cython.compiled:
            self.nodes = self._nodes.data.as_ulonglongs
            self.sums = self._sums.data.as_ints
            self.moves = self._moves.data.as_ints
        else:
            self.nodes, self.sums, self.moves = self._nodes, self._sums, self._moves

    def generate(self, moves: Moves) -> cython.int:
        i: cython.int
        if self.depth == self.d:
            return 0
        moves.reserve(self.b)
        out: cython.p_int = moves.move
        start: cython.int = moves.count
        for i in range(self.b):
            out[start + i] = i
        moves.count = start + self.b
        return self.b

    def push(self, move: cython.int) -> None:
        if self.depth >= self.d:
            raise IndexError("push beyond the end of the game")
        self.nodes[self.depth] = self.node
        self.sums[self.depth] = self.sum
        self.moves[self.depth] = move
        self.depth += 1
        self.node = (self.node * self.b + 1 + move) & M64
        drawn: cython.ulonglong = mix((self.seed + (self.node + 1) * GOLDEN) & M64) >> 32
        self.sum += cython.cast(cython.int, drawn * self.width >> 32) - self.edge

    def pop(self) -> None:
        if self.depth == 0:
            raise IndexError("pop at the root")
        self.depth -= 1
        self.node = self.nodes[self.depth]
        self.sum = self.sums[self.depth]

    def result(self) -> cython.int:
        return self.static() if self.depth == self.d else ONGOING

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

    def copy(self) -> NGame:
        twin = self.clone()
        for move in self.history:
            twin.push(move)
        return twin
