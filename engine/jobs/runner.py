"""Running a list of jobs: those that a store has no result of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from typing import Any

from engine.jobs.executors import Ended, Numbered, Waiting, here, in_pool, shared
from engine.jobs.job import Detailed, Job
from engine.jobs.store import Store
from games.errors import LimitsError, SpecError, quoted
from games.parts.numbers import is_whole

__all__ = ["OnResult", "run"]

OnResult = Callable[[Job, Any], Any]
"""Called with every job that ended and its result, which is stored; without the detail."""

TWICE = "two jobs have the same key: expected one result for each key"


def run(
    jobs: Iterable[Job | None],
    store: Store,
    *,
    workers: int = 1,
    executor: Executor | None = None,
    on_result: OnResult | None = None,
    wanted: Callable[[Job], bool] | None = None,
) -> None:
    """Run the jobs that the store has no result of.

    What a job raises ends the run; the results stored until then stay, also on KeyboardInterrupt.

    :param jobs: a list; or an iterator, which is asked for a job when one can be run, and may
        answer None while it waits for the result of another. In every run of a store it gives
        the same jobs in the same order.
    :param wanted: whether a job is to be run when it is its turn. One that is under way and is not
        wanted any more is not waited for, and its result is not kept.
    :param workers: processes; 1 runs the jobs in this one.
    :param executor: runs them instead, wherever it likes, such as one of a Dask cluster.
    :raises EngineError: if a job ends the process that runs it.
    """
    if not is_whole(workers, 1):
        raise LimitsError(f"workers={quoted(workers)}: expected a whole number, at least 1")
    if isinstance(jobs, Sequence) and len({job.key for job in jobs if job}) < len(jobs):
        raise SpecError(TWICE)
    left = Waiting(_left(jobs, store.done(), wanted), wanted)
    most = len(jobs) if isinstance(jobs, Sequence) else workers
    with closing(_ended(left, workers, most, executor)) as ended:
        for index, job, result in ended:
            store.add(index, job.key, result)
            if on_result is not None:
                on_result(job, result.result if isinstance(result, Detailed) else result)


def _left(
    jobs: Iterable[Job | None], done: set[str], wanted: Callable[[Job], bool] | None
) -> Iterator[Numbered | None]:
    """The jobs that are not done yet, and wanted when they are asked for, with their places."""
    given: set[str] = set()
    for job in jobs:
        if job is None:
            yield None
            continue
        if job.key in given:
            raise SpecError(TWICE)
        given.add(job.key)
        if job.key not in done and (wanted is None or wanted(job)):
            yield len(given) - 1, job


def _ended(left: Waiting, workers: int, most: int, executor: Executor | None) -> Ended:
    """The jobs as they end, wherever they run."""
    if executor is not None:
        return shared(left, executor)
    return here(left) if workers == 1 else in_pool(left, min(workers, most))
