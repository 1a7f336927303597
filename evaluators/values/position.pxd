cimport cython

from evaluators.core.budget cimport Budget, can_take, take_many
from evaluators.core.evaluator cimport Evaluator
from games.core cimport ONGOING, Moves, Position

@cython.final
cdef class Static(Evaluator):
    pass

@cython.final
cdef class Intervals(Evaluator):
    pass

@cython.final
cdef class Bounds(Evaluator):
    pass
