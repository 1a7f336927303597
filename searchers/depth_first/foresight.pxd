cimport cython

from games.core cimport array, ints

cdef enum:
    DEEPEST = 64
    PHASES = 64
    UNKNOWN = 268435456

cdef int LOOKED

@cython.final
cdef class Foresight:
    cdef array _bounds
    cdef int *bounds
    cdef int below(self, int deep, int phase) noexcept
    cdef int above(self, int deep, int phase) noexcept
    cdef int below_looked(self, int deep, int phase) noexcept
    cdef int above_looked(self, int deep, int phase) noexcept
