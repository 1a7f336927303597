cimport cython

from evaluators.core.budget cimport Budget
from games.core cimport INFINITY, MAX_PLY, Moves, Position, array, ints, longlongs
from searchers.best_first.constants cimport NO_DEPTH
from searchers.core.searcher cimport Searcher

@cython.final
cdef class RecursiveBestFirstMinimax(Searcher):
    cdef array _static, _known, _start, _at, _alpha, _beta, _left
    cdef int *static
    cdef long long *known
    cdef int *start
    cdef int *at
    cdef int *alpha
    cdef int *beta
    cdef long long *left
    cdef int capacity, second, known_depth
    cdef bint simple
    cdef Moves moves
    cdef inline int _expand(self, Position position, int depth, int most) except -1
    cdef int _trace_children(self, Position position, int start) except -1
    cdef int _count_regenerated(self, int depth) noexcept
    cdef inline int _best(self, int depth) noexcept
    cdef int _reserve(self) except -1
