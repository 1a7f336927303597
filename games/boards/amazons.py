"""The Game of the Amazons (Walter Zamkauskas, 1988)."""

from __future__ import annotations

from typing import Annotated, TypedDict, Unpack

import cython

from games.boards.grid import Grid
from games.core.info import GameInfo
from games.core.moves import Moves
from games.parts.part import Option

if not cython.compiled:
    from games.core.array import array, ints
    from games.core.scores import LOSS, ONGOING

_START = {
    4: "b1 d2", 5: "b1 d1", 6: "b1 e1 a2 f2", 7: "c1 e1 a3 g3", 8: "c1 f1 a3 h3",
    9: "d1 f1 a4 i4", 10: "d1 g1 a4 j4",
}  # fmt: skip
"""The amazons of the first side by the size of the board; the second side has them opposite."""


class AmazonsOptions(TypedDict, total=False):
    """The options of `Amazons`."""

    size: Annotated[int, Option(10, "files and rows", low=4, high=10)]


class Amazons(Grid):
    """The Amazons: an amazon moves as a queen of chess, then shoots an arrow as a queen moves. The
    arrow blocks its square for ever. A side that cannot move loses.

    A move is (from * squares + to) * squares + arrow. Its text is d1-d7/g7.
    """

    NAME = "amazons"
    IMAGES = ("files", "rows", "diagonal")
    OPTIONS = AmazonsOptions
    LETTERS = ".XO#"
    STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
    ACYCLIC = True
    INFO = GameInfo(sides=("White (X)", "Black (O)"), searcher="pvs")

    def __init__(self, **options: Unpack[AmazonsOptions]) -> None:
        super().__init__(**options)

    def first_board(self) -> str:
        """Return the rows of the board at the start, from the top, with "/" between them."""
        size = self.width
        letters = ["."] * self.squares
        for name in _START[size].split():
            square = self.parse_square(name)
            letters[square] = "X"
            letters[self.squares - 1 - square] = "O"
        rows = ["".join(letters[row * size :][:size]) for row in range(size)]
        return "/".join(rows[::-1])

    def board_fault(self, board: str, side: int) -> str:
        """Return a fault unless both sides have an amazon; empty if they have."""
        return "" if {"X", "O"} <= set(board) else "expected amazons of both sides"

    def make_tables(self) -> None:
        """Make the rays, eight for each square: the squares up to the edge, then -1.

        `first_ray` has the index in `rays` where each begins. Also make the arrays `distance` and
        `queue` for `static`.
        """
        rays: list[int] = []
        firsts = []
        for ray in range(8 * self.squares):
            firsts.append(len(rays))
            square = self._near[ray]
            while square >= 0:
                rays.append(square)
                square = self._near[8 * square + ray % 8]
            rays.append(-1)
        self._rays, self._first_ray = array("i", rays), array("i", firsts)
        self._distance, self._queue = array("i", [0] * 2 * self.squares), array("i", rays)
        self.rays, self.first_ray = ints(self._rays), ints(self._first_ray)
        self.distance, self.queue = ints(self._distance), ints(self._queue)

    def generate(self, moves: Moves) -> cython.int:
        """Append the legal moves, each with source, target and arrow; return how many."""
        own: cython.int = self.turn + 1
        start: cython.int = moves.count
        source: cython.int
        ray: cython.int
        for source in range(self.squares):
            if self.cell[source] != own:
                continue
            for ray in range(8 * source, 8 * source + 8):
                at: cython.int = self.first_ray[ray]
                while self.rays[at] >= 0 and self.cell[self.rays[at]] == 0:
                    self._list_shots(source, self.rays[at], moves)
                    at += 1
        return moves.count - start

    def _list_shots(self, source: cython.int, target: cython.int, moves: Moves) -> None:
        """Append the moves of an amazon to a square, one for every square it can shoot at."""
        base: cython.int = (source * self.squares + target) * self.squares
        ray: cython.int
        for ray in range(8 * target, 8 * target + 8):
            at: cython.int = self.first_ray[ray]
            while True:
                arrow: cython.int = self.rays[at]
                if arrow < 0 or (self.cell[arrow] and arrow != source):
                    break
                moves.append(base + arrow)
                at += 1

    def push(self, move: cython.int) -> None:
        """Move an amazon, put the arrow on its square, and pass the turn.

        :raises IndexError: if the number of the move is too large or negative.
        """
        arrow: cython.int = move % self.squares
        target: cython.int = move // self.squares % self.squares
        source: cython.int = move // self.squares // self.squares
        if not 0 <= source < self.squares:
            raise IndexError(f"push of move {move}: the board has no such square")
        piece: cython.int = self.cell[source]
        self.begin_move(move)
        self.put(source, 0)
        self.put(target, piece)
        self.put(arrow, 3)

    def pop(self) -> None:
        """Take back the last move."""
        self.go_back()

    def result(self) -> cython.int:
        """Return LOSS if the side to move has no move, else ONGOING."""
        return ONGOING if self._can_move() else LOSS

    def _can_move(self) -> cython.bint:
        """Return whether an amazon of the side to move has an empty square beside it."""
        own: cython.int = self.turn + 1
        square: cython.int
        ray: cython.int
        for square in range(self.squares):
            if self.cell[square] == own:
                for ray in range(8 * square, 8 * square + 8):
                    near: cython.int = self.rays[self.first_ray[ray]]
                    if near >= 0 and self.cell[near] == 0:
                        return True
        return False

    def static(self) -> cython.int:
        """Return the difference of territories, for the side to move.

        It is 100 for each empty square that a side reaches in fewer queen moves. A square that both
        reach equally soon counts 20 for the side to move.
        """
        square: cython.int
        first: cython.int
        second: cython.int
        total: cython.int = 0
        self._fill_distances(self.turn + 1, 0)
        self._fill_distances(2 - self.turn, self.squares)
        for square in range(self.squares):
            if self.cell[square] == 0:
                first, second = self.distance[square], self.distance[self.squares + square]
                if first < second:
                    total += 100
                elif first > second:
                    total -= 100
                elif first < self.squares:
                    total += 20
        return total

    def _fill_distances(self, piece: cython.int, offset: cython.int) -> None:
        """Set in `distance` how many queen moves a side needs to each square.

        It is 0 for a square of its amazons, the number of squares for one that it cannot reach.

        :param piece: the amazons of the side, as a piece in `cell`.
        :param offset: the index in `distance` of its first square.
        """
        first: cython.int = 0
        last: cython.int = 0
        square: cython.int
        ray: cython.int
        for square in range(self.squares):
            self.distance[offset + square] = self.squares
            if self.cell[square] == piece:
                self.distance[offset + square] = 0
                self.queue[last] = square
                last += 1
        while first < last:
            square = self.queue[first]
            first += 1
            steps: cython.int = self.distance[offset + square] + 1
            for ray in range(8 * square, 8 * square + 8):
                at: cython.int = self.first_ray[ray]
                while True:
                    other: cython.int = self.rays[at]
                    # Beyond a square reached in fewer moves, that one has reached all.
                    if other < 0 or self.cell[other] or self.distance[offset + other] < steps:
                        break
                    if self.distance[offset + other] > steps:
                        self.distance[offset + other] = steps
                        self.queue[last] = other
                        last += 1
                    at += 1

    def most_moves_left(self) -> cython.int:
        """Return the number of empty squares: each move fills one."""
        return self.vacant - self.ply

    def move_text(self, move: int) -> str:
        """Return the squares that the amazon leaves and enters, and the arrow's: d1-d7/g7."""
        source, rest = divmod(move, self.squares**2)
        target, arrow = divmod(rest, self.squares)
        names = [self.square_text(square) for square in (source, target, arrow)]
        return "{}-{}/{}".format(*names)

    def parse_move(self, text: str) -> int:
        """Return the legal move of a text such as d1-d7/g7, d1-d7(g7) or d1-d7-g7.

        :raises MoveError: if the text is not a legal move.
        """
        words = text.strip().rstrip(")").replace("(", "/").replace("-", "/").split("/")
        squares = [self.parse_square(word) for word in words]
        if len(squares) != 3 or min(squares) < 0:
            raise self._illegal(text, "is not a move such as d1-d7/g7")
        move = (squares[0] * self.squares + squares[1]) * self.squares + squares[2]
        if move not in self.legal_moves():
            raise self._illegal(text, "is not legal")
        return move
