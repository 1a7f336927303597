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

FILE_A: cython.ulonglong = 0x0101010101010101
INNER: cython.ulonglong = 0x7E7E7E7E7E7E7E7E
"""Files b to g: lines of discs must not wrap around the board."""
FILE_TO_ROW: cython.ulonglong = 0x0102040810204080
"""The factor that brings the squares of file a to the last row."""

FEW, LAST = 12, 4
"""The largest number of empty squares in the solver, and for solving without a list of moves."""
MOST_OF_LAST = 140
"""An upper bound of the moves made below a position with LAST empty squares."""
NONE = -99
"""A number below every margin."""
SOLVER_REPLY, SOLVER_CORNER, SOLVER_ODD = 8, 2, 6
"""Move ordering in the solver: the same terms as in a search."""
SOLVER_FIRST = 2**20
"""Move ordering in the solver: the score of the best move in the table."""
SORTED = 7
"""The number of empty squares from which the solver has a table and counts replies."""
KEPT_BITS, KEPT_WORDS = 15, 4
"""The logarithm of the slots in the solver's table, and the words of a slot, a power of 2."""
PROBED = 9
"""The number of empty squares from which the solver looks up all moves before it searches one."""
