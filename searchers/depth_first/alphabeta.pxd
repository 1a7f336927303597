cimport cython

from evaluators.core.budget cimport Budget, take
from evaluators.core.evaluator cimport Evaluator
from games.core cimport INFINITY, MATE_BOUND, MAX_PLY, ONGOING, Moves, Position, adjust_mate
from searchers.depth_first.tabled cimport Tabled

@cython.final
cdef class AlphaBeta(Tabled):
    cdef bint expand, sorting, table_first, windowed
    cdef int _full(self, Position position, int depth, int alpha, int beta, int ply) except? -2147483647
    cdef int _best_child(self, Position position, int start, bint made, int depth, int alpha, int beta, int ply) except? -2147483647
    cdef int _best_leaf(self, Position position, int start, int alpha, int beta, int ply) except? -2147483647
    cdef int _look_within(self, Position position, int start, int ply, int alpha, int beta) except -1
    cdef inline bint _order(self, Position position, int start, int depth, int ply, int tt_move) except -1
    cdef int _tell_leaf(self, Position position, int index) except -1
    cdef int _make(self, Position position, int start, int depth, int ply) except -1
    cdef int _child(self, Position position, int index, bint made, int depth, int alpha, int beta, int ply) except? -2147483647
