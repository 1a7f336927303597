cimport cython

from games.core.bits cimport GOLDEN, M64, ONE, lsb, mix, msb, popcount
from games.core.moves cimport Moves
from games.core.position cimport Position
from games.core.scores cimport ONGOING
from games.othello.stability cimport stable

cdef enum:
    PASS = 64
    PLIES = 256
    REPLY = 60
    CORNER = 200
    ODD = 40

cdef unsigned long long RAYS[512]
cdef unsigned long long QUARTERS[4]
cdef unsigned long long CORNERS, NOT_H, INNER

cdef unsigned long long mobility(unsigned long long own, unsigned long long opponent) noexcept
cdef unsigned long long around(unsigned long long discs) noexcept
cdef unsigned long long beside(unsigned long long corners, bint across) noexcept
cdef unsigned long long _reach(unsigned long long own, unsigned long long through, int step) noexcept
cdef unsigned long long flips(int square, unsigned long long own, unsigned long long opponent) noexcept

@cython.final
cdef class Othello(Position):
    cdef readonly unsigned long long own, opponent
    cdef unsigned long long squares
    cdef int side, depth
    cdef bint known
    cdef str begins
    cdef unsigned long long owns[256]
    cdef unsigned long long opponents[256]
    cdef int played[256]
    cdef unsigned long long mobile(self) noexcept
