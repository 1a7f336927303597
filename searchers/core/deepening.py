"""Iterative deepening: which depths are searched, and why the last one was the last."""

from __future__ import annotations

import time
from collections.abc import Iterator

from evaluators.core.budget import Budget
from games.core.scores import MAX_PLY
from searchers.core.limits import Limits
from searchers.core.result import Answer, Result

__all__ = ["Plan", "depths"]

_BEGIN = 0.6
"""Of the time planned, the part after which no depth begins: it would take as long again."""
_WAVERING = (1.8, 1.4, 1.1, 0.9, 0.75, 0.65)
"""How many times that, if the best move has stood for so many depths; the last for all beyond."""
_WORSE = 1.5
"""As many times if its value fell by more than values have lately changed from depth to depth."""


def depths(limits: Limits, answer: Answer, budget: Budget, *, deepen: bool = True) -> Iterator[int]:
    """The depths to search one after another, until the budget ends, one proves the answer, the
    time that was planned is used, or the limit is reached; then the answer has the reason.

    :param deepen: whether to begin at depth 1; else the limit's depth is the only one.
    """
    deepest = min(limits.depth or MAX_PLY, MAX_PLY)
    plan = Plan.of(limits) if deepen else None
    if plan is not None and limits.seconds is not None:
        budget.defer(plan.started + limits.seconds)
    for depth in range(1 if deepen else deepest, deepest + 1):
        yield depth
        if budget.over:
            return
        if answer.proved:
            answer.reason = "proved"
            return
        if plan is not None and plan.used(answer):
            answer.reason = "time"
            return
    answer.reason = "depth"


class Plan:
    """How long to think from now on, by how the answer wavers: a clock's share is a plan, not a
    limit.

    :param planned: seconds.
    """

    def __init__(self, planned: float) -> None:
        self.started = time.perf_counter()
        self._planned = planned
        self._move: int | None = None
        self._stood = 0
        self._value: int | None = None
        self._usual = 0.0

    @classmethod
    def of(cls, limits: Limits) -> Plan | None:
        """The plan of limits whose clock is allotted; None if they have none."""
        return None if limits.planned is None else cls(limits.planned)

    def used(self, answer: Answer | Result) -> bool:
        """Whether no further depth should begin, after one that found this answer."""
        self._stood = self._stood + 1 if answer.move == self._move else 0
        self._move = answer.move
        share = _BEGIN * _WAVERING[min(self._stood, len(_WAVERING) - 1)]
        if answer.value is not None and self._value is not None:
            change = answer.value - self._value
            share *= _WORSE if -change > 2 * self._usual else 1.0
            self._usual += (abs(change) - self._usual) / 4
        self._value = answer.value
        return time.perf_counter() - self.started >= share * self._planned
