"""Games to annotate, from files of PGN, GGF, SGF and plain text."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.match.openings.sgf import SGF, opening_of, trees
from games import GAMES, make
from games.core.position import Position
from games.errors import FileError, PositionError, SpecError, StarlingError, described, quoted
from games.parts.files import path_text, read_bytes

__all__ = ["SUFFIXES", "ReadGame", "read_games"]

_RESULTS = ("1-0", "0-1", "1/2-1/2")


@dataclass(frozen=True)
class ReadGame:
    """A game as its file has it.

    :param number: its number in the file, from 1.
    :param start: the position it begins at.
    :param moves: its main line.
    :param tags: what the file says of it by the names of PGN: White, Black, Event, Result, ...;
        for other games than chess, White is the side that moves second.
    :param pgn: the game of python-chess, for chess.
    """

    number: int
    start: Position
    moves: tuple[int, ...]
    tags: Mapping[str, str] = field(default_factory=dict)
    pgn: Any = None

    @property
    def players(self) -> tuple[str, str]:
        """The players, the one of the side that moves first in the game before the other."""
        first, second = ("White", "Black") if self.pgn is not None else ("Black", "White")
        return self.tags.get(first, "?"), self.tags.get(second, "?")


def read_games(path: str | Path, game: str | None = None) -> list[ReadGame]:
    """Return the games of a file; its suffix names the format.

    Bytes that are not UTF-8 are replaced.

    :param game: the spec of the game; None takes the game of the format, which .txt has not.
    :raises FileError: if the file cannot be read, has no moves, or has a game that is invalid. The
        message has the game's number.
    :raises SpecError: if the suffix is unknown, or the game is missing or not of this format.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise SpecError(
            f"{path_text(path)}: unknown type of file {quoted(suffix)}: expected "
            f"{', '.join(SUFFIXES)}"
        )
    if game is None and suffix == ".txt":
        raise SpecError(f"{path_text(path)}: expected its game by --game, such as --game othello")
    start = None
    if game is not None or suffix != ".pgn":
        start = make(_game_of(suffix) if game is None else game)
    if start is not None and suffix != ".txt" and suffix[1:] not in start.INFO.standards:
        raise SpecError(f"{path_text(path)}: {start.spec} has no games of {suffix[1:].upper()}")
    text = read_bytes(path, f"games of {suffix[1:].upper()}").decode("utf-8-sig", "replace")
    found: list[ReadGame] = []
    number = 1
    try:
        for each in SUFFIXES[suffix](text, start):
            found.append(each)
            number = each.number + 1
    except (StarlingError, ValueError) as error:
        raise FileError(f"{path_text(path)}, game {number}: {described(error)}") from None
    if not any(each.moves for each in found):
        raise FileError(f"{path_text(path)} has no moves: expected a game")
    return found


def _read_pgn(text: str, start: Position | None) -> Iterator[ReadGame]:
    """Yield the games of a PGN text, each from the start in its tags; some may have no moves.

    A game with neither moves nor a known tag is left out.

    :param start: the usual position of their game; None takes the variant in each game's tags.
    :raises PositionError: if a move is not legal, or the text is no PGN.
    """
    import chess.pgn

    class Strict(chess.pgn.GameBuilder[chess.pgn.Game]):
        """A builder that refuses moves that are not legal."""

        def handle_error(self, error: Exception) -> None:
            raise PositionError(f"after move {self._last()}: {error}")

        def _last(self) -> str:
            """Return the number of moves read so far, as text."""
            board = self.variation_stack[-1].board()
            return f"{board.ply() // 2}" if board.ply() else "0"

    handle = io.StringIO(text)
    number = end = 0
    while (game := chess.pgn.read_game(handle, Visitor=Strict)) is not None:
        board = game.board()
        begun, end = end, handle.tell()
        if not game.variations and set(game.headers.values()) <= {"?", "*", "????.??.??"}:
            rest = re.sub(r"^\[.*\]$", "", text[begun:end], flags=re.MULTILINE).strip()
            if rest not in ("", "*"):
                raise PositionError(f"{quoted(rest, 40)}: expected a game of PGN")
            continue
        number += 1
        kind = make(_spec_of(board)) if start is None else start
        begin = kind.copy() if board.fen() == board.root().starting_fen else kind.at(board.fen())
        moves = _numbers(begin, [board.uci(move) for move in game.mainline_moves()])
        for name, value in game.headers.items():  # python-chess leaves quotes escaped
            game.headers[name] = re.sub(r'\\(["\\])', r"\1", value)
        yield ReadGame(number, begin, moves, dict(game.headers), game)


def _game_of(suffix: str) -> str:
    """Return the name of the game whose games are in files with a suffix."""
    return next(name for name in GAMES.builtin if suffix[1:] in GAMES.find(name).INFO.standards)


def _spec_of(board: Any) -> str:
    """Return the spec of the game of a python-chess board."""
    import chess

    options = [] if type(board) is chess.Board else [f"variant={board.uci_variant}"]
    options += ["chess960=true"] if board.chess960 else []
    return ":".join(filter(None, (_game_of(".pgn"), ",".join(options))))


def _numbers(start: Position, words: list[str]) -> tuple[int, ...]:
    """Return moves given as texts as integers; a PositionError names the ply of an illegal one."""
    position = start.copy()
    for index, word in enumerate(words, 1):
        try:
            position.play(word)
        except StarlingError as error:
            raise PositionError(f"ply {index}: {error}") from None
    return tuple(position.history[len(start.history) :])


def _read_ggf(text: str, start: Position | None) -> Iterator[ReadGame]:
    """Yield the games of Othello in a GGF text, each from its own start; `start` is not used.

    Tags that PGN does not have keep their names.

    :raises PositionError: if a game cannot be read, or a move is not legal.
    """
    from games.othello.ggf import read_ggf

    names = {"PB": "Black", "PW": "White", "PC": "Site", "DT": "Date", "RE": "Result"}
    for number, game in enumerate(read_ggf(text), 1):
        end: Any = game.position()
        begin = end.initial().at(game.start) if game.start else end.initial()
        tags = {names.get(name, name): value for name, value in game.tags.items()}
        yield ReadGame(number, begin, tuple(end.history), tags)


def _read_sgf(text: str, start: Position | None) -> Iterator[ReadGame]:
    """Yield the games of Othello in an SGF text; those without a set-up begin at `start`.

    Only the tags for players, event, site, date, round and result are read.

    :raises PositionError: if a game cannot be read or has no moves, or a move is not legal.
    """
    assert start is not None
    names = {"PB": "Black", "PW": "White", "EV": "Event", "PC": "Site", "DT": "Date"}
    names |= {"RE": "Result", "RO": "Round"}
    for number, (_, game) in enumerate(trees(text), 1):
        begin, moves = opening_of(game, start)
        tags: dict[str, str] = {}
        for token in SGF.finditer(game):
            if token["value"] is not None and token["key"] in names:
                value = re.sub(r"\\(.)", r"\1", token["value"], flags=re.DOTALL)
                tags.setdefault(names[token["key"]], value)
        yield ReadGame(number, start.at(begin) if begin else start.copy(), tuple(moves), tags)


def _read_text(text: str, start: Position | None) -> Iterator[ReadGame]:
    """Yield the games of a text file: each line has moves, or is a line of our own records.

    Blank lines and those with # at their beginning are left out. Only our records have tags.

    :param start: the usual start; a line can state another one.
    :raises StarlingError: if a start or a move is invalid.
    """
    assert start is not None
    number = 0
    for line in text.splitlines():
        words = line.split("\t")
        if not words[0].strip() or words[0].lstrip().startswith("#"):
            continue
        number += 1
        is_record = len(words) in (5, 6) and words[1] in _RESULTS
        begin = start.at(words[5]) if is_record and len(words) == 6 else start.copy()
        elsewhere, moves = begin.read_opening(words[0].strip())
        begin = start.at(elsewhere) if elsewhere else begin
        tags = {}
        if is_record:
            tags = {"Result": words[1], "Ending": words[2], "Black": words[3], "White": words[4]}
        yield ReadGame(number, begin, tuple(moves), tags)


Reader = Callable[[str, Position | None], Iterator[ReadGame]]

SUFFIXES: dict[str, Reader] = {
    ".pgn": _read_pgn,
    ".ggf": _read_ggf,
    ".sgf": _read_sgf,
    ".txt": _read_text,
}
"""The reader of every type of file."""
