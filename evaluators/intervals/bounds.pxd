cimport cython

from evaluators.core.evaluator cimport Evaluator
from games.core cimport ONGOING, Position

@cython.final
cdef class Bounds(Evaluator):
    pass
