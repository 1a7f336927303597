"""Running a list of jobs: those that a store has no result of."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from contextlib import closing
from typing import Any

from engine.jobs.executors import Ended, Waiting, here, in_pool, shared
from engine.jobs.job import Detailed, Job
from engine.jobs.store import Store
from games.errors import LimitsError, SpecError, quoted
from games.parts.numbers import is_whole

__all__ = ["OnResult", "run"]

OnResult = Callable[[Job, Any], Any]
"""Called with every job that ended and its result, which is stored; without the detail."""


def run(
    jobs: Iterable[Job],
    store: Store,
    *,
    workers: int = 1,
    executor: Executor | None = None,
    on_result: OnResult | None = None,
) -> None:
    """Run the jobs that the store has no result of.

    What a job raises ends the run; the results stored until then stay, also on KeyboardInterrupt.

    :param workers: processes; 1 runs the jobs in this one.
    :param executor: runs them instead, wherever it likes, such as one of a Dask cluster.
    :raises EngineError: if a job ends the process that runs it.
    """
    if not is_whole(workers, 1):
        raise LimitsError(f"workers={quoted(workers)}: expected a whole number, at least 1")
    everything = list(jobs)
    if len({job.key for job in everything}) < len(everything):
        raise SpecError("two jobs have the same key: expected one result for each key")
    done = store.done()
    left = deque((index, job) for index, job in enumerate(everything) if job.key not in done)
    with closing(_ended(left, workers, executor)) as ended:
        for index, job, result in ended:
            store.add(index, job.key, result)
            if on_result is not None:
                on_result(job, result.result if isinstance(result, Detailed) else result)


def _ended(left: Waiting, workers: int, executor: Executor | None) -> Ended:
    """The jobs as they end, wherever they run."""
    if executor is not None:
        return shared(left, executor)
    return here(left) if workers == 1 else in_pool(left, min(workers, len(left)))
