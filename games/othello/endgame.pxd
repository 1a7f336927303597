cimport cython

from games.core cimport GOLDEN, M64, ONE, array, lsb, msb, popcount, ulonglongs
from games.core.constants cimport MIX_A, MIX_B
from games.othello.constants cimport (
    CORNERS, FEW, FILE_A, FILE_TO_ROW, INNER, KEPT_BITS, KEPT_WORDS, LAST, MOST_OF_LAST, NONE,
    PASS, PROBED, SOLVER_CORNER, SOLVER_FIRST, SOLVER_ODD, SOLVER_REPLY, SORTED,
)

cdef unsigned long long AROUND[64]
cdef unsigned long long QUARTER[64]
cdef unsigned long long RAYS[512]
cdef unsigned long long DIAGONALS[128]
cdef int COUNTS[2048]
cdef unsigned long long NOT_H, LEFT, RIGHT, TOP, BOTTOM

cdef unsigned long long mobility(unsigned long long own, unsigned long long opponent) noexcept
cdef unsigned long long _reach(unsigned long long own, unsigned long long through, int step) noexcept
cdef unsigned long long flips(int square, unsigned long long own, unsigned long long opponent) noexcept
cdef unsigned long long odd_quarters(unsigned long long empty) noexcept
cdef unsigned long long around(unsigned long long discs) noexcept
cdef unsigned long long beside(unsigned long long corners, bint across) noexcept
cpdef unsigned long long stable(unsigned long long own, unsigned long long opponent) noexcept
cdef unsigned long long _safe(unsigned long long taken, int step, unsigned long long first, unsigned long long last) noexcept
cdef int margin(unsigned long long own, unsigned long long opponent) noexcept
cdef int _slot(unsigned long long own, unsigned long long opponent) noexcept
cdef int _count(int square, unsigned long long own) noexcept

@cython.final
cdef class Endgame:
    cdef readonly int nodes
    cdef readonly bint over
    cdef int most, refuted
    cdef array _kept
    cdef unsigned long long *kept
    cdef int square[FEW * (FEW + 1)]
    cdef int score[FEW * (FEW + 1)]
    cdef unsigned long long turned[FEW * (FEW + 1)]
    cpdef int solve(self, unsigned long long own, unsigned long long opponent, int alpha, int beta, int most) noexcept
    cdef int _search(self, unsigned long long own, unsigned long long opponent, int alpha, int beta, unsigned long long odd, int left, bint passed) noexcept
    cdef int _by_score(self, unsigned long long own, unsigned long long opponent, unsigned long long squares, int alpha, int beta, unsigned long long odd, int left) noexcept
    cdef int _list(self, unsigned long long own, unsigned long long opponent, unsigned long long squares, unsigned long long odd, int left, int first, int beta) noexcept
    cdef int _by_parity(self, unsigned long long own, unsigned long long opponent, unsigned long long squares, int alpha, int beta, unsigned long long odd, int left) noexcept
    cdef int _last(self, unsigned long long own, unsigned long long opponent, int alpha, int beta, unsigned long long odd, int left, bint passed) noexcept
    cdef int _two(self, unsigned long long own, unsigned long long opponent, int beta, int square, int other) noexcept
    cdef int _one(self, unsigned long long own, unsigned long long opponent, int square) noexcept
