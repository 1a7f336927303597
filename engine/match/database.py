"""The database of a tournament: its result, its games, and all files made from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from engine.jobs import Store
from engine.match.formats.plan import Plan
from engine.match.games.record import PLAIN, GameRecord, GameSummary, Points, read_summary
from engine.match.results.folder import (
    DATABASE,
    FolderWriter,
    counted_games,
    open_tournament,
    read_games,
)
from engine.match.results.result import Games, MatchResult
from games import make as make_game
from games.core.position import Position
from games.errors import FileError, StarlingError
from games.parts.arguments import path_of


@dataclass(frozen=True, eq=False)
class Database:
    """The database of a tournament.

    :param start: the position that games begin at; None if the game is not installed.
    :param source: the file; or the results in memory, which stay open.
    """

    plan: Plan
    start: Position | None
    source: Path | Store

    def __str__(self) -> str:
        """Return the path of the file; "results in memory" for a store."""
        return "results in memory" if isinstance(self.source, Store) else str(self.source)

    @contextmanager
    def _opened(self) -> Iterator[Store]:
        """Yield the results, open for reading in a block."""
        if isinstance(self.source, Store):
            yield self.source
        else:
            with Store.reading(self.source) as store:
                yield store

    def records(self, numbers: Iterable[int]) -> list[GameRecord]:
        """Read the records of the games with these numbers, in this order.

        A number without a stored game is skipped.

        :raises FileError: if one cannot be read.
        """
        with self._opened() as store:
            return list(read_games(store, numbers))

    def games(self, result: MatchResult) -> Games:
        """Return the records of the games that count, in the order of their numbers.

        If the game is not installed, their rows have margins in units of value, and no points.

        :raises FileError: if one cannot be read.
        """
        points = PLAIN if self.start is None else Points.of(self.start)
        with self._opened() as store:
            return Games(counted_games(result, store), points)

    def save(self, result: MatchResult, folder: str | Path) -> None:
        """Write the files; see `MatchResult.save`."""
        folder = path_of(folder, "folder", "a folder")
        start = self.plan.begin() if self.start is None else self.start
        writer = FolderWriter(folder, start, self.plan)
        writer.expect_no_others()
        with self._opened() as store:
            store.copy_to(folder / DATABASE)
            writer.save(result, store)

    def report(self, path: str | Path) -> None:
        """Write the report of the games so far; see `MatchResult.report`."""
        from engine.match.report.page import write_report  # Jinja: only when needed

        path = path_of(path, "path", "a file")
        if isinstance(self.source, Path):  # its plan may have more games by now
            write_report(*read_folder(self.source.parent), path)
        else:
            write_report(*self.read(self.source), path)

    def read(self, store: Store) -> tuple[MatchResult, list[GameSummary]]:
        """Return the result of the games in an open store, and the games that count in its order.

        :raises FileError: if an entry is no game of this tournament.
        """
        result, counting = MatchResult(self.plan), []
        result.database = self

        for _, games in store.results(result.apply, lambda text: result.add(read_summary(text))):
            counting += games
        return result, counting


def read_folder(folder: str | Path) -> tuple[MatchResult, list[GameSummary]]:
    """Read a tournament from its folder, also while it runs; see `Database.read`.

    :raises FileError: if the folder has none, its start is no position of the game, or an entry is
        no game of it.
    """
    with open_tournament(folder) as (store, plan):
        start: Position | None = None
        with suppress(StarlingError):  # the game is not installed
            start = make_game(plan.game)
        if start is not None:
            try:
                start = plan.begin()
            except StarlingError as error:
                raise FileError(f"{folder} holds no tournament: its start: {error}") from None
        return Database(plan, start, Path(folder) / DATABASE).read(store)


def standings(folder: str | Path) -> MatchResult:
    """Read the result of a tournament from its folder, also while it runs.

    :raises FileError: if the folder has no tournament, its start is no position of the game, or an
        entry is no game of it.
    """
    return read_folder(folder)[0]
