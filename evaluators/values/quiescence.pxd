cimport cython

from evaluators.core.budget cimport Budget, current_budget, take
from evaluators.core.evaluator cimport Based
from evaluators.values.constants cimport DEEPEST
from games.core cimport INFINITY, ONGOING, Moves, Position

@cython.final
cdef class Quiescence(Based):
    cdef Moves moves
    cdef int margin
    cdef Budget _budget
    cdef int _search(self, Position position, int alpha, int beta, int ply) except? -2147483647
