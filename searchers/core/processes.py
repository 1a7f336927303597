"""Worker processes that end with the process that started them, however it ends.

`WorkerProcesses` are for one search on several processes: each has its own pipe and one task at a
time. `Pool` is for independent jobs: any process takes the next one.
"""

from __future__ import annotations

import atexit
import ctypes
import multiprocessing
import multiprocessing.util  # its exit handler joins processes; ours must be registered after it
import os
import pickle
import signal
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import wait as wait_for_futures
from contextlib import suppress
from ctypes import c_longlong
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import TracebackType
from typing import Any

from evaluators import make as make_evaluator
from games import make as make_game
from games.core.position import Position
from games.errors import EngineError, SpecError

_SPAWN = multiprocessing.get_context("spawn")
"""The way to start processes: each is a new interpreter. A fork of one with threads may hang."""

POLL = 0.005
"""Seconds between two polls of the caller's budget while processes work."""
GRACE = 0.05
"""Seconds to wait for an answer after the work has ended."""
PATIENCE = 3.0
"""Seconds after which a process is lost that has a task and gives no sign of life."""
START = 10.0
"""Seconds that a process may take to start."""
STEP = 0.1
"""The most seconds that one turn of a loop counts. If this process was stopped itself, the time
since then says nothing about the others."""
TRIES = 3
"""Number of times that processes are started which are lost before they are ready."""
QUEUE = 8
"""Number of unanswered tasks of a process at most. They must fit into the buffer of its pipe."""
END_SECONDS = 2.0
"""Seconds that the processes of a `Pool` have to end when there is no more work."""

NO_GUARD = "a script that has workers needs: if __name__ == '__main__'"
_NO_GUARD_CODE = 77
"""Exit code of a new process whose script starts processes again on import."""


def expect_rebuilt(searcher: Any, position: Position) -> None:
    """Check that another process can make the same game and evaluator from their specs.

    :param searcher: the searcher, with its evaluator.
    :raises SpecError: if it cannot, or makes one of another class.
    """
    parts: tuple[tuple[Any, Callable[[str], Any]], ...] = (
        (position, make_game),
        (searcher.evaluator, make_evaluator),
    )
    for part, make in parts:
        try:
            known = type(make(part.spec)) is type(part)
        except SpecError:
            known = False
        if not known:
            raise SpecError(
                f"{searcher.spec}: processes make game and evaluator again from their specs, and "
                f"no entry point names {part.spec}; use workers=1"
            )


def is_starting() -> bool:
    """Return whether this is a new process that still imports the main script."""
    return getattr(multiprocessing.current_process(), "_inheriting", False)


def end_with_parent(lifeline: Connection) -> None:
    """Make this worker process end at once when the other end of its lifeline closes.

    Return immediately: a thread watches the lifeline, and ends the process with exit code 1. From
    now on ignore Ctrl-C, which is for the parent. On Linux, also let the system kill this process
    when its parent ends.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    if sys.platform == "linux":
        # This works also while a job does not release the interpreter's lock.
        with suppress(OSError, AttributeError):
            set_parent_death_signal = 1
            ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)

    def watch() -> None:
        """Wait until the parent process closes its end of the pipe, then exit."""
        with suppress(OSError, EOFError):
            lifeline.poll(None)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


# Processes that work on one search


class TaskFlag:
    """The stop flag of a task: set when its work has ended.

    Each check of it is a sign of life, and publishes the number of nodes that `budget` has used.

    :param number: the number of the piece of work that the task belongs to.
    :param cell: where the numbers of its process are in `shared`, the shared memory.
    """

    def __init__(self, number: int, cell: int, shared: Any) -> None:
        self.number, self.cell, self.shared = number, cell, shared
        self.budget: Any = None

    def is_set(self) -> bool:
        """Return whether the work has ended; publish `budget.used` and a sign of life."""
        self.shared[self.cell + 1] += 1
        if self.budget is not None:
            self.shared[self.cell + 2] = self.budget.used
        return bool(self.shared[0] != self.number)


class WorkerProcess:
    """One process as its owner sees it.

    :param cell: where its numbers are in the shared memory.
    """

    def __init__(self, process: SpawnProcess, connection: Connection, cell: int) -> None:
        self.process, self.connection, self.cell = process, connection, cell
        self.started = time.monotonic()
        self.ready = False
        self.tasks = 0  # unanswered
        self.lost = ""  # why
        self.checks = 0
        self.silent = 0.0
        self.late_since = 0.0

    def end(self) -> None:
        """Kill the process, also if it is stopped, and close its connection; `tasks` becomes 0."""
        self.tasks = 0
        with suppress(OSError, ValueError):
            self.process.kill()
            self.process.join(GRACE)
        self.connection.close()


class WorkerProcesses:
    """Processes that work for one searcher until `end`.

    A *piece of work* begins with `begin` and ends with `finish`. In between each process may get a
    task. An answer to an earlier piece of work is void.

    Every wait has a bound. A process that dies, is stopped or does not start is *lost*: it is
    killed, and `restart_lost` starts another one.

    :param count: the number of processes.
    :param make: called in each process with `arguments`. It returns the function that does a task:
        `work(task, flag)`, with the task's `TaskFlag`.
    :raises SystemExit: in a new process whose script starts processes again on import.
    """

    def __init__(self, count: int, make: Callable[..., Any], *arguments: Any) -> None:
        """Start `count` processes, each with an object that `make(*arguments)` returns.

        :raises SystemExit: in a process that is itself being started, by an unguarded script.
        """
        if is_starting():
            raise SystemExit(_NO_GUARD_CODE)
        self.count = count
        self.number = 0
        self._make, self._arguments = make, arguments
        # The number of the current work, 0 for none. Then for each process: the number of the work
        # that it has begun, how often it has checked its flag, and its nodes.
        self._shared = _SPAWN.RawArray(c_longlong, 1 + 3 * count)
        self._lifeline, self._held = _SPAWN.Pipe(duplex=False)
        self._failed_starts = 0
        self.has_guard = True
        self.workers = [self._start(index) for index in range(count)]
        self._finalizer = weakref.finalize(self, _end, self.workers, self._held, self._lifeline)
        _living.add(self)

    def _start(self, index: int) -> WorkerProcess:
        """Start a process, and return it before it is ready.

        :param index: its place among the processes, which decides its cells of the shared memory.
        """
        cell = 1 + 3 * index
        ours, theirs = _SPAWN.Pipe()
        process = _SPAWN.Process(
            target=_serve,
            args=(self._lifeline, theirs, cell, self._shared, self._make, self._arguments),
        )
        process.start()
        theirs.close()
        return WorkerProcess(process, ours, cell)

    def update(self) -> None:
        """Discard all answers, and kill processes that do not answer or start in time.

        Call it between two pieces of work: an answer to the present one is discarded too. A process
        that has died or is killed is lost.
        """
        now = time.monotonic()
        for worker in self.workers:
            self._receive(worker)
            if worker.lost:
                continue
            if worker.ready:
                is_late = worker.late_since and now - worker.late_since > PATIENCE
            else:
                is_late = now - worker.started > START
            # A last chance: if this process was stopped, so were its workers.
            if is_late and not worker.connection.poll(GRACE):
                self._lose(worker, "does not answer")

    def restart_lost(self) -> None:
        """Start a new process in place of each lost one, without waiting until it is ready.

        First `update`, which discards all answers. After TRIES failed starts in a row, lost
        processes are not replaced.
        """
        self.update()
        for index, worker in enumerate(self.workers):
            if worker.lost and self._failed_starts < TRIES:
                self.workers[index] = self._start(index)

    def wait_until_started(self, poll: Callable[[], bool]) -> None:
        """Wait until each process is ready or lost.

        Those that are not ready after `START` seconds are killed, and lost.

        :param poll: called every few milliseconds; false ends the wait.
        """
        last = time.monotonic()
        while poll() and (starting := [w for w in self.workers if not (w.ready or w.lost)]):
            wait([worker.connection for worker in starting], POLL)
            now = time.monotonic()
            for worker in starting:
                self._receive(worker)
                self._watch(worker, min(now - last, STEP))
            last = now

    def begin(self) -> None:
        """Discard the answers received so far, and start a piece of work.

        Tasks given from now on belong to it.
        """
        for worker in self.workers:
            self._receive(worker)
        self.number += 1
        self._shared[0] = self.number

    def is_free(self, index: int) -> bool:
        """Return whether a process is ready and has no task."""
        worker = self.workers[index]
        return worker.ready and not worker.tasks and not worker.lost

    def is_unavailable(self, index: int) -> bool:
        """Return whether a process is lost or has an unanswered task.

        For a process without a task of the current work, that is one of earlier work.
        """
        worker = self.workers[index]
        return bool(worker.lost or worker.tasks)

    def has_begun(self, index: int) -> bool:
        """Return whether a process has begun its task of the last piece of work."""
        return bool(self._shared[self.workers[index].cell] == self.number)

    def give(self, index: int, task: Any) -> bool:
        """Send a task to a process; return whether it was sent.

        A lost process gets none, nor one with QUEUE unanswered tasks. One that turns out to have
        died becomes lost. A process that is not free does the task later if the work has not ended
        by then. The `nodes` of the process become 0.
        """
        worker = self.workers[index]
        if worker.lost or worker.tasks >= QUEUE:
            return False
        self._shared[worker.cell + 2] = 0
        try:
            worker.connection.send((self.number, task))
        except OSError:
            self._lose(worker, "has died")
            return False
        worker.tasks += 1
        worker.silent, worker.late_since = 0.0, 0.0
        return True

    def gather(
        self, given: Iterable[int], poll: Callable[[], bool], grace: float = GRACE
    ) -> dict[int, Any]:
        """Wait for the answers of the given processes that have a task; return them by index.

        There is no answer from a process that was lost, or too late after the end of the work.

        :param given: the indices of the processes.
        :param poll: called every few milliseconds; once it is false, `finish` ends the work.
        :param grace: seconds to wait after the end of the work.
        :raises Exception: if a task raised it; other answers are then lost.
        """
        found: dict[int, Any] = {}
        last = time.monotonic()
        pending = [index for index in given if self.workers[index].tasks]
        while pending:
            wait([self.workers[index].connection for index in pending], POLL)
            for index in pending:
                answer = self._receive(self.workers[index])
                if isinstance(answer, Exception):
                    raise answer
                if answer is not None:
                    found[index] = answer
            now = time.monotonic()
            step = min(now - last, STEP)
            last = now
            for index in pending:
                self._watch(self.workers[index], step)
            pending = [i for i in pending if self.workers[i].tasks and i not in found]
            if not poll():
                self.finish()
                grace -= step
                if grace <= 0:
                    break
        return found

    def finish(self) -> None:
        """End the current piece of work, without waiting.

        Processes that still have a task of it are signalled to stop. From now on their time to
        answer runs; `update` kills those that are late.
        """
        self._shared[0] = 0
        for worker in self.workers:
            if worker.tasks and not worker.late_since:
                worker.late_since = time.monotonic()

    def nodes(self, index: int) -> int:
        """Return the nodes that a process had used for its task at the last check of its flag."""
        return int(self._shared[self.workers[index].cell + 2])

    def end(self) -> None:
        """Kill the processes, also those that are stopped."""
        self.finish()
        self._finalizer()

    def _watch(self, worker: WorkerProcess, step: float) -> None:
        """Kill a process that is not ready, or did not check the stop flag of its task, in time.

        That is START seconds for the first, and PATIENCE for the second. `lost` is set then.

        :param step: the seconds since the last call.
        """
        if worker.lost or (worker.ready and not worker.tasks):
            return
        checks = self._shared[worker.cell + 1]
        worker.silent = worker.silent + step if checks == worker.checks else 0.0
        worker.checks = checks
        if worker.silent > (PATIENCE if worker.ready else START):
            self._lose(worker, "does not answer")

    def _receive(self, worker: WorkerProcess) -> Any:
        """Read the messages that wait; return the process's answer to the current work, or None.

        If the task raised an exception, that is the answer. The first message makes the process
        ready, each later one ends a task; each begins its time to answer again. A process that has
        died is lost; its answer, if it was read before, is returned all the same.
        """
        found = None
        try:
            while not worker.lost and worker.connection.poll():
                number, answer = worker.connection.recv()
                if worker.ready:
                    worker.tasks -= 1
                if number == self.number:
                    found = answer
                worker.ready = True
                worker.silent = worker.late_since = 0.0
                self._failed_starts = 0
        except (OSError, EOFError, pickle.UnpicklingError):
            self._lose(worker, "has died")
        return found

    def _lose(self, worker: WorkerProcess, why: str) -> None:
        """Kill a process that has died or does not answer, and set its `lost` to the reason."""
        worker.end()
        if not worker.ready:
            self._failed_starts += 1
        if worker.process.exitcode == _NO_GUARD_CODE:
            self.has_guard = False
            why = f"has died ({NO_GUARD})"
        worker.lost = why


_living: weakref.WeakSet[WorkerProcesses | Pool] = weakref.WeakSet()


def _end(workers: list[WorkerProcess], held: Connection, lifeline: Connection) -> None:
    """Kill the processes and close the lifeline; call it once, as a finalizer."""
    held.close()
    for worker in workers:
        worker.lost = "has ended"
        worker.end()
    lifeline.close()


def _serve(
    lifeline: Connection,
    connection: Connection,
    cell: int,
    shared: Any,
    make: Callable[..., Any],
    arguments: tuple[Any, ...],
) -> None:
    """Run the loop of a worker process: do the tasks it receives, until its owner is gone.

    It first sends a message that it is ready. Each task gets one answer: the result, the exception
    that it raised, or None if its work has ended before it began. An error of `make` passes
    through, and so ends the process.
    """
    end_with_parent(lifeline)
    work = make(*arguments)
    connection.send((-1, None))
    while True:
        try:
            number, task = connection.recv()
        except (OSError, EOFError):
            return
        answer: Any = None
        if shared[0] == number:
            shared[cell] = number
            try:
                answer = work(task, TaskFlag(number, cell, shared))
            except Exception as error:
                answer = _portable(error)
        try:
            connection.send((number, answer))
        except OSError:
            return


def _portable(error: Exception) -> Exception:
    """Return the error, or one with its text if another process could not unpickle it."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return EngineError(f"{type(error).__name__}: {error}")
    return error


# Processes that do independent jobs


class Pool(ProcessPoolExecutor):
    """Worker processes that do independent jobs.

    When `with` is left by an exception, they are killed. Otherwise jobs that have not begun are
    cancelled, and those under way are waited for, however long they take. Then the processes have
    `END_SECONDS` to end before they are killed: one that is stopped (SIGSTOP) would never end.
    """

    def __init__(self, workers: int) -> None:
        """Make a pool of up to `workers` processes.

        :raises SystemExit: in a process that is itself being started, by an unguarded script.
        """
        if is_starting():
            raise SystemExit(1)  # without a message: the parent reports what is wrong, once
        self._lifeline, self._held = _SPAWN.Pipe(duplex=False)
        self._under_way: set[Future[Any]] = set()
        self._started: dict[int, Any] = {}  # processes by their numbers
        super().__init__(workers, _SPAWN, end_with_parent, (self._lifeline,))
        _living.add(self)

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """Send a job to one of the processes; return its future.

        :raises BrokenExecutor: if a process died.
        """
        try:
            future: Future[Any] = super().submit(work, *given, **named)
        finally:
            self._started.update(self._processes or {})
        self._under_way.add(future)
        future.add_done_callback(self._under_way.discard)
        return future

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Cancel waiting jobs, wait for those that run, and close the pool.

        After an error in the block, end the processes first.
        """
        if error is not None:
            self.end()
        for future in list(self._under_way):
            future.cancel()
        wait_for_futures(list(self._under_way))
        self.close()

    def close(self) -> None:
        """End the processes, which have no work; kill those that do not end in time."""
        self.shutdown(wait=False, cancel_futures=True)
        if not self._have_ended():
            self.end()
            self._have_ended()
        self._held.close()
        self._lifeline.close()

    def _have_ended(self) -> bool:
        """Wait for the processes to end, at most END_SECONDS; return whether all did."""
        deadline = time.monotonic() + END_SECONDS
        for process in self._started.values():
            process.join(max(0.0, deadline - time.monotonic()))
        return all(process.exitcode is not None for process in self._started.values())

    def end(self) -> None:
        """Kill the processes, whatever they do, also those that are stopped."""
        self._held.close()
        for process in list(self._started.values()):
            process.kill()


def _end_all() -> None:
    """Kill all worker processes that are left, so that the interpreter can exit."""
    for processes in list(_living):
        processes.end()


# The interpreter joins processes in two places: those of executors when its threads end, and all
# in the exit handler of `multiprocessing`. Each of these calls comes before the one it is for.
getattr(threading, "_register_atexit", atexit.register)(_end_all)
atexit.register(_end_all)
