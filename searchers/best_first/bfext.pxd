cimport cython

from evaluators.core.budget cimport take
from games.core.moves cimport Moves
from games.core.position cimport Position
from games.core.scores cimport INFINITY, MAX_PLY, ONGOING, adjust_mate
from searchers.best_first.bfms cimport VALUED, BestFirstMinimax
from searchers.best_first.minimax_tree cimport AT_LEAST, FINISHED, FORGOTTEN, LEAF, MinimaxTree
from searchers.core.searcher cimport Searcher

cdef enum:
    UNTESTED = -9

@cython.final
cdef class BestFirstExtension(BestFirstMinimax):
    cdef Searcher first
    cdef int _settle(self, Position position, int node, int depth) except -1
    cdef int _make_children(self, Position position, int node, int depth) except -1
    cdef int _test(self, Position position, int index, int value, int depth) except -1
