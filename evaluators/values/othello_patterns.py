"""The patterns of Othello's evaluators, and the file of their weights.

A file has one byte for each weight of each stage, compressed. Mirror images share a weight.
"""

from __future__ import annotations

import zlib
from array import array
from functools import cache
from itertools import count
from operator import itemgetter
from typing import NamedTuple

from games.errors import FileError
from games.parts.files import read_bytes

__all__ = [
    "COARSE",
    "DIAGONALS",
    "FINE",
    "OFFSETS",
    "TERNARY",
    "UNIT",
    "Shape",
    "canonical",
    "load",
    "pack",
]

UNIT = 4
"""The unit of a stored weight, in hundredths of a disc."""

_LINE = tuple(range(7, -1, -1))
_PATTERNS = (
    # the number of squares, and the index of each of them in the mirror image
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
"""The squares of the patterns that `FINE` adds: five of an edge from either corner, and the five
next to them. The second pattern is the mirror image of the first."""
_COUNTS = (64, 64, 64, 64, 2)
"""The sizes of the tables for own and opposing moves, own and opposing frontier, and parity."""
_SIZES = tuple(3**squares for squares, _ in _PATTERNS) + _COUNTS + (3**_TEN, 3**_TEN)


class Shape(NamedTuple):
    """The shape of a set of weights.

    :param stages: the number of stages, by the number of discs; each has its own weights.
    :param tables: the number of tables of a stage, the first of `_SIZES`.
    :param features: the number of weights in the sum for one position.
    """

    stages: int
    tables: int
    features: int

    @property
    def entries(self) -> int:
        """The number of weights of a stage, mirror images included."""
        return sum(_SIZES[: self.tables])

    @property
    def span(self) -> int:
        """The number of discs that a stage covers."""
        return 60 // self.stages


_FIRST = len(_PATTERNS) + len(_COUNTS)
COARSE = Shape(6, _FIRST, 4 * len(_PATTERNS) + len(_COUNTS))
FINE = Shape(15, _FIRST + 2, COARSE.features + 8)

TERNARY = tuple(sum(3**index for index in range(10) if bits >> index & 1) for bits in range(1024))
"""The number of each pattern of own discs. Numbers of patterns are in base 3: 1 for an own disc, 2
for an opposing one."""
DIAGONALS = tuple(sum(1 << 9 * row + right for row in range(8 - right)) for right in range(5))
"""The falling diagonals that start 0 to 4 squares to the right of a1, as bitboards."""
OFFSETS = tuple(sum(_SIZES[:table]) for table in range(len(_SIZES)))
"""The index of the first weight of each table within a stage."""


@cache
def canonical(shape: Shape) -> list[int]:
    """Return for each weight of a stage the index of the first of its mirror images."""
    places: list[int] = []
    for _, image in _PATTERNS:
        first = len(places)
        places += map(min, count(first), _images(image, first))
    places += range(len(places), COARSE.entries)
    if shape.tables > COARSE.tables:
        first = len(places)
        places += range(first, first + 3**_TEN)
        places += _images((4, 3, 2, 1, 0, 9, 8, 7, 6, 5), first)
    return places


def _images(image: tuple[int, ...], first: int) -> list[int]:
    """Return for each number of a pattern the index of its mirror image, counted from `first`."""
    numbers = [first]
    for index in image:
        numbers = [number + disc * 3**index for disc in range(3) for number in numbers]
    return numbers


def pack(stages: list[list[int]], shape: Shape) -> bytes:
    """Return the contents of a file of weights, given for every stage and index in units."""
    kept = [index for index, first in enumerate(canonical(shape)) if index == first]
    return zlib.compress(array("b", [stage[index] for stage in stages for index in kept]), 9)


@cache
def load(path: str, shape: Shape) -> array[int]:
    """Return the weights of a file for every stage and index, in units.

    :raises FileError: if it is missing or invalid.
    """
    places = canonical(shape)
    rank = {index: number for number, index in enumerate(sorted(set(places)))}
    expected = shape.stages * len(rank)
    packed = read_bytes(path, f"{expected} weights of Othello")
    try:  # the unpacked data may have any size
        kept = zlib.decompressobj().decompress(packed, expected + 1)
    except zlib.error as error:
        raise FileError(f"{path} has no Othello weights: {error}") from None
    if len(kept) != expected:
        found = f"{len(kept)} numbers" if len(kept) < expected else "more numbers"
        raise FileError(f"{path} has no Othello weights: {found}, expected {expected}")
    spread = itemgetter(*map(rank.__getitem__, places))
    weights = array("b")
    for stage in range(shape.stages):
        weights.frombytes(bytes(spread(kept[stage * len(rank) : (stage + 1) * len(rank)])))
    return weights
