"""Breakthrough (Dan Troyka, 2000) on boards of any size."""

from __future__ import annotations

from typing import Annotated, TypedDict, Unpack

import cython

from games.boards.grid import Grid
from games.core.info import GameInfo
from games.core.moves import Moves
from games.parts.part import Option

if not cython.compiled:
    from games.core.scores import LOSS, ONGOING


class BreakthroughOptions(TypedDict, total=False):
    """The options of `Breakthrough`."""

    width: Annotated[int, Option(8, "files", low=2, high=16)]
    height: Annotated[int, Option(8, "rows", low=4, high=16)]


class Breakthrough(Grid):
    """Breakthrough: men move one square forwards, straight or diagonally, and capture diagonally.
    The first side (X) moves up. A man on the last row wins, and so does the capture of all men.

    A move is 3 times the square it comes from, plus 0, 1 or 2: to the left, straight, to the right.
    """

    NAME = "breakthrough"
    IMAGES = ("files",)
    OPTIONS = BreakthroughOptions
    ACYCLIC = True
    SYMMETRIC = True
    INFO = GameInfo(
        sides=("White (X)", "Black (O)"),
        searcher="pvs",
        evaluators=("values:starling-breakthrough", "static"),
        interval_evaluators=("learned:base=(values:starling-breakthrough)",),
    )

    def __init__(self, **options: Unpack[BreakthroughOptions]) -> None:
        if not cython.compiled:
            self.men, self.advance = [0, 0], [0, 0]
        super().__init__(**options)

    def first_board(self) -> str:
        """Return the rows of the board at the start, from the top, with "/" between them."""
        rows = ["O" * self.width] * 2 + ["." * self.width] * (self.height - 4)
        return "/".join([*rows, *["X" * self.width] * 2])

    def turned_square(self, square: int) -> int:
        """Return the square of the same file with the rows counted from the other end."""
        return int((self.height - 1 - square // self.width) * self.width + square % self.width)

    def _set_up(self, board: str, side: int) -> None:
        """Set up a board and the side to move; set `over` to whether that side has lost."""
        super()._set_up(board, side)
        last = self._cell[-self.width :] if side else self._cell[: self.width]
        self.over = (1 if side else 2) in last or self.men[side] == 0

    def board_fault(self, board: str, side: int) -> str:
        """Return a fault if the side to move has won, or there are no men; else an empty text."""
        own, other = self.SIDES[side], self.SIDES[side ^ 1]
        own_goal = board.split("/")[-1 if side else 0]
        if own in own_goal or (own in board and other not in board):
            return f"{own} is to move and has won: expected the other side to move"
        return "" if {own, other} & set(board) else "expected men on the board"

    def change(self, square: cython.int, piece: cython.int) -> None:
        """Put a man on a square, or empty it (0), without a record in the history.

        The hash, and the numbers of men and of rows advanced of each side are updated.
        """
        before: cython.int = self.cell[square]
        row: cython.int = square // self.width
        if before:
            self.men[before - 1] -= 1
            self.advance[before - 1] -= row if before == 1 else self.height - 1 - row
        if piece:
            self.men[piece - 1] += 1
            self.advance[piece - 1] += row if piece == 1 else self.height - 1 - row
        Grid.change(self, square, piece)

    def _target(self, move: cython.int) -> cython.int:
        """Return the square that a move of the side to move goes to."""
        forward: cython.int = -self.width if self.turn else self.width
        return move // 3 + forward + move % 3 - 1

    def generate(self, moves: Moves) -> cython.int:
        """Append the legal moves and return how many there are; 0 once a side has won."""
        own: cython.int = self.turn + 1
        forward: cython.int = -self.width if self.turn else self.width
        start: cython.int = moves.count
        square: cython.int
        if self.over:
            return 0
        for square in range(self.squares):
            if self.cell[square] != own:
                continue
            file: cython.int = square % self.width
            ahead: cython.int = square + forward
            if file > 0 and self.cell[ahead - 1] != own:
                moves.append(3 * square)
            if self.cell[ahead] == 0:
                moves.append(3 * square + 1)
            if file < self.width - 1 and self.cell[ahead + 1] != own:
                moves.append(3 * square + 2)
        return moves.count - start

    def push(self, move: cython.int) -> None:
        """Move a man, capture what is on its target, pass the turn, and set `over` if that wins.

        :raises IndexError: if the move leaves the board.
        """
        piece: cython.int = self.turn + 1
        target: cython.int = self._target(move)
        if not 0 <= move // 3 < self.squares or not 0 <= target < self.squares:
            raise IndexError(f"push of move {move}: it leaves the board")
        self.begin_move(move)
        self.put(move // 3, 0)
        self.put(target, piece)
        self.over = self.men[self.turn] == 0 or (
            target < self.width if piece == 2 else target >= self.squares - self.width
        )

    def pop(self) -> None:
        """Take back the last move."""
        self.go_back()
        self.over = False

    def result(self) -> cython.int:
        """Return LOSS if the other side has just won, else ONGOING."""
        return LOSS if self.over else ONGOING

    def static(self) -> cython.int:
        """Return the difference of men, each 100, and of rows advanced, each 10.

        It is from the side to move.
        """
        own: cython.int = 100 * self.men[self.turn] + 10 * self.advance[self.turn]
        return own - 100 * self.men[self.turn ^ 1] - 10 * self.advance[self.turn ^ 1]

    def quiet_move_score(self, move: cython.int) -> cython.int:
        """Return a score for move ordering: 10 for each row that the man has advanced so far.

        A capture has 100 more.
        """
        row: cython.int = move // 3 // self.width
        advanced: cython.int = self.height - 1 - row if self.turn else row
        return 10 * advanced + (100 if self.cell[self._target(move)] else 0)

    def move_text(self, move: int) -> str:
        """Return the squares that a man of the side to move leaves and enters, such as b2c3."""
        return self.square_text(move // 3) + self.square_text(self._target(move))
