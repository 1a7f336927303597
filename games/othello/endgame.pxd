cimport cython

from games.core cimport M64, ONE, lsb, popcount
from games.othello.bitboards cimport flips, mobility, stable

cdef enum:
    FEW = 8
    LAST = 4
    MOST_OF_LAST = 140
    NONE = -99
    REPLY = 4
    CORNER = 8
    ODD = 6
    SORTED = 7

cdef unsigned long long AROUND[64]
cdef unsigned long long QUARTER[64]
cdef unsigned long long CORNERS

cdef unsigned long long odd_quarters(unsigned long long empty) noexcept
cdef int margin(unsigned long long own, unsigned long long opponent) noexcept

@cython.final
cdef class Endgame:
    cdef readonly int nodes
    cdef readonly bint over
    cdef int most
    cdef int square[72]
    cdef int score[72]
    cdef unsigned long long turned[72]
    cpdef int solve(self, unsigned long long own, unsigned long long opponent, int alpha, int beta, int most) noexcept
    cdef int _search(self, unsigned long long own, unsigned long long opponent, int alpha, int beta, unsigned long long odd, int left, bint passed) noexcept
    cdef int _list(self, unsigned long long own, unsigned long long opponent, unsigned long long squares, unsigned long long odd, int left) noexcept
    cdef int _last(self, unsigned long long own, unsigned long long opponent, int alpha, int beta, unsigned long long odd, int left, bint passed) noexcept
    cdef int _one(self, unsigned long long own, unsigned long long opponent) noexcept
