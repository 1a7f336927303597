"""The constants of B*, and the records of its tree.

Compiled modules take the constants from constants.pxd and the records from interval_tree.pxd.
"""

from __future__ import annotations

from dataclasses import dataclass

FORGOTTEN = -1
"""`first` of a leaf whose children were dropped from the tree."""
FINISHED = -2
"""`first` of a leaf at which the game is over."""
STATIC_ONLY = -3
"""`first` of a leaf with a static interval: its evaluator has not searched."""
NODE, EDGE = 8, 4
"""The sizes of the records of a node and of an edge, in integers of four bytes."""

DROPPED, OPEN, CLOSED = -1, -2, -3
"""The marks of nodes that leave the tree, stay with their children, and stay without them."""

BOUND, REAL = 1, 2
"""The flags of a change in a node: of its bounds, of its realistic value."""

PARTS = 16
"""The number of equally likely parts between the quantiles of a distribution."""
BITS = 12
"""The bits after the point in shares of a distribution."""
HALF = 1 << BITS
"""The share on one side of the realistic value."""

GRID = 64
"""The points of the grid on which probabilities are computed."""
STEPS, FARTHEST = 8, 16
"""Steps to a half-width in the table of an evaluator's errors, and half-widths that it covers."""
VISITS = 1024
"""The nodes between two looks at the clock while probabilities are computed."""
MARGIN = 4
"""The half-widths of an average leaf that the grid adds on both sides."""

UNIT, WIDEST = 16, 149
"""Widths of intervals are in sixteenths of the original one; the second is the widest."""


@dataclass(slots=True)
class Node:
    """A node of an `IntervalTree`, which explains the fields."""

    optimistic: int = 0
    pessimistic: int = 0
    real: int = 0
    first: int = 0
    children: int = 0
    into: int = -1
    changed: int = 0
    optimistic_depth: int = 0
    pessimistic_depth: int = 0


@dataclass(slots=True)
class Edge:
    """An edge of an `IntervalTree`."""

    move: int = 0
    child: int = 0
    source: int = 0
    next: int = -1
