"""Constants of A-B trees (Lindstrom 1979)."""

from __future__ import annotations

RECORD = 16
"""Fields of a node's record."""
PARENT, FIRST, AFTER, CUTTER, CUT_NODES, NEXT_CUT, PREV_CUT = 2, 3, 4, 7, 8, 9, 10
"""Numbers of the fields that hold slots of nodes."""
TOP, RESTART = 0, RECORD
"""Slots of the pseudo nodes: topmax and topmin in one, and restarthead."""
FREE = -1
"""`parent` of a record that is not in use."""
FINISHED = -1
"""`move_count` of a node at which the game is over."""
NO_RECUT, ON_PATH, SWEPT, UNSORTED = 1, 2, 4, 8
"""Flags of a node: it must be swept before it is cut again; it is on the path to the node being
grown; the current sweep has finished it; its children are not sorted."""

ANY_NODE, NO_NODE = -1, 0
"""`chosen` of a tree in which every node above the horizon may grow, or none; else it is the node
that may."""
NO_MOVE = -1
"""No move."""
NO_DEPTH = -1
"""Depth in a trace where none applies."""

SOLVED = 2**30
"""Horizon of a value that no deeper search can change."""
MOST_NODES = 2**26
"""Most nodes: slots have four bytes, and arrays grow by half."""

STOPPED, REPORT_DUE, DEPTH_LIMIT, GAME_OVER = range(4)
"""Reasons why best-first growth ends: the budget, a report is due, the depth limit, the end of the
game."""
