cimport cython

from evaluators.core.budget cimport take
from games.core cimport INFINITY, MATE_BOUND, ONGOING, Moves, Position, adjust_mate
from searchers.depth_first.depth_first cimport DepthFirst

@cython.final
cdef class Minimax(DepthFirst):
    cdef int sign
    cdef int _value(self, Position position, int depth, int ply) except? -2147483647
    cdef int _child(self, Position position, int index, int depth, int ply) except? -2147483647
