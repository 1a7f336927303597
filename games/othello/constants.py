"""Constants of the Othello board and of the order in which its moves are tried."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import cython

PASS = 64
"""The move that passes; real moves are squares, from 0 to 63."""
PLIES = 256
"""Positions that a game and a search below it can have."""
CORNERS: cython.ulonglong = 0x8100000000000081

REPLY, CORNER, ODD = 60, 200, 40
"""Order of moves in a search: minus for each reply, plus for a corner, plus for a quarter of the
board with an odd number of empty squares."""

FEW, LAST = 8, 4
"""Most empty squares of a position that the solver takes, and of one that it solves without an
order of moves."""
MOST_OF_LAST = 140
"""More moves than are made below a position of LAST empty squares."""
NONE = -99
"""Below every margin."""
SOLVER_REPLY, SOLVER_CORNER, SOLVER_ODD = 4, 8, 6
"""Order of moves in the solver, as in a search."""
SORTED = 7
"""Empty squares from which the solver counts replies."""
