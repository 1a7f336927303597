"""Korf's synthetic N-game (1992, section 4): a uniform tree whose edges have random costs.

The static value of a node is the sum of the edge costs from the root. The tree is never stored. A
node's number gives its edge's cost, so that results compare exactly between implementations.
"""

from __future__ import annotations

from typing import Annotated, TypedDict, Unpack

import cython

from games.core.info import GameInfo
from games.core.moves import Moves
from games.errors import SpecError
from games.parts.part import Option
from games.synthetic.synthetic import Synthetic

if not cython.compiled:
    from games.core.bits import GOLDEN, M64, mix
    from games.core.scores import ONGOING


class NGameOptions(TypedDict, total=False):
    """The options of `NGame`."""

    b: Annotated[int, Option(4, "children of every node", low=1, high=1000)]
    d: Annotated[int, Option(10, "depth of the tree", low=1, high=400)]
    seed: Annotated[int, Option(1, "number of the tree", low=0, high=2**63 - 1)]
    edge: Annotated[
        int,
        Option(
            2**15, "largest cost of an edge; costs are uniform over -edge..edge", low=1, high=2**24
        ),
    ]


class NGame(Synthetic):
    """A node of Korf's N-game: its value is the sum of the edge costs; it ends at depth d."""

    NAME = "ngame"
    ACYCLIC = True
    INFO = GameInfo(interval_evaluators=("bounds",), reward_scale=2**15)
    OPTIONS = NGameOptions

    def __init__(self, **options: Unpack[NGameOptions]) -> None:
        super().__init__(**options)

    def reset_to_root(self) -> None:
        """Set the position to the root, and the constants by the options.

        :raises SpecError: if a sum of costs may be too large.
        """
        Synthetic.reset_to_root(self)
        self.b, self.d = self.options["b"], self.options["d"]
        self.seed = self.options["seed"]
        self.edge = self.options["edge"]
        largest: int = self.options["d"] * self.options["edge"]
        if largest >= 2**29:
            raise SpecError(f"ngame: d*edge={largest}: expected a number below 2^29")
        self.costs = 2 * self.options["edge"] + 1

    def push(self, move: cython.int) -> None:
        """Go to a child by its number, which is not checked, and add its edge's cost to the value.

        :raises IndexError: at the end of the game.
        """
        if self.ply == self.capacity:
            self.grow()
        self.nodes[self.ply] = self.node
        self.values[self.ply] = self.value
        self.moves[self.ply] = move
        self.ply += 1
        self.node = (self.node * self.b + 1 + move) & M64
        self.value += self._cost(self.node)

    def pop(self) -> None:
        """Go back to the parent.

        :raises IndexError: at the root.
        """
        self.go_up()

    def result(self) -> cython.int:
        """Return the static value at depth `d`, else ONGOING."""
        return self.static() if self.ply == self.d else ONGOING

    def static(self) -> cython.int:
        """Return the sum of the edge costs from the root, from the side to move."""
        return -self.value if self.ply & 1 else self.value

    def certain_bounds(self, side: cython.int) -> cython.int:
        """Return the static value minus (0) or plus (1) the plies left times the largest edge."""
        margin: cython.int = (self.d - self.ply) * self.edge
        return self.static() + (margin if side else -margin)

    def game_phase(self) -> cython.int:
        """Return the plies left, at most 63."""
        return min(self.d - self.ply, 63)

    def phase_name(self, phase: int) -> str:
        """Return the name of a phase: the plies left, which the phase counts."""
        return f"{phase} plies left"

    def most_moves_left(self) -> cython.int:
        """Return the plies from here to depth `d`, where every game ends."""
        return self.d - self.ply

    @property
    def family(self) -> str:
        """The spec shared by games with the same `b` and `edge`."""
        return f"ngame:b={self.b}" + (f",edge={self.edge}" if self.edge != 2**15 else "")

    def static_children(
        self, moves: Moves, start: cython.int, ply: cython.int, enough: cython.int
    ) -> cython.int:
        """Set each listed move's score to the child's value, for the side to move in the child.

        The tag becomes 1 if the game ends in the children, else 0. The moves are not made.

        :param start: the index of the first move to score.
        :param ply: not used, since no value is a win.
        :param enough: stop after a move with at least this value for its own side.
        :returns: the index behind the last move scored.
        :raises IndexError: if `start` is not 0 to the number of moves.
        """
        if not 0 <= start <= moves.count:
            moves.refuse(start)
        ended: cython.bint = self.ply + 1 == self.d
        first: cython.ulonglong = self.node * self.b + 1
        sign: cython.int = -1 if self.ply & 1 else 1
        index: cython.int
        for index in range(start, moves.count):
            worth: cython.int = sign * (self.value + self._cost((first + moves.move[index]) & M64))
            moves.score[index] = -worth
            moves.tag[index] = ended
            if worth >= enough:
                return index + 1
        return moves.count

    def _cost(self, node: cython.ulonglong) -> cython.int:
        """Return the random cost of the edge to a node, which is added to the value for MAX."""
        drawn: cython.ulonglong = mix((self.seed + (node + 1) * GOLDEN) & M64) >> 32
        return cython.cast(cython.int, drawn * self.costs >> 32) - self.edge
