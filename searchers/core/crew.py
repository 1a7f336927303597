"""Worker processes that take one task at a time, each over a pipe of its own.

No call here waits for a process without a bound. A process that is gone, or stopped, is *lost*: the
call goes on without it, and a later search starts another in its place.
"""

from __future__ import annotations

import atexit
import multiprocessing
import multiprocessing.util  # its exit handler joins processes; ours must be registered after it
import pickle
import time
import weakref
from collections.abc import Callable, Iterable
from contextlib import suppress
from ctypes import c_longlong
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from games.errors import EngineError
from searchers.core.pool import _begin, context

__all__ = ["Crew", "UnderWay"]

_POLL = 0.005
"""Seconds between two looks at the caller's budget while processes work."""
_GRACE = 0.05
"""Seconds to wait for an answer after the work was ended."""
_PATIENCE = 3.0
"""Seconds after which a busy process that has not looked at its flag is taken for stopped."""
_START = 10.0
"""Seconds that a process may take to start before it is taken for stopped."""
_STEP = 0.1
"""What one turn of a loop counts for at most, in seconds: where this process was stopped itself,
the time that went by says nothing about the others."""
_TRIES = 3
"""How often a process is started that is lost each time before it was ready."""
_UNGUARDED = 77
"""Exit code of a process that runs a script that starts processes of its own on import."""

_crews: weakref.WeakSet[Crew] = weakref.WeakSet()


class UnderWay:
    """The stop flag of a task: set once its work is no longer under way.

    Each look at it shows the others that the process runs, and how many nodes `budget` has taken.
    """

    def __init__(self, number: int, place: int, shared: Any) -> None:
        self.number, self.place, self.shared = number, place, shared
        self.budget: Any = None

    def is_set(self) -> bool:
        """Whether the work was ended."""
        self.shared[self.place] += 1
        if self.budget is not None:
            self.shared[self.place + 1] = self.budget.used
        return bool(self.shared[0] != self.number)


class Worker:
    """One process as its owner sees it: `ready` once it has started, `busy` with a task."""

    def __init__(self, process: SpawnProcess, connection: Connection, place: int) -> None:
        self.process, self.connection, self.place = process, connection, place
        self.ready = self.busy = self.lost = False
        self.looks = 0
        self.silent = 0.0
        self.late_since = 0.0

    def end(self) -> None:
        """End the process at once, also one that is stopped."""
        self.lost, self.busy = True, False
        with suppress(OSError, ValueError):
            self.process.kill()
            self.process.join(_GRACE)
        self.connection.close()


class Crew:
    """Processes that work for one owner, until `end`, and not after this process has ended.

    :param count: how many.
    :param make: called in each process with `arguments`; returns what is called with each task and
        its `UnderWay` flag.
    """

    def __init__(self, count: int, make: Callable[..., Any], *arguments: Any) -> None:
        if getattr(multiprocessing.current_process(), "_inheriting", False):
            # A new process runs a script that has no `if __name__ == "__main__"`.
            raise SystemExit(_UNGUARDED)
        self.count = count
        self.number = 0
        self._make, self._arguments = make, arguments
        # The number of the work under way; then for each process its looks and its nodes.
        self._shared = context().RawArray(c_longlong, 1 + 2 * count)
        self._lifeline, self._held = context().Pipe(duplex=False)
        self._failed = 0
        self.workers = [self._started(index) for index in range(count)]
        self._finalizer = weakref.finalize(self, _end, self.workers, self._held, self._lifeline)
        _crews.add(self)

    def _started(self, index: int) -> Worker:
        place = 1 + 2 * index
        ours, theirs = context().Pipe()
        process = context().Process(
            target=_serve,
            args=(self._lifeline, theirs, place, self._shared, self._make, self._arguments),
        )
        process.start()
        theirs.close()
        return Worker(process, ours, place)

    def mend(self) -> None:
        """Take answers that came late, and start processes in place of those that are lost."""
        now = time.monotonic()
        for index, worker in enumerate(self.workers):
            self._receive(worker)
            if worker.busy and worker.late_since and now - worker.late_since > _PATIENCE:
                self._lose(worker)
            if worker.lost and self._failed < _TRIES:
                self.workers[index] = self._started(index)

    def wait_until_started(self, poll: Callable[[], bool]) -> None:
        """Wait until each process has started, or is lost.

        :param poll: called every few milliseconds; false ends the wait.
        """
        left = _START
        last = time.monotonic()
        while poll() and (starting := [w for w in self.workers if not (w.ready or w.lost)]):
            wait([worker.connection for worker in starting], _POLL)
            for worker in starting:
                self._receive(worker)
            now = time.monotonic()
            left -= min(now - last, _STEP)
            last = now
            if left <= 0:
                for worker in starting:
                    self._lose(worker)

    def begin(self) -> None:
        """Begin a piece of work, whose tasks are then given; answers to earlier ones are void."""
        for worker in self.workers:
            self._receive(worker)
        self.number += 1
        self._shared[0] = self.number

    def give(self, index: int, task: Any) -> bool:
        """Give a process a task; false if it cannot take one now."""
        worker = self.workers[index]
        if worker.lost or worker.busy or not worker.ready:
            return False
        self._shared[worker.place + 1] = 0
        try:
            worker.connection.send((self.number, task))
        except OSError:
            self._lose(worker)
            return False
        worker.busy, worker.silent, worker.late_since = True, 0.0, 0.0
        return True

    def is_missing(self, index: int) -> bool:
        """Whether a process is lost, or has not answered a task of earlier work."""
        worker = self.workers[index]
        return worker.lost or worker.busy

    def gather(self, given: Iterable[int], poll: Callable[[], bool]) -> dict[int, Any]:
        """Wait for the answers of the processes that have a task, by their index.

        Answers are missing of those that were lost, or late once the work was ended.

        :param poll: called every few milliseconds; once it is false the work is ended.
        :raises Exception: what the work raised in a process.
        """
        found: dict[int, Any] = {}
        left = _GRACE
        last = time.monotonic()
        pending = [index for index in given if self.workers[index].busy]
        while pending:
            wait([self.workers[index].connection for index in pending], _POLL)
            for index in pending:
                answer = self._receive(self.workers[index])
                if isinstance(answer, Exception):
                    raise answer
                if answer is not None:
                    found[index] = answer
            now = time.monotonic()
            step = min(now - last, _STEP)
            last = now
            for index in pending:
                self._watch(self.workers[index], step)
            pending = [index for index in pending if self.workers[index].busy]
            if not poll():
                self.finish()
                left -= step
                if left <= 0:
                    break
        return found

    def finish(self) -> None:
        """End the work under way."""
        self._shared[0] = 0
        for worker in self.workers:
            if worker.busy and not worker.late_since:
                worker.late_since = time.monotonic()

    def nodes(self, index: int) -> int:
        """How many nodes a process had taken of its task when it last looked at its flag."""
        return int(self._shared[self.workers[index].place + 1])

    def end(self) -> None:
        """End the processes at once, also those that are stopped."""
        self.finish()
        self._finalizer()

    def _watch(self, worker: Worker, step: float) -> None:
        """Lose a process whose task is not done and which has not looked at its flag for too
        long."""
        if not worker.busy:
            return
        looks = self._shared[worker.place]
        worker.silent = worker.silent + step if looks == worker.looks else 0.0
        worker.looks = looks
        if worker.silent > _PATIENCE:
            self._lose(worker)

    def _receive(self, worker: Worker) -> Any:
        """Take a message, if there is one; the answer if it is one to the work under way."""
        if worker.lost:
            return None
        try:
            if not worker.connection.poll():
                return None
            number, answer = worker.connection.recv()
        except (OSError, EOFError, pickle.UnpicklingError):
            self._lose(worker)
            return None
        worker.ready, worker.busy = True, False
        self._failed = 0
        return answer if number == self.number else None

    def _lose(self, worker: Worker) -> None:
        """End a process that is gone or does not answer.

        :raises EngineError: if it ended because it runs a script that lacks its guard.
        """
        worker.end()
        if not worker.ready:
            self._failed += 1
        if worker.process.exitcode == _UNGUARDED:
            raise EngineError(
                "a script that has workers needs: if __name__ == '__main__' (a process of it "
                "ended as it started)"
            )


def _end(workers: list[Worker], held: Connection, lifeline: Connection) -> None:
    held.close()
    for worker in workers:
        worker.end()
    lifeline.close()


def _end_all() -> None:
    for crew in list(_crews):
        crew.end()


atexit.register(_end_all)


def _serve(
    lifeline: Connection,
    connection: Connection,
    place: int,
    shared: Any,
    make: Callable[..., Any],
    arguments: tuple[Any, ...],
) -> None:
    """Work on tasks, in a process of a crew, until its owner is gone."""
    _begin(lifeline, None, ())
    work = make(*arguments)
    connection.send((-1, None))
    while True:
        try:
            number, task = connection.recv()
        except (OSError, EOFError):
            return
        try:
            answer = work(task, UnderWay(number, place, shared))
        except Exception as error:
            answer = _portable(error)
        try:
            connection.send((number, answer))
        except OSError:
            return


def _portable(error: Exception) -> Exception:
    """The error as another process can read it."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return EngineError(f"{type(error).__name__}: {error}")
    return error
