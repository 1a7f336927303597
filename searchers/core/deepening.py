"""Iterative deepening: which depths are searched, and why the last one was the last."""

from __future__ import annotations

from collections.abc import Iterator

from evaluators.core.budget import Budget
from games.core.scores import MAX_PLY
from searchers.core.limits import Limits
from searchers.core.result import Answer

__all__ = ["depths"]


def depths(limits: Limits, answer: Answer, budget: Budget, *, deepen: bool = True) -> Iterator[int]:
    """The depths to search one after another, until the budget ends, one proves the answer, or
    the limit is reached; then the answer has the reason.

    :param deepen: whether to begin at depth 1; else the limit's depth is the only one.
    """
    deepest = min(limits.depth or MAX_PLY, MAX_PLY)
    for depth in range(1 if deepen else deepest, deepest + 1):
        yield depth
        if budget.over:
            return
        if answer.proved:
            answer.reason = "proved"
            return
    answer.reason = "depth"
