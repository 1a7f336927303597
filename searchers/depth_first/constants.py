"""Constants of depth-first searches."""

from __future__ import annotations

from games.core.constants import KNOWN_WIN

MOST_SOLVED = 1000
"""Nodes that one call of a game's solver may take: fewer than between two looks at the clock."""

DEEPEST, PHASES = 64, 64
"""Plies and phases of the game in the table of error bounds."""
UNKNOWN = 2**28
"""Error bound where no errors were measured."""

BUTTERFLY = 64 * 64
"""Pairs of squares by which quiet moves are counted."""
KINDS = 1024
"""Kinds of moves (`Position.move_kind`) by which replies and captures are counted."""
MOST_HISTORY = 2**14
"""Largest size of a number in a history."""
KILLER = 2**28
"""Score of a killer: above every history."""
NONE = -1
"""No move, and no kind of a move."""

NOISY, MADE, LEFT_OUT = 1, 2, 4
"""Tags of a move: it is a capture or the like; its child was made for sorting; it is pruned."""
BAD_CAPTURE = -(2**29)
"""Score of captures that lose material, below all quiet moves."""
SURE_SIGHT = 5
"""Weight of `Position.first_sight` where moves are sorted."""
CAPTURE_WEIGHT = 300
"""Largest weight of a capture's history where captures are sorted."""

NO_MOVE = -1
"""No move is excluded, or was made."""
DECIDED = KNOWN_WIN
"""Values from here on, on both sides, are not pruned by estimates."""
STATIC_DEPTH = 8
"""Largest depth at which a static value alone may prune."""

SIZES = 64
"""Depths, and places in the order of moves, in the table of reductions."""
MULTICUT = 64
"""Result of a test for a singular move that found a second one above beta."""
