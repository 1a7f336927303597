from evaluators.core.budget cimport take
from games.core cimport INFINITY, MAX_PLY, ONGOING, QUIET, Moves, Position
from searchers.depth_first.constants cimport (
    BAD_CAPTURE, CAPTURE_WEIGHT, LEFT_OUT, MADE, MOST_HISTORY, NOISY, SURE_SIGHT,
)
from searchers.depth_first.ending cimport Ending
from searchers.depth_first.move_order cimport MoveOrder

cdef class Ordered(Ending):
    cdef bint killing, using_history
    cdef int sort_from
    cdef MoveOrder moves_before
    cdef int _bring(self, Position position, int start, int tt_move) except -1
    cdef int _order(self, Position position, int start, int ply) except -1
    cdef int _capture_history(self, Position position, int move) except? -2147483647
    cdef int _order_quiet(self, Position position, int start, int depth, int beta, int ply, int most) except -1
    cdef bint _make(self, Position position, int index, int beta, int ply) except -1
    cdef int _update_history(self, Position position, int start, int index, int depth, int ply) except -1
