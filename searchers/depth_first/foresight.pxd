cimport cython

from games.core cimport array, ints
from searchers.depth_first.constants cimport DEEPEST, PHASES, UNKNOWN

cdef int LOOKED

@cython.final
cdef class Foresight:
    cdef array _bounds
    cdef int *bounds
    cdef int below(self, int deep, int phase) noexcept
    cdef int above(self, int deep, int phase) noexcept
    cdef int below_looked(self, int deep, int phase) noexcept
    cdef int above_looked(self, int deep, int phase) noexcept
