"""Connect Four on boards of any size."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, TypedDict, Unpack

import cython

from games.boards.lines import LineGame
from games.core.info import GameInfo
from games.core.moves import Moves
from games.parts.part import Option

if not cython.compiled:
    from games.core.array import array, ints


class ConnectFourOptions(TypedDict, total=False):
    """The options of `ConnectFour`."""

    width: Annotated[int, Option(7, "columns", low=1, high=16)]
    height: Annotated[int, Option(6, "rows", low=2, high=16)]
    connect: Annotated[int, Option(4, "discs in a line that win", low=2, high=16)]


class ConnectFour(LineGame):
    """Connect Four: a disc falls to the lowest empty square of its column; four in a line win.

    Moves are columns, from 0; their text counts from 1. The columns in the centre come first.
    """

    NAME = "connect4"
    IMAGES = ("files",)
    LENGTH = "connect"
    OPTIONS = ConnectFourOptions
    INFO = GameInfo(
        sides=("First (X)", "Second (O)"),
        searcher="pvs",
        interval_evaluators=("learned:base=(values:starling-connect4)",),
    )

    def __init__(self, **options: Unpack[ConnectFourOptions]) -> None:
        super().__init__(**options)

    def _set_up(self, board: str, side: int) -> None:
        """Set up a board and the side to move; order the columns, and count their discs."""
        centre = (self.width - 1) / 2
        columns = sorted(range(self.width), key=lambda column: abs(column - centre))
        rows = board.split("/")
        filled = [sum([row[column] != "." for row in rows]) for column in range(self.width)]
        self._order, self._filled = array("i", columns), array("i", filled)
        self.order, self.filled = ints(self._order), ints(self._filled)
        super()._set_up(board, side)

    def board_fault(self, board: str, side: int) -> str:
        """Return a fault if a disc has an empty square below it, else that of `Grid`."""
        rows = board.split("/")
        for upper, lower in pairwise(rows):
            for column in range(self.width):
                if upper[column] != "." and lower[column] == ".":
                    return f"the disc in column {column + 1} has an empty square below it"
        return super().board_fault(board, side)

    def generate(self, moves: Moves) -> cython.int:
        """Append the columns that are not full, the middle ones first; return how many.

        After a complete line there are none.
        """
        index: cython.int
        count: cython.int = 0
        if self.complete:
            return 0
        for index in range(self.width):
            if self.filled[self.order[index]] < self.height:
                moves.append(self.order[index])
                count += 1
        return count

    def push(self, move: cython.int) -> None:
        """Drop a disc into a column and pass the turn.

        :raises IndexError: if the column does not exist or is full.
        """
        if not 0 <= move < self.width or self.filled[move] >= self.height:
            raise IndexError(f"push of move {move}: the board has no such free column")
        self.begin_move(move)
        self.put(self.filled[move] * self.width + move, 2 - self.turn)
        self.filled[move] += 1

    def pop(self) -> None:
        """Take back the last move."""
        self.go_back()
        self.filled[self.played[self.ply]] -= 1
        self.complete = False

    def move_text(self, move: int) -> str:
        """Return the number of a column, from 1."""
        return str(move + 1)

    def diagram(self) -> str:
        """Return the board with the numbers of the columns."""
        width = len(str(self.width))
        rows = [
            " ".join([f"{letter:>{width}}" for letter in row])
            for row in self.board_text().split("/")
        ]
        numbers = [f"{column + 1:>{width}}" for column in range(self.width)]
        return "\n".join([*rows, " ".join(numbers)])
