"""Parallel PS*: processes share the root's partitions (Srimani 1985, chapter 6).

The partitions are searched in rounds, one a process. After each round the bound l of the root is
raised to the best value found, and the next round starts with it. The processes exchange nothing
else, so the counts do not depend on timing.

If a process is not available (not started yet, stopped, dead), the main process searches its
partition in the same round, with the same counts.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games.core.position import Position
from games.core.scores import INFINITY
from games.core.words import counted
from games.errors import EngineError
from searchers.core.counts import COUNTS, Counts, combined
from searchers.core.limits import Limits
from searchers.core.processes import NO_GUARD, TaskFlag, WorkerProcesses, expect_rebuilt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from searchers.core.result import Answer


@dataclass(frozen=True)
class Task:
    """A partition to search.

    :param game: the number of the game; in another game the lists are emptied.
    :param lower: the bound l of the root.
    :param limits: the root moves of the partition, the depth, and the nodes and time for it.
    """

    game: int
    position: Position
    lower: int
    limits: Limits


@dataclass(frozen=True)
class Report:
    """The result of a partition: move, value and `horizon` are void if `ended` is not empty.

    :param move: the best move; void if the value is only the bound l of the root.
    :param horizon: whether a leaf was evaluated that does not end the game.
    :param cpu: CPU seconds.
    :param ended: nodes, time, stop or memory if that ended the search early; else empty.
    """

    move: int
    value: int
    horizon: bool
    nodes: int
    counts: dict[str, int]
    cpu: float
    ended: str


class Team:
    """The processes of one `ps`, kept from search to search.

    In each round the remaining nodes and CPU time are divided equally. If a worker uses up its
    share, the whole search is void.

    `made_for` has the specs of the game and the evaluator. After a search `shares` has the counts
    and the nodes of each worker, and `cpu` the CPU seconds of all.

    :param searcher: the `ps` that they work for.
    :param position: a position of the game.
    :raises SpecError: if another process cannot make the game or the evaluator from its spec.
    """

    def __init__(self, searcher: Any, position: Position) -> None:
        """Start the processes for a searcher and its game; each gets an equal part of `hash`."""
        expect_rebuilt(searcher, position)
        self.made_for = position.spec, searcher.evaluator.spec
        self.count = searcher.options["workers"]
        most = searcher.options["hash"]
        share = max(1, most // self.count) if most else 0
        options = {**searcher.options, "workers": 1, "hash": share}
        own = type(searcher)(searcher.evaluator.clone(), **options)
        self._own = PartitionSearch(own)
        self._processes = WorkerProcesses(self.count, _make_search, own.player)
        self.game = 0
        self._clear()

    def _clear(self) -> None:
        """Set the CPU time and the workers' counts to 0, and forget lost workers and the limits."""
        self.cpu = 0.0
        self.shares = [dict.fromkeys(("nodes", *COUNTS), 0) for _ in range(self.count)]
        self._lost: set[int] = set()
        self._limits = Limits(depth=1)

    def end(self) -> None:
        """End the processes."""
        self._processes.end()

    @contextmanager
    def working(self, searcher: Any, limits: Limits, answer: Answer) -> Iterator[None]:
        """Prepare the processes for one search, and end their work after the block.

        Lost processes are started again. Without a limit of wall-clock time, wait until all are
        ready or lost.

        :param answer: gets a remark if processes are lost.
        :raises EngineError: if the script starts processes again when they import it.
        """
        self._clear()
        self._limits = limits
        try:
            self._restart_lost()
            if limits.seconds is None and limits.planned is None:
                self._processes.wait_until_started(searcher.budget.poll)
            yield
        finally:
            self._processes.finish()
            if self._lost:
                lost = counted(len(self._lost), "process", "processes")
                answer.remarks.append(f"{searcher.spec}: {lost} did not answer; searched without")

    def _restart_lost(self) -> None:
        """Start the lost processes again.

        :raises EngineError: if the script starts processes again when they import it.
        """
        self._processes.update()
        if not self._processes.has_guard:
            raise EngineError(f"{NO_GUARD} (a process of it ended as it started)")
        self._processes.restart_lost()

    def search(
        self, searcher: Any, position: Position, depth: int, order: list[int]
    ) -> tuple[int, int, bool]:
        """Search the root to one depth, its partitions shared among the processes.

        :returns: the best move, its value, and whether a leaf was evaluated that does not end the
            game. Void if the budget ended.
        :raises EngineError: if the script starts processes again when they import it.
        """
        best, lower, horizon = order[0], -INFINITY, False
        self._restart_lost()
        partitions = searcher.gamma.partitions(order)
        for first in range(0, len(partitions), self.count):
            in_round = partitions[first : first + self.count]
            reports = self._round(searcher, position, depth, in_round, lower)
            if searcher.budget.over:
                break
            for report in reports:
                horizon = horizon or report.horizon
                if report.value > lower:
                    best, lower = report.move, report.value
        return best, lower, horizon

    def _round(
        self,
        searcher: Any,
        position: Position,
        depth: int,
        partitions: list[tuple[int, ...]],
        lower: int,
    ) -> list[Report]:
        """Search some partitions of root moves, one a process; return their reports in order.

        A partition without a process is searched here. Nodes are charged to the budget, and counts
        added to the searcher's and the workers'. If one search ended early, so does the budget. The
        result is void if the budget ended. An error in a process is raised here.
        """
        budget, limits, count = searcher.budget, self._limits, len(partitions)
        nodes = None if limits.nodes is None else (limits.nodes - budget.used) // count
        cpu = None if limits.cpu is None else max(0.0, limits.cpu - self.cpu) / count
        trace = searcher.trace
        if trace is not None:
            for worker, moves in enumerate(partitions, 1):
                for move in moves:
                    trace.record(
                        "opened", (move,), lower=trace.root_score(lower, ()), worker=worker
                    )

        def task(index: int) -> Task:
            """Return the task of searching one partition, with its share of the limits."""
            left = None if budget.deadline is None else budget.deadline - time.perf_counter()
            seconds = None if left is None else max(0.0, left)
            part = Limits(nodes, depth, seconds, cpu, moves=partitions[index])
            return Task(self.game, position, lower, part)

        # Step 1. Give a partition to each process that is available.
        processes = self._processes
        processes.begin()
        free = [index for index in range(count) if processes.is_free(index)]
        given = [index for index in free if processes.give(index, task(index))]
        # Step 2. Search the other partitions here, then wait.
        reports: dict[int, Report] = {}
        for index in range(count):
            if index in given:
                continue
            if processes.is_unavailable(index):
                self._lost.add(index)
            if budget.poll():
                reports[index] = self._own.search(task(index), None)
        found = processes.gather(given, budget.poll)
        for index, report in found.items():
            budget.charge(report.nodes)
            reports[index] = report
        # Step 3. Search the partitions of lost processes again.
        missing = [index for index in given if index not in found]
        for index in missing:
            used = processes.nodes(index)
            budget.charge(used if nodes is None else min(used, nodes))
        self._lost.update(missing)
        for index in missing:
            if budget.poll():
                reports[index] = self._own.search(task(index), None)
        # Step 4. Add the counts.
        for index, report in sorted(reports.items()):
            self.cpu += report.cpu
            share = self.shares[index]
            share["nodes"] += report.nodes
            for name, more in report.counts.items():
                share[name] = combined(name, share[name], more)
                total = combined(name, getattr(searcher.counts, name), more)
                setattr(searcher.counts, name, total)
        if trace is not None:
            for index, report in sorted(reports.items()):
                merit = None if report.ended else trace.root_score(report.value, ())
                none = report.ended or report.value <= lower  # no move exceeds the lower bound
                move = partitions[index][0] if none else report.move
                trace.record("solved", (move,), merit=merit, worker=index + 1)
        ended = [report.ended for report in reports.values() if report.ended]
        if ended or len(reports) < count:
            budget.end(budget.reason or (ended or ["stop"])[0])
        return [reports[index] for index in sorted(reports)]


class PartitionSearch:
    """A `ps` that searches one partition after the other."""

    def __init__(self, searcher: Any) -> None:
        self.searcher = searcher
        self.game = 0

    def search(self, task: Task, stop: TaskFlag | None) -> Report:
        """Search one partition of the root's moves in this process; return the report.

        The limits of the task apply inside the current budget of this thread.

        :param stop: the flag of the task; None if the budget of this thread ends the search.
        """
        searcher, position = self.searcher, task.position
        position.begin_search()
        began = time.thread_time()
        if task.game != self.game:
            searcher.new_game()
            self.game = task.game
        searcher.prepare(position)
        counts = Counts()
        with task.limits.budget(stop) as budget:
            if stop is not None:
                stop.budget = budget
            searcher.attach(budget, counts, position.ply, searcher.evaluator)
            move, value, horizon = searcher.search_moves(
                position, task.limits.depth, task.limits.moves, task.lower, one_phase=True
            )
        cpu = time.thread_time() - began
        return Report(move, value, horizon, budget.used, counts.as_dict(), cpu, budget.reason)


def _make_search(player: str) -> Callable[[Task, TaskFlag], Report]:
    """Return the function of a worker process that searches a partition.

    :param player: the spec of the `ps`, with its evaluator.
    """
    from searchers import make

    return PartitionSearch(make(player)).search
