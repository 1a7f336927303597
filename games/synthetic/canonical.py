"""Canonical trees: infinite trees of intervals, for studies of B* (Berliner 1979, Palay 1980).

Every node has a range that contains its true value and is within its parent's range. The tree is
never stored: a node's key gives the ranges of its children, so that results compare exactly between
implementations. Palay (section 5) refers to Berliner's article for the generator; this one is ours.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict, Unpack

import cython

from games.core.moves import Moves
from games.parts.part import Option
from games.synthetic.synthetic import Synthetic

if not cython.compiled:
    from games.core.array import array, ints, ulonglongs
    from games.core.bits import GOLDEN, M64, mix
    from games.core.scores import ONGOING
    from games.synthetic.constants import CHILD, NEVER, ROWS

OWNERS = array("Q", range(1, ROWS + 1))
"""The first content of rows: a row's number plus 1 is not a key of that row."""


class CanonicalOptions(TypedDict, total=False):
    """The options of `Canonical`."""

    b: Annotated[int, Option(5, "children of every node", low=2, high=1000)]
    range: Annotated[int, Option(3200, "size of the root's range", low=3, high=2**28)]
    seed: Annotated[int, Option(1, "number of the tree", low=0, high=2**63 - 1)]
    collapse: Annotated[
        int, Option(2, "ranges of this size become points; 0 for none", low=0, high=2**28)
    ]
    repair: Annotated[
        Literal["both", "upper"],
        Option("both", "ends of a node's range that some child always has"),
    ]
    adversary: Annotated[bool, Option(True, "whether an opponent makes every other move")]
    d: Annotated[
        int, Option(0, "depth at which every range becomes a point; 0 for never", low=0, high=400)
    ]


class Canonical(Synthetic):
    """A node of Berliner's endless canonical trees, with an interval; the root's is 0 to `range`.

    The range is from `value` to `high`, from MAX's view. If it is a point, the value is known and
    the game is over. Without an adversary (Palay, section 6) MAX makes every move.

    Each of the four draws of a child's range is uniform over its parent's. If no child reaches the
    parent's upper or lower end, one child receives it; with `repair=upper` the upper end alone.
    """

    NAME = "canonical"
    ACYCLIC = True
    OPTIONS = CanonicalOptions

    def __init__(self, **options: Unpack[CanonicalOptions]) -> None:
        super().__init__(**options)

    def reset_to_root(self) -> None:
        """Set the position to the root, with its range and the constants of the options."""
        Synthetic.reset_to_root(self)
        self.b = self.options["b"]
        self.d = self.options["d"] or NEVER
        self.collapse = self.options["collapse"]
        self.adversary = self.options["adversary"]
        self.repairs_lower = self.options["repair"] == "both"
        self.node = mix(self.options["seed"])
        self.high = self.options["range"]
        self.rows = ROWS if self.b <= 32 else ROWS // 4
        self.rows_made = False
        self._highs = array("i")
        self._columns += (self._highs,)

    @property
    def one_player(self) -> bool:
        """Whether MAX makes every move."""
        return not self.adversary

    def update_pointers(self) -> None:
        """Update the pointers to the columns' data, also to that of the upper ends."""
        self.highs = ints(self._highs)
        Synthetic.update_pointers(self)

    def _make_rows(self) -> None:
        """Allocate the rows, a cache of children's ranges by the last bits of the key."""
        self._owners = OWNERS[: self.rows]
        self._row_lows = array("i", [0]) * (self.rows * self.b)
        self._row_highs = array("i", [0]) * (self.rows * self.b)
        self.owners = ulonglongs(self._owners)
        self.row_lows = ints(self._row_lows)
        self.row_highs = ints(self._row_highs)
        self.rows_made = True

    def push(self, move: cython.int) -> None:
        """Go to a child by its number: set its node, and draw its range inside the present one.

        :raises IndexError: if the range is a point, where the game ends, or there is no such child.
        """
        if self.value == self.high or not 0 <= move < self.b:
            raise IndexError("push beyond the end of the game")
        if self.ply == self.capacity:
            self.grow()
        ply: cython.int = self.ply
        index: cython.int = self._row() + move
        self.nodes[ply] = self.node
        self.values[ply] = self.value
        self.highs[ply] = self.high
        self.moves[ply] = move
        self.ply = ply + 1
        self.node = mix(self.node ^ (move + 1) * CHILD & M64)
        self.value = self.row_lows[index]
        self.high = self.row_highs[index]

    def pop(self) -> None:
        """Go back to the parent and its range.

        :raises IndexError: at the root.
        """
        self.go_up()
        self.high = self.highs[self.ply]

    def _row(self) -> cython.int:
        """Return the index of the first child's range in `row_lows` and `row_highs`.

        The ranges are from MAX's view. They are drawn if those rows have another node's.
        """
        if not self.rows_made:
            self._make_rows()
        row: cython.int = cython.cast(cython.int, self.node & self.rows - 1)
        index: cython.int = row * self.b
        if self.owners[row] != self.node:
            self._draw_ranges(index)
            self.owners[row] = self.node
        return index

    def _draw_ranges(self, index: cython.int) -> None:
        """Draw the ranges of this node's children, from MAX's view, and store them from `index` on.

        Each range spans four draws. The upper end, if none reaches it, is given to one child; so is
        the lower with `repairs_lower`. Ranges up to `collapse`, or at depth `d`, become points.
        """
        opponent: cython.bint = self.adversary and self.ply & 1 == 1
        p: cython.int = -self.high if opponent else self.value
        o: cython.int = -self.value if opponent else self.high
        low: cython.p_int = self.row_lows
        high: cython.p_int = self.row_highs
        b: cython.ulonglong = self.b
        reached_o: cython.bint = False
        reached_p: cython.bint = False
        i: cython.int
        number: cython.ulonglong  # unsigned: the compiler may turn its products into sums
        for i in range(self.b):
            number = i
            first: cython.int = self._draw(2 * number, p, o)
            second: cython.int = self._draw(2 * number + 1, p, o)
            third: cython.int = self._draw(2 * b + 4 + 16 * number, p, o)
            fourth: cython.int = self._draw(2 * b + 5 + 16 * number, p, o)
            least: cython.int = min(min(first, second), min(third, fourth))
            most: cython.int = max(max(first, second), max(third, fourth))
            low[index + i], high[index + i] = least, most
            if least == p:
                reached_p = True
            if most == o:
                reached_o = True
        if not reached_o:
            high[index + self._draw(2 * self.b + 1, 0, self.b - 1)] = o
        if not reached_p and self.repairs_lower:
            low[index + self._draw(2 * self.b, 0, self.b - 1)] = p
        for i in range(index, index + self.b):
            if opponent:
                low[i], high[i] = -high[i], -low[i]
            if high[i] - low[i] <= self.collapse or self.ply + 1 == self.d:
                low[i] = high[i] = low[i] + high[i] >> 1

    def _draw(self, number: cython.ulonglong, low: cython.int, high: cython.int) -> cython.int:
        """Return random number `number` of this node, uniform over integers from low to high."""
        width: cython.ulonglong = high - low + 1
        drawn: cython.ulonglong = mix(self.node + (number + 1) * GOLDEN & M64) >> 32
        return low + cython.cast(cython.int, drawn * width >> 32)

    def result(self) -> cython.int:
        """Return the value for the side to move if the range is a point, else ONGOING."""
        return self.static() if self.value == self.high else ONGOING

    def static(self) -> cython.int:
        """Return the middle of the range, from the side to move."""
        middle: cython.int = self.value + (self.high - self.value >> 1)
        return -middle if self.adversary and self.ply & 1 else middle

    def static_bounds(self, side: cython.int) -> cython.int:
        """Return the lower (0) or upper (1) end of the range, from the side to move."""
        if self.adversary and self.ply & 1:
            return -self.value if side else -self.high
        return self.high if side else self.value

    def child_bounds(self, moves: Moves, start: cython.int) -> cython.int:
        """Set each listed move's low, high and score to the child's range and its middle.

        They are for the side to move in the child. The tag becomes 1 for a point, else 0.

        :param start: the index of the first move to set.
        :raises IndexError: if `start` is out of range, or a move is not legal.
        """
        if not 0 <= start <= moves.count:
            moves.refuse(start)
        if start == moves.count:
            return 0
        first: cython.int = self._row()
        turned: cython.bint = self.adversary and self.ply & 1 == 0
        index: cython.int
        for index in range(start, moves.count):
            if not 0 <= moves.move[index] < self.b:
                raise IndexError("child_bounds of an illegal move: expected 0 to b-1")
            low: cython.int = self.row_lows[first + moves.move[index]]
            high: cython.int = self.row_highs[first + moves.move[index]]
            middle: cython.int = low + (high - low >> 1)
            moves.low[index] = -high if turned else low
            moves.high[index] = -low if turned else high
            moves.score[index] = -middle if turned else middle
            moves.tag[index] = low == high
        return 0

    def key(self) -> cython.ulonglong:
        """Return the node's 64-bit number, which the line to it determines."""
        return self.node

    @property
    def turn(self) -> int:
        """The side to move: 0 for MAX."""
        return self.ply & 1 if self.adversary else 0
