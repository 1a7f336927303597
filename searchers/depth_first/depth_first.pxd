cimport cython

from games.core cimport (
    EXACT, LOWER, MATE_BOUND, MAX_PLY, ONGOING, Moves, Position, adjust_mate, array, ints,
)
from searchers.core.searcher cimport Searcher
from searchers.storage.transposition_table cimport TranspositionTable

@cython.final
cdef class PVTable:
    cdef array _moves, _lengths
    cdef int *moves
    cdef int *length
    cdef int update(self, int move, int ply) noexcept

cdef class DepthFirst(Searcher):
    cdef bint path_independent, horizon_reached
    cdef TranspositionTable table
    cdef Moves moves
    cdef PVTable lines
    @cython.final
    cdef int _leaf_value(self, Position position, int value, int ply) except? -2147483647
    @cython.final
    cdef int _entry_value(self, Position position, int depth, int alpha, int beta, int ply) except? -2147483647
