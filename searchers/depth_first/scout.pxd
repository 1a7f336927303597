cimport cython

from evaluators.core.budget cimport take
from games.core cimport INFINITY, MATE_BOUND, ONGOING, Moves, Position, adjust_mate
from searchers.depth_first.depth_first cimport DepthFirst

@cython.final
cdef class Scout(DepthFirst):
    cdef int _evaluate(self, Position position, int depth, int ply) except? -2147483647
    cdef int _evaluate_moves(self, Position position, int start, int depth, int ply) except? -2147483647
    cdef bint _test(self, Position position, int depth, int bound, int ply) except -1
    cdef int _count_expanded(self, Position position, int ply) except -1
    cdef bint _make(self, Position position, int index) except -1
    cdef int _evaluate_leaf(self, Position position, int value, int ply) except? -2147483647
