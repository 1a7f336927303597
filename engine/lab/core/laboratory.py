"""Measurement of an experiment by `engine.jobs`, and comparison of the results with the text.

A cell *agrees* if it lies within its tolerance of the published number, or of the corrected number
where that is misprinted. An experiment is *reproduced* if all its cells agree and all its claims
hold. It is *reproduced with a correction* if the text had to be corrected for that, else *not
reproducible*. On fewer trees than its test requires, a failure decides nothing. A second reading of
a text has no verdict: settings that were chosen to fit prove nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from enum import StrEnum
from math import isnan, sqrt
from pathlib import Path
from typing import Any, NamedTuple

from engine.jobs import Job, Store, run
from engine.lab.core.experiment import Cell, Estimate, Experiment, Measured, Tallies, Tally
from games import make as make_game
from games.errors import LimitsError
from games.parts.records import Plain, Record, plain, record
from searchers import make as make_searcher
from searchers.core.limits import Limits

# -- measuring -------------------------------------------------------------------------------------

_SEEDS = 1_000_000
"""Trees between two seeds of the laboratory."""


def jobs_of(experiment: Experiment, trees: int, seed: int) -> dict[str, list[Job]]:
    """Return the jobs of each point, by its key: a job is a point and a block of trees.

    The trees of a run with seed s have the seeds 10^6 s + 1, + 2, ... A point that is not varied
    has one job, with one tree of seed 0.

    :raises LimitsError: if the number of trees or the seed is out of range.
    """
    for name, value, low, most in (("trees", trees, 1, _SEEDS), ("seed", seed, 0, 10**9)):
        if not low <= value <= most:
            raise LimitsError(f"{name}={value}: expected a whole number from {low} to {most}")
    jobs: dict[str, list[Job]] = {}
    for point in experiment.points:
        count = trees if point.varied else 1
        start = _SEEDS * seed + 1 if point.varied else 0
        jobs[point.key] = [
            Job(
                f"{point.key}, from {first}",
                measure_block,
                (point.measure, point.arguments, start + first, min(point.block, count - first)),
            )
            for first in range(0, count, point.block)
        ]
    return jobs


def measure_block(
    measure: Callable[..., Iterator[Mapping[str, float]]],
    arguments: tuple[Any, ...],
    first: int,
    count: int,
) -> dict[str, list[Any]]:
    """Measure trees of `count` successive seeds; return the tallies by name.

    A tally is the list of its fields.

    :param measure: called with `arguments` and the seeds; yields the numbers of each tree.
    :param first: the seed of the first tree.
    """
    tallies = Tallies()
    for values in measure(*arguments, range(first, first + count)):
        tallies.add(values)
    return plain(tallies)


def search_each(game: str, player: str, depth: int, seeds: range) -> Iterator[Mapping[str, float]]:
    """Search each tree of a game to a depth; yield the search's counts by name, and its `nodes`.

    There is one tree for each seed, and each is a new game for the searcher.

    :param game: its spec with options, but without `seed`.
    :param player: the spec of the searcher.
    """
    searcher = make_searcher(player)
    for seed in seeds:
        searcher.new_game()
        result = searcher.search(make_game(f"{game},seed={seed}"), Limits(depth=depth))
        yield {"nodes": result.nodes, **result.counts}


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
    """Measure an experiment; return the tallies of each point by its key.

    The number of workers does not change the results.

    :param trees: the number of trees of each point that is varied.
    :param seed: the seed of the run (see `jobs_of`).
    :param path: the file of results, from which an interrupted run resumes; None keeps them in
        memory.
    :param executor: measures instead of this machine, such as one of a Dask cluster.
    :param on_progress: called with the number of finished jobs and of all jobs, at the start and
        after each.
    :raises LimitsError: if the number of trees or the seed is out of range.
    :raises FileError: if the file holds the results of another run.
    """
    jobs = jobs_of(experiment, trees, seed)
    all_jobs = [job for several in jobs.values() for job in several]
    plan = {
        "experiment": experiment.name,
        "trees": trees,
        "seed": seed,
        "points": [[point.key, *point.arguments] for point in experiment.points],
    }
    with Store(path, plan) as store:
        run(all_jobs, store, workers=workers, executor=executor, on_progress=on_progress)
        results = dict(store.results(lambda found: record(found, dict[str, Tally])))
    return {key: Tallies.sum(results[job.key] for job in several) for key, several in jobs.items()}


# -- comparing -------------------------------------------------------------------------------------


class Outcome(StrEnum):
    """The result of comparing one cell."""

    OURS = "nothing published"
    AGREES = "agrees"
    CORRECTED = "agrees with the correction"
    DIFFERS = "differs"


class Verdict(StrEnum):
    """The result of comparing an experiment."""

    REPRODUCED = "reproduced"
    CORRECTED = "reproduced with a correction"
    NOT = "not reproducible"
    UNDECIDED = "undecided: too few trees"
    READING = "none, a second reading"


class Numbers(Record, frozen=True):
    """The measured number of one cell and the expected ones; None where there is none."""

    ours: Plain | None
    standard_error: Plain | None
    published: Plain | None
    corrected: Plain | None
    known: Plain | None
    outcome: Outcome
    note: str

    @property
    def expected(self) -> str:
        """The expected numbers in words, as "published 7, known 6.8"; empty if there are none."""
        stated = (
            ("published", self.published),
            ("corrected", self.corrected),
            ("known", self.known),
        )
        return ", ".join(f"{word} {number:g}" for word, number in stated if number is not None)


class Row(NamedTuple):
    """A row of the table: the labels of a cell and its numbers."""

    labels: tuple[Any, ...]
    numbers: Numbers


@dataclass(frozen=True)
class Finding:
    """The results of an experiment.

    :param claims: each claim of the text, and whether it holds.
    """

    rows: tuple[Row, ...]
    claims: tuple[tuple[str, bool], ...]
    verdict: Verdict

    def failures(self) -> list[str]:
        """Return the cells that differ and the claims that do not hold, one line each."""
        cells = [
            f"{', '.join(map(str, labels))}: {numbers.ours or 0:.6g}, {numbers.expected}"
            for labels, numbers in self.rows
            if numbers.outcome == Outcome.DIFFERS
        ]
        return cells + [f"does not hold: {text}" for text, holds in self.claims if not holds]


def assess(experiment: Experiment, measured: Measured, trees: int) -> Finding:
    """Compare an experiment's measurements with its text: its cells, its claims, and the verdict.

    :param trees: the number of trees they were made on; with fewer than those of the experiment
        a failure is undecided.
    """
    rows = tuple(_row(cell, cell.quantity(measured)) for cell in experiment.cells)
    claims = tuple((claim.text, claim.holds(measured)) for claim in experiment.claims)
    outcomes = {row.numbers.outcome for row in rows}
    if experiment.reading:
        verdict = Verdict.READING
    elif Outcome.DIFFERS in outcomes or not all(holds for _, holds in claims):
        verdict = Verdict.UNDECIDED if trees < experiment.trees else Verdict.NOT
    elif Outcome.CORRECTED in outcomes or experiment.correction:
        verdict = Verdict.CORRECTED
    else:
        verdict = Verdict.REPRODUCED
    return Finding(rows, claims, verdict)


def _row(cell: Cell, ours: Estimate) -> Row:
    """Return the row of a table for a cell: labels, expected and measured number, and outcome.

    The measured number has eight digits, or is None for NaN. Its standard error has four digits.
    """
    value = None if isnan(ours.value) else float(f"{ours.value:.8g}")
    numbers = Numbers(
        int(value) if value is not None and value.is_integer() else value,
        None if ours.error is None else float(f"{ours.error:.4g}"),
        cell.published,
        cell.corrected,
        cell.known,
        outcome_of(cell, ours),
        cell.note,
    )
    return Row(cell.labels, numbers)


def outcome_of(cell: Cell, ours: Estimate) -> Outcome:
    """Return the result of comparing a measured number with the expected ones of its cell.

    A corrected number counts alone. Else the number must agree with the published one and the known
    one, as far as the cell has them. OURS means that it has none.
    """
    if cell.corrected is not None:
        return Outcome.CORRECTED if _within(cell, ours, cell.corrected) else Outcome.DIFFERS
    expected = [x for x in (cell.published, cell.known) if x is not None]
    if not expected:
        return Outcome.OURS
    agrees = all(_within(cell, ours, x) for x in expected)
    return Outcome.AGREES if agrees else Outcome.DIFFERS


def _within(cell: Cell, ours: Estimate, expected: float) -> bool:
    """Return whether a measured number is within its cell's tolerance of the expected one.

    The largest allowed deviation counts: the relative, the absolute, or that of `Cell.sample`.
    """
    allowed = max(cell.tolerance * abs(expected), cell.absolute)
    if cell.sample is not None and ours.deviation is not None:
        allowed = max(allowed, 3 * ours.deviation / sqrt(cell.sample))
    return abs(ours.value - expected) <= allowed * (1 + 1e-9)
