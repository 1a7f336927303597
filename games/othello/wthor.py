"""WTHOR, the format of the Othello federation's games: a file of games and two of names.

Numbers are little-endian. The header has 16 bytes:

* the date: century, year, month, day;
* N1, the number of games (4 bytes; 0 in a file of names);
* N2, the number of names (2 bytes; 0 in a file of games);
* the year of the games (2 bytes; 0 in a file of names);
* the size of the board (0 or 8; 0 in a file of names);
* the kind of the file (1 for solitaires), the depth of the theoretical scores, and one unused byte.

A game has 68 bytes: the numbers of its tournament and of both players (2 bytes each), black's discs
at the end, black's discs with best play, and 60 moves. A move is ten times the row plus the column,
both from 1; 0 after the end. Passes are omitted. Names of players have 20 bytes, of tournaments 26,
with a zero at the end.

Source: "Format de la base Wthor" of the Fédération Française d'Othello.
"""

from __future__ import annotations

import datetime
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.core.words import counted
from games.errors import PositionError
from games.othello.constants import PASS

PLAYER_BYTES = 20
TOURNAMENT_BYTES = 26

MOST_NAMES = 2**16 - 1
"""The largest number of names that N2 holds."""

_HEADER = struct.Struct("<4BIHHBBBB")
_GAME = struct.Struct("<HHHBB60s")


@dataclass(frozen=True)
class WthorGame:
    """A game from the usual start.

    :param moves: the moves of `Othello`, without passes.
    :param discs: black's discs at the end; the winner gets the empty squares.
    :param best: black's discs with best play from some point on, by the file's author.
    :param tournament: its number in the file of tournaments.
    :param players: black's and white's numbers in the file of players.
    """

    moves: tuple[int, ...]
    discs: int
    best: int = 0
    tournament: int = 0
    players: tuple[int, int] = (0, 0)

    @property
    def text(self) -> str:
        """The moves as a transcript: f5d6c3."""
        return "".join("abcdefgh"[move % 8] + str(move // 8 + 1) for move in self.moves)


def read_wthor(data: bytes) -> list[WthorGame]:
    """Read the games of a file. Moves are not played, and passes are not in the file.

    :raises PositionError: if it is not a file of games or is too short; if the board is not 8 x 8
        squares (a size of 0 means 8), or a move names no square.
    """
    if len(data) < _HEADER.size:
        raise PositionError(f"WTHOR: {len(data)} bytes: expected a header of {_HEADER.size}")
    _, _, _, _, games, names, _, size, *_ = _HEADER.unpack_from(data)
    if size not in (0, 8):
        raise PositionError(f"WTHOR: a board of {size} x {size}: expected 8 x 8")
    if names and not games:
        raise PositionError(f"WTHOR: a file of {counted(names, 'name')}: expected one of games")
    expected = _HEADER.size + games * _GAME.size
    if len(data) < expected:
        raise PositionError(
            f"WTHOR: {len(data)} bytes: expected {expected} for {counted(games, 'game')}"
        )
    return [_game(data, number) for number in range(games)]


def _game(data: bytes, number: int) -> WthorGame:
    """Return the game of this number, from 0, in a file of games.

    :raises PositionError: if a move names no square.
    """
    words = _GAME.unpack_from(data, _HEADER.size + number * _GAME.size)
    tournament, black, white, discs, best, written = words
    moves = []
    for byte in written.rstrip(b"\0"):
        row, column = divmod(byte, 10)
        if not (1 <= row <= 8 and 1 <= column <= 8):
            raise PositionError(f"WTHOR, game {number + 1}: move {byte}: expected 11 to 88")
        moves.append(8 * (row - 1) + column - 1)
    return WthorGame(tuple(moves), discs, best, tournament, (black, white))


def games_file(games: Sequence[WthorGame], date: datetime.date) -> bytes:
    """Return the bytes of a file of games, whose passes are left out.

    :param date: the date of the file; its year is also the year of the games.
    :raises struct.error: if a number does not fit its bytes.
    """
    entries = [
        _GAME.pack(
            game.tournament,
            *game.players,
            game.discs,
            game.best,
            bytes(10 * (move // 8 + 1) + move % 8 + 1 for move in game.moves if move != PASS),
        )
        for game in games
    ]
    return _header(date, games=len(games)) + b"".join(entries)


def names_file(names: Iterable[str], width: int, date: datetime.date) -> bytes:
    """Return a file of players or tournaments, in the order of their numbers.

    Names are cut to `width` - 1 bytes. A name that is then equal to an earlier one ends in ~2, ~3
    and so on. Letters outside ISO 8859-1 become question marks.
    """
    entries: dict[bytes, None] = {}
    for name in names:
        whole = name.encode("latin-1", "replace")
        entry, number = whole[: width - 1], 1
        while entry in entries:
            number += 1
            mark = f"~{number}".encode()
            entry = whole[: width - 1 - len(mark)] + mark
        entries[entry] = None
    packed = b"".join(entry.ljust(width, b"\0") for entry in entries)
    return _header(date, names=len(entries)) + packed


def _header(date: datetime.date, *, games: int | None = None, names: int = 0) -> bytes:
    """Return the header of a file of games, or of names if `games` is None.

    The year of the games is that of the date, and the board has 8 x 8 squares. In a file of names
    both are 0.

    :param games: the number of games.
    :param names: the number of names.
    """
    century, year = divmod(date.year, 100)
    played, size = (0, 0) if games is None else (date.year, 8)
    return _HEADER.pack(
        century, year, date.month, date.day, games or 0, names, played, size, 0, 0, 0
    )
