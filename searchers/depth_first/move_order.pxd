cimport cython

from games.core cimport MAX_PLY, array, ints, shorts
from searchers.depth_first.constants cimport BUTTERFLY, KILLER, KINDS, MOST_HISTORY, NONE

@cython.final
cdef class MoveOrder:
    cdef array _killers, _kinds, _history, _after, _captures
    cdef int *killer
    cdef int *kinds
    cdef short *history
    cdef short *after
    cdef short *captures
    cdef int age(self) except -1
    @cython.locals(found=int)
    cdef int past(self, int move, int kind, int side, int ply) noexcept
    cdef int credit(self, int move, int kind, int side, int ply, int bonus) except -1
    cdef int credit_capture(self, int kind, int bonus) noexcept
    cdef int kill(self, int move, int ply) noexcept
    cdef int killing(self, int move, int ply) noexcept

cdef int grown(int old, int bonus) noexcept
