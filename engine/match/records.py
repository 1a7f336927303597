"""The files of a tournament's folder, written from its database.

tournament.sqlite   every game with all that is known of its moves, on disk as soon as it ends
results.json        standings and pairs so far, about a second old while the tournament runs

and when it ends or is interrupted:

games.pgn           chess, with the nodes of every move in comments
transcripts.txt     Othello, one game a line
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
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from engine.counted import counted
from engine.match.endings import is_our
from engine.match.game_record import GameRecord, MoveRecord, replayed
from engine.match.result import MatchResult
from games.errors import FileError
from games.position import Position
from games.scores import WIN, is_decided

__all__ = ["Records", "game_line", "pgn"]

INTERVAL = 1.0
"""Seconds between two writings of results.json, at least: games may be as quick as milliseconds."""

SHARE = 0.02
"""The part of the time that writing results.json may take."""

GAME_COLUMNS = (
    "round",
    "first",
    "second",
    "result",
    "margin",
    "ending",
    "forfeited",
    "detail",
    "plies",
    "opening_plies",
    "first_nodes",
    "second_nodes",
    "first_seconds",
    "second_seconds",
    "date",
)


class Records:
    """Writes the files of one tournament. Whoever reads one finds the old one or the new one.

    :param folder: where; it exists.
    :param start: the position the games begin at.
    """

    def __init__(self, folder: str | Path, start: Position) -> None:
        self.folder = Path(folder)
        self.start = start
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
        name, text_of = _format_of(self.start)
        with self._written(name) as texts, self._written("games.csv") as table:
            rows = csv.writer(table, lineterminator="\n")
            rows.writerow(GAME_COLUMNS)
            for game in games:
                texts.write(text_of(self.start, game) + "\n")
                rows.writerow(_game_row(game))
        with self._written("standings.csv") as table:
            standings = [standing.as_dict() for standing in result.standings]
            lines = csv.DictWriter(table, standings[0], lineterminator="\n")
            lines.writeheader()
            lines.writerows({key: _cell(value) for key, value in row.items()} for row in standings)
        with self._written("crosstable.csv") as table:
            csv.writer(table, lineterminator="\n").writerows(result.crosstable())
        self._save_result(result)

    def _save_result(self, result: MatchResult) -> None:
        with self._written("results.json") as file:
            file.write(json.dumps(result.as_dict(), indent=2) + "\n")

    @contextmanager
    def _written(self, name: str) -> Iterator[IO[str]]:
        """A file that takes its place when it is complete."""
        fresh = self.folder / f"{name}.new"
        try:
            with open(fresh, "w", encoding="utf-8", newline="") as file:
                yield file
            os.replace(fresh, self.folder / name)
        except OSError as error:
            if isinstance(error, FileError):
                raise
            fault = error.strerror or error
            raise FileError(f"cannot write {self.folder / name}: {fault}") from error


def _game_row(game: GameRecord) -> list[Any]:
    """A game under `GAME_COLUMNS`."""
    costs = game.summary().costs
    return [
        game.round,
        *game.players,
        game.result,
        game.margin,
        game.ending,
        game.forfeited,
        game.detail,
        len(game.text),
        len(game.opening_text),
        *(cost.nodes if cost.counted else None for cost in costs),
        *(round(cost.seconds, 3) for cost in costs),
        game.date,
    ]


def _cell(value: Any) -> Any:
    """A value for one cell of a table."""
    if isinstance(value, dict):
        return ", ".join(f"{word} {count}" for word, count in value.items())
    return value


def _format_of(start: Position) -> tuple[str, Any]:
    """The file a game's players read, and what writes one game for it."""
    if is_our("chess", start):
        return "games.pgn", pgn
    if is_our("othello", start):
        return "transcripts.txt", game_line
    return "games.txt", game_line


def game_line(start: Position, record: GameRecord) -> str:
    """A game as one line, its words divided by tabs: moves, result, ending, first, second player.

    Othello's moves are a transcript (`f5d6c3`); other games have blanks between moves. A game from
    a start of its own has it as its last word.
    """
    between = "" if is_our("othello", start) else " "
    words = [between.join(record.text), record.result, record.ending, *record.players]
    return "\t".join([*words, record.opening.start] if record.opening.start else words)


def pgn(start: Position, record: GameRecord) -> str:
    """A chess game as PGN."""
    import chess.pgn

    position: Any = replayed(start, record)  # chess has a board of python-chess
    game = chess.pgn.Game.from_board(position.board())
    game.headers.update(_headers(record))
    nodes = list(game.mainline())
    for node, move in zip(nodes[len(nodes) - len(record.moves) :], record.moves, strict=True):
        node.comment = _comment(move)
    if record.detail:
        game.end().comment = " ".join([game.end().comment, _plain(record.detail)]).strip()
    return f"{game}\n"


def _headers(record: GameRecord) -> dict[str, str]:
    return {
        "Event": "Starling tournament",
        "Date": record.date[:10].replace("-", "."),
        "Round": str(record.round),
        "White": record.players[0],
        "Black": record.players[1],
        "Result": record.result,
        "Termination": _termination(record),
        "Ending": record.ending,
        "OpeningPlies": str(len(record.opening.moves)),
    }


def _termination(record: GameRecord) -> str:
    """The ending in the words of the PGN standard, section 9.8.1."""
    if record.ending.startswith("adjudicated"):
        return "adjudication"
    if record.forfeited is None:
        return "normal"
    return {"illegal move": "rules infraction", "time forfeit": "time forfeit"}.get(
        record.ending, "abandoned"
    )


def _comment(move: MoveRecord) -> str:
    asked = "" if move.requested is None else f"/{move.requested}"
    words = [f"nodes {move.nodes}{asked}"] if move.nodes is not None else []
    words += [f"{move.seconds:.3f} s"]
    words += [] if move.value is None else [_value_text(move.value)]
    words += [_plain(said) for said in (move.reason, move.doubt) if said]
    return ", ".join(words)


def _value_text(value: int) -> str:
    if not is_decided(value):
        return f"value {value}"
    plies = counted(WIN - abs(value), "ply", "plies")
    return f"{'wins' if value > 0 else 'loses'} in {plies}"


def _plain(text: str) -> str:
    """Text that may stand in a PGN comment."""
    return " ".join(text.replace("}", ")").replace("{", "(").split())
