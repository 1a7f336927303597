"""Syzygy tablebases: the outcomes of chess positions with few pieces, read by python-chess."""

from __future__ import annotations

import os
import struct
from pathlib import Path
from typing import Any

import chess
import chess.syzygy

from games.chess.notation import python_board
from games.core.position import Position
from games.core.scores import KNOWN_WIN, ONGOING
from games.errors import FileError, quoted

MOST_KNOWN = 2**16
"""The largest number of cached positions."""

SOONER = 2**20
"""The value of a win above KNOWN_WIN at the start of a game; it falls by one each ply."""

WORDS = {
    2: "win",
    1: "win, but for the fifty moves",
    0: "draw",
    -1: "loss, but for the fifty moves",
}

_UNREADABLE = (
    KeyError,
    chess.syzygy.MissingTableError,
    OSError,
    ValueError,
    IndexError,
    struct.error,
)
"""What probing a table raises that is missing or damaged."""


class Tablebases:
    """The tablebases in some folders."""

    def __init__(self, path: str, named: str) -> None:
        """Open the Syzygy tables of folders.

        :param path: folders, separated as in the environment variable PATH.
        :param named: the name of the option that gave the path, for messages.
        :raises FileError: if a folder cannot be read, or none has tables of outcomes (.rtbw).
        """
        self._tables: Any = chess.syzygy.Tablebase()
        for folder in path.split(os.pathsep):
            try:
                if not Path(folder).is_dir():
                    raise FileError(f"{named}={quoted(folder)}: expected a folder")
                self._tables.add_directory(folder)
            except (OSError, ValueError) as error:  # ValueError: an invalid path
                if isinstance(error, FileError):
                    raise
                fault = getattr(error, "strerror", None) or error
                raise FileError(f"{named}={quoted(folder)}: {fault}") from None
        if not self._tables.wdl:
            raise FileError(f"{named}={quoted(path)}: expected a folder of .rtbw files")
        self._known: dict[int, int | None] = {}
        self.most_pieces = max(sum(c != "v" for c in name) for name in self._tables.wdl)
        """The pieces in the largest tables, kings and pawns included."""

    def outcome_code(self, position: Any) -> int | None:
        """Return the outcome for the side to move, as if its move clock were 0.

        2 is a win, 0 a draw, -2 a loss; None is unknown. 1 and -1 are a win and a loss that the
        fifty-move rule makes draws.
        """
        return self._outcome_code(python_board(position))

    def result(self, position: Any) -> int:
        """Return `outcome_code` as a search value for the side to move; ONGOING if it is unknown.

        The distance to mate is unknown. So a win or loss is a value above KNOWN_WIN and below
        MATE_BOUND in size, which falls with the ply of the position. A win or loss that the
        fifty-move rule makes a draw is 1 or -1.
        """
        key = position.key()
        if key not in self._known:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[key] = self.outcome_code(position)
        code = self._known[key]
        if code is None:
            return ONGOING
        if abs(code) < 2:
            return code
        return (KNOWN_WIN + SOONER - min(position.ply, SOONER)) * code // 2

    def _outcome_code(self, board: chess.Board) -> int | None:
        """Return the tables' value for the side to move, -2 to 2; None if it is unknown.

        It is unknown with castling rights, too many pieces, or without a table that can be read.
        Insufficient material is 0.
        """
        if board.castling_rights or chess.popcount(board.occupied) > self.most_pieces:
            return None
        if board.is_insufficient_material():
            return 0  # there may be no table for it
        try:
            return int(self._tables.probe_wdl(board))
        except _UNREADABLE:
            return None

    def best(self, position: Position) -> tuple[tuple[int, ...], str] | None:
        """Return the moves of the best outcome, and a message such as "tablebases: win".

        The result is None if the outcome after some move is unknown, or no move is legal.

        A win too late for the fifty-move rule ranks just above a draw, such a loss just below. Of
        the winning moves, those with the shortest way to a capture, pawn move or mate; all if the
        way after one of them is unknown.
        """
        board: chess.Board = position.board()  # type: ignore[attr-defined]  # chess has one
        if board.castling_rights or chess.popcount(board.occupied) > self.most_pieces:
            return None
        ranked: list[tuple[int, int | None, str]] = []
        for move in list(board.legal_moves):
            text, zeroing = board.uci(move), board.is_zeroing(move)
            board.push(move)
            try:
                rank = self._rank(board, zeroing)
            finally:
                board.pop()
            if rank is None:
                return None
            ranked.append((*rank, text))
        if not ranked:
            return None
        code = max(wdl for wdl, _, _ in ranked)
        kept = [one for one in ranked if one[0] == code]
        distances = [plies for _, plies, _ in kept if plies is not None]
        if code == 2 and len(distances) == len(kept):
            soonest = min(distances)
            kept = [one for one in kept if one[1] == soonest]
        moves = tuple(position.parse_move(text) for _, _, text in kept)
        return moves, f"tablebases: {WORDS.get(code, 'loss')}"

    def _rank(self, board: chess.Board, zeroing: bool) -> tuple[int, int | None] | None:
        """Return the outcome for the side that just moved, and the plies to the next zeroing move.

        A zeroing move is a capture, a pawn move or mate; the last move was one if `zeroing`. The
        plies include the last move. They are 0 after mate or stalemate, 1 after a zeroing move and
        in a draw, and else None without a table of distances. A win too late for the fifty-move
        rule is 1, a loss -1. The result is None if the outcome is unknown.
        """
        if board.is_checkmate():
            return 2, 0
        if board.is_stalemate():
            return 0, 0
        found = self._outcome_code(board)
        if found is None:
            return None
        code = -found
        if zeroing or not code:
            return code, 1
        try:
            distance = self._tables.get_dtz(board, None)
        except _UNREADABLE:
            distance = None
        if distance is None:
            return code, None
        plies = abs(distance) + 1
        if code == 2 and board.halfmove_clock + plies > 100:
            code = 1
        elif code == -2 and board.halfmove_clock + plies > 101:  # distances may be one too small
            code = -1
        return code, plies
