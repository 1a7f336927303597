"""What is known of a chess position without a search: books of openings, and the moves that
tablebases leave.

Books are read by python-chess, which is loaded when the first of them is set.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from games.chess.facts import size_fault
from games.core.position import Position
from games.errors import FileError, SpecError
from games.parts.files import path_text

__all__ = ["book_move", "expect_book", "expect_tablebases", "only"]


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
    if fault := size_fault(size):
        raise SpecError(f"BookFile={path_text(path)} {fault}")


def expect_tablebases(path: str) -> None:
    """See whether folders have tablebases.

    :raises FileError: if they have none.
    """
    from games.chess.tablebases import Tablebases

    Tablebases(path, "SyzygyPath")


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


def only(moves: Sequence[int], wanted: Sequence[int] | None) -> tuple[int, ...] | None:
    """Those of some moves that are wanted; all that are wanted where that is none."""
    if wanted is None:
        return tuple(moves)
    return tuple(move for move in wanted if move in moves) or tuple(wanted)
