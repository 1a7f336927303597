"""WTHOR, the format of the Othello federation's games: a file of games and two of names.

Numbers are little-endian. A file begins with 16 bytes: its date (century, year, month, day), how
many entries it has (4 bytes), 2 bytes that count nothing here, the year of the games (2 bytes), the
size of the board (0 or 8), the kind of the file, the depth of the theoretical scores, and one byte
more. A game has 68 bytes: the numbers of its tournament and of both players (2 bytes each), black's
discs as they were and as they should have been, and 60 moves, each ten times the row and the
column, from 1 on; 0 where the game had ended. Passes are left out. Names of players have 20 bytes,
of tournaments 26, with a zero at their end.
"""

from __future__ import annotations

import datetime
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.errors import PositionError
from games.othello.othello import PASS_MOVE

__all__ = [
    "PLAYER_BYTES",
    "TOURNAMENT_BYTES",
    "WthorGame",
    "games_file",
    "names_file",
    "read_wthor",
]

PLAYER_BYTES = 20
TOURNAMENT_BYTES = 26
MOST_NAMES = 2**16

_HEADER = struct.Struct("<4BIHHBBBB")
_GAME = struct.Struct("<HHHBB60s")


@dataclass(frozen=True)
class WthorGame:
    """A game from the usual start.

    :param moves: squares as `Othello` has its moves, without passes.
    :param discs: black's at the end, the winner having the empty squares.
    :param best: black's with best play from some point on, as far as who wrote the file knew.
    :param tournament: its number in the file of tournaments; `players` black's and white's in that
        of players.
    """

    moves: tuple[int, ...]
    discs: int
    best: int = 0
    tournament: int = 0
    players: tuple[int, int] = (0, 0)

    @property
    def text(self) -> str:
        """The moves as Othello's players write them: f5d6c3."""
        return "".join("abcdefgh"[move % 8] + str(move // 8 + 1) for move in self.moves)


def read_wthor(data: bytes) -> list[WthorGame]:
    """The games of a file.

    :raises PositionError: if it is none, or its board is not of 8 x 8 squares.
    """
    if len(data) < _HEADER.size:
        raise PositionError(f"WTHOR: {len(data)} bytes: expected a header of {_HEADER.size}")
    count, size = _HEADER.unpack_from(data)[4], _HEADER.unpack_from(data)[7]
    expected = _HEADER.size + count * _GAME.size
    if size not in (0, 8):
        raise PositionError(f"WTHOR: a board of {size} x {size}: expected 8 x 8")
    if len(data) < expected:
        raise PositionError(f"WTHOR: {len(data)} bytes: expected {expected} for {count} games")
    return [_game(data, number) for number in range(count)]


def _game(data: bytes, number: int) -> WthorGame:
    words = _GAME.unpack_from(data, _HEADER.size + number * _GAME.size)
    tournament, black, white, discs, best, written = words
    moves = []
    for byte in written.rstrip(b"\0"):
        row, column = divmod(byte, 10)
        if not (1 <= row <= 8 and 1 <= column <= 8):
            raise PositionError(f"WTHOR, game {number + 1}: {byte} is no square: expected 11 to 88")
        moves.append(8 * (row - 1) + column - 1)
    return WthorGame(tuple(moves), discs, best, tournament, (black, white))


def games_file(games: Sequence[WthorGame], date: datetime.date) -> bytes:
    """A file of games, those of the year of its date."""
    entries = [
        _GAME.pack(
            game.tournament,
            *game.players,
            game.discs,
            game.best,
            bytes(10 * (move // 8 + 1) + move % 8 + 1 for move in game.moves if move != PASS_MOVE),
        )
        for game in games
    ]
    return _header(len(games), date) + b"".join(entries)


def names_file(names: Iterable[str], width: int, date: datetime.date) -> bytes:
    """A file of players or tournaments, in the order of their numbers. Names are cut where they do
    not fit, and letters that are none of ISO 8859-1 are question marks."""
    entries = [name.encode("latin-1", "replace")[: width - 1].ljust(width, b"\0") for name in names]
    return _header(len(entries), date) + b"".join(entries)


def _header(count: int, date: datetime.date) -> bytes:
    century, year = divmod(date.year, 100)
    return _HEADER.pack(century, year, date.month, date.day, count, 0, date.year, 8, 0, 0, 0)
