"""Constants of the Othello board and of the move ordering."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import cython

PASS = 64
"""The move that passes; real moves are squares, from 0 to 63."""
PLIES = 256
"""The largest number of positions in a game and a search below it."""
CORNERS: cython.ulonglong = 0x8100000000000081

REPLY, CORNER, ODD = 60, 200, 40
"""Move ordering in a search: the penalty for a reply, the bonuses for a corner and for a quarter of
the board with an odd number of empty squares."""

FEW, LAST = 8, 4
"""The largest number of empty squares in the solver, and for solving without move ordering."""
MOST_OF_LAST = 140
"""An upper bound of the moves made below a position with LAST empty squares."""
NONE = -99
"""A number below every margin."""
SOLVER_REPLY, SOLVER_CORNER, SOLVER_ODD = 4, 8, 6
"""Move ordering in the solver: the same terms as in a search."""
SORTED = 7
"""The number of empty squares from which the solver counts replies."""
