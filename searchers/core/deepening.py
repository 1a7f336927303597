"""Iterative deepening: the depths to search, and the time for them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Annotated

from evaluators.core.budget import Budget
from games.core.scores import MAX_PLY
from games.parts.part import Option
from searchers.core.limits import Limits
from searchers.core.result import Answer, Result

DeepenOption = Annotated[bool, Option(True, "search depth 1, 2, 3 ... until a limit ends it")]
"""The option for iterative deepening."""

_BEGIN = 0.6
"""The part of the planned time after which no depth begins: it would take as long again."""
_WAVERING = (1.8, 1.4, 1.1, 0.9, 0.75, 0.65)
"""Factors of that part, by the number of depths since the best move changed."""
_WORSE = 1.5
"""The factor if the value fell by more than twice its usual change from depth to depth."""


def depths(limits: Limits, answer: Answer, budget: Budget, *, deepen: bool = True) -> Iterator[int]:
    """Yield the depths to search one after the other.

    They end when the budget is over, the answer is proved, the planned time is used, or the depth
    limit is reached. In the last three cases `answer.reason` is set. In the first, `budget.reason`
    has it. Without a depth limit the last depth is MAX_PLY. Where time is planned and there are
    `limits.seconds`, they become the deadline of the budget.

    :param deepen: whether to begin at depth 1. Otherwise the depth limit is the only depth, and the
        plan has no influence.
    """
    deepest = min(limits.depth or MAX_PLY, MAX_PLY)
    plan = Plan.of(limits) if deepen else None
    if plan is not None and limits.seconds is not None:
        budget.deadline = plan.started + limits.seconds
    for depth in range(1 if deepen else deepest, deepest + 1):
        yield depth
        if budget.over:
            return
        if answer.proved:
            answer.reason = "proved"
            return
        if plan is not None and plan.is_used(answer):
            answer.reason = "time"
            return
    answer.reason = "depth"


class Plan:
    """The time for a move on a clock. It is longer while the best move changes or its value falls.

    :param planned: the share of the clock, in seconds; a plan, not a limit.
    """

    def __init__(self, planned: float) -> None:
        self.started = time.perf_counter()
        self._planned = planned
        self._move: int | None = None
        self._unchanged = 0
        self._value: int | None = None
        self._usual_change = 0.0

    @classmethod
    def of(cls, limits: Limits) -> Plan | None:
        """Return the plan of time for limits with an allotted clock; None without one."""
        return None if limits.planned is None else cls(limits.planned)

    def is_used(self, answer: Answer | Result) -> bool:
        """Return whether so much of the planned time is spent that no further depth should begin.

        Call this once for each depth: it compares move and value with those of the call before.

        :param answer: the result of the last depth.
        """
        self._unchanged = self._unchanged + 1 if answer.move == self._move else 0
        self._move = answer.move
        share = _BEGIN * _WAVERING[min(self._unchanged, len(_WAVERING) - 1)]
        if answer.value is not None and self._value is not None:
            change = answer.value - self._value
            share *= _WORSE if -change > 2 * self._usual_change else 1.0
            self._usual_change += (abs(change) - self._usual_change) / 4
        self._value = answer.value
        return time.perf_counter() - self.started >= share * self._planned
