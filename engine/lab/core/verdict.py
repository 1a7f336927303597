"""What a measurement says of the text: cell by cell, claim by claim, and as a whole.

A cell *agrees* if it lies within its tolerance of what is published, or, where that is misprinted,
of the corrected figure. An experiment is *reproduced* if all its cells agree and all its claims
hold, *reproduced with a correction* if the text had to be corrected for that, else *not
reproducible*; measured on fewer trees than its test asks for, a failure decides nothing. Of a
second reading of a text it is reported what agrees, and no verdict: settings chosen to fit prove
nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt

from engine.lab.core.experiment import Cell, Experiment
from engine.lab.core.quantities import Estimate, Measured

__all__ = ["Finding", "Outcome", "Row", "Verdict", "assess", "outcome_of"]


class Outcome(StrEnum):
    """What became of one cell."""

    OURS = "nothing published"
    AGREES = "agrees"
    CORRECTED = "agrees with the correction"
    DIFFERS = "differs"


class Verdict(StrEnum):
    """What became of an experiment."""

    REPRODUCED = "reproduced"
    CORRECTED = "reproduced with a correction"
    NOT = "not reproducible"
    UNDECIDED = "undecided: too few trees"
    READING = "none, a second reading"


@dataclass(frozen=True)
class Row:
    """A cell and what was measured of it."""

    cell: Cell
    value: float
    error: float | None
    outcome: Outcome


@dataclass(frozen=True)
class Finding:
    """All that an experiment gave.

    :param claims: each claim of the text, and whether it holds.
    """

    rows: tuple[Row, ...]
    claims: tuple[tuple[str, bool], ...]
    verdict: Verdict

    def failures(self) -> list[str]:
        """What speaks against the text, one line each."""
        cells = [_told(row) for row in self.rows if row.outcome == Outcome.DIFFERS]
        return cells + [f"does not hold: {text}" for text, holds in self.claims if not holds]


def assess(experiment: Experiment, measured: Measured, trees: int) -> Finding:
    """Hold an experiment's measurements against its text.

    :param trees: how many trees they were made on.
    """
    rows = tuple(_assess_cell(cell, measured) for cell in experiment.cells)
    claims = tuple((claim.text, claim.holds(measured)) for claim in experiment.claims)
    outcomes = [row.outcome for row in rows]
    return Finding(rows, claims, _sum_up(experiment, outcomes, [held for _, held in claims], trees))


def _assess_cell(cell: Cell, measured: Measured) -> Row:
    estimate = cell.quantity(measured)
    return Row(cell, estimate.value, estimate.error, outcome_of(cell, estimate))


def outcome_of(cell: Cell, ours: Estimate) -> Outcome:
    """What a measured value says of a cell."""
    expected = [x for x in (cell.published, cell.known) if x is not None]
    if not expected and cell.corrected is None:
        return Outcome.OURS
    if cell.corrected is not None:
        return Outcome.CORRECTED if _within(cell, ours, cell.corrected) else Outcome.DIFFERS
    agrees = all(_within(cell, ours, x) for x in expected)
    return Outcome.AGREES if agrees else Outcome.DIFFERS


def _within(cell: Cell, ours: Estimate, expected: float) -> bool:
    allowed = max(cell.tolerance * abs(expected), cell.absolute)
    if cell.sample is not None and ours.deviation is not None:
        allowed = max(allowed, 3 * ours.deviation / sqrt(cell.sample))
    return abs(ours.value - expected) <= allowed * (1 + 1e-9)


def _sum_up(
    experiment: Experiment, outcomes: Sequence[Outcome], claims: Sequence[bool], trees: int
) -> Verdict:
    if experiment.reading:
        return Verdict.READING
    if Outcome.DIFFERS in outcomes or not all(claims):
        return Verdict.UNDECIDED if trees < experiment.trees else Verdict.NOT
    if Outcome.CORRECTED in outcomes or experiment.correction:
        return Verdict.CORRECTED
    return Verdict.REPRODUCED


def _told(row: Row) -> str:
    cell = row.cell
    stated = [
        f"{word} {number:g}"
        for word, number in (
            ("published", cell.published),
            ("corrected", cell.corrected),
            ("known", cell.known),
        )
        if number is not None
    ]
    return f"{', '.join(map(str, cell.labels))}: {row.value:.6g}, {', '.join(stated)}"
