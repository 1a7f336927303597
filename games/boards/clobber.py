"""Clobber (Albert, Grossman and Nowakowski, 2001) on boards of any size."""

from __future__ import annotations

from typing import Annotated, TypedDict, Unpack

import cython

from games.boards.grid import Grid
from games.core.info import GameInfo
from games.core.moves import Moves
from games.parts.part import Option

if not cython.compiled:
    from games.core.scores import LOSS, ONGOING


class ClobberOptions(TypedDict, total=False):
    """The options of `Clobber`."""

    width: Annotated[int, Option(6, "files", low=1, high=16)]
    height: Annotated[int, Option(5, "rows", low=1, high=16)]


class Clobber(Grid):
    """Clobber: a stone captures a stone of the other side on a square beside its own, and moves
    there. The board is full at the start, in a chequered pattern. A side that cannot move loses.

    A move is 4 times the square it comes from, plus 0 to 3: to the left, right, down, up.
    """

    NAME = "clobber"
    OPTIONS = ClobberOptions
    STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))
    ACYCLIC = True
    SYMMETRIC = True
    INFO = GameInfo(sides=("First (X)", "Second (O)"), searcher="uct:rollouts=1")

    def __init__(self, **options: Unpack[ClobberOptions]) -> None:
        super().__init__(**options)

    def first_board(self) -> str:
        """Return the rows of the board at the start, from the top, with "/" between them."""
        rows = [("XO" * self.width)[row % 2 :][: self.width] for row in range(self.height)]
        return "/".join(rows[::-1])

    def _captures(self, move: cython.int, own: cython.int) -> cython.bint:
        """Return whether a move captures an opposing stone.

        :param own: the stone that moves: 1 for the first side's, 2 for the second's.
        """
        target: cython.int = self.near[move]
        return target >= 0 and self.cell[target] == 3 - own

    def generate(self, moves: Moves) -> cython.int:
        """Append the legal moves and return how many there are."""
        own: cython.int = self.turn + 1
        start: cython.int = moves.count
        move: cython.int
        for move in range(4 * self.squares):
            if self.cell[move // 4] == own and self._captures(move, own):
                moves.append(move)
        return moves.count - start

    def push(self, move: cython.int) -> None:
        """Move a stone onto an opposing neighbour, which is removed, and pass the turn.

        :raises IndexError: if the move leaves the board.
        """
        piece: cython.int = self.turn + 1
        if not 0 <= move < 4 * self.squares or self.near[move] < 0:
            raise IndexError(f"push of move {move}: it leaves the board")
        self.begin_move(move)
        self.put(move // 4, 0)
        self.put(self.near[move], piece)

    def pop(self) -> None:
        """Take back the last move."""
        self.go_back()

    def result(self) -> cython.int:
        """Return LOSS if the side to move has no move, else ONGOING."""
        own: cython.int = self.turn + 1
        move: cython.int
        for move in range(4 * self.squares):
            if self.cell[move // 4] == own and self._captures(move, own):
                return ONGOING
        return LOSS

    def static(self) -> cython.int:
        """Return 10 for each stone that can move, the side to move's minus the other side's."""
        own: cython.int = self.turn + 1
        return 10 * (self._movable(own) - self._movable(3 - own))

    def _movable(self, own: cython.int) -> cython.int:
        """Return the number of a side's stones that can capture; `own` is 1 or 2."""
        square: cython.int
        to: cython.int
        found: cython.int = 0
        for square in range(self.squares):
            if self.cell[square] == own:
                for to in range(4):
                    if self._captures(4 * square + to, own):
                        found += 1
                        break
        return found

    def most_moves_left(self) -> cython.int:
        """Return the number of stones less one: each move captures one, and the last one stays."""
        return max(0, self.squares - self.vacant - self.ply - 1)

    def move_text(self, move: int) -> str:
        """Return the squares that a stone leaves and enters, such as b2b3."""
        return self.square_text(move // 4) + self.square_text(self._near[move])
