cimport cython

from games.core cimport GOLDEN, INFINITY, M64, ONE, ONGOING, Moves, Position, lsb, mix, popcount
from games.othello.constants cimport CORNER, CORNERS, FEW, ODD, PASS, PLIES, REPLY
from games.othello.endgame cimport (
    Endgame, around, beside, flips, margin, mobility, odd_quarters, stable,
)


cdef int _list_squares(unsigned long long squares, int first, Moves listed) except -1

@cython.final
cdef class Othello(Position):
    cdef readonly unsigned long long own, opponent
    cdef unsigned long long cached_squares
    cdef readonly int turn, ply
    cdef readonly str start
    cdef bint is_cached, wld
    cdef Endgame endgame
    cdef unsigned long long owns[PLIES]
    cdef unsigned long long opponents[PLIES]
    cdef int played[PLIES]
    cdef unsigned long long move_squares(self) noexcept
    cdef int _score(self, int discs) noexcept
