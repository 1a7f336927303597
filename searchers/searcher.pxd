from evaluators.budget cimport Budget
from evaluators.evaluator cimport Evaluator
from games.parts cimport Part
from games.position cimport Moves, Position
from games.scores cimport INFINITE, LONGEST_LINE
from searchers.counts cimport Counts
from searchers.trace cimport Trace

cdef class Searcher(Part):
    cdef readonly object given
    cdef object known_game
    cdef public Evaluator evaluator
    cdef readonly Budget budget
    cdef readonly Counts counts
    cdef readonly int root_ply
    cdef public bint horizon, ranking
    cdef readonly bint tracing
    cdef public Trace trace
    cpdef int _check_within(self, int depth, int ply) except -1
    cpdef int within(self, Position position, int depth, int alpha, int beta, int ply) except? -2147483647
