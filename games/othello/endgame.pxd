cimport cython

from games.core cimport M64, ONE, lsb, popcount
from games.othello.bitboards cimport flips, mobility, stable
from games.othello.constants cimport (
    CORNERS, FEW, LAST, MOST_OF_LAST, NONE, SOLVER_CORNER, SOLVER_ODD, SOLVER_REPLY, SORTED,
)

cdef unsigned long long AROUND[64]
cdef unsigned long long QUARTER[64]

cdef unsigned long long odd_quarters(unsigned long long empty) noexcept
cdef int margin(unsigned long long own, unsigned long long opponent) noexcept

@cython.final
cdef class Endgame:
    cdef readonly int nodes
    cdef readonly bint over
    cdef int most
    cdef int square[FEW * (FEW + 1)]
    cdef int score[FEW * (FEW + 1)]
    cdef unsigned long long turned[FEW * (FEW + 1)]
    cpdef int solve(self, unsigned long long own, unsigned long long opponent, int alpha, int beta, int most) noexcept
    cdef int _search(self, unsigned long long own, unsigned long long opponent, int alpha, int beta, unsigned long long odd, int left, bint passed) noexcept
    cdef int _list(self, unsigned long long own, unsigned long long opponent, unsigned long long squares, unsigned long long odd, int left) noexcept
    cdef int _last(self, unsigned long long own, unsigned long long opponent, int alpha, int beta, unsigned long long odd, int left, bint passed) noexcept
    cdef int _one(self, unsigned long long own, unsigned long long opponent) noexcept
