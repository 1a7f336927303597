"""Constants of A-B trees (Lindstrom 1979)."""

from __future__ import annotations

RECORD = 16
"""Columns of a node's record."""
PARENT, FIRST, AFTER, CUTTER, CUT_NODES, NEXT_CUT, PREV_CUT = 2, 3, 4, 7, 8, 9, 10
"""Columns that hold places of nodes, by number."""
TOP, RESTART = 0, RECORD
"""Places of the pseudo nodes: topmax and topmin in one, and restarthead."""
FREE = -1
"""`parent` of a record that is not in use."""
FINISHED = -1
"""`nr_moves` of a node at which the game is over."""
NO_RECUT, ON_PATH, SWEPT, UNSORTED = 1, 2, 4, 8
"""Flags of a node: it must be swept before it is cut again; it is on the path to the leaf; the
sweep is done with it; its children are not sorted."""

NOBODY = -1
"""No child is without a value."""
NO_DEPTH = -1
"""Depth in a trace where none applies."""

SOLVED = 2**30
"""Horizon of a value that no deeper search can change."""
MOST_STORED = 2**26
"""Most nodes: places have four bytes, and arrays grow by half."""

STOPPED, TO_TELL, AT_DEPTH, AT_END = range(4)
"""Reasons why best-first growth ends: the budget, a report is due, the depth limit, the end of the
game."""
