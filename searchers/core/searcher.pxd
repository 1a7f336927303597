from evaluators.core.budget cimport Budget, take
from evaluators.core.evaluator cimport Evaluator
from games.core cimport DRAW, INFINITY, MAX_PLY, ONGOING, Moves, Position
from games.parts.part cimport Part
from searchers.core.counts cimport Counts
from searchers.core.trace cimport Trace

cdef class Searcher(Part):
    cdef readonly object given
    cdef object known_game, default_spec
    cdef public Evaluator evaluator
    cdef readonly Budget budget
    cdef readonly Counts counts
    cdef readonly int root_ply
    cdef readonly long long report_at
    cdef public bint horizon, ranking, lazy, pondering
    cdef bint busy
    cdef readonly bint tracing
    cdef public Trace trace
    cdef public object watcher
    cdef bint _make_move(self, Position position, int move) except -1
    cdef int _count_expanded(self, Position position, int depth, long long stored) except -1
    cdef int _count_leaf(self, Position position, int value) except -1
    cpdef int _plan_report(self) noexcept
    cpdef int _report_root_move(self, int move, int number) except -1
    cpdef int _check_within(self, int depth, int ply) except -1
    cpdef int within(self, Position position, int depth, int alpha, int beta, int ply) except? -2147483647
