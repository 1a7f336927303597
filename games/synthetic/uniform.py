"""Srimani's uniform trees T(w,d) (1985, chapters 2 and 4): only leaves have values.

`order` R is the quality of the children's order: the best child is among the first w/R with
probability p, else among the others. R = 1 is a random order. R = w with p = 1 is the *minimal*
tree, whose best child is always the first. There are two generators:

* `thesis` draws from the top down. The root's value is range/2. At every node the best child
  receives the node's value, and the others draw uniformly from the values that are no better.
  This generator is inferred from the numbers in the tables of chapter 4; the thesis names only a
  program by Campbell (1981). Order 1 gives the columns called "random".
* `iid` draws every leaf independently and uniformly, which is the definition in chapter 2.
  Siblings then change places according to R and p. Searches read 1.4 to 3 times the leaves in the
  tables.

A node's number is drawn from its parent's and gives all of its draws, so that results compare
exactly.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict, Unpack

import cython

from games.errors import SpecError
from games.parts.part import Option
from games.synthetic.synthetic import Synthetic

if not cython.compiled:
    from games.core.array import array, ints, ulonglongs
    from games.core.bits import GOLDEN, M64, mix
    from games.core.scores import ONGOING

_MOST_LEAVES = 2**22


class UniformOptions(TypedDict, total=False):
    """The options of `Uniform`."""

    w: Annotated[int, Option(8, "children of every node", low=1, high=1000)]
    d: Annotated[int, Option(4, "depth of the tree", low=1, high=400)]
    order: Annotated[int, Option(1, "R: the best child is among the first w/R", low=1, high=1000)]
    p: Annotated[float, Option(1.0, "probability that it is", low=0, high=1)]
    kind: Annotated[Literal["thesis", "iid"], Option("thesis", "the generator")]
    range: Annotated[
        int,
        Option(
            0,
            "leaves have values from 0 to range-1; 0 is the generator's own, 128 or 65536",
            low=0,
            high=2**24,
        ),
    ]
    seed: Annotated[int, Option(1, "number of the tree", low=0, high=2**63 - 1)]


class Uniform(Synthetic):
    """A node of Srimani's uniform trees T(w,d), where only leaves have values.

    The game ends at depth d; inner nodes have the static value 0.
    """

    NAME = "uniform"
    CONSTANT_STATIC = True  # only leaves have values
    OPTIONS = UniformOptions

    def __init__(self, **options: Unpack[UniformOptions]) -> None:
        super().__init__(**options)

    def reset_to_root(self) -> None:
        """Set the position to the root, and the constants by the options.

        For independent leaves with the option `order`, the best children are computed and stored.

        :raises SpecError: if `order` exceeds the width, or the tree is too large for it.
        """
        Synthetic.reset_to_root(self)
        self.b, self.d = self.options["w"], self.options["d"]
        self.top_down = self.options["kind"] == "thesis"
        self.range = self.options["range"] or (128 if self.top_down else 65536)
        if self.options["order"] > self.b:
            raise SpecError(f"uniform: order={self.options['order']}: expected at most w={self.b}")
        self.first = self.b // self.options["order"]
        self.chance = int(self.options["p"] * 2**31)
        self.number = 0
        self.node = mix((self.options["seed"] + GOLDEN) & M64)
        self.value = self.range // 2
        self._numbers, self._best = array("Q"), array("i")
        self._columns += (self._numbers,)
        self.reordered = False
        if not self.top_down and self.first < self.b:
            self._reorder()

    def _reorder(self) -> None:
        """Solve the tree, and store each inner node's best child, which `order` moves elsewhere.

        :raises SpecError: if there are too many inner nodes.
        """
        b: int = self.b
        inner = sum([b**depth for depth in range(self.d)])
        if inner * self.b > _MOST_LEAVES:
            raise SpecError(
                f"uniform: kind=iid with an order stores a table of inner nodes: w^d = "
                f"{self.b}^{self.d} is too much: expected at most {_MOST_LEAVES}"
            )
        self._best = array("i", bytes(4 * inner))
        self.best = ints(self._best)
        self._solve_below()
        self.reordered = True

    def update_pointers(self) -> None:
        """Update the pointers to the columns' data, also to that of the nodes' places."""
        self.numbers = ulonglongs(self._numbers)
        Synthetic.update_pointers(self)

    def push(self, move: cython.int) -> None:
        """Move to a child; the move is its number, from 0.

        Only trees of `kind=iid` with an order refuse a move that is not 0 to w-1. In other trees
        the move is not checked.

        :raises IndexError: at the end of the game, or for a refused move.
        """
        if self.ply == self.capacity:
            self.grow()
        child: cython.int = move
        index: cython.int = 0
        low: cython.int = 0
        high: cython.int = self.range - 1
        if self.top_down or self.reordered:
            index = self._best_index()
        if self.reordered:
            if not 0 <= move < self.b:
                raise IndexError("push of an illegal move: expected 0 to w-1")
            best: cython.int = self.best[self.number]
            child = best if move == index else index if move == best else move
        self.nodes[self.ply] = self.node
        self.numbers[self.ply] = self.number
        self.values[self.ply] = self.value
        self.moves[self.ply] = move
        if self.top_down and self.ply & 1:
            low = self.value
        elif self.top_down:
            high = self.value
        self.ply += 1
        self.number = (self.number * self.b + 1 + child) & M64
        self.node = mix((self.node + (child + 1) * GOLDEN) & M64)
        if move != index or not self.top_down:
            self.value = low + cython.cast(cython.int, (self.node >> 32) * (high - low + 1) >> 32)

    def pop(self) -> None:
        """Go back to the parent.

        :raises IndexError: at the root.
        """
        if self.ply == 0:
            raise IndexError("pop at the root")
        self.ply -= 1
        self.number = self.numbers[self.ply]
        self.node = self.nodes[self.ply]
        self.value = self.values[self.ply]

    def result(self) -> cython.int:
        """Return the value of a leaf, from the side to move; ONGOING above depth `d`."""
        return self.static() if self.ply == self.d else ONGOING

    def static(self) -> cython.int:
        """Return a leaf's value for the side to move; 0 at an inner node."""
        if self.ply < self.d:
            return 0
        return -self.value if self.ply & 1 else self.value

    def key(self) -> cython.ulonglong:
        """Return the node's 64-bit number."""
        return self.node

    def _best_index(self) -> cython.int:
        """Return the place drawn by `order` and `p` for the best child, from 0; always the same."""
        drawn: cython.ulonglong = mix((self.node + (self.b + 1) * GOLDEN) & M64)
        others: cython.int = self.b - self.first
        if (drawn & 0x7FFFFFFF) < self.chance or others == 0:
            return cython.cast(cython.int, (drawn >> 32) * self.first >> 32)
        return self.first + cython.cast(cython.int, (drawn >> 32) * others >> 32)

    def _solve_below(self) -> cython.int:
        """Return the minimax value for MAX, and store each inner node's first best child."""
        if self.ply == self.d:
            return self.value
        mine: cython.bint = not self.ply & 1
        at: cython.ulonglong = self.number
        best: cython.int = -1 if mine else self.range
        child: cython.int
        for child in range(self.b):
            self.push(child)
            value: cython.int = self._solve_below()
            self.pop()
            if value > best if mine else value < best:
                best = value
                self.best[at] = child
        return best
