"""Hex on rhombic boards of any size."""

from __future__ import annotations

from typing import Annotated, TypedDict, Unpack

import cython

from games.boards.grid import Grid
from games.core.info import GameInfo
from games.core.moves import Moves
from games.parts.part import Option

if not cython.compiled:
    from games.core.array import array, ints, longlongs
    from games.core.scores import LOSS, ONGOING


class HexOptions(TypedDict, total=False):
    """The options of `Hex`."""

    size: Annotated[int, Option(11, "files and rows", low=2, high=19)]


class Hex(Grid):
    """Hex: the first side (X) connects the bottom row to the top row, the second (O) the left
    file to the right file. One of them always succeeds, so that there is no draw.

    Moves are the numbers of cells. There is no swap move.
    """

    NAME = "hex"
    IMAGES = ("turn",)
    STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (-1, 1), (1, -1))
    ADDS = True
    OPTIONS = HexOptions
    ACYCLIC = True
    INFO = GameInfo(sides=("Vertical (X)", "Horizontal (O)"), searcher="pvs")

    def __init__(self, **options: Unpack[HexOptions]) -> None:
        super().__init__(**options)

    def turned_square(self, square: int) -> int:
        """Return the square with file and row exchanged, as the sides connect them."""
        return int(square % self.width * self.width + square // self.width)

    def _set_up(self, board: str, side: int) -> None:
        """Set up a board and the side to move; set whether the other side is `connected`."""
        super()._set_up(board, side)
        self.connected = self._distance(side + 1) < 0 or self._distance(2 - side) == 0

    def won_already(self) -> str:
        """Return "is connected" if the side to move has a chain between its edges, else ""."""
        return "is connected" if self._distance(self.turn + 1) == 0 else ""

    def make_tables(self) -> None:
        """Make the arrays for `_connects` and `_distance`."""
        self.stamp = 0
        self._seen, self._stack = array("q", [0] * self.squares), array("i", [0] * self.squares * 7)
        self.seen, self.stack = longlongs(self._seen), ints(self._stack)

    def generate(self, moves: Moves) -> cython.int:
        """Append the empty cells and return how many there are; 0 once a side is connected."""
        return 0 if self.connected else self.list_empty(moves)

    def push(self, move: cython.int) -> None:
        """Put a stone on an empty cell, pass the turn, and set `connected` if that wins.

        :raises IndexError: if the board has no such empty cell.
        """
        if not 0 <= move < self.squares or self.cell[move]:
            raise IndexError(f"push of move {move}: the board has no such empty cell")
        piece: cython.int = self.turn + 1
        self.begin_move(move)
        self.put(move, piece)
        self.connected = self._connects(move, piece)

    def pop(self) -> None:
        """Take back the last move."""
        self.go_back()
        self.connected = False

    def result(self) -> cython.int:
        """Return LOSS if the other side has connected its edges, else ONGOING."""
        return LOSS if self.connected else ONGOING

    def _connects(self, square: cython.int, piece: cython.int) -> cython.bint:
        """Return whether the chain of a piece through a cell reaches both edges of its side."""
        low: cython.bint = False
        high: cython.bint = False
        waiting: cython.int = 1
        index: cython.int
        self.stamp += 1
        self.stack[0] = square
        self.seen[square] = self.stamp
        while waiting:
            waiting -= 1
            cell: cython.int = self.stack[waiting]
            line: cython.int = cell // self.width if piece == 1 else cell % self.width
            low = low or line == 0
            high = high or line == self.width - 1
            if low and high:
                return True
            for index in range(6 * cell, 6 * cell + 6):
                other: cython.int = self.near[index]
                if other >= 0 and self.cell[other] == piece and self.seen[other] != self.stamp:
                    self.seen[other] = self.stamp
                    self.stack[waiting] = other
                    waiting += 1
        return False

    def static(self) -> cython.int:
        """Return 100 for each cell that the opponent needs more than the side to move to connect.

        For its turn the side to move gets 50 more.
        """
        return 100 * (self._distance(2 - self.turn) - self._distance(self.turn + 1)) + 50

    def _distance(self, piece: cython.int) -> cython.int:
        """Return the fewest empty cells that a side must fill for its connection; -1 if it cannot.

        Cells of distance d are searched before those of d + 1: `stack` holds both as a queue with
        two ends, of which cells of the side's own use the front.
        """
        size: cython.int = self.width
        middle: cython.int = 3 * self.squares
        front: cython.int = middle
        back: cython.int = middle
        index: cython.int
        cell: cython.int
        far: cython.int = 2 * self.squares
        base: cython.longlong = self.stamp + 1
        # `seen` holds base + distance for cells with a known distance, and less for the others.
        self.stamp += far + 2
        for index in range(size):
            cell = index if piece == 1 else index * size
            if self.cell[cell] == piece:
                self.seen[cell] = base
                front -= 1
                self.stack[front] = cell
            elif self.cell[cell] == 0:
                self.seen[cell] = base + 1
                self.stack[back] = cell
                back += 1
        while front < back:
            cell = self.stack[front]
            front += 1
            if (cell // size if piece == 1 else cell % size) == size - 1:
                return cython.cast(cython.int, self.seen[cell] - base)
            for index in range(6 * cell, 6 * cell + 6):
                other: cython.int = self.near[index]
                if other < 0 or (self.cell[other] and self.cell[other] != piece):
                    continue
                if self.cell[other] == piece:
                    if self.seen[other] < base or self.seen[other] > self.seen[cell]:
                        self.seen[other] = self.seen[cell]
                        front -= 1
                        self.stack[front] = other
                elif self.seen[other] < base:
                    self.seen[other] = self.seen[cell] + 1
                    self.stack[back] = other
                    back += 1
        return -1

    def most_moves_left(self) -> cython.int:
        """Return the number of empty cells."""
        return self.vacant - self.ply

    def quiet_move_score(self, move: cython.int) -> cython.int:
        """Return a score for move ordering: 6 for each piece of either side beside the cell.

        It is less by 2 for each file and each row that the cell is from the centre.
        """
        index: cython.int
        score: cython.int = -abs(2 * (move % self.width) - self.width + 1)
        score -= abs(2 * (move // self.width) - self.width + 1)
        for index in range(6 * move, 6 * move + 6):
            if self.near[index] >= 0 and self.cell[self.near[index]]:
                score += 6
        return score

    def diagram(self) -> str:
        """Return the board; each row is half a cell to the right of the one below."""
        lines = super().diagram().split("\n")
        shifts = [*range(self.width, 0, -1), 0]
        return "\n".join([" " * at + line for at, line in zip(shifts, lines, strict=True)])
