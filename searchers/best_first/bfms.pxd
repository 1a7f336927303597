cimport cython

from evaluators.core.evaluator cimport Evaluator
from games.core.moves cimport Moves
from games.core.position cimport Position
from games.core.scores cimport INFINITY, MAX_PLY, VOID
from searchers.best_first.minimax_tree cimport FINISHED, FORGOTTEN, LEAF, MinimaxTree
from searchers.storage.keeper cimport TreeKeeper

@cython.final
cdef class BestFirstMinimax(TreeKeeper):
    cdef int _expand(self, Position position, int node, int depth) except -1
    cdef int _tell_children(self, Position position, int made, int valued) except -1
