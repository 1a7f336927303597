"""The meaning of scores. Compiled modules have the same names from scores.pxd.

Scores are whole numbers. Heuristic values are below MATE_BOUND in size. In games that are won,
drawn or lost, a win in n plies is WIN - n and a loss is LOSS + n. So every searcher prefers the
shorter win and the longer loss. In games with a margin the score is the margin, without a distance.
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


def adjust_mate(score: int, ply: int) -> int:
    """Return a win or loss as seen `ply` plies earlier (negative: later); others unchanged."""
    if score >= MATE_BOUND:
        return score - ply
    return score + ply if score <= -MATE_BOUND else score


def is_decided(score: int) -> bool:
    """Return whether the score is a win or a loss, not an estimate, a draw or a margin."""
    return abs(score) >= MATE_BOUND
