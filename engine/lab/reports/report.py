"""What an experiment leaves behind: a CSV table, SVG figures, and JSON that says how they came."""

from __future__ import annotations

import json
from math import isnan
from pathlib import Path

from engine.lab.board.board import BoardExperiment
from engine.lab.core.experiment import Experiment
from engine.lab.core.quantities import Measured
from engine.lab.core.verdict import Finding, Row
from engine.lab.reports.accounts import Account, Claim, Measurement, Numbers
from engine.lab.reports.drawing import draw
from engine.text.cells import write_rows
from games.parts.files import replacing
from games.parts.records import Record, plain

__all__ = ["command_of", "heading", "numbers_of", "write_account", "write_figures", "write_tables"]


def command_of(experiment: Experiment, trees: int, seed: int) -> str:
    """The command that gives the same numbers again."""
    return f"starling lab {experiment.name} --trees {trees} --seed {seed}"


def numbers_of(row: Row) -> Numbers:
    """What there is to tell of a row behind its labels."""
    cell = row.cell
    return Numbers(
        _plain(row.value),
        None if row.error is None else float(f"{row.error:.4g}"),
        cell.published,
        cell.corrected,
        cell.known,
        row.outcome,
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
    rows = [(row.cell.labels, plain(numbers_of(row))) for row in finding.rows]
    table = folder / f"{experiment.name}.csv"
    with replacing(table) as file:
        heads = (name.replace("_", " ") for name in Numbers.__struct_fields__)
        write_rows(file, [[*experiment.columns, *heads]])
        write_rows(file, ([*labels, *numbers.values()] for labels, numbers in rows))
    account = Account(
        *heading(experiment, command_of(experiment, trees, seed)),
        trees=trees,
        seed=seed,
        test=experiment.test,
        verdict=finding.verdict,
        correction=experiment.correction,
        claims=tuple(Claim(text, held) for text, held in finding.claims),
        rows=tuple(
            {**dict(zip(experiment.columns, labels, strict=True)), **numbers}
            for labels, numbers in rows
        ),
        points=tuple(
            Measurement(point.key, point.function.__name__, list(point.arguments))
            for point in experiment.points
        ),
    )
    return [table, write_account(folder / f"{experiment.name}.json", account)]


def heading(experiment: Experiment | BoardExperiment, command: str) -> tuple[str, str, str, str]:
    """How every account begins: the name, title and source, and the command that gives it."""
    return experiment.name, experiment.title, experiment.source, command


def write_account(path: Path, account: Record) -> Path:
    """Write an account; its path."""
    text = json.dumps(plain(account), indent=2, ensure_ascii=False)
    with replacing(path) as file:
        file.write(f"{text}\n")
    return path


def write_figures(experiment: Experiment, measured: Measured, folder: Path) -> list[Path]:
    """Draw an experiment's figures into a folder that exists; the files written.

    :raises EngineError: if there are any, and matplotlib is missing.
    """
    paths = []
    for figure in experiment.figures:
        paths.append(folder / f"{figure.name}.svg")
        draw(figure, measured, paths[-1])
    return paths
