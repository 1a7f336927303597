from evaluators.evaluator cimport Evaluator
from games.position cimport Position

cdef class Static(Evaluator):
    pass

cdef class Intervals(Evaluator):
    pass
