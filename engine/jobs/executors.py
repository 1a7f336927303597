"""Where jobs run: in this process, in a pool of our own, or wherever an executor likes.

Each is an iterator over the jobs as they end. Whoever leaves it early closes it, which ends what
it started.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from importlib import import_module
from queue import SimpleQueue
from typing import Any

from engine.jobs.job import Job
from games.errors import EngineError, quoted
from searchers.core.pool import Pool

__all__ = ["Ended", "Numbered", "Waiting", "cluster", "executor_at", "here", "in_pool", "shared"]

AHEAD = 2
"""Jobs handed out for each worker: the one it runs, and the next."""

CLUSTER_JOBS = 4000
"""Jobs handed out at once to an executor whose size is not known: enough for 2,000 workers."""

ASKED = 64
"""Jobs asked about for each that ends, whether they are still wanted: with thousands under way, to
ask about all of them each time would take longer than to store a result."""

ANSWERING = 10
"""Seconds that a cluster may take to answer."""

Numbered = tuple[int, Job]
"""A job with its place in the list."""


class Waiting:
    """Jobs to run, each with its place in the list; those that were handed out are gone from it.

    :param jobs: None stands where the next one is not known until another one has ended.
    :param wanted: whether the result of a job that was handed out is still asked for.
    """

    def __init__(
        self, jobs: Iterable[Numbered | None], wanted: Callable[[Job], bool] | None = None
    ) -> None:
        self._jobs = iter(jobs)
        self._first: Numbered | None = None
        self._wanted = wanted
        self._ended = 0
        self.unwanted = False
        """Whether jobs were forgotten that may still be under way."""

    def first(self) -> Numbered | None:
        """The job that is next; None where there is none now."""
        if self._first is None:
            self._first = next(self._jobs, None)
        return self._first

    def drop(self) -> None:
        """The first one was handed out."""
        self._first = None

    def forget(self, running: dict[Future[Any], Numbered]) -> None:
        """Another job ended: leave those that are not wanted any more to themselves. All are asked
        about once for every `ASKED` of them that end."""
        self._ended += 1
        if self._wanted is None or self._ended * ASKED < len(running):
            return
        self._ended = 0
        for future in [future for future, (_, job) in running.items() if not self._wanted(job)]:
            del running[future]
            self.unwanted = not future.cancel() or self.unwanted


Ended = Generator[tuple[int, Job, Any], None, None]
"""The jobs that ended, with their places and results."""


def here(left: Waiting) -> Ended:
    """Run the jobs one after the other, in this process."""
    while (item := left.first()) is not None:
        left.drop()
        index, job = item
        yield index, job, job.function(*job.arguments)


def in_pool(left: Waiting, workers: int) -> Ended:
    """Run the jobs in processes of our own. Where one of them dies, find out by whose fault.

    :raises EngineError: if a job ends the process that runs it.
    """
    while left.first() is not None:
        suspects: list[Numbered] = []
        with Pool(workers) as pool, suppress(BrokenExecutor):
            yield from shared(left, pool, AHEAD * workers, suspects)
            if left.unwanted:
                pool.end()
        for index, job in suspects:  # each in a pool of its own
            with Pool(1) as pool:
                try:
                    yield from shared(Waiting([(index, job)]), pool, 1)
                except BrokenExecutor:
                    raise EngineError(
                        f"job {job.key!r} ends the process that runs it "
                        "(a script that has workers needs: if __name__ == '__main__')"
                    ) from None


def shared(
    left: Waiting,
    executor: Executor,
    ahead: int = CLUSTER_JOBS,
    suspects: list[Numbered] | None = None,
) -> Ended:
    """Hand the jobs to an executor, some `ahead`.

    :param suspects: gets the jobs that were under way when the executor broke.
    :raises EngineError: if the executor is gone, or a job ended every worker that it was given to.
    """
    running: dict[Future[Any], Numbered] = {}
    ended: SimpleQueue[Future[Any]] = SimpleQueue()  # waiting for all that run takes as long as all
    try:
        while True:
            while len(running) < ahead and (item := left.first()) is not None:
                with _lost(item[1]):
                    future = executor.submit(item[1].function, *item[1].arguments)
                running[future] = item
                left.drop()
                future.add_done_callback(ended.put)
            if not running:
                return
            future = ended.get()
            if future in running:
                with _lost(running[future][1]):
                    result = future.result()
                yield *running.pop(future), result
                left.forget(running)
    except BrokenExecutor:
        if suspects is not None:
            suspects.extend(sorted(running.values(), key=lambda item: item[0]))
        raise
    finally:
        for future in running:
            future.cancel()


@contextmanager
def _lost(job: Job) -> Iterator[None]:
    """Tell what a cluster that is gone, or a worker that is, makes of a job."""
    try:
        yield
    except CancelledError:
        raise EngineError(
            "the cluster is gone, or gave its jobs up: what is done is kept, and goes on by the "
            "same command"
        ) from None
    except Exception as error:  # Dask's own has a class only where Dask is loaded; others go on
        dask: Any = sys.modules.get("distributed")
        if dask is not None and isinstance(error, dask.KilledWorker):
            raise EngineError(
                f"job {job.key!r} ended every worker of the cluster that it was given to"
            ) from None
        raise


def executor_at(address: str | None) -> AbstractContextManager[Executor | None]:
    """As `cluster`; of no address none, for jobs in processes of this machine.

    :raises EngineError: as `cluster` does.
    """
    return nullcontext() if address is None else cluster(address)


def cluster(address: str) -> AbstractContextManager[Executor]:
    """The executor of a running Dask cluster, for a `with` that ends the connection.

    :raises EngineError: if Dask is not installed, or nobody answers there.
    """
    try:
        distributed: Any = import_module("distributed")  # Dask, where it is
    except ImportError:
        raise EngineError("a Dask cluster needs Dask: pip install distributed") from None
    try:
        client = distributed.Client(address, timeout=ANSWERING)
    except (OSError, ValueError) as error:
        raise EngineError(f"no Dask cluster answers at {quoted(address)}: {error}") from None
    return _connected(client)


@contextmanager
def _connected(client: Any) -> Iterator[Executor]:
    for name in list(logging.root.manager.loggerDict):  # what matters is told in one line
        if name.startswith("distributed"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
    with client:
        yield client.get_executor()
