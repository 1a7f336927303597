"""The squares of moves on a board.

A move is a square, a source and a target, or a column, where columns have names and rows have none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.pages.boards import Board, board_of, symbols_of
from games.core.position import Position

__all__ = ["Grid", "MoveSquares", "view_of"]

_MOVE = re.compile(r"([a-z]\d{1,2})([a-z]\d{1,2})?([a-z]?)")
_PLACED = re.compile(r"([A-Z])@([a-z]\d{1,2})")


@dataclass(frozen=True)
class MoveSquares:
    """The squares of a move, numbered row by row from the top left.

    :param source: the square it leaves; None for a move that is one square.
    :param choice: what follows the squares, such as the piece of a promotion.
    """

    source: int | None
    target: int
    choice: str = ""


class Grid:
    """The board of a position, with the names of its squares.

    :param board: None where the game has no board.
    """

    def __init__(self, position: Position) -> None:
        self.board: Board | None = board_of(position)
        self._numbers: dict[str, int] = {}
        if self.board is not None and self.board.rows:
            self._numbers = {
                column + row: i * self.board.width + j
                for i, row in enumerate(self.board.rows)
                for j, column in enumerate(self.board.columns)
            }

    def squares(self, text: str) -> MoveSquares | None:
        """Return the squares of a legal move in the notation of programs; None for one without.

        The square of a column is its lowest empty one, where a disc falls to.

        >>> import games
        >>> Grid(games.make("chess")).squares("e7e8q")
        MoveSquares(source=12, target=4, choice='q')
        """
        board = self.board
        if board is not None and not board.rows and text in board.columns:
            column = range(board.columns.index(text), len(board.symbols), board.width)
            empty = [square for square in column if board.symbols[square] == "."]
            return MoveSquares(None, empty[-1]) if empty else None
        placed = _PLACED.fullmatch(text)
        if placed is not None and placed[2] in self._numbers:
            return MoveSquares(None, self._numbers[placed[2]], placed[1])
        found = _MOVE.fullmatch(text)
        if found is None or found[1] not in self._numbers:
            return None
        first = self._numbers[found[1]]
        if found[2] is None:
            return None if found[3] else MoveSquares(None, first)
        if found[2] not in self._numbers:
            return None
        return MoveSquares(first, self._numbers[found[2]], found[3])

    def marked(self, text: str) -> list[int]:
        """Return the squares that show a legal move on the board; none for a move without."""
        found = self.squares(text)
        both = () if found is None else (found.source, found.target)
        return sorted({square for square in both if square is not None})


def view_of(position: Position) -> str:
    """Return the symbols of a position's board with blanks between, or its diagram without one."""
    return " ".join(symbols_of(position)) or position.diagram()
