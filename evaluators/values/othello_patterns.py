"""The patterns of Othello's evaluators, and the file of their weights.

A pattern is a set of squares. Its discs select a weight, in all of its images on the board. A file
has one byte for each weight of each stage, compressed. Mirror images share a weight.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import accumulate
from operator import eq

from evaluators.values.constants import COUNTS, LANES, NIBBLES
from games.core.features import digit_permutation
from games.errors import FileError
from games.parts.files import read_bytes

_LINES = (
    "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2",  # an edge with its two X-squares
    "a2 b2 c2 d2 e2 f2 g2 h2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    "a1 b2 c3 d4 e5 f6 g7 h8",
    "b1 c2 d3 e4 f5 g6 h7",
    "c1 d2 e3 f4 g5 h6",
    "d1 e2 f3 g4 h5",
    "e1 f2 g3 h4",
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",  # a corner
)
_TENS = (
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",  # two rows from a corner
    "a5 a4 a3 a2 a1 b2 b1 c1 d1 e1",  # two edges from a corner, and its X-square
    "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2",  # the middle of an edge, and its corners
)
_COUNT_SIZES = (64, 64, 64, 64, 2)
"""The sizes of the tables for own and opposing moves, own and opposing frontier, and parity."""

Squares = tuple[int, ...]
"""The squares of a pattern by number (a1 is 0, h1 is 7), in the order of its digits."""


def _squares(text: str) -> Squares:
    """Return the squares of a text such as `a1 b1`."""
    return tuple(ord(name[0]) - ord("a") + 8 * (int(name[1]) - 1) for name in text.split())


def _images(squares: Squares, mirrored: bool) -> Iterator[Squares]:
    """Yield a pattern turned by 0, 90, 180 and 270 degrees, or its mirror image turned so."""
    places = [(square // 8, 7 - square % 8 if mirrored else square % 8) for square in squares]
    for _ in range(4):
        yield tuple(8 * row + file for row, file in places)
        places = [(file, 7 - row) for row, file in places]


def _lanes(squares: Squares) -> list[Squares]:
    """Return the four turned patterns, and the mirror images that have other squares."""
    turned = list(_images(squares, False))
    found = {frozenset(image) for image in turned}
    return turned + [i for i in _images(squares, True) if frozenset(i) not in found]


class Shape:
    """A set of patterns, and of stages with weights of their own.

    The numbers of a pattern's discs are in base 3: 1 for an own disc, 2 for an opposing one.

    :param stages: the number of stages, by the number of discs.
    :param unit: the unit of a weight, in hundredths of a disc. It limits weights to 127 units.
    :param patterns: the squares of each pattern, as text.
    """

    def __init__(self, stages: int, unit: int, patterns: tuple[str, ...]) -> None:
        self.stages, self.unit = stages, unit
        self.span = 60 // stages
        """The number of discs that a stage covers."""
        self.patterns = [_squares(text) for text in patterns]
        self.sizes = (*(3 ** len(squares) for squares in self.patterns), *_COUNT_SIZES)
        """The number of weights in the table of each pattern and each count."""
        self.offsets = [0, *accumulate(self.sizes)]
        """The index of the first weight of each table within a stage; last, the end."""
        self.entries = self.offsets[-1]
        """The number of weights of a stage, mirror images included."""
        self.lanes = [
            (table, image)
            for table, squares in enumerate(self.patterns)
            for image in _lanes(squares)
        ]
        """The table and the squares of every image of a pattern on the board.

        A main diagonal is counted from either end."""
        self.features = len(self.lanes) + COUNTS
        """The number of weights in the sum for one position."""

    @cached_property
    def steps(self) -> array[int]:
        """The addends of the number by which each lane selects a weight, for own discs.

        A lane is one image of a pattern on the board. The addends are sorted by row of four
        squares, by the discs on them as four bits, and by lane.
        """
        values = array("H", bytes(2 * NIBBLES * 16 * LANES))
        for lane, (_, squares) in enumerate(self.lanes):
            for digit, square in enumerate(squares):
                for discs in range(16):
                    if discs >> square % 4 & 1:
                        values[(square // 4 * 16 + discs) * LANES + lane] += 3**digit
        return values

    @cached_property
    def ranks(self) -> array[int]:
        """For each weight of a stage, its place in a file, which has one for all mirror images."""
        ranks, count = array("i"), 0
        for squares in self.patterns:
            lowest = list(_lowest_images(squares))
            places = list(accumulate(map(eq, lowest, range(len(lowest))), initial=count))
            ranks.extend(map(places.__getitem__, lowest))
            count = places[-1]
        ranks.extend(range(count, count + sum(_COUNT_SIZES)))
        return ranks

    @property
    def stored(self) -> int:
        """The number of weights of a stage in a file."""
        return self.ranks[-1] + 1


def _lowest_images(squares: Squares) -> Iterable[int]:
    """Return for each number of a pattern the least number of its images on the same squares."""
    lowest: Iterable[int] = range(3 ** len(squares))
    for image in {*_images(squares, False), *_images(squares, True)} - {squares}:
        if set(image) == set(squares):
            numbers = digit_permutation([squares.index(square) for square in image], 3)
            lowest = map(min, lowest, numbers)
    return lowest


COARSE = Shape(6, 4, _LINES)
FINE = Shape(15, 10, _LINES + _TENS)


def pack(stages: list[list[int]], shape: Shape) -> bytes:
    """Return the contents of a file of weights, given for every stage and index in units.

    Mirror images share the weight of the first of them.
    """
    weights = array("b")
    for stage in stages:
        first = dict(zip(reversed(shape.ranks), reversed(stage), strict=True))
        weights.extend(first[rank] for rank in range(shape.stored))
    return zlib.compress(weights, 9)


def unpack(path: str, shape: Shape) -> array[int]:
    """Return the weights of a file in its own order: for each stage those without mirror images.

    :raises FileError: if it is missing or invalid.
    """
    expected = shape.stages * shape.stored
    packed = read_bytes(path, f"{expected} weights of Othello")
    try:  # the unpacked data may have any size
        decompressor = zlib.decompressobj()
        kept = decompressor.decompress(packed, expected + 1)
    except zlib.error as error:
        raise FileError(f"{path} has no Othello weights: {error}") from None
    if len(kept) != expected:
        found = f"{len(kept)} numbers" if len(kept) < expected else "more numbers"
        raise FileError(f"{path} has no Othello weights: {found}, expected {expected}")
    if not decompressor.eof:  # then its checksum is missing
        raise FileError(f"{path} has no Othello weights: the file is cut off")
    return array("b", kept)
