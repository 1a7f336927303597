"""Constants of B*'s trees, distributions and proofs."""

from __future__ import annotations

FORGOTTEN = -1
"""`first` of a leaf that had children, until the tree was cut down."""
FINISHED = -2
"""`first` of a leaf at which the game is over."""
GLANCED = -3
"""`first` of a leaf whose interval is a static one: it was not searched."""
NODE, EDGE = 8, 4
"""Sizes of the records of a node and of an edge, in integers of four bytes."""

AWAY, OPEN, CLOSED = -1, -2, -3
"""Marks while a part of the tree is kept: a node goes, stays with its children, stays without."""

BOUND, REAL = 1, 2
"""Flags of a change in a node: of its bounds, of its realistic value."""

PARTS = 16
"""Equal parts that the quantiles of a distribution divide it into."""
BITS = 12
"""Bits after the point in shares of a distribution."""
HALF = 1 << BITS
"""The share that lies on one side of the realistic value."""

GRID = 64
"""Points of the grid on which chances are computed."""
STEPS, FARTHEST = 8, 16
"""Steps to a half-width in the table of an evaluator's errors, and half-widths that it covers."""
VISITS = 1024
"""Nodes between two looks at the clock while chances are computed."""
MARGIN = 4
"""Half-widths of a usual leaf by which the grid exceeds the values where intervals meet."""

UNIT, WIDEST = 16, 149
"""Widths of intervals are in sixteenths of the given one; the widest is the second."""
