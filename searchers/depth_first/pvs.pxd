from evaluators.core.budget cimport take
from games.core.moves cimport Moves
from games.core.position cimport Position
from games.core.scores cimport (
    INFINITY, LOSS, LOWER, MATE_BOUND, MAX_PLY, ONGOING, QUIET, WIN, adjust_mate,
)
from searchers.depth_first.foresight cimport UNKNOWN
from searchers.depth_first.move_order cimport MoveOrder
from searchers.depth_first.selective cimport BAD_CAPTURE, MADE, NO_MOVE, NOISY, Selective
from searchers.storage.transposition_table cimport NO_STATIC

cdef class PrincipalVariation(Selective):
    cdef bint killing, using_history, extending
    cdef int sort_from, iteration, deepest
    cdef readonly int found
    cdef object considered, unvalued, drift
    cdef int _bring(self, Position position, int start, int tt_move) except -1
    cdef int _order(self, Position position, int start, int depth, int ply) except -1
    cdef bint _make(self, Position position, int index, int ply) except -1
    cdef int _best(self, Position position, int start, int depth, int alpha, int beta, int ply, bint check, bint cut, int tt_move) except? -2147483647
    cdef int _singular(self, Position position, int depth, int beta, int ply, bint cut, int tt_move) except -1
    cdef int _child(self, Position position, int index, int order, bint check, int depth, int alpha, int beta, int ply, bint cut, int more) except? -2147483647
    cdef int _update_history(self, Position position, int start, int index, int depth, int ply) except -1
