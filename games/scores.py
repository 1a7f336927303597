"""What scores mean. Compiled modules take the same names from scores.pxd.

Scores are whole numbers. Heuristic values stay below HEURISTIC in size. In games that are won,
drawn or lost a win in n plies is WIN - n and a loss LOSS + n, so that every searcher prefers the
shorter win and the longer loss; games with a margin score the margin and know no distance.
"""

from __future__ import annotations

__all__ = [
    "DRAW",
    "EXACT",
    "FORESEEN",
    "HEURISTIC",
    "INFINITE",
    "LONGEST_LINE",
    "LOSS",
    "LOWER",
    "ONGOING",
    "QUIET",
    "UPPER",
    "VOID",
    "WIN",
    "at_ply",
    "is_decided",
]

WIN = 2**30
"""The side to move has won."""
LOSS = -WIN
"""The side to move has lost."""
DRAW = 0
HEURISTIC = 2**29
"""Values from here on, on both sides, are wins and losses."""
FORESEEN = 2**28
"""Heuristic values from here on, on both sides, are wins and losses that an evaluator foresees, of
no certain length."""
ONGOING = 2**31 - 1
"""No score: the game goes on."""
INFINITE = 2**31 - 2
"""Beyond every score."""
QUIET = -INFINITE
"""No gain: the move is quiet."""
LONGEST_LINE = 400
"""Lines of a search end as leaves after this many plies."""

VOID = 2
"""Instead of whether the game ends at a son: its score is void, for the budget ended on the way."""

LOWER, UPPER, EXACT = 1, 2, 3
"""What a score says of a true value: that it is at least so much, at most, or both."""


def at_ply(score: int, ply: int) -> int:
    """A win or loss as seen from `ply` plies earlier (negative: later); other scores unchanged."""
    if score >= HEURISTIC:
        return score - ply
    return score + ply if score <= -HEURISTIC else score


def is_decided(score: int) -> bool:
    """Whether the score is a win or a loss rather than an estimate, a draw or a margin."""
    return abs(score) >= HEURISTIC
