cimport cython

from evaluators.budget cimport Budget, can_take, take_all
from evaluators.evaluator cimport Evaluator
from games.position cimport Moves, Position

@cython.final
cdef class Static(Evaluator):
    pass

@cython.final
cdef class Intervals(Evaluator):
    pass
