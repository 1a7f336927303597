"""What scores mean. Compiled modules take the same names from scores.pxd.

Scores are whole numbers. Heuristic values stay below MATE_BOUND in size. In games that are won,
drawn or lost a win in n plies is WIN - n and a loss LOSS + n, so that every searcher prefers the
shorter win and the longer loss; games with a margin score the margin and know no distance.
"""

from __future__ import annotations

__all__ = [
    "DRAW",
    "EXACT",
    "INFINITY",
    "KNOWN_WIN",
    "LOSS",
    "LOWER",
    "MATE_BOUND",
    "MAX_PLY",
    "ONGOING",
    "QUIET",
    "UPPER",
    "VOID",
    "WIN",
    "adjust_mate",
    "is_decided",
]

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
"""What a score says of a true value: that it is at least so much, at most, or both."""


def adjust_mate(score: int, ply: int) -> int:
    """A win or loss as seen from `ply` plies earlier (negative: later); other scores unchanged."""
    if score >= MATE_BOUND:
        return score - ply
    return score + ply if score <= -MATE_BOUND else score


def is_decided(score: int) -> bool:
    """Whether the score is a win or a loss rather than an estimate, a draw or a margin."""
    return abs(score) >= MATE_BOUND
