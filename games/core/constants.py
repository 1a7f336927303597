"""Constants of scores and of 64-bit arithmetic. Python code has them from `scores` and `bits`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import cython

WIN = 2**30
"""The side to move has won."""
LOSS = -WIN
"""The side to move has lost."""
DRAW = 0
MATE_BOUND = 2**29
"""The size from which values are wins and losses."""
KNOWN_WIN = 2**28
"""The size from which heuristic values are predicted wins and losses, of unknown length."""
ONGOING = 2**31 - 1
"""Not a score: the game goes on."""
INFINITY = 2**31 - 2
"""A number above every score."""
QUIET = -INFINITY
"""Not a gain: the move is quiet."""
MAX_PLY = 400
"""The length of the longest line of a search, in plies; its last node is a leaf."""
VOID = 2
"""The tag of a child without a valid score: the budget ended before. Other tags are whether the
game ends in the child."""
LOWER, UPPER, EXACT = 1, 2, 3
"""The kinds of scores: a lower bound of the true value, an upper bound, or exact."""

MOST_LISTED = 2**30
"""The largest number of moves in one list."""

M64: cython.ulonglong = 2**64 - 1
"""All 64 bits: the mask after `*`, `+`, `<<` and `~`."""
ONE: cython.ulonglong = 1
"""A 64-bit one, for shifts."""
GOLDEN: cython.ulonglong = 0x9E3779B97F4A7C15
"""2^64 divided by the golden ratio: the step of splitmix64."""
MIX_A: cython.ulonglong = 0xBF58476D1CE4E5B9
MIX_B: cython.ulonglong = 0x94D049BB133111EB
"""The multipliers of splitmix64's finaliser."""
