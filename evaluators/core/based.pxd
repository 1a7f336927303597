from evaluators.core.evaluator cimport Evaluator
from games.core cimport Position

cdef class Based(Evaluator):
    cdef readonly Evaluator base
    cdef readonly str bound
