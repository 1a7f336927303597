"""Constants of depth-first searches."""

from __future__ import annotations

from games.core.constants import KNOWN_WIN

MAX_DEPTH, MAX_PHASES = 64, 64
"""Sizes of the table of error bounds: plies, and phases of the game."""
UNKNOWN = 2**28
"""The error bound where no errors were measured."""
BELOW_STATIC, ABOVE_STATIC, BELOW_SHALLOW, ABOVE_SHALLOW = range(4)
"""Kinds of error bounds (`ErrorBounds`)."""
PROBCUT_PLIES = 4
"""Plies that a ProbCut search is shallower than the search that it replaces."""

BUTTERFLY = 64 * 64
"""Pairs of squares by which quiet moves are counted."""
KINDS = 1024
"""Kinds of moves (`Position.move_kind`) by which replies and captures are counted."""
MAX_HISTORY = 2**14
"""The largest size of a number in a history."""
KILLER = 2**28
"""The score of a killer, above every history."""
BAD_CAPTURE = -(2**29)
"""The score of captures that lose material, below all quiet moves."""
NO_MOVE = -1
"""No move, and no kind of a move."""

NOISY, MADE, PRUNED = 1, 2, 4
"""Tags of a move: a capture or the like; its child was made for sorting; it is not searched."""

DECIDED = KNOWN_WIN
"""The size of value from which nothing is pruned by estimates."""
TABLE_SIZE = 64
"""Depths, and places in the order of moves, in the table of reductions."""
MULTICUT = 64
"""The result of a test for a singular move that found a second move above beta."""
