from games.core cimport array

from evaluators.core.budget cimport take
from games.core.moves cimport Moves
from games.core.position cimport Position
from games.core.scores cimport (
    INFINITY, LOSS, MATE_BOUND, MAX_PLY, ONGOING, QUIET, WIN, adjust_mate,
)
from searchers.depth_first.tabled cimport Tabled

cdef enum:
    NOISY = 1
    MADE = 2
    HISTORY_SIZE = 4096
    NO_MOVE = -1

cdef class PrincipalVariation(Tabled):
    cdef bint null, reductions, killing, using_history, extending
    cdef int sort_from, iteration
    cdef bint exact
    cdef int deepest
    cdef readonly int found
    cdef object considered, unvalued
    cdef array.array _killers, _history, _reduced
    cdef int *killers
    cdef int *history
    cdef int *reduced
    cdef int _node(self, Position position, int depth, int alpha, int beta, int ply, bint allow_null) except? -2147483647
    cdef bint _pass(self, Position position, int depth, int beta, int ply) except -1
    cdef int _order(self, Position position, int start, int depth, int ply, int tt_move) except -1
    cdef bint _make(self, Position position, int index, int ply) except -1
    cdef int _best(self, Position position, int start, int depth, int alpha, int beta, int ply) except? -2147483647
    cdef int _child(self, Position position, int index, int order, bint check, int depth, int alpha, int beta, int ply) except? -2147483647
    cdef int _reduction(self, int index, int order, int depth, int ply) except -1
    cdef int _update_history(self, int start, int index, int side, int depth, int ply) except -1
