"""What a match leaves in its folder, written as each game ends.

games.pgn         chess, with the nodes of every move in comments
transcripts.txt   Othello, one game a line
games.txt         other games, one game a line
games.jsonl       every game with all that is known of its moves, one JSON object a line
results.json      standings and pairs so far, at most a second old while the match runs
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any, Self

from engine.match.endings import is_our
from engine.match.game import GameRecord, MoveRecord, replayed
from engine.match.result import MatchResult
from games.errors import FileError
from games.position import Position
from games.scores import WIN, is_decided

__all__ = ["Records", "game_line", "pgn"]

INTERVAL = 1.0
"""Seconds between two writings of results.json: games may be as quick as milliseconds."""


class Records:
    """The files of one match. Every game is on disk when `save` returns.

    :param folder: where; it is made if it is missing.
    :param start: the position the games begin at.
    :raises FileError: if the folder cannot be written, or holds a match already.
    """

    def __init__(self, folder: str | Path, start: Position) -> None:
        self.folder = Path(folder)
        self.start = start
        self._result_saved = 0.0
        self._files = ExitStack()
        self._readable, self._text_of = _format_of(start)
        with self._named():
            self.folder.mkdir(parents=True, exist_ok=True)
        self._refuse_another_match()
        try:
            self._games = self._opened("games.jsonl")
            self._texts = self._opened(self._readable)
        except BaseException:
            self.close()
            raise

    def save(self, result: MatchResult, record: GameRecord) -> None:
        """Write a game that just ended, and the result with it.

        :raises FileError: if it cannot be written.
        """
        with self._named():
            for file, text in (
                (self._texts, self._text_of(self.start, record)),
                (self._games, json.dumps(record.as_dict())),
            ):
                file.write(text + "\n")
                file.flush()
        if time.monotonic() >= self._result_saved + INTERVAL:
            self.save_result(result)

    def save_result(self, result: MatchResult) -> None:
        """Write results.json anew; whoever reads it finds the old one or the new one.

        :raises FileError: if it cannot be written.
        """
        place = self.folder / "results.json"
        fresh = self.folder / "results.json.new"
        with self._named():
            fresh.write_text(json.dumps(result.as_dict(), indent=2) + "\n", encoding="utf-8")
            os.replace(fresh, place)
        self._result_saved = time.monotonic()

    def close(self) -> None:
        """Close the files."""
        with self._named():
            self._files.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _opened(self, name: str) -> IO[str]:
        with self._named():
            return self._files.enter_context(open(self.folder / name, "a", encoding="utf-8"))

    def _refuse_another_match(self) -> None:
        for name in ("games.jsonl", self._readable):
            with self._named():
                place = self.folder / name
                if place.exists() and place.stat().st_size:
                    raise FileError(f"{place} has games of another match: choose another folder")

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Tell what the operating system refuses as a FileError that names the folder."""
        try:
            yield
        except FileError:
            raise
        except OSError as error:
            fault = error.strerror or error
            raise FileError(f"cannot write games to {self.folder}: {fault}") from error


def _format_of(start: Position) -> tuple[str, Any]:
    """The file a game's players read, and what writes one game for it."""
    if is_our("chess", start):
        return "games.pgn", pgn
    if is_our("othello", start):
        return "transcripts.txt", game_line
    return "games.txt", game_line


def game_line(start: Position, record: GameRecord) -> str:
    """A game as one line, its words divided by tabs: moves, result, ending, first, second player.

    Othello's moves are a transcript (`f5d6c3`); other games have blanks between moves.
    """
    between = "" if is_our("othello", start) else " "
    return "\t".join([between.join(record.text), record.result, record.ending, *record.players])


def pgn(start: Position, record: GameRecord) -> str:
    """A chess game as PGN."""
    import chess.pgn

    game = chess.pgn.Game.from_board(replayed(start, record).board())  # type: ignore[attr-defined]
    game.headers.update(_headers(record))
    nodes = list(game.mainline())
    for node, move in zip(nodes[len(nodes) - len(record.moves) :], record.moves, strict=True):
        node.comment = _comment(move)
    if record.detail:
        game.end().comment = " ".join([game.end().comment, _plain(record.detail)]).strip()
    return f"{game}\n"


def _headers(record: GameRecord) -> dict[str, str]:
    return {
        "Event": "Starling match",
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
    words = [f"nodes {move.nodes}{asked}", f"{move.seconds:.3f} s"]
    words += [] if move.value is None else [_value_text(move.value)]
    return ", ".join([*words, *([_plain(move.reason)] if move.reason else [])])


def _value_text(value: int) -> str:
    if not is_decided(value):
        return f"value {value}"
    return f"{'wins' if value > 0 else 'loses'} in {WIN - abs(value)} plies"


def _plain(text: str) -> str:
    """Text that may stand in a PGN comment."""
    return " ".join(text.replace("}", ")").replace("{", "(").split())
