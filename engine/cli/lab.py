"""`starling lab`: a published table or figure, or a match experiment, measured again."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import TaskProgressColumn
from rich.table import Table
from rich.text import Text

from engine.cli.arguments import add_jobs, count
from engine.cli.display import progress, progress_bars
from engine.jobs import executor_at
from engine.lab import AT_THE_BOARD, EXPERIMENTS, find
from engine.lab.board.board import BoardExperiment, PlayedContest
from engine.lab.board.playing import OnProgress, play
from engine.lab.core.experiment import Experiment
from engine.lab.core.laboratory import measure
from engine.lab.core.verdict import Finding, Outcome, assess
from engine.lab.reports import board_report
from engine.lab.reports.accounts import PairRow, PlayerRow
from engine.lab.reports.drawing import require_matplotlib
from engine.lab.reports.page import page
from engine.lab.reports.report import command_of, numbers_of, write_figures, write_tables
from engine.text.console import say
from games.core.words import counted
from games.errors import FileError, LimitsError
from games.parts.files import path_text

__all__ = ["lab_arguments", "run_lab"]


_LIST_WIDTH = 100
"""Columns of the list where it is not printed on a terminal."""

_MOST_PAIRS = 3
"""The number of pairs up to which each has its line; the standings have all."""

_SHOWN = {
    "player": "player",
    "points": "points",
    "rating": "rating",
    "error": "+-",
    "mean_nodes": "nodes a move",
    "exceeded": "exceeded",
    "proved": "proved %",
    "wrong_proofs": "wrong %",
    "stated": "stated %",
    "worse": "worse %",
    "in_evaluator": "evaluator %",
    "depth": "depth",
    "deepest": "deepest",
    "tree_kept": "kept %",
}
"""The columns of the printed table: fields of a player's row, and their headings."""


def lab_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `lab`."""
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


def run_lab(options: argparse.Namespace) -> int:
    """List the experiments, run one or all, or print the page of results; return the exit code.

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
            _conduct_matches(experiment, options, console)
        else:
            _refuse(name, "games", options.games, "trees")
            _refuse(name, "most", options.most, "trees")
            _refuse(name, "only", options.only, "trees")
            _conduct_trees(experiment, options, console)
    return 0


def _refuse(name: str, option: str, value: int | str | None, other: str) -> None:
    """Refuse an option that has no effect on this experiment.

    :raises LimitsError: if it is given.
    """
    if value is not None:
        raise LimitsError(f"--{option} means nothing to {name}: expected --{other}")


def _list(console: Console) -> None:
    """Print all experiments under their sources, with the size and time of a run.

    A long title continues below its own column.
    """
    if not console.is_terminal:
        console.width = _LIST_WIDTH
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
            "trees: for each number, unless --trees is given; games: of all pairs together, "
            "unless --games is given; min: about so many minutes on one core",
            highlight=False,
        )
    console.file.writelines(f"{line.rstrip()}\n" for line in drawn.get().splitlines())


def _conduct_trees(experiment: Experiment, options: argparse.Namespace, console: Console) -> None:
    """Run an experiment on trees: measure, compare, print and write."""
    if options.out is not None and experiment.figures:
        require_matplotlib()  # fail before minutes of work
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
    _print_table(console, experiment, finding, command_of(experiment, trees, options.seed))
    if folder is not None:
        written = write_tables(experiment, finding, folder, trees, options.seed)
        written += write_figures(experiment, measured, folder)
        for path in written:
            say(console, f"written: {path_text(path)}")


def _print_table(console: Console, experiment: Experiment, finding: Finding, command: str) -> None:
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
            *(_number_text(getattr(numbers, name)) for name in kept),
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


def _number_text(number: float | None) -> str:
    return "" if number is None else f"{number:.6g}"


# -- experiments at the board ----------------------------------------------------------------------


def _conduct_matches(
    experiment: BoardExperiment, options: argparse.Namespace, console: Console
) -> None:
    """Run an experiment of matches: play, print each contest as it ends, and write.

    :raises StarlingError: as `play` does, and if figures cannot be drawn.
    """
    if options.out is not None:
        require_matplotlib()  # fail before hours of work
    folder = None if options.out is None else Path(options.out) / experiment.name
    with executor_at(options.dask) as executor, _board_bar(Console(stderr=True)) as on_progress:
        found = play(
            experiment,
            games=options.games,
            seed=options.seed,
            folder=folder,
            workers=options.workers,
            executor=executor,
            on_progress=on_progress,
            ended=lambda played: _print_contest(console, played),
        )
    for claim in experiment.claims:
        verdict = {True: "holds", False: "does not hold", None: "undecided"}[claim.holds(found)]
        say(console, f"{verdict}: {claim.text}")
    say(console, board_report.command_of(experiment, options.games, options.seed))
    if folder is not None:
        for path in board_report.write(experiment, found, folder, options.games, options.seed):
            say(console, f"written: {path_text(path)}")


def _print_contest(console: Console, played: PlayedContest) -> None:
    contest = played.contest
    players, pairs = board_report.player_rows(played), board_report.pair_rows(played)
    games = counted(played.games, "game")
    say(console, f"\n{contest.name}: {contest.limit} a move, {games} a pair")
    costs = ", ".join(f"{row.player} {row.root_nodes:g}" for row in players)
    say(console, f"nodes to expand the root: {costs}")
    for row in pairs:
        if row.games is None or len(pairs) <= _MOST_PAIRS:
            say(console, _pair_text(row))
    if played.result is not None:
        shown = sorted(players, key=lambda row: -(row.points or 0))
        say(console, _standings_text(shown))


def _pair_text(row: PairRow) -> str:
    """Return a pair's score in one line."""
    names = f"{row.player} - {row.opponent}"
    if row.games is None:
        return f"{names}: {row.note}"
    score = f"+{row.won} ={row.drawn} -{row.lost}"
    found, low, high = (
        "?" if end is None else f"{end:+.0f}" for end in (row.elo, row.low, row.high)
    )
    return f"{names}: {score}, Elo {found} [{low}, {high}]" + (f" ({row.note})" if row.note else "")


def _standings_text(rows: Sequence[PlayerRow]) -> str:
    """Return the table of `_SHOWN` without its empty columns."""
    columns = [name for name in _SHOWN if any(getattr(row, name) is not None for row in rows)]
    table = [[_SHOWN[name] for name in columns]]
    table += [[_cell_text(getattr(row, name)) for name in columns] for row in rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = []
    for first, *others in table:
        numbers = [word.rjust(width) for word, width in zip(others, widths[1:], strict=True)]
        lines.append("  ".join([first.ljust(widths[0]), *numbers]).rstrip())
    return "\n".join(lines)


def _cell_text(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.1f}" if isinstance(value, float) else str(value)


@contextmanager
def _board_bar(console: Console) -> Iterator[OnProgress | None]:
    """Show a bar; yield its update, or None where the console is no terminal."""
    if not console.is_terminal:
        yield None
        return
    # Games are slow: half an hour of them predicts the rest.
    with progress_bars(console, TaskProgressColumn(), speed_estimate_period=1800) as shown:
        task = shown.add_task("", total=None)
        yield lambda what, done, whole: shown.update(
            task, description=what, completed=done, total=whole
        )
