"""Where jobs run: in this process, in a pool of our own, or wherever an executor likes.

Each is an iterator over the jobs as they end. Whoever leaves it early closes it, which ends what
it started.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import AbstractContextManager, contextmanager, suppress
from importlib import import_module
from typing import Any

from engine.jobs.job import Job
from games.errors import EngineError, quoted
from searchers.core.pool import Pool

__all__ = ["Ended", "Waiting", "cluster", "here", "in_pool", "shared"]

AHEAD = 2
"""Jobs handed out for each worker: the one it runs, and the next."""

CLUSTER_JOBS = 1000
"""Jobs handed out at once to an executor whose size is not known."""

ANSWERING = 10
"""Seconds that a cluster may take to answer."""

Waiting = deque[tuple[int, Job]]
"""Jobs to run, each with its place in the list; those that were handed out are gone from it."""

Ended = Generator[tuple[int, Job, Any], None, None]
"""The jobs that ended, with their places and results."""


def here(left: Waiting) -> Ended:
    """Run the jobs one after the other, in this process."""
    for index, job in left:
        yield index, job, job.function(*job.arguments)


def in_pool(left: Waiting, workers: int) -> Ended:
    """Run the jobs in processes of our own. Where one of them dies, find out by whose fault.

    :raises EngineError: if a job ends the process that runs it.
    """
    while left:
        suspects: Waiting = deque()
        with Pool(workers) as pool, suppress(BrokenExecutor):
            yield from shared(left, pool, AHEAD * workers, suspects)
        for index, job in suspects:  # each in a pool of its own
            with Pool(1) as pool:
                try:
                    yield from shared(deque([(index, job)]), pool, 1)
                except BrokenExecutor:
                    raise EngineError(
                        f"job {job.key!r} ends the process that runs it "
                        "(a script that has workers needs: if __name__ == '__main__')"
                    ) from None


def shared(
    left: Waiting, executor: Executor, ahead: int = CLUSTER_JOBS, suspects: Waiting | None = None
) -> Ended:
    """Hand the jobs to an executor, some `ahead`.

    :param suspects: gets the jobs that were under way when the executor broke.
    """
    running: dict[Future[Any], tuple[int, Job]] = {}
    try:
        while left or running:
            while left and len(running) < ahead:
                index, job = left[0]
                running[executor.submit(job.function, *job.arguments)] = (index, job)
                left.popleft()
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                result = future.result()
                yield *running.pop(future), result
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
