cimport cython

from games.core cimport array, ints

from searchers.depth_first.constants cimport MAX_DEPTH, MAX_PHASES, PROBCUT_PLIES, UNKNOWN

@cython.final
cdef class ErrorBounds:
    cdef array _bounds
    cdef int *bounds
    cdef int below_static(self, int depth, int phase) noexcept
    cdef int above_static(self, int depth, int phase) noexcept
    cdef int below_shallow(self, int depth, int phase) noexcept
    cdef int above_shallow(self, int depth, int phase) noexcept
