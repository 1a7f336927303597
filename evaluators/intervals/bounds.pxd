cimport cython

from evaluators.core.evaluator cimport Evaluator
from games.core.position cimport Position
from games.core.scores cimport ONGOING

@cython.final
cdef class Bounds(Evaluator):
    pass
