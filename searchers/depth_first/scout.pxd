cimport cython

from games.core cimport INFINITY, MATE_BOUND, ONGOING, Moves, Position
from searchers.depth_first.depth_first cimport DepthFirst

@cython.final
cdef class Scout(DepthFirst):
    cdef int _evaluate(self, Position position, int depth, int ply) except? -2147483647
    cdef int _evaluate_moves(self, Position position, int start, int depth, int ply) except? -2147483647
    cdef bint _test(self, Position position, int depth, int bound, int ply) except -1
