"""What discs of Othello do, as bitboards: a1 is bit 0, b1 bit 1 ... h8 bit 63."""

from __future__ import annotations

import cython

if not cython.compiled:
    from games.core.bits import M64, ONE, msb

    RAYS = [0] * 512

NOT_H = 0x7F7F7F7F7F7F7F7F
INNER = 0x7E7E7E7E7E7E7E7E  # the files b to g: lines across the board may not wrap around it
_DIRECTIONS = ((0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1))
"""Row and file steps: four towards higher squares, then their opposites."""


def _fill_rays() -> None:
    """Per square and direction, the squares from the next one to the edge."""
    for square in range(64):
        for number, (down, right) in enumerate(_DIRECTIONS):
            row, file = square // 8 + down, square % 8 + right
            ray = 0
            while 0 <= row < 8 and 0 <= file < 8:
                ray |= 1 << 8 * row + file
                row, file = row + down, file + right
            RAYS[8 * square + number] = ray


_fill_rays()


def mobility(own: cython.ulonglong, opponent: cython.ulonglong) -> cython.ulonglong:
    """The squares `own` may move to: by lines of opposing discs grown in all eight directions."""
    inner: cython.ulonglong = opponent & INNER
    return (
        _reach(own, inner, 1)
        | _reach(own, inner, 7)
        | _reach(own, opponent, 8)
        | _reach(own, inner, 9)
    ) & ((own | opponent) ^ M64)


def around(discs: cython.ulonglong) -> cython.ulonglong:
    """The squares of the discs and those next to them (beyond row 8 too: mask the result)."""
    row: cython.ulonglong = discs | (discs & NOT_H) << 1 | discs >> 1 & NOT_H
    return row | row << 8 | row >> 8


def beside(corners: cython.ulonglong, across: cython.bint) -> cython.ulonglong:
    """The squares next to some corners: across from them (X-squares), or along the edges."""
    low: cython.ulonglong = corners & 0x81
    high: cython.ulonglong = corners >> 56
    low, high = low << 1 & 0x02 | low >> 1 & 0x40, high << 1 & 0x02 | high >> 1 & 0x40
    if across:
        return low << 8 | high << 48
    return low | high << 56 | (corners & 0x81) << 8 | corners >> 56 << 48


def _reach(own: cython.ulonglong, through: cython.ulonglong, step: cython.int) -> cython.ulonglong:
    """The squares behind lines of `through` that start beside `own`, both ways along one axis."""
    up: cython.ulonglong = through & own << step
    down: cython.ulonglong = through & own >> step
    up_pairs: cython.ulonglong = through & through << step
    down_pairs: cython.ulonglong = through & through >> step
    up |= through & up << step
    down |= through & down >> step
    up |= up_pairs & up << 2 * step
    down |= down_pairs & down >> 2 * step
    up |= up_pairs & up << 2 * step
    down |= down_pairs & down >> 2 * step
    return up << step | down >> step


def flips(
    square: cython.int, own: cython.ulonglong, opponent: cython.ulonglong
) -> cython.ulonglong:
    """The opposing discs that a disc on the empty `square` would turn.

    Along a ray towards higher squares, adding one carries through the opposing discs to the first
    other square; towards lower squares that square is the highest bit.
    """
    flipped: cython.ulonglong = 0
    ray: cython.ulonglong
    end: cython.ulonglong
    index: cython.int
    for index in range(8 * square, 8 * square + 4):
        ray = RAYS[index]
        end = (opponent | ray ^ M64) + 1 & ray & own
        flipped |= end - (end != 0) & ray
    for index in range(8 * square + 4, 8 * square + 8):
        ray = RAYS[index]
        end = ONE << msb(ray & ~opponent | ONE) & ray & own
        flipped |= -end << 1 & ray
    return flipped
