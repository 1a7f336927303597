"""m,n,k-games: tic-tac-toe, and gomoku with `mnk:m=15,n=15,k=5`."""

from __future__ import annotations

from typing import Annotated, TypedDict, Unpack

import cython

from games.boards.lines import LineGame
from games.core.info import GameInfo
from games.core.moves import Moves
from games.parts.part import Option


class MNKOptions(TypedDict, total=False):
    """The options of `MNK`."""

    m: Annotated[int, Option(3, "files", low=1, high=19)]
    n: Annotated[int, Option(3, "rows", low=2, high=19)]
    k: Annotated[int, Option(3, "pieces in a line that win", low=2, high=19)]


class MNK(LineGame):
    """The m,n,k-game: the sides take turns to occupy a square; k or more in a line win.

    Moves are the numbers of squares.
    """

    NAME = "mnk"
    IMAGES = ("files", "rows", "diagonal")
    STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
    LENGTH = "k"
    OPTIONS = MNKOptions
    INFO = GameInfo(searcher="pvs", sides=("First (X)", "Second (O)"))

    def __init__(self, **options: Unpack[MNKOptions]) -> None:
        super().__init__(**options)

    def board_size(self) -> tuple[int, int]:
        """Return the width and the height of the board."""
        return self.options["m"], self.options["n"]

    def generate(self, moves: Moves) -> cython.int:
        """Append the empty squares and return how many there are; 0 after a complete line."""
        return 0 if self.complete else self.list_empty(moves)

    def push(self, move: cython.int) -> None:
        """Put a piece of the side to move on an empty square, and pass the turn.

        :raises IndexError: if the board has no such empty square.
        """
        if not 0 <= move < self.squares or self.cell[move]:
            raise IndexError(f"push of move {move}: the board has no such empty square")
        self.begin_move(move)
        self.put(move, 2 - self.turn)

    def quiet_move_score(self, move: cython.int) -> cython.int:
        """Return an estimate for move ordering, at most 16383: 8 for each piece beside the square.

        Each window through the square with n pieces, of at most one side, adds 4^n.
        """
        index: cython.int
        total: cython.int = 0
        for index in range(8 * move, 8 * move + 8):
            if self.near[index] >= 0 and self.cell[self.near[index]]:
                total += 8
        for index in range(self.first_window[move], self.first_window[move + 1]):
            first: cython.int = self.count[2 * self.window[index]]
            second: cython.int = self.count[2 * self.window[index] + 1]
            if first == 0 or second == 0:
                total += self.weights[first + second + 1] if first + second < self.length else 0
        return min(total, 16383)
