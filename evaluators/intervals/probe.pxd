from evaluators.core.based cimport Based
from evaluators.core.budget cimport Budget, spending, take
from evaluators.core.evaluator cimport Evaluator
from games.core cimport INFINITY, ONGOING, QUIET, Moves, Position

cdef long long NEVER

cdef class Probe(Based):
    cdef readonly bint ended, horizon
    cdef Moves moves
    cdef Budget spent
    cdef long long until
    cdef bint begin(self, Position position) except -1
    cdef bint take(self) except -1
    cdef int ahead(self, Position position, int depth, int alpha, int beta, int ply) except? -2147483647
    cdef int reached(self, Position position, int depth, int alpha, int beta, int ply) except? -2147483647
    cdef bint _score(self, Position position, int start, int depth) except -1
