from evaluators.core.budget cimport take
from games.core cimport LOWER, MATE_BOUND, MAX_PLY, ONGOING, UPPER, Position, array, ints
from searchers.depth_first.constants cimport DECIDED, NO_MOVE, STATIC_DEPTH, UNKNOWN
from searchers.depth_first.foresight cimport LOOKED, Foresight
from searchers.depth_first.ordered cimport Ordered
from searchers.storage.constants cimport NO_STATIC

cdef int _RAZORED

cdef class Selective(Ordered):
    cdef bint null, easing, weighing, refining
    cdef array _statics, _expected, _excluded
    cdef int *statics
    cdef int *expected
    cdef int *excluded
    cdef Foresight reverse, futility, razoring, probcut, usual, lone
    cdef int _node(self, Position position, int depth, int alpha, int beta, int ply, bint allow_null, bint cut) except? -2147483647
    cdef int _weigh(self, Position position, bint check, bint known, int ply) except? -2147483647
    cdef int _unit(self, Foresight errors, Position position) except -1
    cdef bint _improving(self, int ply) noexcept
    cdef int _guessed(self, Position position, int depth, int alpha, int beta, int ply, bint allow_null, bint cut) except? -2147483647
    cdef bint _pass(self, Position position, int depth, int beta, int ply, bint cut) except -1
    cdef int _prob_cut(self, Position position, int depth, int alpha, int beta, int ply, int phase, bint cut) except? -2147483647
