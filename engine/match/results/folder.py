"""The folder of a tournament: its database, and the files written from it.

tournament.sqlite   every game with all moves and their cost, on disk as soon as it ends
results.json        standings and pairs so far, about a second old while the tournament runs

When the tournament ends or is interrupted, these follow:

games.pgn           chess, with value, depth, nodes and time of every move in comments
transcripts.txt     Othello, one game a line; and games.ggf, games.wtb, games.jou and games.trn
games.txt           other games, one game a line
games.csv           one game a line, without its moves
standings.csv       one player a line
crosstable.csv      points of every player against every other
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path

from engine.jobs import Store
from engine.match.formats.plan import Plan, read_plan
from engine.match.games.record import GAME_COLUMNS, GameRecord, Points
from engine.match.results.result import MatchResult
from engine.match.results.standings import format_counts
from engine.text.cells import write_rows
from games.core.position import Position
from games.errors import FileError, LimitsError
from games.parts.arguments import path_of
from games.parts.files import is_file, path_text, replacing
from searchers import Limits

DATABASE = "tournament.sqlite"
"""The name of the database, from which all other files can be written."""


@contextmanager
def open_tournament(folder: str | Path) -> Iterator[tuple[Store, Plan]]:
    """Yield the database of a tournament and its plan, open for reading in a block.

    :raises FileError: if the folder has none.
    :raises SpecError: if it is no path, or an empty one.
    """
    path = path_of(folder, "folder", "a folder") / DATABASE
    if not is_file(path):
        raise FileError(f"there is no tournament in {folder}: expected a file {DATABASE}")
    with Store.reading(path) as store:
        try:
            plan = read_plan(store.plan)
        except ValueError as error:
            raise FileError(f"{path} holds no tournament: {error}") from None
        yield store, plan


def counted_games(result: MatchResult, store: Store) -> Iterator[GameRecord]:
    """Yield the records in a store that count for the result, in the order of their numbers."""
    return (game for game in read_games(store) if result.counts(game.number, game.players))


def read_games(store: Store, numbers: Iterable[int] | None = None) -> Iterator[GameRecord]:
    """Yield the records of the games of a store, in the order of their numbers.

    :param numbers: the games to read, in this order; one that is not stored is skipped. None reads
        all.
    :raises FileError: if a record is invalid.
    """
    keys = None if numbers is None else map(job_key, numbers)
    return (game for _, game in store.details(GameRecord.from_dict, keys) if game is not None)


def job_key(number: int) -> str:
    """Return the key of the job that plays the game of this number."""
    return f"game {number}"


INTERVAL = 1.0
"""Minimum seconds between two writings of results.json: games may take only milliseconds."""

SHARE = 0.02
"""The maximum share of the time spent on writing results.json."""


class FolderWriter:
    """The writer of a tournament's files. It replaces each file atomically.

    :param folder: an existing folder.
    :param start: the position the games begin at.
    """

    def __init__(self, folder: str | Path, start: Position, plan: Plan) -> None:
        self.folder = Path(folder)
        self.start = start
        self.event = plan.event
        self._games_file: str = start.INFO.records_file
        self._is_othello = "wtb" in start.INFO.standards
        self.limits: dict[str, Limits] = {}
        """The limits of the players whose limits are known, by name."""
        for player in plan.players:
            with suppress(LimitsError):
                self.limits[player.name] = player.parsed_limits()
        self._due = 0.0

    def expect_no_others(self) -> None:
        """Check that the folder has no file of a name that this writer uses.

        A folder with a tournament's database passes, as its files are those of the tournament.

        :raises FileError: if there is such a file.
        """
        if os.path.lexists(self.folder / DATABASE):
            return
        names = [self._games_file, "games.csv", "standings.csv", "crosstable.csv", "results.json"]
        if self._is_othello:
            from engine.match.results.exchange import WTHOR_FILES

            names += ["games.ggf", *WTHOR_FILES]
        for path in (self.folder / name for name in names):
            if os.path.lexists(path):
                raise FileError(
                    f"{path_text(path)} is not of this tournament: expected another folder"
                )

    def save_result(self, result: MatchResult) -> None:
        """Write results.json, if it is due.

        It is due at the first call. Then it is due after `INTERVAL` seconds, or later so that
        writing takes at most a SHARE of the time.

        :raises FileError: if it cannot be written.
        """
        begun = time.monotonic()
        if begun >= self._due:
            self._save_result(result)
            ended = time.monotonic()
            self._due = ended + max(INTERVAL, (ended - begun) / SHARE)

    def save(self, result: MatchResult, store: Store) -> None:
        """Write the games, games.csv, standings.csv, crosstable.csv and results.json.

        Games of Othello are also written in its exchange formats.

        :param store: holds the games of the result.
        :raises FileError: if a file cannot be written.
        """
        texts: dict[str, Callable[[GameRecord], str]] = {
            self._games_file: partial(game_line, self.start)
        }
        wthor = None
        if self._games_file.endswith(".pgn"):
            from engine.match.results.pgn import pgn  # python-chess: only when needed

            texts[self._games_file] = partial(pgn, self.start, event=self.event, limits=self.limits)
        if self._is_othello:
            from engine.match.results.exchange import Wthor, ggf

            texts["games.ggf"] = partial(ggf, self.start, event=self.event, limits=self.limits)
            wthor = Wthor(self.start, self.event)
        points = Points.of(self.start)
        with ExitStack() as files:
            opened = {
                name: files.enter_context(replacing(self.folder / name))
                for name in ("games.csv", *texts)
            }
            write_rows(opened["games.csv"], [GAME_COLUMNS])
            for game in counted_games(result, store):
                write_rows(opened["games.csv"], [game.row(points)])
                for name, text_of in texts.items():
                    opened[name].write(text_of(game) + "\n")
                if wthor is not None:
                    wthor.add(game)
        for name, data in wthor.files().items() if wthor is not None else ():
            with replacing(self.folder / name, "wb") as file:
                file.write(data)
        with replacing(self.folder / "standings.csv") as table:
            standings = result.rows()
            write_rows(table, [standings[0]])
            for row in standings:  # counts by reason become texts
                cells = [format_counts(v) if isinstance(v, dict) else v for v in row.values()]
                write_rows(table, [cells])
        with replacing(self.folder / "crosstable.csv") as table:
            write_rows(table, result.crosstable())
        self._save_result(result)

    def _save_result(self, result: MatchResult) -> None:
        """Write results.json now, whether it is due or not."""
        with replacing(self.folder / "results.json") as file:
            file.write(json.dumps(result.as_dict(), indent=2) + "\n")


def game_line(start: Position, record: GameRecord) -> str:
    """Format a game as one line with tabs: moves, result, ending, first and second player.

    Moves are in the game's notation (`Position.join_moves`). A game from another start than the
    usual one has the text of its start as the last field.

    :param start: the position the games of its match begin at; the opening may have its own.
    """
    moves = start.join_moves(record.text)
    words = [moves, record.result, record.ending, *record.players]
    began = record.opening.start or start.text()
    return "\t".join(words if began == start.initial().text() else [*words, began])
