"""The best few moves of a position, each with its value and its line (a GUI's MultiPV).

A searcher with lines for all root moves searches once. Any other searches each depth several times,
each time without the moves that it has found at that depth.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

from games.core.position import Position
from games.core.scores import MAX_PLY
from searchers.core.counts import COUNTS, combined
from searchers.core.deepening import Plan
from searchers.core.limits import Limits
from searchers.core.result import Report, Result, RootMove

_CUT_SHORT = ("nodes", "time", "stop", "memory")
"""Reasons of a search that did not reach its depth."""


def search_lines(
    searcher: Any,  # a Searcher, which imports this module
    position: Position,
    limits: Limits,
    lines: int,
    report: Report | None = None,
    stop: Any = None,
) -> Result:
    """Search so that the `lines` best root moves all have a value and a line (multi-PV).

    `Searcher.search` calls it, with limits that it has checked. These moves come first in the
    result's `root`, the best first. The limits are for all searches together. Lines that are
    searched one by one all have the depth of the result: the last one that was finished for all of
    them. There are fewer lines if there are fewer moves to consider, or if not even one depth was
    finished. With a single line or move this is an ordinary search.

    :param lines: how many moves get a value and a line.
    :param report: called with an interim result of all lines whenever there is something new.
    """
    legal = position.legal_moves()
    moves = legal if limits.moves is None else list(dict.fromkeys(limits.moves))
    lines = min(lines, len(moves))
    if lines < 2 or len(legal) < 2:
        return searcher.search_checked(position, limits, report, stop)
    searcher.ranking = True
    try:
        if searcher.HOLDS_LINES:
            return searcher.search_checked(position, limits, report, stop)
        return _Lines(searcher, position, limits, moves, stop).search(lines, report)
    finally:
        searcher.ranking = False


@dataclass
class _Lines:
    """The searches for several lines, with their total nodes and counts."""

    searcher: Any
    position: Position
    limits: Limits
    moves: list[int]
    stop: Any

    def __post_init__(self) -> None:
        self.started, self.cpu_started = time.perf_counter(), time.thread_time()
        self.deepens = (self.searcher.options or {}).get("deepen", True)
        self.plan = Plan.of(self.limits) if self.deepens else None
        self.seconds = self.limits.wall_clock_seconds()
        if self.plan is not None and self.limits.seconds is not None:
            self.seconds = self.limits.seconds
        self.nodes = 0
        self.counts = dict.fromkeys(COUNTS, 0)
        self.remarks: dict[str, None] = {}

    def search(self, lines: int, report: Report | None) -> Result:
        """Search to one depth after another, each with all lines, until a limit ends it.

        It also ends when all lines are proved.

        :param lines: how many moves get a value and a line.
        :param report: called with the result of each finished depth.
        :returns: the result of the last depth that was finished for all lines, with the nodes and
            counts of all searches. A first depth that was cut short counts too.
        """
        deepest = min(self.limits.depth or MAX_PLY, MAX_PLY)
        answer: Result | None = None
        for depth in range(1 if self.deepens else deepest, deepest + 1):
            found, reason = self._iterate(depth, lines)
            if reason not in _CUT_SHORT or answer is None:
                answer = self._merged(found, reason)
            if reason in _CUT_SHORT:
                return self._with_totals(answer, reason)
            if report is not None:
                report(answer)
            if all(result.proved for result in found):
                break
            if self.plan is not None and self.plan.is_used(answer):
                return self._with_totals(answer, "time")
        assert answer is not None  # there is at least one depth
        return answer

    def _iterate(self, depth: int, lines: int) -> tuple[list[Result], str]:
        """Search one depth for all lines; return a result for each and the reason of the last.

        Each is a search without the moves of the lines before. A search that was cut short ends the
        depth; its result counts only for the first line. Each search is added to the totals.

        :param lines: the most lines.
        """
        found: list[Result] = []
        left = self.moves
        while True:
            result = self.searcher.search_checked(
                self.position, self._limits(depth, tuple(left)), stop=self.stop
            )
            self.nodes += result.nodes
            self.remarks.update(dict.fromkeys(result.remarks))
            for name, count in result.counts.items():
                self.counts[name] = combined(name, self.counts[name], count)
            cut_short = result.reason in _CUT_SHORT
            if not cut_short or not found:
                found.append(result)
            if cut_short or len(found) == lines:
                return found, result.reason
            left = [move for move in left if move != result.move]

    def _limits(self, depth: int, moves: tuple[int, ...]) -> Limits:
        """Return the limits of the next search: a depth, moves, and the nodes and time left."""
        limits = self.limits
        spent = time.perf_counter() - self.started
        cpu_spent = time.thread_time() - self.cpu_started
        return Limits(
            nodes=None if limits.nodes is None else limits.nodes - self.nodes,
            depth=depth,
            seconds=None if self.seconds is None else max(0.0, self.seconds - spent),
            cpu=None if limits.cpu is None else max(0.0, limits.cpu - cpu_spent),
            moves=moves,
        )

    def _merged(self, found: list[Result], reason: str) -> Result:
        """Return the best of these results, with the moves of all of them first in `root`.

        The other root moves follow as in the last result. The nodes, counts, time and remarks are
        those of all searches until now.
        """
        ranked = sorted(found, key=lambda result: -(result.value or 0))
        listed = [
            RootMove(one.move, one.value, one.bounds, one.pv, one.proved and one.bounds is None)
            for one in ranked
            if one.move is not None
        ]
        rest = [known for known in found[-1].root if known.move != found[-1].move]
        depth = max(result.depth for result in found)
        return self._with_totals(replace(ranked[0], depth=depth, root=(*listed, *rest)), reason)

    def _with_totals(self, result: Result, reason: str) -> Result:
        """Return a result with this reason, and the totals of all searches until now.

        They are the nodes, counts, time and remarks.
        """
        return replace(
            result,
            nodes=self.nodes,
            counts=dict(self.counts),
            seconds=time.perf_counter() - self.started,
            reason=reason,
            remarks=tuple(self.remarks),
        )
