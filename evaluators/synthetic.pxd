cimport cython

from evaluators.evaluator cimport Evaluator
from games.position cimport Position

@cython.final
cdef class Static(Evaluator):
    pass

@cython.final
cdef class Intervals(Evaluator):
    pass
