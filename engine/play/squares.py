"""The squares of moves on a board.

A move is one square or several in a row, such as a source and a target, or a column, where columns
have names and rows have none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.pages.boards import Board, board_of, symbols_of
from games.core.position import Position


@dataclass(frozen=True)
class MoveSquares:
    """The squares of a move, numbered row by row from the top left.

    :param squares: such as the one it leaves and the one it goes to, in this order.
    :param choice: the letter of a promotion, or of a piece that is dropped.
    """

    squares: tuple[int, ...]
    choice: str = ""


class Grid:
    """The board of a position, with the names of its squares.

    :param board: None where the game has no board.
    """

    def __init__(self, position: Position) -> None:
        self.board: Board | None = board_of(position)
        self._numbers: dict[str, int] = {}
        if self.board is not None and self.board.rows:
            self._numbers = _numbers(self.board)
        longest_first = sorted(map(re.escape, self._numbers), key=len, reverse=True)
        self._names = "|".join(longest_first)

    def squares(self, text: str) -> MoveSquares | None:
        """Return the squares of a legal move in the notation of programs; None for one without.

        The square of a column is its lowest empty one, where a disc falls to.

        >>> import games
        >>> Grid(games.make("chess")).squares("e7e8q")
        MoveSquares(squares=(12, 4), choice='q')
        """
        board = self.board
        if board is not None and not board.rows and text in board.columns:
            column = range(board.columns.index(text), len(board.symbols), board.width)
            empty = [square for square in column if board.symbols[square] == "."]
            return MoveSquares((empty[-1],)) if empty else None
        names = re.findall(self._names, text) if self._names else []
        choice = re.sub(f"{self._names}|[-x/@]", "", text)
        if not names or not re.fullmatch("[A-Za-z]?", choice):
            return None
        return MoveSquares(tuple([self._numbers[name] for name in names]), choice)

    def marked(self, text: str) -> list[int]:
        """Return the squares of a legal move (as `squares`) in rising order; [] for one without."""
        found = self.squares(text)
        return [] if found is None else sorted(set(found.squares))


def _numbers(board: Board) -> dict[str, int]:
    """Return the number of each square by its name, such as "a1".

    Where rows alone have names, dark squares do: a row's name is the number of its first one.
    """
    numbers = {}
    for square in range(len(board.symbols)):
        row, column = divmod(square, board.width)
        if board.columns:
            numbers[board.columns[column] + board.rows[row]] = square
        elif (row + column) % 2:
            numbers[str(int(board.rows[row]) + column // 2)] = square
    return numbers


def view_of(position: Position) -> str:
    """Return the symbols of a position's board with blanks between, or its diagram without one."""
    return " ".join(symbols_of(position)) or position.diagram()
