"""Deterministic jobs: run on one core or many, kept in one SQLite file, resumed where they ended.

A job is a function of its arguments: whoever runs it, wherever and in whatever order, the result
is the same. So a list of jobs that was killed at any moment goes on by being run again: those
whose results are stored are not run a second time.

    with Store("out/results.sqlite", plan={"what": "squares"}) as store:
        run([Job(f"square of {n}", pow, (n, 2)) for n in range(10)], store, workers=2)
        print(dict(store.results()))

Only the process that called `run` writes. Worker processes end as soon as it is gone.
"""

from __future__ import annotations

from engine.jobs.executors import cluster, executor_at
from engine.jobs.job import Detailed, Job
from engine.jobs.runner import OnResult, run
from engine.jobs.store import Store

__all__ = ["Detailed", "Job", "OnResult", "Store", "cluster", "executor_at", "run"]
