cimport cython

from evaluators.core.budget cimport Budget, take
from evaluators.core.evaluator cimport Evaluator
from games.core.position cimport Moves, Position
from games.core.scores cimport (
    EXACT, MATE_BOUND, INFINITY, MAX_PLY, LOWER, ONGOING, UPPER, adjust_mate,
)
from searchers.core.searcher cimport Searcher
from searchers.depth_first.pv_table cimport PVTable
from searchers.storage.transposition_table cimport TranspositionTable

@cython.final
cdef class AlphaBeta(Searcher):
    cdef bint expand, sorting, table_first, lasting, windowed
    cdef TranspositionTable table
    cdef Moves moves
    cdef PVTable lines
    cdef int _full(self, Position position, int depth, int alpha, int beta, int ply) except? -2147483647
    cdef int _best_child(self, Position position, int start, bint made, int depth, int alpha, int beta, int ply) except? -2147483647
    cdef int _best_leaf(self, Position position, int start, int alpha, int beta, int ply) except? -2147483647
    cdef int _look_within(self, Position position, int start, int ply, int alpha, int beta) except -1
    cdef bint _known(self, int depth, int alpha, int beta, int ply) except -1
    cdef inline bint _order(self, Position position, int start, int depth, int ply, int tt_move) except -1
    cdef int _tell_leaf(self, Position position, int index) except -1
    cdef int _make(self, Position position, int start, int depth, int ply) except -1
    cdef int _child(self, Position position, int index, bint made, int depth, int alpha, int beta, int ply) except? -2147483647
