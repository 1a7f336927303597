"""Running a list of jobs: in this process, in a pool of processes, or on an executor.

`run_serial`, `run_pool` and `run_executor` are generators of finished jobs. Closing one ends the
processes that it started.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from queue import SimpleQueue
from typing import Any

from engine.jobs.store import Detailed, Store
from games.errors import EngineError, LimitsError, SpecError, StarlingError, quoted
from games.parts.authors import author_fault
from games.parts.numbers import is_whole
from searchers.core.processes import Pool


@dataclass(frozen=True)
class Job:
    """A function call whose result is stored under a key.

    :param key: its name, unique in its list.
    :param function: the function; workers import it by its name. It returns a value that JSON can
        hold, or a `Detailed` pair.
    :param arguments: its arguments.
    """

    key: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()


AHEAD = 2
"""Jobs submitted for each worker: the one it runs, and the next."""

CLUSTER_JOBS = 4000
"""Jobs submitted in advance to an executor of unknown size: enough for 2,000 workers."""

CHECKED_PER_RESULT = 64
"""Running jobs checked with `wanted` for each job that ends, on average.

With thousands of them, checking all each time would take longer than storing a result."""

ANSWERING = 10
"""Seconds within which a cluster must answer."""

Numbered = tuple[int, Job]
"""A job with its index in the list."""

Wanted = Callable[[Job], bool]
"""Returns whether the result of a job is needed, or still needed while it runs."""

Ended = Generator[tuple[int, Job, Any], None, Any]
"""The jobs that ended, with their indices and results."""

_SAME_KEY = "two jobs have the same key: expected one result for each key"


def jobs_left(
    jobs: Iterable[Job | None], done: set[str], wanted: Wanted
) -> Iterator[Numbered | None]:
    """Yield the jobs that are wanted and not done, with their indices; yield a None as it is.

    :param jobs: all jobs, with indices from 0; None, without an index, where the next job is not
        known until another job has ended.
    :param done: the keys of the jobs to leave out.
    :raises SpecError: if two jobs have the same key.
    """
    given: set[str] = set()
    for job in jobs:
        if job is None:
            yield None
            continue
        if job.key in given:
            raise SpecError(_SAME_KEY)
        given.add(job.key)
        if job.key not in done and wanted(job):
            yield len(given) - 1, job


def run_serial(left: Iterator[Numbered | None]) -> Ended:
    """Run the jobs one by one in this process; yield each with index and result. Stop at a None."""
    while (item := next(left, None)) is not None:
        index, job = item
        yield index, job, job.function(*job.arguments)


def run_pool(left: Iterator[Numbered | None], wanted: Wanted, workers: int) -> Ended:
    """Run the jobs in a pool of processes; yield each job with its index and result when it ends.

    If a process dies, the jobs that were under way run again, each in a pool of its own. So the job
    that ends its process is found. The others follow in a new pool. The processes are killed at
    the end if a job that is not wanted any more still runs. An exception of a job is raised.

    :raises EngineError: if a job ends its process again when it runs alone.
    """
    is_broken = True
    while is_broken:
        running: dict[int, Job] = {}
        with Pool(workers) as pool, suppress(BrokenExecutor):
            if (yield from run_executor(left, wanted, pool, AHEAD * workers, running)):
                pool.end()
            is_broken = False
        for index, job in sorted(running.items()):  # each in its own pool
            if not wanted(job):
                continue
            with Pool(1) as pool:
                try:
                    result = pool.submit(_work, job.function, job.arguments).result()
                except BrokenExecutor:
                    raise EngineError(
                        f"job {job.key!r} ends the process that runs it "
                        "(a script that has workers needs: if __name__ == '__main__')"
                    ) from None
            yield index, job, result


def run_executor(
    left: Iterator[Numbered | None],
    wanted: Wanted,
    executor: Executor,
    ahead: int = CLUSTER_JOBS,
    running: dict[int, Job] | None = None,
) -> Generator[tuple[int, Job, Any], None, bool]:
    """Submit the jobs, at most `ahead` at a time; yield each with index and result when it ends.

    An exception of a job is raised, and ends the run. Jobs that are not wanted any more are
    cancelled, and not yielded: up to `CHECKED_PER_RESULT` running jobs are checked when one ends,
    or all now and then. At the end of the generator unfinished jobs are cancelled.

    :param left: at a None, no job is submitted until another has ended; the run ends if none runs.
    :param running: filled with the jobs under way, by index; those that remain at an error did not
        end.
    :returns: whether a job that is not wanted any more could not be cancelled, and may still run.
    :raises BrokenExecutor: if a process of the executor died.
    :raises EngineError: if a cluster is gone or cancelled its jobs, or a job ended every worker
        that ran it.
    """
    running = {} if running is None else running
    futures: dict[Future[Any], int] = {}
    ended: SimpleQueue[Future[Any]] = SimpleQueue()  # wait() takes time for each running future
    unchecked, still_runs = 0, False
    try:
        while True:
            while len(running) < ahead and (item := next(left, None)) is not None:
                index, job = item
                running[index] = job
                with on_cluster(f"job {job.key!r}"):
                    future = executor.submit(_work, job.function, job.arguments)
                futures[future] = index
                future.add_done_callback(ended.put)
            if not running:
                return still_runs
            future = ended.get()
            if future not in futures:  # not wanted any more
                continue
            index = futures.pop(future)
            with on_cluster(f"job {running[index].key!r}"):
                result = future.result()
            yield index, running.pop(index), result
            unchecked += 1
            if unchecked * CHECKED_PER_RESULT < len(futures):
                continue
            unchecked = 0
            for future in [each for each, index in futures.items() if not wanted(running[index])]:
                del running[futures.pop(future)]
                still_runs = not future.cancel() or still_runs
    finally:
        for future in futures:
            future.cancel()


def _work(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Call a job's function in a worker process, and return its value.

    :raises ContractError: in place of an error that is no `StarlingError`, raised in a part of
        another package; it names the part. Any other error is raised unchanged.
    """
    try:
        return function(*arguments)
    except StarlingError:
        raise
    except Exception as error:  # an author's part may raise anything
        fault = author_fault(error)
        if fault is None:
            raise
        raise fault from error


def check_workers(workers: int) -> None:
    """Check a number of worker processes.

    :raises LimitsError: if it is no whole number from 1 on.
    """
    if not is_whole(workers, 1):
        raise LimitsError(f"workers={quoted(workers)}: expected a whole number, at least 1")


def check_executor(executor: Executor | None) -> None:
    """Check that there is no executor, or one that is an `Executor` of `concurrent.futures`.

    :raises SpecError: if it is of another type.
    """
    if not isinstance(executor, Executor | None):
        expected = "expected an Executor, such as client.get_executor() of Dask"
        raise SpecError(f"executor={quoted(executor)}: {expected}")


@contextmanager
def on_cluster(what: str) -> Iterator[None]:
    """Raise EngineError for a block's CancelledError or Dask's KilledWorker; other errors pass.

    :param what: what the cluster does in the block, for the message.
    """
    try:
        yield
    except CancelledError:
        raise EngineError(
            "the cluster is gone, or cancelled its jobs: finished jobs are stored, and the same "
            "command resumes"
        ) from None
    except Exception as error:  # Dask's error has a class only if Dask is loaded
        dask: Any = sys.modules.get("distributed")
        if dask is not None and isinstance(error, dask.KilledWorker):
            raise EngineError(
                f"{what} ended every worker of the cluster that it was given to"
            ) from None
        raise


@contextmanager
def executor_at(address: str | None) -> Iterator[Executor | None]:
    """Yield the executor of a running Dask cluster; the connection closes after the block.

    Dask's log messages are silenced.

    :param address: None yields None, for processes of this machine.
    :raises EngineError: if Dask is not installed, or no cluster answers.
    """
    if address is None:
        yield None
        return
    try:
        distributed: Any = import_module("distributed")  # Dask is optional
    except ImportError:
        raise EngineError("a Dask cluster needs Dask: pip install distributed") from None
    try:
        client = distributed.Client(address, timeout=ANSWERING)
    except (OSError, ValueError) as error:
        raise EngineError(f"no Dask cluster answers at {quoted(address)}: {error}") from None
    for name in list(logging.root.manager.loggerDict):  # our own error is one line
        if name.startswith("distributed"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
    with client:
        yield client.get_executor()


OnResult = Callable[[Job, Any], Any]
"""Called with every job that ended and its stored result, without the detail."""


def run(
    jobs: Iterable[Job | None],
    store: Store,
    *,
    workers: int = 1,
    executor: Executor | None = None,
    on_result: OnResult | None = None,
    on_progress: Callable[[int, int], Any] | None = None,
    wanted: Wanted = lambda job: True,
) -> None:
    """Run the jobs that the store has no result of, and store each result when its job ends.

    An exception in a job is raised, and ends the run. The results stored so far remain, also on
    KeyboardInterrupt.

    :param jobs: a list; or an iterator, which yields None while it waits for the result of another
        job. In every run of a store it gives the same jobs in the same order.
    :param wanted: returns whether a job is still needed, before it runs and while it runs. The
        result of a job that is not needed any more is not stored.
    :param workers: processes; 1 runs the jobs in this one.
    :param executor: runs the jobs instead, such as one of a Dask cluster.
    :param on_result: receives each job that ended, and its stored result without the detail.
    :param on_progress: called with the number of stored results and of all jobs (0 for an
        iterator), at the start and after each.
    :raises LimitsError: if `workers` is no whole number from 1 on.
    :raises SpecError: if two jobs have the same key, or `executor` is of another type.
    :raises FileError: if a result cannot be stored.
    :raises EngineError: if a job ends the process that runs it, or the cluster is gone.
    """
    check_workers(workers)
    check_executor(executor)
    if isinstance(jobs, Sequence) and len({job.key for job in jobs if job}) < len(jobs):
        raise SpecError(_SAME_KEY)
    left = jobs_left(jobs, store.done(), wanted)
    count = len(jobs) if isinstance(jobs, Sequence) else 0
    if on_progress is not None:
        on_progress(len(store), count)
    if executor is not None:
        ended: Ended = run_executor(left, wanted, executor)
    elif workers == 1:
        ended = run_serial(left)
    else:
        ended = run_pool(left, wanted, min(workers, count or workers))
    with closing(ended):
        for index, job, result in ended:
            store.add(index, job.key, result)
            if on_result is not None:
                on_result(job, result.result if isinstance(result, Detailed) else result)
            if on_progress is not None:
                on_progress(len(store), count)
