"""Constants of SSS* and its relatives: states of nodes, and places."""

from __future__ import annotations

LIVE_MIN, LIVE_MAX, SOLVED_MIN, SOLVED_MAX, SPREAD, HELD, GONE = range(7)
"""Status of a state: live or solved, at a MIN or a MAX node; SPREAD, replaced by states of its
children; HELD, in BACKUP, to be resumed; GONE, removed."""
ROOT, NONE = 0, -1
"""Place of the root's state, and no place."""
OUT_OF_BUDGET = -2
"""In place of a state: the budget is over."""
STATE_BYTES, MOVE_BYTES = 68, 4
"""Memory of a state, and of a move in the list of a node."""
