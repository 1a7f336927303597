"""The best few moves of a position, each with its value and its line (a GUI's MultiPV).

A searcher that holds a line for every root move is asked once. Any other is asked again, at one
depth after another, without the moves that it has already listed at that depth.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any, Protocol

from games.core.position import Position
from games.core.scores import MAX_PLY
from searchers.core.counts import COUNTS, together
from searchers.core.deepening import Plan
from searchers.core.limits import Limits
from searchers.core.result import Report, Result, RootMove

__all__ = ["search_lines"]

_CUT_SHORT = ("nodes", "time", "stop", "memory")
"""Reasons of a search that did not reach its depth."""


class Lined(Protocol):
    """What this asks of a searcher, which imports it."""

    HOLDS_LINES: bool
    ranking: bool
    options: Any

    def check_limits(self, limits: Limits, stop: Any) -> None:
        """`Searcher.check_limits`."""

    def search(
        self,
        position: Position,
        limits: Limits | None = None,
        report: Report | None = None,
        stop: Any = None,
    ) -> Result:
        """`Searcher.search`."""


def search_lines(
    searcher: Lined,
    position: Position,
    limits: Limits,
    lines: int,
    report: Report | None = None,
    stop: Any = None,
) -> Result:
    """Search as `Searcher.search` does; the first `lines` root moves of the result have a line.

    With one line it is `Searcher.search`. The limits hold for all searches together. Lines that
    are searched for one by one are all of the depth of the result, the last that was reached with
    every one of them; only where not even one depth was, fewer are told.

    :param report: called with an interim result of all lines whenever there is something new.
    :raises LimitsError: if the limits would never end, or do not suit this searcher.
    """
    legal = position.legal_moves()
    moves = legal if limits.moves is None else list(dict.fromkeys(limits.moves))
    if min(lines, len(moves)) < 2 or len(legal) < 2:
        return searcher.search(position, limits, report, stop)
    searcher.check_limits(limits, stop)
    searcher.ranking = True
    try:
        if searcher.HOLDS_LINES:
            return searcher.search(position, limits, report, stop)
        found = _Lines(searcher, position, limits.allotted(), moves, report, stop)
        return found.search(min(lines, len(moves)))
    finally:
        searcher.ranking = False


class _Lines:
    """The searches for several lines, and what they have spent together."""

    def __init__(
        self,
        searcher: Lined,
        position: Position,
        limits: Limits,
        moves: list[int],
        report: Report | None,
        stop: Any,
    ) -> None:
        self.searcher, self.position, self.limits, self.moves = searcher, position, limits, moves
        self.report, self.stop = report, stop
        self.started, self.cpu_started = time.perf_counter(), time.thread_time()
        self.deepens = (searcher.options or {}).get("deepen", True)
        self.plan = Plan.of(limits) if self.deepens else None
        self.seconds = limits.wall()
        if self.plan is not None and limits.seconds is not None:
            self.seconds = limits.seconds
        self.nodes = 0
        self.counts = dict.fromkeys(COUNTS, 0)
        self.remarks: dict[str, None] = {}

    def search(self, lines: int) -> Result:
        """Search to one depth after another, each with all lines, until a limit ends it."""
        deepest = min(self.limits.depth or MAX_PLY, MAX_PLY)
        answer: Result | None = None
        for depth in range(1 if self.deepens else deepest, deepest + 1):
            found, reason = self._iterate(depth, lines)
            if reason not in _CUT_SHORT or answer is None:
                answer = self._together(found, reason)
            if reason in _CUT_SHORT:
                return self._counted(answer, reason)
            if self.report is not None:
                self.report(answer)
            if all(result.proved for result in found):
                break
            if self.plan is not None and self.plan.used(answer):
                return self._counted(answer, "time")
        assert answer is not None  # there is at least one depth
        return answer

    def _iterate(self, depth: int, lines: int) -> tuple[list[Result], str]:
        """The searches of one depth, as far as the limits go, and why they end."""
        found: list[Result] = []
        left = self.moves
        while True:
            result = self.searcher.search(
                self.position, self._limits(depth, tuple(left)), stop=self.stop
            )
            self.nodes += result.nodes
            self.remarks.update(dict.fromkeys(result.remarks))
            for name, count in result.counts.items():
                self.counts[name] = together(name, self.counts[name], count)
            cut_short = result.reason in _CUT_SHORT
            if not cut_short or not found:
                found.append(result)
            if cut_short or len(found) == lines:
                return found, result.reason
            left = [move for move in left if move != result.move]

    def _limits(self, depth: int, moves: tuple[int, ...]) -> Limits:
        """The limits of one search: what is left of all."""
        given = self.limits
        spent = time.perf_counter() - self.started
        cpu_spent = time.thread_time() - self.cpu_started
        return Limits(
            nodes=None if given.nodes is None else given.nodes - self.nodes,
            depth=depth,
            seconds=None if self.seconds is None else max(0.0, self.seconds - spent),
            cpu=None if given.cpu is None else max(0.0, given.cpu - cpu_spent),
            moves=moves,
        )

    def _together(self, found: list[Result], reason: str) -> Result:
        """The results of the lines as one; the last search tells of the other moves."""
        ranked = sorted(found, key=_by_value)
        listed = [
            RootMove(
                result.move,
                result.value,
                result.bounds,
                result.pv,
                result.proved and result.bounds is None,
            )
            for result in ranked
            if result.move is not None
        ]
        rest = [known for known in found[-1].root if known.move != found[-1].move]
        depth = max(result.depth for result in found)
        return self._counted(replace(ranked[0], depth=depth, root=(*listed, *rest)), reason)

    def _counted(self, result: Result, reason: str) -> Result:
        """A result with what all searches have spent."""
        return replace(
            result,
            nodes=self.nodes,
            counts=dict(self.counts),
            seconds=time.perf_counter() - self.started,
            reason=reason,
            remarks=tuple(self.remarks),
        )


def _by_value(result: Result) -> int:
    return 0 if result.value is None else -result.value
