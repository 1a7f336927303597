cimport cython

from evaluators.core.budget cimport Budget
from evaluators.core.evaluator cimport Evaluator
from games.core cimport INFINITY, MATE_BOUND, MAX_PLY, ONGOING, Moves, Position
from searchers.depth_first.depth_first cimport DepthFirst

@cython.final
cdef class AlphaBeta(DepthFirst):
    cdef bint expand, sort_children, tt_move_first, pass_window
    cdef int _search_node(self, Position position, int depth, int alpha, int beta, int ply) except? -2147483647
    cdef inline bint _order_children(self, Position position, int start, int depth, int ply, int tt_move) except -1
    cdef int _evaluate_children(self, Position position, int start, int depth, int ply) except -1
    cdef int _search_children(self, Position position, int start, bint made, int depth, int alpha, int beta, int ply) except? -2147483647
    cdef int _search_child(self, Position position, int index, bint made, int depth, int alpha, int beta, int ply) except? -2147483647
    cdef int _search_leaves(self, Position position, int start, int alpha, int beta, int ply) except? -2147483647
