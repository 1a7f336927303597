"""What is known of a chess position without a search: books of openings, and tablebases.

Both are read by python-chess, which is loaded when the first of them is set.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from games.core.position import Position
from games.errors import FileError, SpecError, quoted
from games.parts.files import path_text

__all__ = ["Tablebases", "book_move", "expect_book", "only"]

ENTRY_BYTES = 16
"""The size of an entry of a Polyglot book."""

WORDS = {
    2: "win",
    1: "win, but for the fifty moves",
    0: "draw",
    -1: "loss, but for the fifty moves",
}


def expect_book(path: str) -> None:
    """See whether a file may be a Polyglot book.

    :raises FileError: if it cannot be read.
    :raises SpecError: if it is something else.
    """
    try:
        size = Path(path).stat().st_size
        with open(path, "rb"):
            pass
    except (OSError, ValueError) as error:  # a ValueError: a path that is none
        fault = getattr(error, "strerror", None) or error
        raise FileError(f"BookFile={path_text(path)}: {fault}") from None
    if size == 0 or size % ENTRY_BYTES:
        raise SpecError(
            f"BookFile={path_text(path)} has {size} bytes: expected a Polyglot book, "
            f"{ENTRY_BYTES} an entry"
        )


def book_move(path: str, position: Position) -> tuple[int, str] | None:
    """The move of the greatest weight that a book has, and what it says of it; None for no move.

    :raises FileError: if the book cannot be read.
    """
    import chess.polyglot

    board = position.board()  # type: ignore[attr-defined]  # chess has one
    try:
        with chess.polyglot.open_reader(path) as book:
            entries = [entry for entry in book.find_all(board) if entry.weight]
    except (OSError, ValueError) as error:
        raise FileError(f"BookFile={path_text(path)}: {error}") from None
    if not entries:
        return None
    best = max(entries, key=lambda entry: (entry.weight, -entry.raw_move))
    total = sum(entry.weight for entry in entries)
    text = board.uci(best.move)
    return position.parse_move(text), f"book {text}, {best.weight} of {total} by weight"


class Tablebases:
    """Syzygy tablebases.

    :param path: folders, as the system divides those of PATH.
    :raises FileError: if one is none, or none has tables of wins and losses.
    """

    def __init__(self, path: str) -> None:
        import chess.syzygy

        self._tables: Any = chess.syzygy.Tablebase()
        for folder in path.split(os.pathsep):
            try:
                if not Path(folder).is_dir():
                    raise FileError(f"SyzygyPath={quoted(folder)}: expected a folder")
                self._tables.add_directory(folder)
            except (OSError, ValueError) as error:
                if isinstance(error, FileError):
                    raise
                fault = getattr(error, "strerror", None) or error
                raise FileError(f"SyzygyPath={quoted(folder)}: {fault}") from None
        if not self._tables.wdl:
            raise FileError(f"SyzygyPath={quoted(path)}: expected a folder of .rtbw files")
        self._most = max(sum(c != "v" for c in name) for name in self._tables.wdl)

    def best(self, position: Position) -> tuple[tuple[int, ...], str] | None:
        """The moves that keep what the position is worth, and what that is; of winning ones those
        that come soonest to a capture, a pawn's move or mate. None where the tables do not reach.
        """
        board = position.board()  # type: ignore[attr-defined]  # chess has one
        if board.castling_rights or len(board.piece_map()) > self._most:
            return None
        ranked: list[tuple[int, int, str]] = []
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
        worth = max(wdl for wdl, _, _ in ranked)
        kept = [one for one in ranked if one[0] == worth]
        if worth == 2:
            soonest = min(plies for _, plies, _ in kept)
            kept = [one for one in kept if one[1] == soonest]
        moves = tuple(position.parse_move(text) for _, _, text in kept)
        return moves, f"tablebases: {WORDS.get(worth, 'loss')}"

    def _rank(self, board: Any, zeroing: bool) -> tuple[int, int] | None:
        """What the move that led here is worth to who made it, and the plies until its next
        capture, pawn's move or mate; None if it is not known."""
        import chess.syzygy

        if board.is_checkmate():
            return 2, 0
        if board.is_insufficient_material() or board.is_stalemate():
            return 0, 0
        try:
            worth = -self._tables.probe_wdl(board)
            plies = 1 if zeroing else abs(self._tables.get_dtz(board, 0)) + 1
        except (KeyError, chess.syzygy.MissingTableError):
            return None
        if worth == 2 and board.halfmove_clock + plies > 100:
            worth = 1
        return worth, plies


def only(moves: Sequence[int], wanted: Sequence[int] | None) -> tuple[int, ...] | None:
    """Those of some moves that are wanted; all that are wanted where that is none."""
    if wanted is None:
        return tuple(moves)
    return tuple(move for move in wanted if move in moves) or tuple(wanted)
