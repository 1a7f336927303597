cimport cython

from games.core cimport INFINITY, MAX_PLY, Moves, Position
from searchers.best_first.bfms cimport BestFirstMinimax
from searchers.best_first.constants cimport LOWER_BOUND, UNVALUED, VALUED
from searchers.storage.constants cimport LEAF
from searchers.storage.minimax_tree cimport MinimaxTree
from searchers.core.searcher cimport Searcher

@cython.final
cdef class BestFirstExtension(BestFirstMinimax):
    cdef Searcher first
