"""What an experiment leaves behind: a CSV table, SVG figures, and JSON that says how they came."""

from __future__ import annotations

import csv
import json
from math import isnan
from pathlib import Path
from typing import Any

from engine.lab.core.experiment import Experiment, Measured
from engine.lab.core.verdict import Finding, Row
from engine.lab.reports.drawing import draw

__all__ = ["NUMBERS", "command_of", "numbers_of", "write_figures", "write_tables"]

NUMBERS = ("ours", "standard error", "published", "corrected", "known", "outcome", "note")
"""The columns behind an experiment's own."""


def command_of(experiment: Experiment, trees: int, seed: int) -> str:
    """The command that gives the same numbers again."""
    return f"starling lab {experiment.name} --trees {trees} --seed {seed}"


def numbers_of(row: Row) -> tuple[Any, ...]:
    """A row's entries under `NUMBERS`; what there is not is None."""
    cell = row.cell
    error = None if row.error is None else float(f"{row.error:.4g}")
    return (
        _plain(row.value),
        error,
        cell.published,
        cell.corrected,
        cell.known,
        row.outcome.value,
        cell.note,
    )


def _plain(value: float) -> float | None:
    """A number without needless digits; None where no tree had anything to measure."""
    if isnan(value):
        return None
    rounded = float(f"{value:.8g}")
    return int(rounded) if rounded.is_integer() else rounded


def write_tables(
    experiment: Experiment, finding: Finding, folder: Path, trees: int, seed: int
) -> list[Path]:
    """Write NAME.csv and NAME.json into a folder that exists; the files written."""
    table = folder / f"{experiment.name}.csv"
    with table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*experiment.columns, *NUMBERS])
        for row in finding.rows:
            writer.writerow(["" if x is None else x for x in (*row.cell.labels, *numbers_of(row))])
    account = folder / f"{experiment.name}.json"
    text = json.dumps(_account(experiment, finding, trees, seed), indent=2, ensure_ascii=False)
    account.write_text(text + "\n", encoding="utf-8")
    return [table, account]


def _account(experiment: Experiment, finding: Finding, trees: int, seed: int) -> dict[str, Any]:
    keys = (*experiment.columns, *(name.replace(" ", "_") for name in NUMBERS))
    return {
        "experiment": experiment.name,
        "title": experiment.title,
        "source": experiment.source,
        "command": command_of(experiment, trees, seed),
        "trees": trees,
        "seed": seed,
        "test": experiment.test,
        "verdict": finding.verdict.value,
        "correction": experiment.correction,
        "claims": [{"claim": text, "holds": held} for text, held in finding.claims],
        "rows": [
            dict(zip(keys, (*row.cell.labels, *numbers_of(row)), strict=True))
            for row in finding.rows
        ],
        "points": [
            {"point": p.key, "measure": p.function.__name__, "arguments": list(p.arguments)}
            for p in experiment.points
        ],
    }


def write_figures(experiment: Experiment, measured: Measured, folder: Path) -> list[Path]:
    """Draw an experiment's figures into a folder that exists; the files written.

    :raises EngineError: if there are any, and matplotlib is missing.
    """
    paths = []
    for figure in experiment.figures:
        paths.append(folder / f"{figure.name}.svg")
        draw(figure, measured, paths[-1])
    return paths
