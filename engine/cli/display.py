"""A match on the screen: a live table and a bar in a terminal, else one line for each game."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.progress import Progress as Bars
from rich.table import Table
from rich.text import Text

from engine.match.games.record import GameSummary
from engine.match.results.result import MatchResult
from engine.match.results.standing import AUDIT, SCORES
from engine.match.tournament import Progress
from engine.text.saying import say
from engine.text.waiting import waiting

__all__ = ["Display"]

CHANGING = AUDIT[2:5]
"""Columns of the audit that are shown; the others can wait for the printed result."""

INTERVAL = 0.2
"""Seconds between two pictures: drawing must not cost the players' time."""

CLOCK = 1.0
"""Pictures a second while a game lasts, so that the time is seen to run."""


class Display(Progress):
    """Shows a match while it runs. In a terminal nothing of it stays: the caller prints the result.

    :param console: where to; None is the standard output.
    """

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console()
        self._live: Live | None = None
        self._drawn = 0.0

    def starting(self) -> AbstractContextManager[None]:
        return waiting("getting the players ready")

    def remark(self, text: str) -> None:
        say(Console(stderr=True), f"starling: {text}")

    def begin(self, result: MatchResult) -> None:
        self._result = result
        if not self.console.is_terminal:
            return
        self._bars = Bars(
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=self.console,
        )
        self._task = self._bars.add_task("games", total=result.planned, completed=result.count)
        self._live = Live(
            console=self.console,
            refresh_per_second=CLOCK,
            transient=True,
        )
        self._live.start()
        self._draw("")

    def game(self, result: MatchResult, game: GameSummary) -> None:
        if self._live is None:
            say(self.console, f"game {game.round} of {result.planned}: {_told(game)}")
        elif time.monotonic() >= self._drawn + INTERVAL:
            self._draw(_told(game))

    def end(self, result: MatchResult) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _draw(self, news: str) -> None:
        assert self._live is not None
        self._bars.update(self._task, completed=self._result.count)
        self._live.update(Group(_table(self._result), self._bars, Text(news)), refresh=True)
        self._drawn = time.monotonic()


def _told(game: GameSummary) -> str:
    """A finished game in one line."""
    fault = f", {game.forfeited}: {game.detail}" if game.forfeited else ""
    return f"{game.players[0]} - {game.players[1]} {game.result} ({game.ending}{fault})"


def _table(result: MatchResult) -> Table:
    """The columns that change, few enough for a terminal of 80 columns."""
    table = Table(title=Text(result.title()), title_justify="left", box=None, padding=(0, 1, 0, 0))
    for index, column in enumerate((*SCORES, *CHANGING)):
        left = index == 0
        table.add_column(
            column,
            justify="left" if left else "right",
            no_wrap=not left,
            overflow="fold",
            min_width=len(column),
        )
    for standing in result.standings:
        table.add_row(*map(Text, (*standing.scores(), *standing.audit()[2:5])))
    return table
