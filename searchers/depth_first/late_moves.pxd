from games.core cimport (
    INFINITY, LOWER, MATE_BOUND, MOST_LISTED, ONGOING, Position, adjust_mate, array, ints,
)
from searchers.depth_first.constants cimport (
    BAD_CAPTURE, DECIDED, KILLER, MADE, MOST_HISTORY, MULTICUT, NOISY, NO_MOVE, SIZES,
    STATIC_DEPTH, UNKNOWN,
)
from searchers.depth_first.selective cimport Selective
from searchers.storage.constants cimport NO_STATIC

cdef int _LATE_DEPTH, _LOST_QUIET
cdef int _CUT_MORE, _OPEN_LESS, _IMPROVING_LESS, _KILLER_LESS

cdef class LateMoves(Selective):
    cdef bint reductions, exchanging
    cdef int late, iteration, shortest
    cdef array _reduced
    cdef int *reduced
    cdef int _left_out(self, Position position, int index, int depth, int alpha, int ply, int less, bint late) except? -2147483647
    cdef int _first_late(self, int depth, int ply) noexcept
    cdef bint _loses(self, Position position, int move, int near) except -1
    cdef int _reduction(self, Position position, int index, int order, int depth, int ply, bint pv, bint cut) except -1
    cdef int _singular(self, Position position, int depth, int beta, int ply, bint cut, int tt_move) except? -2147483647
