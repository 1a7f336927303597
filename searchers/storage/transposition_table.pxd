cimport cython

from games.core cimport EXACT, LOWER, UPPER, adjust_mate, prefetch
from searchers.storage.constants cimport BUCKET, NO_STATIC, WIDTH

cdef unsigned long long _MIXED
cdef int _LINE, _AGES, _OLDER, _PAGE, _SHALLOWER

@cython.final
cdef class TranspositionTable:
    cdef object _facts
    cdef int *facts
    cdef unsigned long long mask
    cdef public int age
    cdef bint warm
    cdef readonly int value, move, depth, bound, static
    cpdef int begin(self) noexcept
    cpdef int prefetch_bucket(self, unsigned long long key) noexcept
    cpdef bint probe(self, unsigned long long key) except -1
    cpdef void store(self, unsigned long long key, int value, int move, int depth, int bound, int static) except *
    cpdef int store_window_result(self, unsigned long long key, int value, int alpha, int beta, int move, int depth, int now, int static=*) except -1
