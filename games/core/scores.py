"""Scores. Compiled modules have the constants from games.core.constants, the rest from scores.pxd.

Scores are whole numbers. Heuristic values are below MATE_BOUND in size. In games that are won,
drawn or lost, a win in n plies is WIN - n and a loss is LOSS + n. So every searcher prefers the
shorter win and the longer loss. In games with a margin the score is the margin, without a distance.
"""

from __future__ import annotations

from games.core.constants import *  # noqa: F403  # also for its importers
from games.core.constants import MATE_BOUND


def adjust_mate(score: int, ply: int) -> int:
    """Return a win or loss as seen `ply` plies earlier (negative: later); others unchanged."""
    if score >= MATE_BOUND:
        return score - ply
    return score + ply if score <= -MATE_BOUND else score


def is_decided(score: int) -> bool:
    """Return whether the score is a win or a loss, not an estimate, a draw or a margin."""
    return abs(score) >= MATE_BOUND
