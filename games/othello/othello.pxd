cimport cython

from games.core cimport GOLDEN, INFINITY, M64, ONE, ONGOING, Moves, Position, lsb, mix, popcount
from games.othello.endgame cimport FEW, Endgame, margin, odd_quarters
from games.othello.bitboards cimport around, beside, flips, mobility, stable

cdef enum:
    PASS = 64
    PLIES = 256
    REPLY = 60
    CORNER = 200
    ODD = 40

cdef unsigned long long CORNERS

@cython.final
cdef class Othello(Position):
    cdef readonly unsigned long long own, opponent
    cdef unsigned long long squares
    cdef int side, depth
    cdef bint known, wld
    cdef Endgame endgame
    cdef str begins
    cdef unsigned long long owns[256]
    cdef unsigned long long opponents[256]
    cdef int played[256]
    cdef unsigned long long mobile(self) noexcept
    cdef int _score(self, int discs) noexcept
