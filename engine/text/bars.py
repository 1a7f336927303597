"""Intervals as bars of plain text, one under the other on one scale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

from games.core.scores import KNOWN_WIN
from games.core.words import signed

__all__ = ["Interval", "bars"]

Interval = tuple[int | None, int | None, int | None]
"""(pessimistic, optimistic, realistic); None is unknown, and then that end is open."""


def bars(intervals: Sequence[Interval], width: int) -> list[str]:
    """The scale, then a bar for every interval, all of the same width.

    The scale goes from the lowest to the highest bound short of a win or loss, which an evaluator
    may foresee. An end that is unknown, or a win or loss, is an arrow at the edge; `o` is the
    realistic value, `|` a point or what is too narrow to be told from one.

    >>> print("\\n".join(bars([(-9, 31, 0), (21, 21, None), (None, 1, 1), (1, None, None)], 21)))
    -9                +31
    [===o===============]
                   |
    <====]
         [==============>
    """
    bounds = [x for low, high, _ in intervals for x in (low, high) if _is_drawn(x)]
    lowest, highest = min(bounds, default=0), max(bounds, default=0)

    def cell(score: int) -> int:
        return (score - lowest) * (width - 1) // max(1, highest - lowest)

    def bar(low: int | None, high: int | None, real: int | None) -> str:
        if low is None and high is None:
            return ""
        if low is not None and low == high:
            edge = 0 if low < 0 else width - 1
            return " " * (cell(low) if _is_drawn(low) else edge) + "|"
        start = cell(low) if _is_drawn(low) else 0
        end = cell(high) if _is_drawn(high) else width - 1
        first, last = "[" if _is_drawn(low) else "<", "]" if _is_drawn(high) else ">"
        if start == end:
            return " " * start + (first + last).strip("[]").ljust(1, "|")
        inner = ["="] * (end - start - 1)
        if _is_drawn(real) and start < cell(real) < end:
            inner[cell(real) - start - 1] = "o"
        return " " * start + first + "".join(inner) + last

    ends = [signed(score) for score in (lowest, highest)]
    scale = ends[0] + ends[1].rjust(max(0, width - len(ends[0])))
    return [scale, *(bar(*interval) for interval in intervals)]


def _is_drawn(score: int | None) -> TypeGuard[int]:
    return score is not None and abs(score) < KNOWN_WIN
