cimport cython

from games.core cimport array, ints

from searchers.depth_first.constants cimport (
    BELOW_SHALLOW, BELOW_STATIC, MAX_DEPTH, MAX_PHASES, PROBCUT_PLIES, UNKNOWN,
)

@cython.final
cdef class ErrorBounds:
    cdef array _bounds
    cdef int *bounds
    cdef int bound(self, int kind, int depth, int phase) noexcept
