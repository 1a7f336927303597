"""Lindstrom's random game trees (1979, section 9.2.1): every move changes the value a little.

The static value of a node is the sum of the increments on its path. Each increment is an integer,
uniform over -1000 to 1000; the root's value is 0. The tree has no end and is never stored. A node's
number is drawn from its parent's and gives its increment, so that games compare exactly between
implementations.
"""

from __future__ import annotations

from typing import Annotated, TypedDict, Unpack

import cython

from games.core.info import GameInfo
from games.core.moves import Moves
from games.parts.part import Option
from games.synthetic.synthetic import Synthetic

if not cython.compiled:
    from games.core.bits import GOLDEN, M64, mix
    from games.core.scores import ONGOING

FNV_PRIME = cython.declare(cython.ulonglong, 0x100000001B3)
LARGEST = cython.declare(cython.int, 1000)


class IncrementsOptions(TypedDict, total=False):
    """The options of `Increments`."""

    b: Annotated[int, Option(4, "children of every node", low=1, high=1000)]
    seed: Annotated[int, Option(1, "number of the tree", low=0, high=2**63 - 1)]


class Increments(Synthetic):
    """A node of Lindstrom's trees, endless: every move adds a random increment to the value."""

    NAME = "increments"
    OPTIONS = IncrementsOptions
    INFO = GameInfo(endless=True)

    def __init__(self, **options: Unpack[IncrementsOptions]) -> None:
        super().__init__(**options)

    def reset_to_root(self) -> None:
        """Set the position to the root, which the option `seed` determines."""
        Synthetic.reset_to_root(self)
        self.b = self.options["b"]
        self.node = mix((self.options["seed"] + GOLDEN) & M64)

    def push(self, move: cython.int) -> None:
        """Go to a child by its number, which is not checked, and add its increment to the value."""
        if self.ply == self.capacity:
            self.grow()
        self.nodes[self.ply] = self.node
        self.values[self.ply] = self.value
        self.moves[self.ply] = move
        self.ply += 1
        self.node = self._child(move)
        self.value += self._increment(self.node)

    def pop(self) -> None:
        """Go back to the parent.

        :raises IndexError: at the root.
        """
        self.go_up()

    def result(self) -> cython.int:
        """Return ONGOING: the tree has no end."""
        return ONGOING

    def static_children(
        self, moves: Moves, start: cython.int, ply: cython.int, enough: cython.int
    ) -> cython.int:
        """Set each listed move's score to the child's static value, from the child's side to move.

        The tags become 0. The moves are not made.

        :param start: the index of the first move to score.
        :param ply: not used, since no game ends.
        :param enough: stop after a move with at least this value for its own side.
        :returns: the index behind the last move scored.
        :raises IndexError: if `start` is not 0 to the number of moves.
        """
        if not 0 <= start <= moves.count:
            moves.refuse(start)
        sign: cython.int = -1 if self.ply & 1 else 1
        worth: cython.int
        index: cython.int
        for index in range(start, moves.count):
            worth = sign * (self.value + self._increment(self._child(moves.move[index])))
            moves.score[index] = -worth
            moves.tag[index] = False
            if worth >= enough:
                return index + 1
        return moves.count

    def _child(self, move: cython.int) -> cython.ulonglong:
        """Return a child's 64-bit number, from which its increment is drawn.

        The generator counts children from 1. Its mixer is that of splitmix64, which adds before it
        mixes.
        """
        return mix((self.node * FNV_PRIME + move + 1 + GOLDEN) & M64)

    def _increment(self, node: cython.ulonglong) -> cython.int:
        """Return the random increment that the move to a node adds to the value for MAX."""
        drawn: cython.ulonglong = node >> 32
        return cython.cast(cython.int, drawn * (2 * LARGEST + 1) >> 32) - LARGEST

    def static(self) -> cython.int:
        """Return the sum of the increments from the root, for the side to move."""
        return -self.value if self.ply & 1 else self.value
