"""Constants of the trees of best-first minimax and of BPIP."""

from __future__ import annotations

LOWER_BOUND, TWIN, STATIC_ONLY = -3, -4, -5
"""More values of `first` than LEAF, FINISHED and PRUNED (see the constants of `storage`): the value
is a lower bound; another node of the graph has the same position; the distribution is that of a
static interval."""

VALUED = 2
"""Result of an expansion that gave the leaf another value in place of children."""
UNVALUED = -9
"""Tag of a move without a value."""

STEP, SWING, NEARNESS = 0, 1, 2
"""Measures that rank leaves: the expected step of U, of the root's value, nearness to the root."""

NO_DEPTH = -1
"""Depth in a trace where none applies."""
