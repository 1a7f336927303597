from games.core.array cimport array, ints

from evaluators.core.budget cimport take
from games.core.position cimport Position
from games.core.scores cimport INFINITY, LOWER, MATE_BOUND, MAX_PLY, ONGOING, adjust_mate
from searchers.depth_first.foresight cimport LOOKED, UNKNOWN, Foresight
from searchers.depth_first.move_order cimport KILLER, MOST_HISTORY
from searchers.depth_first.ordered cimport BAD_CAPTURE, MADE, NOISY, Ordered
from searchers.storage.transposition_table cimport NO_STATIC

cdef enum:
    NO_MOVE = -1
    SIZES = 64
    DECIDED = 268435456

cdef int _STATIC_DEPTH, _RAZORED, _LATE_DEPTH

cdef class Selective(Ordered):
    cdef bint null, reductions, easing, singular, weighing
    cdef int late, iteration
    cdef array _reduced, _statics, _excluded
    cdef int *reduced
    cdef int *statics
    cdef int *excluded
    cdef Foresight reverse, futility, razoring, probcut, usual
    cdef int _node(self, Position position, int depth, int alpha, int beta, int ply, bint allow_null, bint cut) except? -2147483647
    cdef int _weigh(self, Position position, bint check, int known, int ply) except? -2147483647
    cdef int _unit(self, Position position) except -1
    cdef bint _improving(self, int ply) noexcept
    cdef int _guessed(self, Position position, int depth, int alpha, int beta, int ply, bint allow_null, bint cut) except? -2147483647
    cdef bint _pass(self, Position position, int depth, int beta, int ply, bint cut) except -1
    cdef int _prob_cut(self, Position position, int depth, int alpha, int beta, int ply, int phase, bint cut) except? -2147483647
    cdef int _left_out(self, Position position, int index, int order, int depth, int alpha, int ply) except? -2147483647
    cdef int _reduction(self, Position position, int index, int order, int depth, int ply, bint pv, bint cut, int kind) except -1
    cdef int _singular(self, Position position, int depth, int beta, int ply, bint cut, int tt_move) except -1
