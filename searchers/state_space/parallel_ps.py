"""Parallel PS*: the root's partitions shared out to processes (Srimani 1985, chapter 6).

The partitions are taken in rounds of as many as there are workers. Each worker searches one; when
all are done the bound l of the root is raised to the best value found, and the next round starts
with it. The bound is exchanged at these barriers only, so that counts do not depend on timing.

A partition whose process is not there (not started yet, stopped, gone) is searched by the process
that owns the search, in the same round and to the same counts.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from evaluators import make as make_evaluator
from games import make as make_game
from games.core.position import Position
from games.core.scores import INFINITY
from games.core.words import counted
from searchers.core.counts import COUNTS, Counts, together
from searchers.core.crew import Crew, UnderWay
from searchers.core.limits import Limits
from searchers.core.pool import expect_remade

if TYPE_CHECKING:
    from collections.abc import Iterator

    from searchers.core.result import Answer

__all__ = ["Team"]


@dataclass(frozen=True)
class Task:
    """A partition to search.

    :param game: number of the game: in another one, lists are given back.
    :param seconds: wall-clock time left; None for no limit.
    """

    game: int
    position: Position
    moves: tuple[int, ...]
    depth: int
    lower: int
    nodes: int | None
    cpu: float | None
    seconds: float | None


@dataclass(frozen=True)
class Report:
    """The best move of a partition and its value, and the CPU seconds that it took; `ended` says
    why the partition was not searched to the end: nodes, time, stop or memory."""

    move: int
    value: int
    horizon: bool
    nodes: int
    counts: dict[str, int]
    cpu: float
    ended: str


class Team:
    """The processes of one `ps`, kept from search to search.

    Of the last search `shares` has every worker's counts, its nodes included, and `cpu` the CPU
    seconds of all. A round's share of the nodes and of the CPU time left is the same for every
    worker; a search whose worker used its share up is void as a whole.

    :param searcher: the `ps` that they work for.
    :param position: of the game.
    :raises SpecError: if game or evaluator cannot be made again in another process.
    """

    def __init__(self, searcher: Any, position: Position) -> None:
        expect_remade(searcher.spec, position, make_game)
        expect_remade(searcher.spec, searcher.evaluator, make_evaluator)
        self.serving = position.spec, searcher.evaluator.spec
        self.count = searcher.options["workers"]
        most = searcher.options["hash"]
        share = max(1, most // self.count) if most else 0
        options = {**searcher.options, "workers": 1, "hash": share}
        own = type(searcher)(searcher.evaluator.clone(), **options)
        self._own = PartitionSearch(own)
        self._crew = Crew(self.count, _made, own.player)
        self.game = 0
        self._clear()

    def _clear(self) -> None:
        self.cpu = 0.0
        self.shares = [dict.fromkeys(("nodes", *COUNTS), 0) for _ in range(self.count)]
        self._lost: set[int] = set()
        self._limits = Limits(depth=1)

    def serves(self, position: Position, evaluator: Any) -> bool:
        """Whether the processes were made for this game and evaluator."""
        return self.serving == (position.spec, evaluator.spec)

    def end(self) -> None:
        """End the processes."""
        self._crew.end()

    @contextmanager
    def working(self, searcher: Any, limits: Limits, answer: Answer) -> Iterator[None]:
        """Work for a search within the block.

        :param answer: its remarks say which processes were lost.
        """
        self._clear()
        self._limits = limits
        try:
            self._crew.mend()
            if limits.seconds is None and limits.planned is None:
                self._crew.wait_until_started(searcher.budget.poll)
            yield
        finally:
            self._crew.finish()
            if self._lost:
                lost = counted(len(self._lost), "process", "processes")
                answer.remarks.append(f"{searcher.spec}: {lost} did not answer; searched without")

    def search(
        self, searcher: Any, position: Position, depth: int, order: list[int]
    ) -> tuple[int, int, bool]:
        """Search to one depth: the best of the root's moves, its value, and whether a leaf was no
        end of the game. Void if the budget ended."""
        best, lower, horizon = order[0], -INFINITY, False
        self._crew.mend()
        partitions = self._partitions(searcher, order)
        for at in range(0, len(partitions), self.count):
            round_ = partitions[at : at + self.count]
            reports = self._round(searcher, position, depth, round_, lower)
            if searcher.budget.over:
                break
            for report in reports:
                horizon = horizon or report.horizon
                if report.value > lower:
                    best, lower = report.move, report.value
        return best, lower, horizon

    def _partitions(self, searcher: Any, order: list[int]) -> list[tuple[int, ...]]:
        found, start = [], 0
        while start < len(order):
            size = searcher.gamma.partition_size(start, len(order))
            found.append(tuple(order[start : start + size]))
            start += size
        return found

    def _round(
        self,
        searcher: Any,
        position: Position,
        depth: int,
        partitions: list[tuple[int, ...]],
        lower: int,
    ) -> list[Report]:
        """Search some partitions at once; reports in their order, void if the budget ended."""
        budget, limits, count = searcher.budget, self._limits, len(partitions)
        nodes = None if limits.nodes is None else (limits.nodes - budget.used) // count
        cpu = None if limits.cpu is None else max(0.0, limits.cpu - self.cpu) / count
        trace = searcher.trace
        if trace is not None:
            for worker, moves in enumerate(partitions, 1):
                for move in moves:
                    trace.tell("opened", (move,), lower=trace.seen(lower, ()), worker=worker)

        def task(index: int) -> Task:
            left = None if budget.deadline is None else budget.deadline - time.perf_counter()
            seconds = None if left is None else max(0.0, left)
            moves = partitions[index]
            return Task(self.game, position, moves, depth, lower, nodes, cpu, seconds)

        # Step 1: each process that is there takes its partition.
        self._crew.begin()
        given = [index for index in range(count) if self._crew.give(index, task(index))]
        reports: dict[int, Report] = {}
        # Step 2: this process searches the others', and waits.
        for index in range(count):
            if index in given:
                continue
            if self._crew.is_missing(index):
                self._lost.add(index)
            if budget.poll():
                reports[index] = self._own.search(task(index), None)
        found = self._crew.gather(given, budget.poll)
        for index, report in found.items():
            budget.charge(report.nodes)
            reports[index] = report
        # Step 3: it searches what a lost process had as well.
        missing = [index for index in given if index not in found]
        for index in missing:
            used = self._crew.nodes(index)
            budget.charge(used if nodes is None else min(used, nodes))
        self._lost.update(missing)
        for index in missing:
            if budget.poll():
                reports[index] = self._own.search(task(index), None)
        for index, report in sorted(reports.items()):
            self._charge(searcher.counts, self.shares[index], report)
        if trace is not None:
            for index, report in sorted(reports.items()):
                merit = None if report.ended else trace.seen(report.value, ())
                trace.tell("solved", (report.move,), merit=merit, worker=index + 1)
        ended = [report.ended for report in reports.values() if report.ended]
        if ended or len(reports) < count:
            budget.end(budget.reason or (ended or ["stop"])[0])
        return [reports[index] for index in sorted(reports)]

    def _charge(self, counts: Counts, share: dict[str, int], report: Report) -> None:
        """Add a report's counts to its worker's and to the search's."""
        self.cpu += report.cpu
        share["nodes"] += report.nodes
        for name, found in report.counts.items():
            share[name] = together(name, share[name], found)
            setattr(counts, name, together(name, getattr(counts, name), found))


class PartitionSearch:
    """A search of one partition after the other, in the process that has them."""

    def __init__(self, searcher: Any) -> None:
        self.searcher = searcher
        self.game = 0

    def search(self, task: Task, stop: UnderWay | None) -> Report:
        """Search a partition.

        :param stop: its flag; None where a budget around it ends it.
        """
        searcher, position = self.searcher, task.position
        began = time.thread_time()
        if task.game != self.game:
            searcher.new_game()
            self.game = task.game
        searcher.prepare(position)
        limits = Limits(nodes=task.nodes, cpu=task.cpu, seconds=task.seconds)
        counts = Counts()
        with limits.budget(stop) as budget:
            if stop is not None:
                stop.budget = budget
            searcher.attach(budget, counts, position.ply, searcher.evaluator)
            move, value, horizon = searcher.phases(
                position, task.depth, list(task.moves), task.lower, True
            )
        cpu = time.thread_time() - began
        return Report(move, value, horizon, budget.used, counts.as_dict(), cpu, budget.reason)


def _made(player: str) -> Any:
    """A worker: the search of a task, with its flag."""
    from searchers import make

    own = PartitionSearch(make(player))

    def work(task: Task, stop: UnderWay) -> Report:
        task.position.begin_search()
        return own.search(task, stop)

    return work
