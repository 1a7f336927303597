"""Constants of scores and of 64-bit arithmetic. `scores` and `bits` have them for Python."""

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
"""Values from here on, on both sides, are wins and losses."""
KNOWN_WIN = 2**28
"""Heuristic values from here on, on both sides, are wins and losses that an evaluator foresees, of
no certain length."""
ONGOING = 2**31 - 1
"""No score: the game goes on."""
INFINITY = 2**31 - 2
"""Beyond every score."""
QUIET = -INFINITY
"""No gain: the move is quiet."""
MAX_PLY = 400
"""Lines of a search end as leaves after this many plies."""
VOID = 2
"""Instead of whether the game ends at a child: its score is void, for the budget ended on the
way."""
LOWER, UPPER, EXACT = 1, 2, 3
"""Kinds of a score: the true value is at least the score, at most the score, or equal to it."""

MOST_LISTED = 2**30
"""The most moves in one list."""

M64: cython.ulonglong = 2**64 - 1
"""All 64 bits: mask with it after `*`, `+`, `<<` and `~`."""
ONE: cython.ulonglong = 1
"""A one of 64 bits, to be shifted."""
GOLDEN: cython.ulonglong = 0x9E3779B97F4A7C15
"""2^64 over the golden ratio: the step of splitmix64."""
MIX_A: cython.ulonglong = 0xBF58476D1CE4E5B9
MIX_B: cython.ulonglong = 0x94D049BB133111EB
"""Multipliers of splitmix64's finaliser."""
