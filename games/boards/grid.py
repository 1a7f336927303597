"""`Grid`, the base of games on a rectangular board with at most one piece on a square."""

from __future__ import annotations

import re
from typing import Any

import cython

from games.core.columns import lengthen
from games.core.features import board_symmetries
from games.core.history import copy_by_moves
from games.core.moves import Moves
from games.core.position import Position
from games.errors import PositionError, quoted

if not cython.compiled:
    from games.boards.constants import CHANGES
    from games.core.array import array, ints, schars, ulonglongs
    from games.core.bits import GOLDEN, M64, mix

_FILES = "abcdefghijklmnopqrstuvwxyz"


class Grid(Position):
    """A board of squares, numbered by rows from the bottom left: a1, b1 ... then a2, b2 ...

    `cell` has the piece of each square: 0 if it is empty, else the index of its letter in
    `LETTERS`. A move begins with `begin_move`, and changes squares with `put`. `go_back` takes all
    that back. `saved` has one number a ply that a subclass may use. `vacant` squares were empty
    where the history begins. A subclass may set the size in `board_size` and the first board in
    `first_board`.
    """

    LETTERS = ".XO"
    """The letters of an empty square and of each piece; the first piece is of the first side."""
    SIDES = "XO"
    """The letters of the sides in the text of a position."""
    KEYED = True
    IMAGES: tuple[str, ...] = ()
    """The symmetries that leave the sides as they are (see `games.core.features`)."""
    STEPS: tuple[tuple[int, int], ...] = ()
    """The files and rows from a square to its neighbours, which `near` has, -1 beyond the edge."""
    ADDS = False
    """Whether each move adds a piece of its side, and none is removed."""
    BLOCKS = True
    """Whether the pieces of each block of two by two squares are a feature."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.width, self.height = self.board_size()
        self.squares = self.width * self.height
        self.pieces = len(self.LETTERS)
        self._keys = array("Q", [0]) * (self.squares * self.pieces)
        self.keys = ulonglongs(self._keys)
        self._fill_keys()
        views = [self.turned_square(square) for square in range(self.squares)]
        self._views = array("i", [*range(self.squares), *views])
        self.views = ints(self._views)
        self._seen_as = array("b", bytes(self.squares))
        self.seen_as = schars(self._seen_as)
        self.blocks = (self.width - 1) * (self.height - 1) if self.BLOCKS else 0
        self._cell = array("b", bytes(self.squares))
        self.cell = schars(self._cell)
        self._old, self._place = array("b"), array("i")
        self._first_change, self._played, self._saved = array("i"), array("i"), array("i")
        self.capacity = self.changed = 0
        self.hash = 0
        self._near = array("i", self._squares_near())
        self.near = ints(self._near)
        self.make_tables()
        self._set_up(self.first_board(), 0)
        self.start = ""

    def _fill_keys(self) -> None:
        """Set the pseudo-random hash key of each piece on each square; an empty square's is 0."""
        index: cython.int
        for index in range(self.squares * self.pieces):
            if index % self.pieces:
                self.keys[index] = mix(((index + 1) * GOLDEN) & M64)

    def board_size(self) -> tuple[int, int]:
        """Return the files and rows: the options `width` and `height`, or `size` for both."""
        size = self.options.get("size", 0)
        return self.options.get("width", size), self.options.get("height", size)

    def make_tables(self) -> None:
        """Make the tables of a subclass, by default none.

        `__init__` calls it once. The size is known, the board is still empty.
        """

    def _squares_near(self) -> list[int]:
        """Return in one list each square's neighbours by STEPS; -1 beyond the edge."""
        found = []
        for square in range(self.squares):
            for right, up in self.STEPS:
                file, row = square % self.width + right, square // self.width + up
                inside = 0 <= file < self.width and 0 <= row < self.height
                found.append(row * self.width + file if inside else -1)
        return found

    def first_board(self) -> str:
        """Return the rows of the board at the start, as `board_text`; by default all are empty."""
        return "/".join(["." * self.width] * self.height)

    def turned_square(self, square: int) -> int:
        """Return the square that the second side sees where the first side sees `square`.

        A square that is turned twice is itself. By default both sides see the same board.
        """
        return square

    def board_fault(self, board: str, side: int) -> str:
        """Return what makes a board impossible in this game; empty if it is possible.

        By default only the numbers of X and O are compared, if each move ADDS one.

        :param board: the rows as `board_text` has them, of the right size and letters.
        :param side: the side to move, 0 or 1.
        """
        first, second = board.count("X"), board.count("O")
        if self.ADDS and first - second != side:
            return (
                f"{first} X and {second} O with {self.SIDES[side]} to move: expected as many X as "
                "O with X to move, one X more with O to move"
            )
        return ""

    def _set_up(self, board: str, side: int) -> None:
        """Set up a board (rows from the top) and the side to move; the history becomes empty.

        `start` does not change.
        """
        self.ply = self.changed = 0
        self.turn = side
        if self.capacity == 0:
            self._grow()
        self.vacant = board.count(".")
        rows = board.split("/")[::-1]
        for square in range(self.squares):
            letter = rows[square // self.width][square % self.width]
            self.change(square, self.LETTERS.index(letter))

    # -- moves ---------------------------------------------------------------------------------

    def change(self, square: cython.int, piece: cython.int) -> None:
        """Put a piece on a square, or empty it (0), without a record in the history.

        The hash and a subclass's own counts are updated.
        """
        base: cython.int = square * self.pieces
        self.hash ^= self.keys[base + self.cell[square]] ^ self.keys[base + piece]
        self.cell[square] = piece

    def put(self, square: cython.int, piece: cython.int) -> None:
        """Put a piece on a square as part of a move, which `go_back` undoes; 0 empties it."""
        self.place[self.changed] = square
        self.old[self.changed] = self.cell[square]
        self.changed += 1
        self.change(square, piece)

    def begin_move(self, move: cython.int) -> None:
        """Add a move to the history, mark where its changes begin, and pass the turn."""
        if self.ply == self.capacity:
            self._grow()
        self.played[self.ply] = move
        self.first_change[self.ply] = self.changed
        self.ply += 1
        self.turn ^= 1

    def go_back(self) -> None:
        """Take back the last move.

        :raises IndexError: at the start of the history.
        """
        if self.ply == 0:
            raise IndexError("pop at the start of the history")
        self.ply -= 1
        self.turn ^= 1
        first: cython.int = self.first_change[self.ply]
        while self.changed > first:
            self.changed -= 1
            self.change(self.place[self.changed], self.old[self.changed])

    def list_empty(self, moves: Moves) -> cython.int:
        """Append the empty squares as moves, and return how many there are."""
        start: cython.int = moves.count
        square: cython.int
        for square in range(self.squares):
            if self.cell[square] == 0:
                moves.append(square)
        return moves.count - start

    def _grow(self) -> None:
        """Lengthen the arrays of the history to twice as many plies and 64 more."""
        capacity: cython.int = 2 * self.capacity + 64
        try:
            lengthen((self._first_change, self._played, self._saved), capacity)
            lengthen((self._old, self._place), capacity * CHANGES)
        finally:
            self.old, self.place = schars(self._old), ints(self._place)
            self.first_change, self.played = ints(self._first_change), ints(self._played)
            self.saved = ints(self._saved)
        self.capacity = capacity

    def key(self) -> cython.ulonglong:
        """Return a 64-bit hash of the board and the side to move."""
        return self.hash ^ (GOLDEN if self.turn else 0)

    # -- features ------------------------------------------------------------------------------

    def list_features(self, listed: Moves) -> cython.int:
        """Append the features: pieces and blocks, as the side to move sees them; return how many.

        Pieces are in pairs of one kind, an own and an opposing one. A last piece without a partner
        belongs to neither side. A piece has a number for its kind and its square. With BLOCKS each
        block of two by two squares that is not empty has one for its place and its pieces. For the
        second side squares are those of `turned_square`.
        """
        squares: cython.int = self.squares
        view: cython.int = self.turn * squares
        paired: cython.int = (self.pieces - 1) // 2 * 2
        first: cython.int = listed.count
        square: cython.int
        for square in range(squares):
            kind: cython.int = self.cell[self.views[view + square]]
            if 0 < kind <= paired:
                kind = (kind - 1 ^ self.turn) + 1
            self.seen_as[square] = kind
            if kind:
                listed.append((kind - 1) * squares + square)
        if self.blocks:
            self._list_blocks(listed)
        return listed.count - first

    def _list_blocks(self, listed: Moves) -> None:
        """Append a number for each block of two by two squares that is not empty in `seen_as`."""
        pieces: cython.int = self.pieces
        number: cython.int = (pieces - 1) * self.squares
        row: cython.int
        index: cython.int
        for row in range(self.height - 1):
            for index in range(row * self.width, (row + 1) * self.width - 1):
                above: cython.int = index + self.width
                code: cython.int = self.seen_as[above] + pieces * self.seen_as[above + 1]
                code = self.seen_as[index] + pieces * (self.seen_as[index + 1] + pieces * code)
                if code:
                    listed.append(number + code)
                number += pieces * pieces * pieces * pieces

    def symmetries(self) -> list[list[int]]:
        """Return the symmetries of the board: for each feature by number, its image.

        The images are those in IMAGES and their combinations, without the identity.
        """
        blocks = self.pieces if self.blocks else 0
        return board_symmetries(self.width, self.height, self.pieces - 1, self.IMAGES, blocks)

    # -- the state of the game -----------------------------------------------------------------

    @property
    def history(self) -> tuple[int, ...]:
        """The moves made since `start`, oldest first."""
        return tuple(self._played[: self.ply])

    copy = copy_by_moves

    def mirrored(self) -> Any:
        """Return a new position with the sides exchanged, as the second side sees the board.

        Its history is empty. It is for SYMMETRIC games, whose letters are in pairs.
        """
        first, second = self.LETTERS[1::2], self.LETTERS[2::2]
        exchange = str.maketrans(first + second, second + first)
        copy: Grid = type(self)(**self.options)
        copy._set_up(self.board_text(turned=True).translate(exchange), self.turn ^ 1)
        copy.start = copy.text()
        return copy

    # -- text ----------------------------------------------------------------------------------

    def square_text(self, square: int) -> str:
        """Return the name of a square, such as c4."""
        return f"{_FILES[square % self.width]}{square // self.width + 1}"

    def parse_square(self, text: str) -> int:
        """Return the square of a name; -1 if the board has no such square."""
        found = re.fullmatch("([a-z])([1-9][0-9]?)", text)
        if not found:
            return -1
        file, row = _FILES.index(found[1]), int(found[2]) - 1
        return row * self.width + file if file < self.width and row < self.height else -1

    def move_text(self, move: int) -> str:
        """Return the name of the square that a move is on, such as b2."""
        return self.square_text(move)

    def board_text(self, turned: bool = False) -> str:
        """Return the rows from the top one down, with a "/" between them.

        :param turned: whether to write them as the second side sees the board.
        """
        view = self._views[self.squares if turned else 0 :]
        letters = [self.LETTERS[self.cell[view[square]]] for square in range(self.squares)]
        rows = ["".join(letters[row * self.width :][: self.width]) for row in range(self.height)]
        return "/".join(rows[::-1])

    def text(self) -> str:
        """Return the rows from the top one down, and the side to move: `.../.X./... O`."""
        return f"{self.board_text()} {self.SIDES[self.turn]}"

    def at(self, text: str) -> Any:
        """Return a new position from a board with the side to move, or from moves since the start.

        :raises PositionError: if the text is neither; the message names the row or the move.
        """
        first = (text.split(maxsplit=1) or [""])[0]
        is_row = bool(first) and self.height == 1 and set(first) <= set(self.LETTERS)
        if "-" in first or not (is_row or "/" in first):  # a move of Amazons has both
            return super().at(text)
        position: Grid = type(self)(**self.options)
        position._read(text)
        return position

    def _read(self, text: str) -> None:
        """Set up the position of a text: the rows, a blank and the side to move.

        `start` becomes its text, or empty for the usual start.

        :raises PositionError: if it is not a position of this game.
        """
        board, _, rest = text.strip().partition(" ")
        fault = self._fault(board, rest.strip())
        if not fault:
            self._set_up(board, self.SIDES.index(rest.strip()))
            if won := self.won_already():
                own, other = self.INFO.sides[self.turn], self.INFO.sides[self.turn ^ 1]
                fault = f"{own} {won}: expected {other} to move"
        if fault:
            raise PositionError(f"invalid {self.spec} position {quoted(text, 200)}: {fault}")
        self.start = "" if self.text() == self.initial().text() else self.text()

    def won_already(self) -> str:
        """Return how the side to move has won already, such as "has a line"; by default "".

        `_read` calls it after setting up the board of a text, and refuses that if it is not empty.
        """
        return ""

    def _fault(self, board: str, side: str) -> str:
        """Return what is wrong with the text of a position; empty if nothing is."""
        rows = board.split("/")
        if len(rows) != self.height:
            return f"expected {self.height} rows, found {len(rows)}"
        for number, row in enumerate(rows):
            if len(row) != self.width or set(row) - set(self.LETTERS):
                letters = " ".join(self.LETTERS)
                return (
                    f"row {self.height - number} is {quoted(row)}: expected {self.width} of "
                    f"{letters}"
                )
        if len(side) != 1 or side not in self.SIDES:
            return f"the side to move is {quoted(side)}: expected {' or '.join(self.SIDES)}"
        return self.board_fault(board, self.SIDES.index(side))

    def diagram(self) -> str:
        """Return the board with the names of files and rows."""
        margin = len(str(self.height))
        rows = [
            f"{self.height - number:{margin}} {' '.join(row)}"
            for number, row in enumerate(self.board_text().split("/"))
        ]
        return "\n".join([*rows, " " * (margin + 1) + " ".join(_FILES[: self.width])])
