"""Othello on bitboards (a1 is bit 0, b1 bit 1 ... h8 bit 63): moves, flips, stable discs."""

from __future__ import annotations

import cython

if not cython.compiled:
    from games.core.bits import M64, ONE, msb

    RAYS = [0] * 512

__all__ = ["stable"]

NOT_H = 0x7F7F7F7F7F7F7F7F
INNER = 0x7E7E7E7E7E7E7E7E  # files b to g: lines of discs must not wrap around the board
LEFT = 0x0101010101010101
RIGHT = 0x8080808080808080
BOTTOM = 0xFF00000000000000
_DIRECTIONS = ((0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1))
"""Row and file steps: four towards higher squares, then the opposite four."""


def _fill_rays() -> None:
    """Fill RAYS: for each square and direction, the squares from the next one to the edge."""
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
    """Return the legal moves of `own` as squares: lines of opposing discs grow in 8 directions."""
    inner: cython.ulonglong = opponent & INNER
    return (
        _reach(own, inner, 1)
        | _reach(own, inner, 7)
        | _reach(own, opponent, 8)
        | _reach(own, inner, 9)
    ) & ((own | opponent) ^ M64)


def around(discs: cython.ulonglong) -> cython.ulonglong:
    """Return the squares of the discs and their neighbours (beyond row 8 too: mask the result)."""
    row: cython.ulonglong = discs | (discs & NOT_H) << 1 | discs >> 1 & NOT_H
    return row | row << 8 | row >> 8


def beside(corners: cython.ulonglong, across: cython.bint) -> cython.ulonglong:
    """Return the squares next to the corners: X-squares if `across`, else C-squares."""
    low: cython.ulonglong = corners & 0x81
    high: cython.ulonglong = corners >> 56
    low, high = low << 1 & 0x02 | low >> 1 & 0x40, high << 1 & 0x02 | high >> 1 & 0x40
    if across:
        return low << 8 | high << 48
    return low | high << 56 | (corners & 0x81) << 8 | corners >> 56 << 48


def _reach(own: cython.ulonglong, through: cython.ulonglong, step: cython.int) -> cython.ulonglong:
    """Return the squares behind lines of `through` that begin beside `own`, on one axis."""
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
    """Return the opposing discs that a disc on the empty `square` flips.

    On a ray towards higher squares, adding one carries through the opposing discs to the first
    other square. Towards lower squares that square is the highest bit.
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


def stable(own: cython.ulonglong, opponent: cython.ulonglong) -> cython.ulonglong:
    """Return discs of `own` that can never be flipped (a subset of all such discs).

    A stable disc is stable along all four axes. It is stable along an axis if the whole line is
    occupied, or a neighbour on that axis is the border or a stable disc of its side.
    """
    taken: cython.ulonglong = own | opponent
    row: cython.ulonglong = _full(taken, 1)
    column: cython.ulonglong = _full(taken, 8)
    rising: cython.ulonglong = _full(taken, 7)
    falling: cython.ulonglong = _full(taken, 9)
    found: cython.ulonglong = 0
    before: cython.ulonglong = M64
    while found != before:
        before = found
        found = (
            own
            & (row | _beside(found, 1))
            & (column | _beside(found, 8))
            & (rising | _beside(found, 7))
            & (falling | _beside(found, 9))
        )
    return found


def _beside(discs: cython.ulonglong, step: cython.int) -> cython.ulonglong:
    """Return the squares with one of the discs, or the border, on either side along an axis."""
    return _up(discs, step) | _down(discs, step)


def _up(discs: cython.ulonglong, step: cython.int) -> cython.ulonglong:
    """Return the squares one step above the discs, and those where the axis begins."""
    if step == 8:
        return discs << 8 & M64 | 255
    if step == 1:
        return (discs & ~RIGHT) << 1 & M64 | LEFT
    if step == 9:
        return (discs & ~RIGHT) << 9 & M64 | LEFT | 255
    return (discs & ~LEFT) << 7 & M64 | RIGHT | 255


def _down(discs: cython.ulonglong, step: cython.int) -> cython.ulonglong:
    """Return the squares one step below the discs, and those where the axis ends."""
    if step == 8:
        return discs >> 8 | BOTTOM
    if step == 1:
        return (discs & ~LEFT) >> 1 | RIGHT
    if step == 9:
        return (discs & ~LEFT) >> 9 | RIGHT | BOTTOM
    return (discs & ~RIGHT) >> 7 | LEFT | BOTTOM


def _full(taken: cython.ulonglong, step: cython.int) -> cython.ulonglong:
    """Return the squares whose whole line along an axis is occupied."""
    full: cython.ulonglong = taken
    before: cython.ulonglong = M64
    while full != before:
        before = full
        full &= _up(full, step) & _down(full, step)
    return full
