"""`starling lab NAME` where NAME is an experiment at the board."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from engine.lab.board.board import BoardExperiment, PlayedContest
from engine.lab.board.playing import OnProgress, play
from engine.lab.reports.board_report import command_of, pair_rows, player_rows, write
from engine.lab.reports.drawing import require_matplotlib
from engine.text.saying import say
from games.core.words import counted

__all__ = ["conduct"]

_MOST_PAIRS = 3
"""Pairs that are told one by one; the standings tell of more."""

_SHOWN = {
    "player": "player",
    "points": "points",
    "rating": "rating",
    "+-": "+-",
    "mean nodes": "nodes a move",
    "exceeded": "exceeded",
    "proved %": "proved %",
    "wrong proofs %": "wrong %",
    "worse %": "worse %",
    "in the evaluator %": "evaluator %",
    "depth": "depth",
    "deepest": "deepest",
    "tree kept %": "kept %",
}
"""What the printed table has of a player's row, and how it is called there."""


def conduct(experiment: BoardExperiment, options: argparse.Namespace, console: Console) -> None:
    """Play, print each contest as it ends, and write.

    :raises StarlingError: as `play` does, and if figures cannot be drawn.
    """
    if options.out is not None:
        require_matplotlib()  # rather now than after hours of work
    folder = None if options.out is None else Path(options.out) / experiment.name
    with _bar(Console(stderr=True)) as on_progress:
        found = play(
            experiment,
            games=options.games,
            seed=options.seed,
            folder=folder,
            workers=options.workers,
            on_progress=on_progress,
            ended=lambda played: _print(console, played),
        )
    for claim in experiment.claims:
        said = {True: "holds", False: "does not hold", None: "undecided"}[claim.holds(found)]
        say(console, f"{said}: {claim.text}")
    say(console, command_of(experiment, options.games, options.seed))
    if folder is not None:
        for path in write(experiment, found, folder, options.games, options.seed):
            say(console, f"written: {path}")


def _print(console: Console, played: PlayedContest) -> None:
    contest = played.contest
    players, pairs = player_rows(played), pair_rows(played)
    games = counted(played.games, "game")
    say(console, f"\n{contest.name}: {contest.nodes:,} nodes a move, {games} a pair")
    costs = ", ".join(f"{row['player']} {row['root nodes']:g}" for row in players)
    say(console, f"nodes to expand the root: {costs}")
    for row in pairs:
        if row["games"] is None or len(pairs) <= _MOST_PAIRS:
            say(console, _told(row))
    if played.result is not None:
        shown = sorted(players, key=lambda row: -(row["points"] or 0))
        say(console, _standings(shown))


def _told(row: dict[str, Any]) -> str:
    """A pair's score in one line."""
    names = f"{row['player']} - {row['opponent']}"
    if row["games"] is None:
        return f"{names}: {row['note']}"
    score = f"+{row['won']} ={row['drawn']} -{row['lost']}"
    ends = [f"{row[end]:+.0f}" if row[end] is not None else "?" for end in ("elo", "low", "high")]
    note = f" ({row['note']})" if row["note"] else ""
    return f"{names}: {score}, Elo {ends[0]} [{ends[1]}, {ends[2]}]{note}"


def _standings(rows: Sequence[dict[str, Any]]) -> str:
    """The table of `_SHOWN`, without the columns that have nothing."""
    columns = [name for name in _SHOWN if any(row[name] is not None for row in rows)]
    table = [[_SHOWN[name] for name in columns]]
    table += [[_shown(row[name]) for name in columns] for row in rows]
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
    bars = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        speed_estimate_period=1800,  # seconds: games are slow
    )
    with bars:
        task = bars.add_task("", total=None)
        yield lambda what, done, whole: bars.update(
            task, description=what, completed=done, total=whole
        )
