"""The files of a tournament's folder, written from its database.

tournament.sqlite   every game with all that is known of its moves, on disk as soon as it ends
results.json        standings and pairs so far, about a second old while the tournament runs

and when it ends or is interrupted:

games.pgn           chess, with value, depth, nodes and time of every move in comments
transcripts.txt     Othello, one game a line; and games.ggf, games.wtb, games.jou and games.trn
games.txt           other games, one game a line
games.csv           one game a line, without its moves
standings.csv       one player a line
crosstable.csv      points of every player against every other
"""

from __future__ import annotations

import csv
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from engine.match.games.record import GAME_COLUMNS, GameRecord, Points
from engine.match.results.result import MatchResult
from games.core.position import Position
from games.errors import FileError
from searchers import Limits

__all__ = ["Records", "game_line"]

INTERVAL = 1.0
"""Seconds between two writings of results.json, at least: games may be as quick as milliseconds."""

SHARE = 0.02
"""The part of the time that writing results.json may take."""


class Records:
    """Writes the files of one tournament. Whoever reads one finds the old one or the new one.

    :param folder: where; it exists.
    :param start: the position the games begin at.
    :param event: what PGN calls the tournament.
    :param limits: of the players, by name.
    """

    def __init__(
        self, folder: str | Path, start: Position, event: str, limits: Mapping[str, Limits]
    ) -> None:
        self.folder = Path(folder)
        self.start = start
        self.event = event
        self.limits = limits
        self._due = 0.0

    def save_result(self, result: MatchResult) -> None:
        """Write results.json, if it is time for it.

        :raises FileError: if it cannot be written.
        """
        begun = time.monotonic()
        if begun >= self._due:
            self._save_result(result)
            ended = time.monotonic()
            self._due = ended + max(INTERVAL, (ended - begun) / SHARE)

    def save(self, result: MatchResult, games: Iterable[GameRecord]) -> None:
        """Write all files anew.

        :param games: in the order of their rounds.
        :raises FileError: if one cannot be written.
        """
        name, text_of = self._format()
        points = Points.of(self.start)
        with ExitStack() as files:
            texts, table = (files.enter_context(self._written(n)) for n in (name, "games.csv"))
            exchanged = files.enter_context(self._exchanged())
            rows = csv.writer(table, lineterminator="\n")
            rows.writerow(GAME_COLUMNS)
            for game in games:
                texts.write(text_of(game) + "\n")
                exchanged(game)
                rows.writerow(game.row(points))
        with self._written("standings.csv") as table:
            standings = [standing.as_dict() for standing in result.standings]
            lines = csv.DictWriter(table, standings[0], lineterminator="\n")
            lines.writeheader()
            lines.writerows({key: _cell(value) for key, value in row.items()} for row in standings)
        with self._written("crosstable.csv") as table:
            csv.writer(table, lineterminator="\n").writerows(result.crosstable())
        self._save_result(result)

    def _format(self) -> tuple[str, Callable[[GameRecord], str]]:
        """The file a game's players read, and what writes one game for it."""
        name = self.start.INFO.records_file
        if not name.endswith(".pgn"):
            return name, lambda game: game_line(self.start, game)
        from engine.match.results.pgn import pgn  # python-chess: only when needed

        return name, lambda game: pgn(self.start, game, self.event, self.limits)

    @contextmanager
    def _exchanged(self) -> Iterator[Callable[[GameRecord], None]]:
        """What writes a game to the other files that the game's programs exchange, if any."""
        if "wtb" not in self.start.INFO.standards:
            yield lambda game: None
            return
        from engine.match.results.exchange import Wthor, ggf

        wthor = Wthor(self.start, self.event)
        with self._written("games.ggf") as texts:

            def write(game: GameRecord) -> None:
                texts.write(ggf(self.start, game, self.event, self.limits) + "\n")
                wthor.add(game)

            yield write
        for name, data in wthor.files().items():
            with self._written(name, "latin-1") as file:
                file.write(data.decode("latin-1"))

    def _save_result(self, result: MatchResult) -> None:
        with self._written("results.json") as file:
            file.write(json.dumps(result.as_dict(), indent=2) + "\n")

    @contextmanager
    def _written(self, name: str, encoding: str = "utf-8") -> Iterator[IO[str]]:
        """A file that takes its place when it is complete."""
        fresh = self.folder / f"{name}.new"
        try:
            with open(fresh, "w", encoding=encoding, newline="") as file:
                yield file
            os.replace(fresh, self.folder / name)
        except BaseException as error:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
            if isinstance(error, FileError) or not isinstance(error, OSError):
                raise
            fault = error.strerror or error
            raise FileError(f"cannot write {self.folder / name}: {fault}") from error


def _cell(value: Any) -> Any:
    """A value for one cell of a table."""
    if isinstance(value, dict):
        return ", ".join(f"{word} {count}" for word, count in value.items())
    return value


def game_line(start: Position, record: GameRecord) -> str:
    """A game as one line, its words divided by tabs: moves, result, ending, first, second player.

    Moves stand as the game's players write them down (`Position.join_moves`). A game from another
    start than the usual one has the text of that as its last word.
    """
    moves = start.join_moves(record.text)
    words = [moves, record.result, record.ending, *record.players]
    began = record.opening.start or start.text()
    return "\t".join(words if began == start.initial().text() else [*words, began])
