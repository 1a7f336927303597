"""Othello on bitboards (a1 is bit 0, b1 bit 1 ... h8 bit 63): neighbours and stable discs."""

from __future__ import annotations

import cython

if not cython.compiled:
    from games.core.bits import M64

__all__ = ["stable"]

NOT_H = 0x7F7F7F7F7F7F7F7F
LEFT = 0x0101010101010101
RIGHT = 0x8080808080808080
TOP = 0x00000000000000FF
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
    row: cython.ulonglong = _safe(taken, 1, LEFT, RIGHT)
    column: cython.ulonglong = _safe(taken, 8, TOP, BOTTOM)
    rising: cython.ulonglong = _safe(taken, 7, RIGHT | TOP, LEFT | BOTTOM)
    falling: cython.ulonglong = _safe(taken, 9, LEFT | TOP, RIGHT | BOTTOM)
    found: cython.ulonglong = 0
    before: cython.ulonglong = M64
    while found != before:
        before = found
        # Shifts beyond an edge lead to border squares, which are safe along that axis anyway.
        found = (
            own
            & (row | found << 1 | found >> 1)
            & (column | found << 8 | found >> 8)
            & (rising | found << 7 | found >> 7)
            & (falling | found << 9 | found >> 9)
        )
    return found


def _safe(
    taken: cython.ulonglong, step: cython.int, first: cython.ulonglong, last: cython.ulonglong
) -> cython.ulonglong:
    """Return the squares at the ends of an axis, and those whose whole line is occupied.

    :param step: the difference of two neighbours on the axis: 1, 7, 8 or 9.
    :param first: the squares where the lines along the axis begin.
    :param last: the squares where they end.
    """
    full: cython.ulonglong = taken
    before: cython.ulonglong = M64
    while full != before:
        before = full
        full &= (full << step | first) & (full >> step | last)
    return full | first | last
