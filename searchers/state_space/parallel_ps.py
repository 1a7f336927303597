"""Parallel PS*: the root's partitions shared out to processes (Srimani 1985, chapter 6).

The partitions are taken in rounds of as many as there are workers. Each worker searches one; when
all are done the bound l of the root is raised to the best value found, and the next round starts
with it. The bound is exchanged at these barriers only, so that counts do not depend on timing.
"""

from __future__ import annotations

import time
from concurrent.futures import BrokenExecutor, Future, wait
from dataclasses import dataclass
from typing import Any

from evaluators import make as make_evaluator
from games import make as make_game
from games.core.position import Position
from games.core.scores import INFINITY
from games.errors import EngineError
from searchers.core.counts import COUNTS, Counts, together
from searchers.core.limits import Limits
from searchers.core.pool import Pool, context, expect_remade

__all__ = ["Workers"]

_POLL = 0.02
"""Seconds between two looks at the clock and the stop flag while workers are busy."""


@dataclass(frozen=True)
class Task:
    """What a worker is told: the position by its game's spec, its start and its moves."""

    player: str
    game: str
    start: str
    history: tuple[int, ...]
    moves: tuple[int, ...]
    depth: int
    lower: int
    nodes: int | None
    cpu: float | None


@dataclass(frozen=True)
class Report:
    """What a worker found in its partition, and the CPU seconds that it took; `ended` tells why it
    did not find it all: nodes, time or stop."""

    move: int
    value: int
    horizon: bool
    nodes: int
    counts: dict[str, int]
    cpu: float
    ended: str


class Workers:
    """The processes of one search. `shares` has every worker's counts, its nodes included.

    A round's share of the nodes and of the CPU time left is the same for every worker; a search
    whose worker used its share up is void as a whole.

    :param searcher: the `ps` that they work for.
    :param limits: its limits.
    :param position: what it searches.
    :raises SpecError: if game or evaluator cannot be made again in another process.
    """

    def __init__(self, searcher: Any, limits: Limits, position: Position) -> None:
        expect_remade(searcher.spec, position, make_game)
        expect_remade(searcher.spec, searcher.evaluator, make_evaluator)
        self.searcher = searcher
        self.limits = limits
        self.cpu = 0.0
        self.count = searcher.options["workers"]
        self.shares = [dict.fromkeys(("nodes", *COUNTS), 0) for _ in range(self.count)]

    def __enter__(self) -> Workers:
        self.stop = context().Event()
        self.pool = Pool(self.count, _start, self.stop)
        return self

    def __exit__(self, *error: Any) -> None:
        self.stop.set()
        self.pool.__exit__(*error)

    def search(self, position: Position, depth: int, order: list[int]) -> tuple[int, int, bool]:
        """The best of the root's moves, its value, and whether a leaf was no end of the game.
        Void if the budget ended.

        :raises EngineError: if a process dies.
        """
        best, lower, horizon = order[0], -INFINITY, False
        partitions = self._partitions(order)
        for at in range(0, len(partitions), self.count):
            try:
                reports = self._round(position, depth, partitions[at : at + self.count], lower)
            except BrokenExecutor:
                raise EngineError(
                    f"a process of {self.searcher.spec} died "
                    "(a script that has workers needs: if __name__ == '__main__')"
                ) from None
            if self.searcher.budget.over:
                break
            for report in reports:
                horizon = horizon or report.horizon
                if report.value > lower:
                    best, lower = report.move, report.value
        return best, lower, horizon

    def _partitions(self, order: list[int]) -> list[tuple[int, ...]]:
        found, start = [], 0
        while start < len(order):
            size = self.searcher.gamma.partition_size(start, len(order))
            found.append(tuple(order[start : start + size]))
            start += size
        return found

    def _round(
        self, position: Position, depth: int, partitions: list[tuple[int, ...]], lower: int
    ) -> list[Report]:
        budget, limits, count = self.searcher.budget, self.limits, len(partitions)
        nodes = None if limits.nodes is None else (limits.nodes - budget.used) // count
        cpu = None if limits.cpu is None else max(0.0, limits.cpu - self.cpu) / count
        options = {**self.searcher.options, "workers": 1}
        player = type(self.searcher)(self.searcher.evaluator.clone(), **options).player
        waiting: list[Future[Report]] = [
            self.pool.submit(
                _search,
                Task(
                    player,
                    position.spec,
                    position.start,
                    tuple(position.history),
                    moves,
                    depth,
                    lower,
                    nodes,
                    cpu,
                ),
            )
            for moves in partitions
        ]
        trace = self.searcher.trace
        if trace is not None:
            for worker, moves in enumerate(partitions, 1):
                for move in moves:
                    trace.tell("opened", (move,), lower=trace.seen(lower, ()), worker=worker)
        while wait(waiting, timeout=_POLL).not_done:
            if not budget.poll():
                self.stop.set()
        reports = [future.result() for future in waiting]
        for share, report in zip(self.shares, reports, strict=False):
            self._charge(share, report)
        if trace is not None:
            for worker, report in enumerate(reports, 1):
                merit = None if report.ended else trace.seen(report.value, ())
                trace.tell("solved", (report.move,), merit=merit, worker=worker)
        ended = [report.ended for report in reports if report.ended]
        if ended:
            budget.end(budget.reason or ended[0])
        return reports

    def _charge(self, share: dict[str, int], report: Report) -> None:
        """Add a report's counts to its worker's and to the search's."""
        counts = self.searcher.counts
        self.searcher.budget.charge(report.nodes)
        self.cpu += report.cpu
        share["nodes"] += report.nodes
        for name, found in report.counts.items():
            for get, put in (
                (share.__getitem__, share.__setitem__),
                (counts.__getattribute__, counts.__setattr__),
            ):
                put(name, together(name, get(name), found))


_stop: Any = None


def _start(stop: Any) -> None:
    """What a worker begins with: the flag that ends its searches."""
    global _stop
    _stop = stop


def _search(task: Task) -> Report:
    """Search a partition, in a worker."""
    from searchers import make

    began = time.thread_time()
    position = make_game(task.game)
    position = position.at(task.start) if task.start else position
    for move in task.history:
        position.push(move)
    position.begin_search()
    searcher: Any = make(task.player)  # a PhasedSearch
    limits = Limits(nodes=task.nodes, cpu=task.cpu)
    counts = Counts()
    with limits.budget(_stop) as budget:
        searcher.attach(budget, counts, position.ply, searcher.evaluator)
        move, value, horizon = searcher.phases(
            position, task.depth, list(task.moves), task.lower, True
        )
    cpu = time.thread_time() - began
    return Report(move, value, horizon, budget.used, counts.as_dict(), cpu, budget.reason)
