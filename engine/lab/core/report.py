"""The files of an experiment: a CSV table, SVG figures, and a JSON account of how they were made.

A field's name in the account is its column's name in the table.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from engine.lab.core.drawing import draw
from engine.lab.core.experiment import Experiment, Measured
from engine.lab.core.laboratory import Finding, Numbers, Verdict
from engine.text.cells import write_csv
from games.errors import FileError
from games.parts.files import path_text, read_json, replacing
from games.parts.records import Record, plain, record

R = TypeVar("R", bound=Record)


class AssessedClaim(Record, frozen=True):
    """A claim of a text, and whether it holds; None if that is undecided."""

    claim: str
    holds: bool | None


class Measurement(Record, frozen=True):
    """A point, and the measure that was called for it."""

    point: str
    measure: str
    arguments: list[Any]


class Account(Record, frozen=True):
    """The results of a published table or figure.

    :param rows: the labels of a cell, each under its column, with its `Numbers`.
    """

    experiment: str
    title: str
    source: str
    command: str
    trees: int
    seed: int
    test: str
    verdict: Verdict
    correction: str
    claims: tuple[AssessedClaim, ...]
    rows: tuple[dict[str, Any], ...]
    points: tuple[Measurement, ...]


def command_of(experiment: Experiment, trees: int, seed: int) -> str:
    """Return the command that gives the same numbers again."""
    return f"starling lab {experiment.name} --trees {trees} --seed {seed}"


def write(
    experiment: Experiment,
    finding: Finding,
    measured: Measured,
    folder: Path,
    trees: int,
    seed: int,
) -> list[Path]:
    """Write NAME.csv, NAME.json and the figures into an existing folder; return their paths.

    :raises EngineError: if there are figures, and matplotlib is missing.
    :raises FileError: if a file cannot be written.
    """
    rows = [(labels, plain(numbers)) for labels, numbers in finding.rows]
    heads = (name.replace("_", " ") for name in Numbers.__struct_fields__)
    table = write_csv(
        folder / f"{experiment.name}.csv",
        [*experiment.columns, *heads],
        ([*labels, *numbers.values()] for labels, numbers in rows),
    )
    account = Account(
        experiment=experiment.name,
        title=experiment.title,
        source=experiment.source,
        command=command_of(experiment, trees, seed),
        trees=trees,
        seed=seed,
        test=experiment.test,
        verdict=finding.verdict,
        correction=experiment.correction,
        claims=tuple(AssessedClaim(text, held) for text, held in finding.claims),
        rows=tuple(
            {**dict(zip(experiment.columns, labels, strict=True)), **numbers}
            for labels, numbers in rows
        ),
        points=tuple(
            Measurement(point.key, point.measure.__name__, list(point.arguments))
            for point in experiment.points
        ),
    )
    written = [table, write_account(folder / f"{experiment.name}.json", account)]
    return written + [draw(figure, measured, folder) for figure in experiment.figures]


def read_account(path: Path, kind: type[R], name: str) -> R:
    """Read the account of an experiment, which `write_account` wrote.

    :param kind: the class of the account.
    :param name: the name of the experiment, for messages.
    :raises FileError: if there is none, it is invalid, or has characters that do not print.
    """
    expected = f"what starling lab {name} --out writes"
    data = read_json(path, expected)
    try:
        if not all(text.isprintable() for text in _texts(data)):
            raise ValueError("characters that do not print")
        return record(data, kind)
    except ValueError as error:
        raise FileError(
            f"{path_text(path)} is no account of {name}: {error}; expected {expected}"
        ) from None


def _texts(data: Any) -> Iterator[str]:
    """Yield every text value in JSON data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, list | dict):
        for inner in data.values() if isinstance(data, dict) else data:
            yield from _texts(inner)


def write_account(path: Path, account: Record) -> Path:
    """Write an account as a JSON file, in place of an older one; return its path."""
    text = json.dumps(plain(account), indent=2, ensure_ascii=False)
    with replacing(path) as file:
        file.write(f"{text}\n")
    return path
