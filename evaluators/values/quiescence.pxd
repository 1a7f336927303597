cimport cython

from evaluators.core.based cimport Based
from evaluators.core.budget cimport Budget, spending, take
from evaluators.values.constants cimport DEEPEST
from games.core cimport INFINITY, ONGOING, Moves, Position

@cython.final
cdef class Quiescence(Based):
    cdef Moves moves
    cdef int margin
    cdef Budget spent
    cdef int _quiet(self, Position position, int alpha, int beta, int ply) except? -2147483647
