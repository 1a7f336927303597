cimport cython

from evaluators.core.evaluator cimport Evaluator
from games.chess.chess cimport Chess
from games.core cimport Position

cdef int piece_square(Chess chess) except? -2147483647

@cython.final
cdef class Material(Evaluator):
    pass

@cython.final
cdef class PieceSquare(Evaluator):
    pass
