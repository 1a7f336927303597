cimport cython

from evaluators.core.budget cimport Budget, spending, take
from evaluators.core.evaluator cimport Evaluator
from games.core.position cimport Moves, Position
from games.core.scores cimport INFINITY, ONGOING

cdef enum:
    DEEPEST = 64

@cython.final
cdef class Quiescence(Evaluator):
    cdef readonly Evaluator base
    cdef Moves moves
    cdef int margin
    cdef Budget spent
    cdef int _quiet(self, Position position, int alpha, int beta, int ply) except? -2147483647
