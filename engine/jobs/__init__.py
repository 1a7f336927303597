"""Deterministic jobs: run on one core or many, stored in one SQLite file, resumed where they ended.

A job is a function of its arguments. Its result does not depend on the process that runs it, nor
on the order. So a list of jobs that was killed at any moment is resumed by running it again: jobs
with a stored result do not run a second time.

    with Store("out/results.sqlite", plan={"what": "squares"}) as store:
        run([Job(f"square of {n}", pow, (n, 2)) for n in range(10)], store, workers=2)
        print(dict(store.results()))

Only the process that called `run` writes. Worker processes end with it.
"""

from __future__ import annotations

from engine.jobs.runner import (
    Job,
    OnResult,
    check_executor,
    check_workers,
    executor_at,
    on_cluster,
    run,
)
from engine.jobs.store import Detailed, Store

__all__ = [
    "Detailed",
    "Job",
    "OnResult",
    "Store",
    "check_executor",
    "check_workers",
    "executor_at",
    "on_cluster",
    "run",
]
