cimport cython

from games.core cimport INFINITY, MAX_PLY, QUIET, Moves, Position, array, ints, shorts
from searchers.depth_first.constants cimport (
    BAD_CAPTURE, BUTTERFLY, KILLER, KINDS, MADE, MAX_HISTORY, NO_MOVE, NOISY, PRUNED,
)

cdef int _CAPTURE_WEIGHT, _QUIET_WEIGHT

@cython.final
cdef class MoveOrder:
    cdef bint use_killers, use_history
    cdef int root_ply
    cdef array _killers, _kinds, _history, _continuations, _captures
    cdef int *killer
    cdef int *kinds
    cdef short *history
    cdef short *continuation
    cdef short *capture
    cdef int new_search(self, int root_ply) except -1
    cdef int bring_to_front(self, Position position, Moves moves, int start, int tt_move) except -1
    cdef int score_captures(self, Position position, Moves moves, int start, int ply, bint killers) except -1
    cdef int score_quiet(self, Position position, Moves moves, int start, int ply) except -1
    @cython.locals(found=int)
    cdef int quiet_history(self, int move, int kind, int ply) noexcept
    cdef void update(self, Position position, Moves moves, int start, int index, int depth, int ply) except *
    cdef inline int _slot(self, int move, int ply) noexcept
    cdef int _add_quiet(self, int move, int kind, int ply, int bonus) except -1

cdef int _add(int old, int bonus) noexcept
