"""Constants of the trees of best-first minimax and of BPIP."""

from __future__ import annotations

LEAF, FINISHED, PRUNED, LOWER_BOUND, TWIN, STATIC_ONLY = 0, -1, -2, -3, -4, -5
"""`first` of a node without children: it was not expanded; the game is over; its children were
pruned; its value is a lower bound; another node of the graph has the same position; its
distribution is that of a static interval."""

VALUED = 2
"""Result of an expansion that gave the leaf another value in place of children."""
UNVALUED = -9
"""Tag of a move without a value."""

STEP, SWING, NEARNESS = 0, 1, 2
"""Measures that rank leaves: the expected step of U, of the root's value, nearness to the root."""

NO_DEPTH = -1
"""Depth in a trace where none applies."""
