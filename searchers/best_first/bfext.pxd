cimport cython

from games.core cimport INFINITY, MAX_PLY, Moves, Position
from searchers.best_first.bfms cimport BestFirstMinimax
from searchers.best_first.constants cimport LOWER_BOUND, LEAF, UNVALUED, VALUED
from searchers.best_first.minimax_tree cimport MinimaxTree
from searchers.core.searcher cimport Searcher

@cython.final
cdef class BestFirstExtension(BestFirstMinimax):
    cdef Searcher first
