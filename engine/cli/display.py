"""Progress on the screen: bars for jobs, and a live table for a match."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from rich.console import Console, Group
from rich.live import Live
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as Bars
from rich.table import Table
from rich.text import Text

from engine.jobs import executor_at
from engine.match.games.record import GameSummary
from engine.match.results.result import MatchResult
from engine.match.results.standings import AUDIT, SCORES
from engine.match.tournament import Progress
from engine.text.console import say, waiting

SHOWN_AUDIT = slice(2, 5)
"""The columns of the audit that the live table has; the printed result has all."""

INTERVAL = 0.2
"""Seconds between two drawings, which would cost the players' time."""

REFRESH = 1.0
"""Drawings a second during a game, so that the time runs."""


def progress_bars(console: Console, done: ProgressColumn, **settings: Any) -> Bars:
    """Return progress bars with a description, the times so far and left; they vanish at the end.

    :param done: the column that shows how much is done.
    :param settings: those of `rich.progress.Progress`.
    """
    return Bars(
        TextColumn("{task.description}"),
        BarColumn(),
        done,
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        **settings,
    )


@contextmanager
def progress(
    name: str, done: ProgressColumn | None = None, **settings: Any
) -> Iterator[Callable[..., None] | None]:
    """Show a bar on standard error while a block runs; yield its update, None without a terminal.

    The update takes the numbers of finished jobs and of all, and perhaps another text.

    :param name: the text before the bar.
    :param done: the column that shows how much is done; None for one of both numbers.
    :param settings: those of `rich.progress.Progress`.
    """
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    with progress_bars(console, done or MofNCompleteColumn(), **settings) as shown:
        task = shown.add_task(name, total=None)
        yield lambda ended, planned, text=name: shown.update(
            task, description=text, completed=ended, total=planned
        )


@contextmanager
def job_settings(
    options: argparse.Namespace, name: str, done: ProgressColumn | None = None, **settings: Any
) -> Iterator[dict[str, Any]]:
    """Yield `workers`, `executor` and `on_progress` for the jobs of a block, and show their bar.

    :param options: the arguments, with those of `add_workers`.
    :param name: the text before the bar; for `done` and `settings` see `progress`.
    """
    with (
        executor_at(options.dask) as executor,
        progress(name, done, **settings) as on_progress,
    ):
        yield {"workers": options.workers, "executor": executor, "on_progress": on_progress}


class Display(Progress):
    """The progress of a match: a live table and a bar in a terminal, else a line for each game.

    The table vanishes at the end; the caller prints the result.

    :param console: None is the standard output.
    """

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console()
        self._live: Live | None = None
        self._drawn = 0.0

    def starting(self) -> AbstractContextManager[None]:
        """Return a context that prints a line to standard error if it takes over a second."""
        return waiting("getting the players ready")

    def remark(self, text: str) -> None:
        """Print a remark about a player to standard error."""
        say(Console(stderr=True), f"starling: {text}")

    def begin(self, result: MatchResult) -> None:
        """Keep the result, which the match updates; in a terminal start the live table."""
        self._result = result
        if not self.console.is_terminal:
            return
        self._bars = progress_bars(self.console, MofNCompleteColumn())
        self._task = self._bars.add_task("", total=result.planned, completed=result.count)
        self._live = Live(console=self.console, refresh_per_second=REFRESH, transient=True)
        self._live.start()
        self._draw("")

    def game(self, result: MatchResult, game: GameSummary) -> None:
        """Draw the table again, unless it was drawn just before; without a table print a line."""
        if self._live is None:
            say(self.console, f"game {game.number} of {result.planned}: {_summary(game)}")
        elif time.monotonic() >= self._drawn + INTERVAL:
            self._draw(_summary(game))

    def end(self, result: MatchResult) -> None:
        """Remove the live table, if there is one."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _draw(self, news: str) -> None:
        """Draw the live table, which must have begun, the bar of games, and a line of news."""
        assert self._live is not None
        self._bars.update(self._task, completed=self._result.count)
        self._live.update(Group(_standings(self._result), self._bars, Text(news)), refresh=True)
        self._drawn = time.monotonic()


def _summary(game: GameSummary) -> str:
    """Return a finished game in one line."""
    fault = f", {game.forfeited}: {game.detail}" if game.forfeited else ""
    return f"{game.players[0]} - {game.players[1]} {game.result} ({game.ending}{fault})"


def _standings(result: MatchResult) -> Table:
    """Return a table of points, counts and resources of the players, for 80 columns."""
    table = Table(title=Text(result.title()), title_justify="left", box=None, padding=(0, 1, 0, 0))
    for index, column in enumerate((*SCORES, *AUDIT[SHOWN_AUDIT])):
        left = index == 0
        table.add_column(
            column,
            justify="left" if left else "right",
            no_wrap=not left,
            overflow="fold",
            min_width=len(column),
        )
    for standing in result.standings:
        table.add_row(*map(Text, (*standing.scores(), *standing.audit()[SHOWN_AUDIT])))
    return table
