"""Othello on bitboards (a1 is bit 0, b1 bit 1 ... h8 bit 63): neighbours and stable discs."""

from __future__ import annotations

import cython

if not cython.compiled:
    from games.core.bits import M64

__all__ = ["stable"]

NOT_H = 0x7F7F7F7F7F7F7F7F
LEFT = 0x0101010101010101
RIGHT = 0x8080808080808080
BOTTOM = 0xFF00000000000000


def around(discs: cython.ulonglong) -> cython.ulonglong:
    """Return the squares of the discs and their neighbours (beyond row 8 too: mask the result)."""
    row: cython.ulonglong = discs | (discs & NOT_H) << 1 | discs >> 1 & NOT_H
    return row | row << 8 | row >> 8


def beside(corners: cython.ulonglong, across: cython.bint) -> cython.ulonglong:
    """Return the squares next to these corners: X-squares if `across`, else C-squares.

    X-squares are diagonal neighbours, C-squares the others.
    """
    low: cython.ulonglong = corners & 0x81
    high: cython.ulonglong = corners >> 56
    low, high = low << 1 & 0x02 | low >> 1 & 0x40, high << 1 & 0x02 | high >> 1 & 0x40
    if across:
        return low << 8 | high << 48
    return low | high << 56 | (corners & 0x81) << 8 | corners >> 56 << 48


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
    """Return the squares one step above the discs, and those where the axis begins.

    :param step: the difference of two neighbours on the axis: 1, 7, 8 or 9.
    """
    if step == 8:
        return discs << 8 & M64 | 255
    if step == 1:
        return (discs & ~RIGHT) << 1 & M64 | LEFT
    if step == 9:
        return (discs & ~RIGHT) << 9 & M64 | LEFT | 255
    return (discs & ~LEFT) << 7 & M64 | RIGHT | 255


def _down(discs: cython.ulonglong, step: cython.int) -> cython.ulonglong:
    """Return the squares one step below the discs, and those where the axis ends.

    :param step: the difference of two neighbours on the axis: 1, 7, 8 or 9.
    """
    if step == 8:
        return discs >> 8 | BOTTOM
    if step == 1:
        return (discs & ~LEFT) >> 1 | RIGHT
    if step == 9:
        return (discs & ~LEFT) >> 9 | RIGHT | BOTTOM
    return (discs & ~RIGHT) >> 7 | LEFT | BOTTOM


def _full(taken: cython.ulonglong, step: cython.int) -> cython.ulonglong:
    """Return the squares whose whole line along an axis is occupied by discs."""
    full: cython.ulonglong = taken
    before: cython.ulonglong = M64
    while full != before:
        before = full
        full &= _up(full, step) & _down(full, step)
    return full
