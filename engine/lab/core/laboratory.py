"""Running an experiment on `engine.jobs`: each job is a point and a block of trees."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from engine.jobs import Job, Store, run
from engine.lab.core.experiment import Experiment
from engine.lab.core.quantities import Measured
from engine.lab.core.tally import Tallies
from games.errors import LimitsError
from games.parts.records import record

__all__ = ["jobs_of", "measure"]

_SEEDS = 1_000_000
"""Trees between two seeds of the laboratory."""


def jobs_of(experiment: Experiment, trees: int, seed: int) -> dict[str, list[Job]]:
    """The jobs of each point, by its key. The trees of a run with seed s
    have seeds 10^6 s + 1, + 2, ...

    :raises LimitsError: if there are no trees, too many, or no such seed.
    """
    for name, value, most in (("trees", trees, _SEEDS), ("seed", seed, 10**9)):
        low = 1 if name == "trees" else 0
        if not low <= value <= most:
            raise LimitsError(f"{name}={value}: expected a whole number from {low} to {most}")
    jobs: dict[str, list[Job]] = {}
    for point in experiment.points:
        count = trees if point.varied else 1
        start = _SEEDS * seed + 1 if point.varied else 0
        jobs[point.key] = [
            Job(
                f"{point.key}, from {first}",
                point.function,
                (*point.arguments, start + first, min(point.block, count - first)),
            )
            for first in range(0, count, point.block)
        ]
    return jobs


def measure(
    experiment: Experiment,
    *,
    trees: int,
    seed: int,
    path: str | Path | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    on_progress: Callable[[int, int], Any] | None = None,
) -> Measured:
    """What an experiment measures; the number of workers never changes a number.

    :param path: the file of results, from which a run that was cut short goes on; None keeps them
        in memory.
    :param on_progress: called with the number of jobs done and of all jobs, at the start and after
        each.
    :raises FileError: if the file holds the results of another run.
    """
    jobs = jobs_of(experiment, trees, seed)
    everything = [job for several in jobs.values() for job in several]
    plan = {
        "experiment": experiment.name,
        "trees": trees,
        "seed": seed,
        "points": [[point.key, *point.arguments] for point in experiment.points],
    }
    with Store(path, plan) as store:
        done = len(store)

        def tell(*_: Any) -> None:
            nonlocal done
            done += 1
            if on_progress is not None:
                on_progress(done, len(everything))

        if on_progress is not None:
            on_progress(done, len(everything))
        run(everything, store, workers=workers, executor=executor, on_result=tell)
        results = dict(store.results(lambda found: record(found, Tallies.HELD)))
    return {key: Tallies.sum(results[job.key] for job in several) for key, several in jobs.items()}
