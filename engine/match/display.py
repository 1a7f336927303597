"""A match on the screen: a live table and a bar in a terminal, else one line for each game."""

from __future__ import annotations

import time

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.progress import Progress as Bars
from rich.table import Table
from rich.text import Text

from engine.match.game import GameRecord, MoveRecord
from engine.match.match import Pairing, Progress
from engine.match.result import MatchResult
from games.position import Position

__all__ = ["Display"]

UNCHANGING = ("nodes asked", "fewer nodes because")
"""Columns that can wait for the printed result."""

INTERVAL = 0.1
"""Seconds between two pictures: drawing must not cost the players' time."""


class Display(Progress):
    """Shows a match while it runs. In a terminal nothing of it stays: the caller prints the result.

    :param console: where to; None is the standard output.
    """

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console()
        self._live: Live | None = None
        self._drawn = 0.0

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
        self._task = self._bars.add_task("games", total=result.planned)
        self._live = Live(console=self.console, auto_refresh=False, transient=True)
        self._live.start()
        self._draw("")

    def move(self, pairing: Pairing, position: Position, move: MoveRecord) -> None:
        if self._live is None or time.monotonic() < self._drawn + INTERVAL:
            return
        names = (self._result.players[pairing.first], self._result.players[pairing.second])
        self._draw(
            f"game {pairing.round}: {names[0]} - {names[1]}, "
            f"ply {len(position.history)}, {move.text}"
        )

    def game(self, result: MatchResult, record: GameRecord) -> None:
        if self._live is None:
            line = f"game {record.round} of {result.planned}: {_told(record)}"
            self.console.print(line, markup=False, highlight=False, soft_wrap=True)
        elif time.monotonic() >= self._drawn + INTERVAL:
            self._draw(_told(record))

    def end(self, result: MatchResult) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _draw(self, news: str) -> None:
        assert self._live is not None
        self._bars.update(self._task, completed=len(self._result.games))
        picture = Group(_table(self._result), self._bars.get_renderable(), Text(news))
        self._live.update(picture, refresh=True)
        self._drawn = time.monotonic()


def _told(record: GameRecord) -> str:
    """A finished game in one line."""
    fault = f", {record.forfeited}: {record.detail}" if record.forfeited else ""
    return f"{record.players[0]} - {record.players[1]} {record.result} ({record.ending}{fault})"


def _table(result: MatchResult) -> Table:
    """The columns that change, few enough for a terminal of 80 columns."""
    table = Table(title=Text(result.title()), title_justify="left", box=None, padding=(0, 2, 0, 0))
    shown = [place for place, column in enumerate(result.COLUMNS) if column not in UNCHANGING]
    for place in shown:
        column = result.COLUMNS[place]
        left = place == 0
        table.add_column(
            column,
            justify="left" if left else "right",
            no_wrap=not left,
            overflow="fold",
            min_width=len(column),
        )
    for row in result.rows():
        table.add_row(*(Text(row[place]) for place in shown))
    return table
