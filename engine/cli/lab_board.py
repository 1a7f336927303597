"""`starling lab NAME` where NAME is an experiment at the board."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import TaskProgressColumn

from engine.cli.bars import bars
from engine.jobs import executor_at
from engine.lab.board.board import BoardExperiment, PlayedContest
from engine.lab.board.playing import OnProgress, play
from engine.lab.reports.accounts import PairRow, PlayerRow
from engine.lab.reports.board_report import command_of, pair_rows, player_rows, write
from engine.lab.reports.drawing import require_matplotlib
from engine.text.saying import say
from games.core.words import counted
from games.parts.files import path_text

__all__ = ["conduct"]

_MOST_PAIRS = 3
"""Pairs that are told one by one; the standings tell of more."""

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
"""What the printed table has of a player's row, and how it is called there."""


def conduct(experiment: BoardExperiment, options: argparse.Namespace, console: Console) -> None:
    """Play, print each contest as it ends, and write.

    :raises StarlingError: as `play` does, and if figures cannot be drawn.
    """
    if options.out is not None:
        require_matplotlib()  # rather now than after hours of work
    folder = None if options.out is None else Path(options.out) / experiment.name
    with executor_at(options.dask) as executor, _bar(Console(stderr=True)) as on_progress:
        found = play(
            experiment,
            games=options.games,
            seed=options.seed,
            folder=folder,
            workers=options.workers,
            executor=executor,
            on_progress=on_progress,
            ended=lambda played: _print(console, played),
        )
    for claim in experiment.claims:
        said = {True: "holds", False: "does not hold", None: "undecided"}[claim.holds(found)]
        say(console, f"{said}: {claim.text}")
    say(console, command_of(experiment, options.games, options.seed))
    if folder is not None:
        for path in write(experiment, found, folder, options.games, options.seed):
            say(console, f"written: {path_text(path)}")


def _print(console: Console, played: PlayedContest) -> None:
    contest = played.contest
    players, pairs = player_rows(played), pair_rows(played)
    games = counted(played.games, "game")
    say(console, f"\n{contest.name}: {contest.limit} a move, {games} a pair")
    costs = ", ".join(f"{row.player} {row.root_nodes:g}" for row in players)
    say(console, f"nodes to expand the root: {costs}")
    for row in pairs:
        if row.games is None or len(pairs) <= _MOST_PAIRS:
            say(console, _told(row))
    if played.result is not None:
        shown = sorted(players, key=lambda row: -(row.points or 0))
        say(console, _standings(shown))


def _told(row: PairRow) -> str:
    """A pair's score in one line."""
    names = f"{row.player} - {row.opponent}"
    if row.games is None:
        return f"{names}: {row.note}"
    score = f"+{row.won} ={row.drawn} -{row.lost}"
    found, low, high = (
        "?" if end is None else f"{end:+.0f}" for end in (row.elo, row.low, row.high)
    )
    return f"{names}: {score}, Elo {found} [{low}, {high}]" + (f" ({row.note})" if row.note else "")


def _standings(rows: Sequence[PlayerRow]) -> str:
    """The table of `_SHOWN`, without the columns that have nothing."""
    columns = [name for name in _SHOWN if any(getattr(row, name) is not None for row in rows)]
    table = [[_SHOWN[name] for name in columns]]
    table += [[_shown(getattr(row, name)) for name in columns] for row in rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = []
    for first, *others in table:
        numbers = [word.rjust(width) for word, width in zip(others, widths[1:], strict=True)]
        lines.append("  ".join([first.ljust(widths[0]), *numbers]).rstrip())
    return "\n".join(lines)


def _shown(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.1f}" if isinstance(value, float) else str(value)


@contextmanager
def _bar(console: Console) -> Iterator[OnProgress | None]:
    """A bar with the time left; nothing where the console is no terminal."""
    if not console.is_terminal:
        yield None
        return
    # Games are slow: what half an hour of them took tells of the rest.
    with bars(console, TaskProgressColumn(), speed_estimate_period=1800) as shown:
        task = shown.add_task("", total=None)
        yield lambda what, done, whole: shown.update(
            task, description=what, completed=done, total=whole
        )
