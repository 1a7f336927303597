from evaluators.core.budget cimport take
from games.core cimport (
    INFINITY, LOSS, MATE_BOUND, MAX_PLY, MOST_LISTED, ONGOING, WIN, Position, adjust_mate, mix,
)
from searchers.depth_first.constants cimport DECIDED, KILLER, LEFT_OUT, MADE, MULTICUT, NO_MOVE
from searchers.depth_first.late_moves cimport LateMoves

cdef class PrincipalVariation(LateMoves):
    cdef bint extending
    cdef unsigned long long narrowed
    cdef readonly int found
    cdef object considered, unvalued, drift, last
    cdef readonly object helpers
    cdef public object shared
    cdef public int ahead
    cdef int _best(self, Position position, int start, int depth, int alpha, int beta, int ply, bint check, bint cut, int tt_move, int deeper) except? -2147483647
    cdef int _child(self, Position position, int index, int order, int depth, int alpha, int beta, int ply, bint cut, int more, int less) except? -2147483647
