"""Discs of Othello that no move can ever turn."""

from __future__ import annotations

import cython

if not cython.compiled:
    from games.core.bits import M64

__all__ = ["stable"]

LEFT = 0x0101010101010101
RIGHT = 0x8080808080808080
BOTTOM = 0xFF00000000000000


def stable(own: cython.ulonglong, opponent: cython.ulonglong) -> cython.ulonglong:
    """Discs of `own` that can never be turned; not all of them.

    A disc cannot be turned along a line whose squares are all taken, nor along one on which its
    neighbour on either side is the border or a disc of its own that cannot be turned.
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
    """The squares that have one of the discs, or the border, on either side along an axis."""
    return _up(discs, step) | _down(discs, step)


def _up(discs: cython.ulonglong, step: cython.int) -> cython.ulonglong:
    """The squares one step above the discs, and those where the axis begins."""
    if step == 8:
        return discs << 8 & M64 | 255
    if step == 1:
        return (discs & ~RIGHT) << 1 & M64 | LEFT
    if step == 9:
        return (discs & ~RIGHT) << 9 & M64 | LEFT | 255
    return (discs & ~LEFT) << 7 & M64 | RIGHT | 255


def _down(discs: cython.ulonglong, step: cython.int) -> cython.ulonglong:
    """The squares one step below the discs, and those where the axis ends."""
    if step == 8:
        return discs >> 8 | BOTTOM
    if step == 1:
        return (discs & ~LEFT) >> 1 | RIGHT
    if step == 9:
        return (discs & ~LEFT) >> 9 | RIGHT | BOTTOM
    return (discs & ~RIGHT) >> 7 | LEFT | BOTTOM


def _full(taken: cython.ulonglong, step: cython.int) -> cython.ulonglong:
    """The squares whose whole line along an axis is taken."""
    full: cython.ulonglong = taken
    before: cython.ulonglong = M64
    while full != before:
        before = full
        full &= _up(full, step) & _down(full, step)
    return full
