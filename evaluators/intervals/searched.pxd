cimport cython

from evaluators.core.budget cimport Budget, current_budget, take
from evaluators.core.evaluator cimport Based, Evaluator
from evaluators.intervals.constants cimport DEEPEST
from games.core cimport INFINITY, MATE_BOUND, ONGOING, QUIET, Moves, Position

cdef long long UNLIMITED

@cython.final
cdef class ShallowSearch:
    cdef Evaluator base
    cdef Moves moves
    cdef Budget budget
    cdef long long limit
    cdef bint ended, reached_horizon
    cdef int begin(self, Based owner, Position position) except -1
    cdef bint take(self) except -1
    cdef int value(self, Position position, int depth, int alpha, int beta, int ply) except? -2147483647
    cdef int value_or_result(self, Position position, int depth, int alpha, int beta, int ply) except? -2147483647
    cdef bint score_moves(self, Position position, int start, int depth) except -1

@cython.final
cdef class Fixed(Based):
    cdef ShallowSearch search
    cdef int margin

@cython.final
cdef class Shallow(Based):
    cdef ShallowSearch search
    cdef int first, last, margin

@cython.final
cdef class NullMove(Based):
    cdef ShallowSearch search
    cdef int depth, nodes, threat
    cdef bint lazy
    cdef bint _search_interval(self, Position position, int depth) except -1
    cdef int _pessimistic(self, Position position, int depth, int real) except? -2147483647
    cdef int _optimistic(self, Position position, int depth, int real) except? -2147483647
    cdef int _as_threat(self, int value) noexcept
