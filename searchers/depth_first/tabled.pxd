cimport cython

from games.core cimport EXACT, LOWER, MAX_PLY, Moves, Position, adjust_mate
from searchers.core.searcher cimport Searcher
from searchers.depth_first.pv_table cimport PVTable
from searchers.storage.transposition_table cimport TranspositionTable

cdef class Tabled(Searcher):
    cdef bint lasting, reached, tabling
    cdef TranspositionTable table
    cdef Moves moves
    cdef PVTable lines
    @cython.final
    cdef bint _known(self, int depth, int alpha, int beta, int ply) except -1
    @cython.final
    cdef int _leaf(self, Position position, int alpha, int beta, int ply) except? -2147483647
