cimport cython

from games.core cimport array, ints

cdef enum:
    MAX_DEPTH = 64
    MAX_PHASES = 64
    UNKNOWN = 268435456
    PROBCUT_PLIES = 4

@cython.final
cdef class ErrorBounds:
    cdef array _bounds
    cdef int *bounds
    cdef int below_static(self, int depth, int phase) noexcept
    cdef int above_static(self, int depth, int phase) noexcept
    cdef int below_shallow(self, int depth, int phase) noexcept
    cdef int above_shallow(self, int depth, int phase) noexcept
