cimport cython

from evaluators.core.budget cimport Budget, can_take, take_all
from evaluators.core.evaluator cimport Evaluator
from games.core cimport Moves, Position

@cython.final
cdef class Static(Evaluator):
    pass

@cython.final
cdef class Intervals(Evaluator):
    pass
