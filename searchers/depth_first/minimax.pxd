cimport cython

from games.core cimport INFINITY, MATE_BOUND, ONGOING, Moves, Position
from searchers.depth_first.depth_first cimport DepthFirst

@cython.final
cdef class Minimax(DepthFirst):
    cdef int sign
    cdef int _value(self, Position position, int depth, int ply) except? -2147483647
    cdef int _child(self, Position position, int index, int depth, int ply) except? -2147483647
