"""Processes that search the same root and share the transposition table (lazy SMP).

The table is all that they share: a worker writes its results there, and the main search finds them.
A worker searches a few plies deeper, so that it is in another part of the tree.
"""

from __future__ import annotations

import time
from concurrent.futures import BrokenExecutor, Future, wait
from ctypes import c_longlong, memset, sizeof
from typing import Any, NamedTuple

from evaluators import make as make_evaluator
from games import make as make_game
from games.core.position import Position
from searchers.core.counts import Counts, together
from searchers.core.limits import Limits
from searchers.core.pool import Pool, context, expect_remade
from searchers.storage.transposition_table import TranspositionTable, shared_memory

__all__ = ["Workers"]

END_SECONDS = 0.5
"""The time that workers have to return their counts. They check the stop flag every 2 ms."""
END_WAITS = 5
"""The number of parts in which that time is waited for."""
START_SECONDS = 10.0
"""The time after which a process that has not begun a job is lost."""


class Job(NamedTuple):
    """One search of one worker.

    :param number: the number of the search; a worker stops when another one is current.
    :param slot: the number of the worker, from 1.
    :param game: the number of the game; the worker forgets what it learnt in another one.
    :param age: the age of the table.
    """

    number: int
    slot: int
    game: int
    age: int
    position: Position
    moves: tuple[int, ...]
    nodes: int


class Submitted(NamedTuple):
    """A job that was handed to a process, and when, by `time.monotonic`."""

    future: Future[tuple[int, dict[str, int]]]
    since: float


class Workers:
    """The worker processes of one searcher, and the table that they share with it.

    They end with the searcher, and with this process, however it ends. If one of them dies or does
    not answer, all are ended. The search then goes on alone until the next game.

    :param searcher: a depth-first searcher with a table and the option `workers`.
    :param position: a position of the game.
    :raises SpecError: if another process cannot make the game or the evaluator from its spec.
    """

    def __init__(self, searcher: Any, position: Position) -> None:
        expect_remade(searcher.spec, position, make_game)
        expect_remade(searcher.spec, searcher.evaluator, make_evaluator)
        self.game_spec, self.game, self.number = position.spec, 0, 0
        self.count = searcher.options["workers"] - 1
        # The number of the current search (0 is none), and the one that each worker has begun.
        self._current = context().RawArray(c_longlong, 1 + self.count)
        self._megabytes = searcher.options["tt"]
        self._memory = shared_memory(self._megabytes)
        self.table = TranspositionTable(self._megabytes, self._memory)
        options = {**searcher.options, "workers": 1}
        self._player = type(searcher)(searcher.evaluator.clone(), **options).player
        self._remark = ""
        self._jobs: list[Submitted] = []  # of the current search
        self._old_jobs: list[Submitted] = []  # of earlier searches, not done yet
        self._pool: Pool | None = None
        self._start_processes()

    def _start_processes(self) -> None:
        self._old_jobs, self._jobs = [], []
        self._pool = Pool(
            self.count, _start, self._player, self._megabytes, self._memory, self._current
        )
        for _ in range(self.count):
            self._submit(_do_nothing)

    def new_game(self) -> None:
        """Empty the table, and start processes in place of lost ones."""
        self.game += 1
        memset(self._memory, 0, sizeof(self._memory))
        if self._pool is None:
            self._start_processes()

    def ready(self) -> bool:
        """Return whether there are processes for a search."""
        self._old_jobs = [job for job in (*self._old_jobs, *self._jobs) if not job.future.done()]
        self._jobs = []
        if any(time.monotonic() - job.since > START_SECONDS for job in self._old_jobs):
            self._lose("does not answer")
        return self._pool is not None

    def begin(self, position: Position, moves: list[int], age: int, nodes: int) -> None:
        """Start the workers' part of a search, after `ready`.

        :param nodes: the node budget of each worker.
        """
        self.number += 1
        self._current[0] = self.number
        for slot in range(1, 1 + self.count):
            job = Job(self.number, slot, self.game, age, position, tuple(moves), nodes)
            self._submit(_work, job)

    def end(self, counts: Counts) -> int:
        """Stop the workers, add their counts, and return the number of their nodes.

        A worker that does not return them within END_SECONDS is lost.
        """
        nodes = 0
        self._current[0] = 0
        # A worker that has not begun its job returns immediately.
        begun = [
            job.future
            for slot, job in enumerate(self._jobs, 1)
            if self._current[slot] == self.number
        ]
        # In several parts: if this process was stopped, so were the workers.
        for _ in range(END_WAITS):
            if not wait(begun, timeout=END_SECONDS / END_WAITS).not_done:
                break
        for future in begun:
            try:
                taken, found = future.result(timeout=0)
            except TimeoutError:
                self._lose("does not answer")
            except Exception:  # the result of the main search stays valid, whatever a worker raised
                self._lose("has died")
            else:
                nodes += taken
                for name, count in found.items():
                    setattr(counts, name, together(name, getattr(counts, name), count))
        return nodes

    def remarks(self) -> list[str]:
        """Return the remarks for the user, each once."""
        remark, self._remark = self._remark, ""
        return [remark] if remark else []

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._pool.end()
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _lose(self, why: str) -> None:
        """End the processes and note why."""
        if self._pool is not None:
            self._remark = f"a worker process {why}: the search goes on alone until the next game"
            self.close()

    def _submit(self, work: Any, *job: Any) -> None:
        """Hand work to a process."""
        if self._pool is None:
            return
        try:
            self._jobs.append(Submitted(self._pool.submit(work, *job), time.monotonic()))
        except BrokenExecutor:
            self._lose("has died")


# In a worker process


class StopFlag:
    """A stop flag that is set when another search than the given one is current."""

    def __init__(self, number: int, current: Any) -> None:
        self.number, self.current = number, current

    def is_set(self) -> bool:
        return bool(self.current[0] != self.number)


class Worker:
    """The searcher of a worker process."""

    def __init__(self, player: str, megabytes: int, memory: Any, current: Any) -> None:
        from searchers import make

        searcher: Any = make(player)
        searcher.shared_table = self.table = TranspositionTable(megabytes, memory)
        self.searcher = searcher
        self.current, self.game = current, 0

    def search(self, job: Job) -> tuple[int, dict[str, int]]:
        """Search until the stop flag is set, and return the nodes taken and the counts."""
        stop = StopFlag(job.number, self.current)
        if stop.is_set():  # the slot may belong to a later job already
            return 0, {}
        self.current[job.slot] = job.number
        if job.game != self.game:
            self.searcher.new_game()
            self.game = job.game
        self.searcher.extra_depth = 1 + (job.slot - 1) % 3
        self.table.age = job.age - 1  # the search adds 1 when it begins
        limits = Limits(nodes=job.nodes, moves=job.moves)
        result = self.searcher.search(job.position, limits, stop=stop)
        return result.nodes, result.counts


_worker: Any = None


def _start(player: str, megabytes: int, memory: Any, current: Any) -> None:
    """Make the worker of this process."""
    global _worker
    _worker = Worker(player, megabytes, memory, current)


def _work(job: Job) -> tuple[int, dict[str, int]]:
    """Do a job in this process."""
    found: tuple[int, dict[str, int]] = _worker.search(job)
    return found


def _do_nothing() -> tuple[int, dict[str, int]]:
    """Return no nodes; a first job starts a process before it is needed."""
    return 0, {}
