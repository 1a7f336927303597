"""Processes that search the same root and share the transposition table (lazy SMP).

The table is all that they share: a worker writes its results there, and the main search finds them.
A worker searches a few plies deeper, so that it is in another part of the tree.
"""

from __future__ import annotations

from ctypes import memset, sizeof
from typing import Any, NamedTuple

from evaluators.core.budget import Budget
from games.core.position import Position
from searchers.core.counts import Counts, combined
from searchers.core.limits import Limits
from searchers.core.processes import TaskFlag, WorkerProcesses, expect_rebuilt
from searchers.storage.transposition_table import TranspositionTable, shared_memory

END_SECONDS = 0.5
"""The time that workers have to return their counts. They check the stop flag every 2 ms."""


class Job(NamedTuple):
    """One search of one worker.

    :param slot: the number of the worker, from 0.
    :param game: the number of the game; the worker forgets what it learnt in another one.
    :param age: the age of the table.
    """

    slot: int
    game: int
    age: int
    position: Position
    moves: tuple[int, ...]
    nodes: int


class Workers:
    """The worker processes of one searcher, and the table that they share with it.

    They end with the searcher, and with this process, however it ends. If one of them dies or does
    not answer, all are ended. The search then goes on alone until the next game.

    :param searcher: a depth-first searcher with a table and the option `workers`.
    :param position: a position of the game.
    :raises SpecError: if another process cannot make the game or the evaluator from its spec.
    """

    def __init__(self, searcher: Any, position: Position) -> None:
        """Allocate the shared table, and start the other processes for a searcher and its game."""
        expect_rebuilt(searcher, position)
        self.game_spec, self.game = position.spec, 0
        self.count = searcher.options["workers"] - 1
        self._megabytes = searcher.options["tt"]
        self._memory = shared_memory(self._megabytes)
        self.table = TranspositionTable(self._megabytes, self._memory)
        options = {**searcher.options, "workers": 1}
        self._player = type(searcher)(searcher.evaluator.clone(), **options).player
        self._remark = ""
        self._given: list[int] = []  # the workers that have a job of the current search
        self._processes: WorkerProcesses | None = None
        self._start_processes()

    def _start_processes(self) -> None:
        """Start the worker processes with the shared memory of the table."""
        memory = self._megabytes, self._memory
        self._processes = WorkerProcesses(self.count, Worker, self._player, *memory)

    def new_game(self) -> None:
        """Empty the table, and start processes in place of lost ones."""
        self.game += 1
        memset(self._memory, 0, sizeof(self._memory))
        if self._processes is None:
            self._start_processes()

    def begin(self, position: Position, moves: list[int], age: int, budget: Budget) -> bool:
        """Start the workers' part of a search; return at once whether there are processes.

        A worker whose process has not started yet begins as soon as it has. Without processes, or
        if one was lost, nothing happens.

        :param moves: the root moves to consider.
        :param age: the age of the table.
        :param budget: that of the search, which keeps an equal share of its nodes and gives one to
            each worker.
        """
        self._given = []
        if self._processes is not None:
            self._processes.update()
            self._check_lost()
        if self._processes is None:
            return False
        nodes = budget.share(self.count + 1)
        self._processes.begin()
        for slot in range(self.count):
            job = Job(slot, self.game, age, position, tuple(moves), nodes)
            if self._processes.give(slot, job):
                self._given.append(slot)
        self._check_lost()
        return True

    def end(self, counts: Counts) -> int:
        """Stop the workers' search, add their counts to `counts`, return the number of their nodes.

        The caller charges the nodes to the budget. The processes remain. If one does not return its
        counts within END_SECONDS, all are ended. If one raised an error, all are ended, nothing is
        added, and the result is 0. It is 0 also without processes.
        """
        if self._processes is None:
            return 0
        self._processes.finish()
        # A worker that has not begun its job does nothing.
        begun = [slot for slot in self._given if self._processes.has_begun(slot)]
        try:
            found = self._processes.gather(begun, lambda: False, END_SECONDS)
        except Exception:  # the result of the main search stays valid, whatever a worker raised
            self._lose("has died")
            return 0
        nodes = 0
        for taken, worker_counts in found.values():
            nodes += taken
            for name, count in worker_counts.items():
                setattr(counts, name, combined(name, getattr(counts, name), count))
        self._check_lost()
        if len(found) < len(begun):
            self._lose("does not answer")
        return nodes

    def remarks(self) -> list[str]:
        """Return the new remark for the user, if a process was lost; the next call returns none."""
        remark, self._remark = self._remark, ""
        return [remark] if remark else []

    def close(self) -> None:
        """End the worker processes; the table stays, and the next game starts new ones."""
        if self._processes is not None:
            self._processes.end()
            self._processes = None

    def _check_lost(self) -> None:
        """End all processes if one is lost, and store the remark that says so."""
        workers = [] if self._processes is None else self._processes.workers
        for why in [worker.lost for worker in workers if worker.lost]:
            self._lose(why)

    def _lose(self, why: str) -> None:
        """End all worker processes, and store why as the remark for the user."""
        if self._processes is not None:
            self._remark = f"a worker process {why}: the search goes on alone until the next game"
            self.close()


class Worker:
    """The searcher of a worker process, with a table in shared memory.

    :param player: the spec of the searcher with its evaluator.
    :param megabytes: the size of the table.
    :param memory: the shared memory of the table.
    """

    def __init__(self, player: str, megabytes: int, memory: Any) -> None:
        """Make the searcher of this process, with the shared table."""
        from searchers import make

        searcher: Any = make(player)
        searcher.shared_table = self.table = TranspositionTable(megabytes, memory)
        self.searcher = searcher
        self.game = 0

    def __call__(self, job: Job, stop: TaskFlag) -> tuple[int, dict[str, int]]:
        """Search until the stop flag is set or the nodes are taken; return nodes and counts.

        Each iteration is 1 to 3 plies deeper than usual, by the number of the worker. In another
        game what was learnt is forgotten first.
        """
        if job.game != self.game:
            self.searcher.new_game()
            self.game = job.game
        self.searcher.extra_depth = 1 + job.slot % 3
        self.table.age = job.age - 1  # the search adds 1 when it begins
        limits = Limits(nodes=job.nodes, moves=job.moves)
        result = self.searcher.search(job.position, limits, stop=stop)
        return result.nodes, result.counts
