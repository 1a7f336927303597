cimport cython

from games.core.moves cimport Moves
from games.core.position cimport Position
from games.core.scores cimport INFINITY, MAX_PLY
from searchers.best_first.bfms cimport BestFirstMinimax
from searchers.best_first.expansion cimport UNTESTED, VALUED
from searchers.best_first.minimax_tree cimport AT_LEAST, LEAF, MinimaxTree
from searchers.core.searcher cimport Searcher

@cython.final
cdef class BestFirstExtension(BestFirstMinimax):
    cdef Searcher first
