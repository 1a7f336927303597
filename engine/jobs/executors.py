"""Where jobs run: in this process, in a pool of our own, or wherever an executor likes.

Each is an iterator over the jobs as they end. Whoever leaves it early closes it, which ends what
it started.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import AbstractContextManager, contextmanager, suppress
from importlib import import_module
from typing import Any

from engine.jobs.job import Job
from games.errors import EngineError, quoted
from searchers.core.pool import Pool

__all__ = ["Ended", "Numbered", "Waiting", "cluster", "here", "in_pool", "shared"]

AHEAD = 2
"""Jobs handed out for each worker: the one it runs, and the next."""

CLUSTER_JOBS = 1000
"""Jobs handed out at once to an executor whose size is not known."""

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
        self._wanted = wanted or (lambda job: True)
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
        """Leave the jobs that are not wanted any more to themselves."""
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
    """
    running: dict[Future[Any], Numbered] = {}
    try:
        while True:
            while len(running) < ahead and (item := left.first()) is not None:
                running[executor.submit(item[1].function, *item[1].arguments)] = item
                left.drop()
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                if future in running:
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
    with client:
        yield client.get_executor()
