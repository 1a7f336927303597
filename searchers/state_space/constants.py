"""Constants of SSS* and PS*(k): the status of a state, and places."""

from __future__ import annotations

LIVE_MIN, LIVE_MAX, SOLVED_MIN, SOLVED_MAX, EXPANDED, SUSPENDED, REMOVED = range(7)
"""The status of a state: LIVE or SOLVED, at a MIN or a MAX node. EXPANDED: states of its children
replace it. SUSPENDED: it is in BACKUP only, to be resumed. REMOVED: it is in no list."""
ROOT, NONE = 0, -1
"""The place of the root's state, and no place."""
OUT_OF_BUDGET = -2
"""Returned in place of a state when the budget is over."""
STATE_BYTES, MOVE_BYTES = 68, 4
"""Memory of a state, and of a move in the list of a node."""
