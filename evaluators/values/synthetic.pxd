cimport cython

from evaluators.core.budget cimport Budget, can_take, take_all
from evaluators.core.evaluator cimport Evaluator
from games.core.moves cimport Moves
from games.core.position cimport Position

@cython.final
cdef class Static(Evaluator):
    pass

@cython.final
cdef class Intervals(Evaluator):
    pass
