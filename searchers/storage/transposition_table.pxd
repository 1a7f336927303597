cimport cython
from games.core cimport array

from games.core.bits cimport prefetch
from games.core.scores cimport EXACT, LOWER, UPPER, adjust_mate

@cython.final
cdef class TranspositionTable:
    cdef array.array _keys, _facts
    cdef unsigned long long *keys
    cdef int *facts
    cdef unsigned long long mask
    cdef readonly int value, move, depth, bound
    cpdef int expect(self, unsigned long long key) noexcept
    cpdef bint probe(self, unsigned long long key) except -1
    cpdef int store(self, unsigned long long key, int value, int move, int depth, int bound) except -1
    cpdef int keep(self, unsigned long long key, int value, int alpha, int beta, int move, int depth, int now) except -1
