cimport cython

from evaluators.evaluator cimport Evaluator
from games.chess cimport Chess
from games.position cimport Position

cdef int piece_square(Chess chess) except? -2147483647

@cython.final
cdef class Material(Evaluator):
    pass

@cython.final
cdef class PieceSquare(Evaluator):
    pass
