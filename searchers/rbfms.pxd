cimport cython
from games cimport array

from evaluators.budget cimport Budget
from evaluators.evaluator cimport Evaluator
from games.position cimport Moves, Position
from games.scores cimport INFINITE, LONGEST_LINE, at_ply
from searchers.searcher cimport Searcher

cdef enum:
    NO_DEPTH = -1

@cython.final
cdef class RecursiveBestFirstMinimax(Searcher):
    cdef array.array _static, _known, _start, _at, _alpha, _beta, _done
    cdef int *static
    cdef int *known
    cdef int *start
    cdef int *at
    cdef int *alpha
    cdef int *beta
    cdef int *done
    cdef int capacity, second, settled
    cdef bint simple, fresh
    cdef Moves moves
    cdef inline int _expand(self, Position position, int depth) except -1
    cdef int _tell_sons(self, Position position, int start) except -1
    cdef inline int _account(self, int depth) noexcept
    cdef inline int _best(self, int depth) noexcept
    cdef int _reserve(self) except -1
