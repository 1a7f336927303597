"""`starling lab`: a published table or figure, measured again."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import MofNCompleteColumn
from rich.table import Table
from rich.text import Text

from engine.cli import lab_board
from engine.cli.arguments import add_jobs, count
from engine.cli.bars import bars
from engine.jobs import executor_at
from engine.lab import AT_THE_BOARD, EXPERIMENTS, find
from engine.lab.board.board import BoardExperiment
from engine.lab.core.experiment import Experiment
from engine.lab.core.laboratory import measure
from engine.lab.core.verdict import Finding, Outcome, assess
from engine.lab.reports.drawing import require_matplotlib
from engine.lab.reports.page import page
from engine.lab.reports.report import command_of, numbers_of, write_figures, write_tables
from engine.text.saying import say
from games.errors import FileError, LimitsError
from games.parts.files import path_text

__all__ = ["add_arguments", "progress", "run"]

_PIPED = 100
"""Columns of the list where it is not printed on a terminal."""

OnProgress = Callable[[int, int], Any]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    add = parser.add_argument
    add(
        "name",
        metavar="NAME",
        help="an experiment; 'list' to see them; 'all' published tables; "
        "'page' for a page of the results in --out",
    )
    add("--trees", type=int, metavar="N", help="trees for each number (default: see list)")
    add("--games", type=count, metavar="N", help="at the board: games of each pair at most")
    add("--most", type=count, metavar="N", help="at the board: budgets of at most N nodes")
    add(
        "--only",
        metavar="PATTERN",
        help="at the board: contests of such names alone ('othello-*-pvs')",
    )
    add_jobs(parser, seed="trees or openings")


def run(options: argparse.Namespace) -> int:
    """List the experiments, run one or all, or print the page of results; the exit code.

    :raises StarlingError: as `find` and `measure` do, and if figures cannot be drawn.
    """
    console = Console()
    if options.name == "list":
        _list(console)
        return 0
    if options.name == "page":
        if options.out is None:
            raise LimitsError("lab page needs --out DIR: the folder of results")
        if not Path(options.out).is_dir():
            raise FileError(f"lab page: there is no folder {options.out}")
        print(page(Path(options.out)), end="")
        return 0
    for name in EXPERIMENTS if options.name == "all" else [options.name]:
        experiment = find(name)
        if isinstance(experiment, BoardExperiment):
            _refuse(name, "trees", options.trees, "games")
            if options.most is not None:
                experiment = experiment.within(options.most)
            if options.only is not None:
                experiment = experiment.matching(options.only)
            lab_board.conduct(experiment, options, console)
        else:
            _refuse(name, "games", options.games, "trees")
            _refuse(name, "most", options.most, "trees")
            _refuse(name, "only", options.only, "trees")
            _conduct(experiment, options, console)
    return 0


def _refuse(name: str, option: str, value: int | str | None, other: str) -> None:
    """:raises LimitsError: if an option was given that means nothing here."""
    if value is not None:
        raise LimitsError(f"--{option} means nothing to {name}: expected --{other}")


def _list(console: Console) -> None:
    """All experiments under the text they are from, with what a run of each takes. A title that is
    too long goes on in lines that begin with blanks, below its own column."""
    if not console.is_terminal:
        console.width = _PIPED
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    table.add_column(justify="right", no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    heading = ""
    for name in (*EXPERIMENTS, *AT_THE_BOARD):
        each = find(name)
        text, _, index = each.source.partition(", ")
        if isinstance(each, BoardExperiment):
            text, what, size = "At the board", each.title, f"{each.games:,} games"
        else:
            what = f"{index}: {each.title}"
            size = f"{each.trees:,} trees" if each.trees > 1 else ""
        if text != heading:
            table.add_row(Text(text, style="bold"))
            heading = text
        table.add_row(f"  {name}", what, size, f"{each.minutes:g} min")
    with console.capture() as drawn:
        console.print(table, highlight=False)
        console.print(
            "trees: for each number, unless --trees says otherwise; games: of all pairs together, "
            "unless --games does; min: about so many minutes on one core",
            highlight=False,
        )
    console.file.writelines(f"{line.rstrip()}\n" for line in drawn.get().splitlines())


def _conduct(experiment: Experiment, options: argparse.Namespace, console: Console) -> None:
    """Measure, judge, print and write."""
    if options.out is not None and experiment.figures:
        require_matplotlib()  # rather now than after minutes of work
    trees = experiment.trees if options.trees is None else options.trees
    folder = None if options.out is None else Path(options.out) / experiment.name
    with (
        executor_at(options.dask) as executor,
        progress(experiment.name, Console(stderr=True)) as on_progress,
    ):
        measured = measure(
            experiment,
            trees=trees,
            seed=options.seed,
            path=None if folder is None else folder / "results.sqlite",
            workers=options.workers,
            executor=executor,
            on_progress=on_progress,
        )
    finding = assess(experiment, measured, trees)
    _print(console, experiment, finding, command_of(experiment, trees, options.seed))
    if folder is not None:
        written = write_tables(experiment, finding, folder, trees, options.seed)
        written += write_figures(experiment, measured, folder)
        for path in written:
            say(console, f"written: {path_text(path)}")


def _print(console: Console, experiment: Experiment, finding: Finding, command: str) -> None:
    table = Table(title=f"{experiment.source}: {experiment.title}", title_justify="left", box=None)
    for column in experiment.columns:
        table.add_column(column)
    shown = ("ours", "standard_error", "published", "corrected", "known")
    rows = [numbers_of(row) for row in finding.rows]
    kept = [name for name in shown if any(getattr(row, name) is not None for row in rows)]
    for name in kept:
        table.add_column("+-" if name == "standard_error" else name, justify="right")
    table.add_column("outcome")
    for row, numbers in zip(finding.rows, rows, strict=True):
        table.add_row(
            *map(str, row.cell.labels),
            *(_shown(getattr(numbers, name)) for name in kept),
            "" if row.outcome == Outcome.OURS else row.outcome.value,
        )
    console.print(table)
    for text, held in finding.claims:
        say(console, f"{'holds' if held else 'does not hold'}: {text}")
    if experiment.correction:
        say(console, f"correction: {experiment.correction}")
    judged = [row for row in finding.rows if row.outcome != Outcome.OURS]
    agreeing = sum(row.outcome != Outcome.DIFFERS for row in judged)
    say(console, f"test: {experiment.test}")
    if judged:
        say(console, f"{agreeing} of {len(judged)} numbers agree")
    say(console, f"verdict: {finding.verdict}   ({command})")


def _shown(number: float | None) -> str:
    return "" if number is None else f"{number:.6g}"


def progress(name: str, console: Console) -> AbstractContextManager[OnProgress | None]:
    """A bar with the time left, which takes the number of jobs done and of all; None where the
    console is no terminal."""
    return _bar(name, console) if console.is_terminal else nullcontext()


@contextmanager
def _bar(name: str, console: Console) -> Iterator[OnProgress]:
    with bars(console, MofNCompleteColumn()) as shown:
        task = shown.add_task(name)
        yield lambda done, planned: shown.update(task, completed=done, total=planned)
