"""Othello evaluators: the disc count, and pattern weights fitted to the results of our own games.

Every value is from the side to move, 100 a disc.
"""

from __future__ import annotations

import zlib
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

import cython

from evaluators.core.evaluator import Evaluator
from games.core.position import Position
from games.errors import FileError
from games.parts.files import read_bytes
from games.parts.part import Option

if not cython.compiled:
    from games.core.array import array, schars
    from games.core.bits import M64, popcount
    from games.othello.lines import around, mobility
    from games.othello.othello import Othello

    TERNARY = [0] * 1024
    DIAGONALS = [0] * 5
    OFFSETS = [0] * 17
    FEATURES = 53

__all__ = [
    "COARSE",
    "FINE",
    "UNIT",
    "Discs",
    "Fine",
    "Patterns",
    "Positional",
    "Shape",
    "canonical",
    "load",
    "pack",
]

UNIT = 4
"""What one step of a stored weight is worth, in hundredths of a disc."""

_LINE = tuple(range(7, -1, -1))
_PATTERNS = (
    # squares, and where each of them goes in the pattern's own mirror image
    (10, (7, 6, 5, 4, 3, 2, 1, 0, 9, 8)),  # an edge with its two X-squares
    (8, _LINE),
    (8, _LINE),
    (8, _LINE),  # the rows 2, 3 and 4 from that edge
    (8, _LINE),
    (7, _LINE[1:]),
    (6, _LINE[2:]),
    (5, _LINE[3:]),
    (4, _LINE[4:]),  # the diagonals
    (9, (0, 3, 6, 1, 4, 7, 2, 5, 8)),  # the nine squares of a corner
)
_TEN = 10
"""Squares of the patterns that the finer evaluator adds: five of an edge from either corner, and
the five beside them. The second is the mirror image of the first."""
_COUNTS = (64, 64, 64, 64, 2)
"""Counts as further tables: own and opposing moves, own and opposing frontier, empties odd."""
_SIZES = tuple(3**squares for squares, _ in _PATTERNS) + _COUNTS + (3**_TEN, 3**_TEN)


class Shape(NamedTuple):
    """What weights there are.

    :param stages: tables of weights, by the number of discs.
    :param tables: the first so many of those of `_SIZES`.
    :param features: weights that are added up for one position.
    """

    stages: int
    tables: int
    features: int

    @property
    def entries(self) -> int:
        """Weights of one stage, before mirror images are taken together."""
        return sum(_SIZES[: self.tables])

    @property
    def span(self) -> int:
        """Discs of a stage."""
        return 60 // self.stages


_FIRST = len(_PATTERNS) + len(_COUNTS)
COARSE = Shape(6, _FIRST, 4 * len(_PATTERNS) + len(_COUNTS))
FINE = Shape(15, _FIRST + 2, COARSE.features + 8)

FILE_A = 0x0101010101010101
SWAP_1 = 0x00AA00AA00AA00AA
SWAP_2 = 0x0000CCCC0000CCCC
SWAP_4 = 0x00000000F0F0F0F0
ROWS_1 = 0x00FF00FF00FF00FF
ROWS_2 = 0x0000FFFF0000FFFF


def _fill_tables() -> None:
    """Number patterns in base 3: 1 for an own disc, 2 for an opposing one."""
    for bits in range(1024):
        TERNARY[bits] = sum(3**index for index in range(10) if bits >> index & 1)
    for number in range(5):
        DIAGONALS[number] = sum(1 << 9 * row + number for row in range(8 - number))
    for table in range(17):
        OFFSETS[table] = sum(_SIZES[:table])


_fill_tables()


class Discs(Evaluator):
    """The discs on the board: own less opposing."""

    NAME = "discs"
    GAMES = ("othello",)

    def value(self, position: Position) -> cython.int:
        if not isinstance(position, Othello):
            raise self.refusal(position)
        board: Othello = position
        return 100 * (popcount(board.own) - popcount(board.opponent))


class Patterns:
    """The places, within a stage, of the weights that a position's value adds up."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.index = [0] * FEATURES

    def features(self, position: Position, shape: Shape) -> list[int]:
        """The places for a position of a game that goes on."""
        board: Othello = position  # type: ignore[assignment]  # the typed assignment checks it
        return self.places(board.own, board.opponent, shape)

    def places(self, own: cython.ulonglong, opponent: cython.ulonglong, shape: Shape) -> list[int]:
        """The places for a board on which `own` moves."""
        self.look_up(own, opponent, mobility(own, opponent), shape is FINE)
        return [self.index[index] for index in range(shape.features)]

    def look_up(
        self,
        own: cython.ulonglong,
        opponent: cython.ulonglong,
        moves: cython.ulonglong,
        fine: cython.bint,
    ) -> cython.bint:
        """Find the places into `index`; false if the game is over.

        :param moves: the squares that the side to move may move to.
        :param fine: whether the patterns of ten squares are wanted too.
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
            own, opponent = _turned(own), _turned(opponent)
        return True

    def _look_from(
        self, own: cython.ulonglong, opponent: cython.ulonglong, index: cython.int
    ) -> cython.int:
        """Number the patterns of one side of the board: row 1 is its edge."""
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


class Positional(Evaluator):
    """Edges, corners, rows and diagonals as patterns, with mobility, frontiers and parity.

    A weighted sum in the manner of Buro (1999), the weights by number of discs. A finished game
    is worth its result.

    :param weights: a file of weights of your own instead of those shipped.
    """

    NAME = "positional"
    GAMES = ("othello",)
    OPTIONS = (Option("weights", "", "file of weights; empty for those shipped"),)
    SHAPE = COARSE
    SHIPPED = "othello.dat"

    def __init__(self, **options: str) -> None:
        super().__init__(**options)
        shape = self.SHAPE
        shipped = str(Path(__file__).parent / self.SHIPPED)
        self._weights = load(self.options["weights"] or shipped, shape)
        self.fine, self.span = shape is FINE, shape.span
        self.count, self.entries = shape.features, shape.entries
        self.weights = schars(self._weights)
        self.patterns = Patterns()

    def value(self, position: Position) -> cython.int:
        if not isinstance(position, Othello):
            raise self.refusal(position)
        board: Othello = position
        patterns: Patterns = self.patterns
        total: cython.int = 0
        index: cython.int
        if not patterns.look_up(board.own, board.opponent, board.mobile(), self.fine):
            return board.result()
        stage: cython.int = max(popcount(board.own | board.opponent) - 4, 0) // self.span
        first: cython.int = stage * self.entries
        for index in range(self.count):
            total += self.weights[first + patterns.index[index]]
        return 4 * total  # UNIT


class Fine(Positional):
    """`positional` with a table of weights for every four discs instead of ten, and patterns of ten
    squares at each corner."""

    NAME = "patterns"
    SHAPE = FINE
    SHIPPED = "patterns.dat"


def _ternary(own: cython.ulonglong, opponent: cython.ulonglong) -> cython.int:
    return TERNARY[own] + 2 * TERNARY[opponent]


def _edge(discs: cython.ulonglong) -> cython.ulonglong:
    """Row 1, then the squares b2 and g2."""
    return discs & 255 | discs >> 1 & 256 | discs >> 5 & 512


def _diagonal(discs: cython.ulonglong, number: cython.int) -> cython.ulonglong:
    """The falling diagonal that begins `number` squares right of a1."""
    return ((discs & DIAGONALS[number]) * FILE_A & M64) >> 56 + number


def _left(discs: cython.ulonglong) -> cython.ulonglong:
    """The squares a to e of the rows 1 and 2."""
    return discs & 31 | discs >> 3 & 992


def _right(discs: cython.ulonglong) -> cython.ulonglong:
    """The squares d to h of the rows 1 and 2."""
    return discs >> 3 & 31 | discs >> 6 & 992


def _corner(discs: cython.ulonglong) -> cython.ulonglong:
    """The nine squares around b2, row by row."""
    return discs & 7 | discs >> 5 & 56 | discs >> 10 & 448


def _turned(discs: cython.ulonglong) -> cython.ulonglong:
    """The board turned by a quarter: its diagonal exchanged, then its rows."""
    swap: cython.ulonglong = (discs ^ discs >> 7) & SWAP_1
    discs ^= swap ^ swap << 7
    swap = (discs ^ discs >> 14) & SWAP_2
    discs ^= swap ^ swap << 14
    swap = (discs ^ discs >> 28) & SWAP_4
    discs ^= swap ^ swap << 28
    discs = (discs & ROWS_1) << 8 | discs >> 8 & ROWS_1
    discs = (discs & ROWS_2) << 16 | discs >> 16 & ROWS_2
    return (discs << 32 | discs >> 32) & M64


# -- the file of weights -----------------------------------------------------------------------


@cache
def canonical(shape: Shape) -> list[int]:
    """For every weight of a stage, the place of the first one that its mirror images share."""
    places: list[int] = []
    for _, image in _PATTERNS:
        first = len(places)
        places += [first + min(pair) for pair in enumerate(_images(image))]
    places += range(len(places), COARSE.entries)
    if shape.tables > COARSE.tables:
        first = len(places)
        places += range(first, first + 3**_TEN)
        places += [first + number for number in _images((4, 3, 2, 1, 0, 9, 8, 7, 6, 5))]
    return places


def _images(image: tuple[int, ...]) -> list[int]:
    """Per number of a pattern, the number of its mirror image."""
    numbers = [0]
    for index in image:
        numbers = [number + disc * 3**index for disc in range(3) for number in numbers]
    return numbers


def pack(stages: list[list[int]], shape: Shape) -> bytes:
    """The file of the weights given for every stage and place, in units; those shared only once."""
    kept = [index for index, first in enumerate(canonical(shape)) if index == first]
    return zlib.compress(array("b", [stage[index] for stage in stages for index in kept]), 9)


@cache
def load(path: str, shape: Shape) -> array[int]:
    """The weights of a file for every stage and place, in units.

    :raises FileError: if it is missing, or holds something else.
    """
    places = canonical(shape)
    rank = {index: number for number, index in enumerate(sorted(set(places)))}
    expected = shape.stages * len(rank)
    packed = read_bytes(path, f"{expected} weights of Othello")
    try:  # what is packed may be of any size
        kept = array("b", zlib.decompressobj().decompress(packed, expected + 1))
    except zlib.error as error:
        raise FileError(f"no Othello weights in {path}: {error}") from None
    if len(kept) != expected:
        found = f"{len(kept)} numbers" if len(kept) < expected else "more numbers"
        raise FileError(f"no Othello weights in {path}: {found}, expected {expected}")
    spread = itemgetter(*[rank[index] for index in places])
    weights = array("b")
    for stage in range(shape.stages):
        weights.extend(spread(kept[stage * len(rank) : (stage + 1) * len(rank)]))
    return weights
