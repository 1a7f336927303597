"""Values of Othello positions, 100 for a disc: the disc count, and weights of board patterns.

The weights were fitted to the results of our own games.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypedDict, Unpack

import cython

from evaluators.core.evaluator import Evaluator
from evaluators.values import othello_patterns
from evaluators.values.othello_patterns import COARSE, FINE, Shape, load
from games.core.position import Position
from games.parts.part import NoOptions, Option

if not cython.compiled:
    from evaluators.values.constants import FEATURES
    from games.core.array import schars
    from games.core.bits import M64, popcount
    from games.othello.bitboards import around
    from games.othello.endgame import mobility
    from games.othello.othello import Othello

__all__ = ["Discs", "FinePatterns", "Patterns", "Positional"]

# Copied, so that they are C arrays when compiled.
TERNARY = othello_patterns.TERNARY
DIAGONALS = othello_patterns.DIAGONALS
OFFSETS = othello_patterns.OFFSETS

FILE_A = 0x0101010101010101
SWAP_1 = 0x00AA00AA00AA00AA
SWAP_2 = 0x0000CCCC0000CCCC
SWAP_4 = 0x00000000F0F0F0F0
ROWS_1 = 0x00FF00FF00FF00FF
ROWS_2 = 0x0000FFFF0000FFFF


class Discs(Evaluator):
    """The difference of the disc counts."""

    NAME = "discs"
    GAMES = ("othello",)

    def __init__(self, **options: Unpack[NoOptions]) -> None:
        super().__init__(**options)

    def value(self, position: Position) -> cython.int:
        if not isinstance(position, Othello):
            raise self.refusal(position)
        board: Othello = position
        return 100 * (popcount(board.own) - popcount(board.opponent))


class Patterns:
    """The indices, within a stage, of the weights whose sum is a position's value."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.index = [0] * FEATURES

    def features(self, position: Position, shape: Shape) -> list[int]:
        """Return the indices for a position of a game in progress."""
        board: Othello = position  # type: ignore[assignment]  # the typed assignment checks it
        return self.places(board.own, board.opponent, shape)

    def places(self, own: cython.ulonglong, opponent: cython.ulonglong, shape: Shape) -> list[int]:
        """Return the indices for a board on which `own` moves."""
        self.look_up(own, opponent, mobility(own, opponent), shape is FINE)
        return [self.index[index] for index in range(shape.features)]

    def look_up(
        self,
        own: cython.ulonglong,
        opponent: cython.ulonglong,
        moves: cython.ulonglong,
        fine: cython.bint,
    ) -> cython.bint:
        """Set `index`; return False if the game is over.

        :param moves: the squares that the side to move can move to, as bits.
        :param fine: whether to add the patterns of ten squares.
        """
        empty: cython.ulonglong = (own | opponent) ^ M64
        replies: cython.ulonglong = mobility(opponent, own)
        side: cython.int
        if moves == 0 and replies == 0:
            return False
        self.index[40] = OFFSETS[10] + popcount(moves)
        self.index[41] = OFFSETS[11] + popcount(replies)
        self.index[42] = OFFSETS[12] + popcount(around(opponent) & empty)
        self.index[43] = OFFSETS[13] + popcount(around(own) & empty)
        self.index[44] = OFFSETS[14] + (popcount(empty) & 1)
        for side in range(4):
            self._look_from(own, opponent, 10 * side)
            if fine:
                self.index[45 + 2 * side] = OFFSETS[15] + _ternary(_left(own), _left(opponent))
                self.index[46 + 2 * side] = OFFSETS[16] + _ternary(_right(own), _right(opponent))
            own, opponent = _rotated(own), _rotated(opponent)
        return True

    def _look_from(
        self, own: cython.ulonglong, opponent: cython.ulonglong, index: cython.int
    ) -> cython.int:
        """Set the pattern indices seen from one side of the board, whose edge is row 1."""
        number: cython.int
        self.index[index] = OFFSETS[0] + _ternary(_edge(own), _edge(opponent))
        for number in range(1, 4):
            self.index[index + number] = OFFSETS[number] + _ternary(
                own >> 8 * number & 255, opponent >> 8 * number & 255
            )
        for number in range(5):
            self.index[index + 4 + number] = OFFSETS[4 + number] + _ternary(
                _diagonal(own, number), _diagonal(opponent, number)
            )
        self.index[index + 9] = OFFSETS[9] + _ternary(_corner(own), _corner(opponent))
        return 0


class PositionalOptions(TypedDict, total=False):
    """The options of `Positional`."""

    weights: Annotated[str, Option("", "file of weights; empty for those shipped")]


class Positional(Evaluator):
    """The sum of weights for edges, corners, rows, diagonals, mobility, frontiers and parity.

    The weights depend on the number of discs (after Buro 1999). The value of a finished game is its
    result.
    """

    NAME = "positional"
    GAMES = ("othello",)
    OPTIONS = PositionalOptions
    TRAITS = ("earlier", "later")
    SHAPE = COARSE
    SHIPPED = "othello.dat"

    def __init__(self, **options: Unpack[PositionalOptions]) -> None:
        super().__init__(**options)
        shape = self.SHAPE
        shipped = str(Path(__file__).parent / self.SHIPPED)
        self._weights = load(self.options["weights"] or shipped, shape)
        self.fine, self.span, self.stages = shape is FINE, shape.span, shape.stages
        self.count, self.entries = shape.features, shape.entries
        self.weights = schars(self._weights)
        self.patterns = Patterns()
        self.own = self.opponent = 0  # the board of the current indices
        self.stage = self.first = 0

    def value(self, position: Position) -> cython.int:
        """Return the sum of the weights from the side to move; the result if the game is over."""
        if not isinstance(position, Othello):
            raise self.refusal(position)
        board: Othello = position
        total: cython.int = 0
        index: cython.int
        if not self._set_indices(board):
            return board.result()
        for index in range(self.count):
            total += self.weights[self.first + self.patterns.index[index]]
        return 4 * total  # UNIT

    def _set_indices(self, board: Othello) -> cython.bint:
        """Set the indices, the stage and its first weight; return False if the game is over."""
        if not self.patterns.look_up(board.own, board.opponent, board.mobile(), self.fine):
            return False
        self.own, self.opponent = board.own, board.opponent
        self.stage = max(popcount(board.own | board.opponent) - 4, 0) // self.span
        self.first = self.stage * self.entries
        return True

    def trait(self, position: Position, number: cython.int) -> cython.int:
        """Return the change of the value with the weights of the stage before (0) or after (1).

        It is 0 if the game is over.
        """
        if not isinstance(position, Othello):
            raise self.refusal(position)
        board: Othello = position
        total: cython.int = 0
        other: cython.int
        place: cython.int
        index: cython.int
        if (board.own != self.own or board.opponent != self.opponent) and not self._set_indices(
            board
        ):
            return 0
        other = max(0, min(self.stages - 1, self.stage - 1 + 2 * number)) * self.entries
        for index in range(self.count):
            place = self.patterns.index[index]
            total += self.weights[other + place] - self.weights[self.first + place]
        return 4 * total  # UNIT


class FinePatterns(Positional):
    """`positional` with a stage for every four discs instead of ten, and with patterns of ten
    squares at each corner."""

    NAME = "patterns"
    SHAPE = FINE
    SHIPPED = "patterns.dat"


def _ternary(own: cython.ulonglong, opponent: cython.ulonglong) -> cython.int:
    """Return a pattern's number in base 3: 1 for an own disc, 2 for an opposing one."""
    return TERNARY[own] + 2 * TERNARY[opponent]


def _edge(discs: cython.ulonglong) -> cython.ulonglong:
    """Return the discs on row 1, then those on b2 and g2."""
    return discs & 255 | discs >> 1 & 256 | discs >> 5 & 512


def _diagonal(discs: cython.ulonglong, number: cython.int) -> cython.ulonglong:
    """Return the discs on the falling diagonal that starts `number` squares right of a1."""
    return ((discs & DIAGONALS[number]) * FILE_A & M64) >> 56 + number


def _left(discs: cython.ulonglong) -> cython.ulonglong:
    """Return the discs on squares a to e of rows 1 and 2."""
    return discs & 31 | discs >> 3 & 992


def _right(discs: cython.ulonglong) -> cython.ulonglong:
    """Return the discs on squares d to h of rows 1 and 2."""
    return discs >> 3 & 31 | discs >> 6 & 992


def _corner(discs: cython.ulonglong) -> cython.ulonglong:
    """Return the discs on the nine squares around b2, row by row."""
    return discs & 7 | discs >> 5 & 56 | discs >> 10 & 448


def _rotated(discs: cython.ulonglong) -> cython.ulonglong:
    """Return the board rotated by 90 degrees: transposed, then with its rows reversed."""
    swap: cython.ulonglong = (discs ^ discs >> 7) & SWAP_1
    discs ^= swap ^ swap << 7
    swap = (discs ^ discs >> 14) & SWAP_2
    discs ^= swap ^ swap << 14
    swap = (discs ^ discs >> 28) & SWAP_4
    discs ^= swap ^ swap << 28
    discs = (discs & ROWS_1) << 8 | discs >> 8 & ROWS_1
    discs = (discs & ROWS_2) << 16 | discs >> 16 & ROWS_2
    return (discs << 32 | discs >> 32) & M64
