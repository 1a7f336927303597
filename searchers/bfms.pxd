cimport cython

from evaluators.evaluator cimport Evaluator
from games.position cimport Moves, Position
from games.scores cimport INFINITE, LONGEST_LINE, VOID
from searchers.keeper cimport TreeKeeper
from searchers.minimax_tree cimport FINISHED, FORGOTTEN, LEAF, MinimaxTree

@cython.final
cdef class BestFirstMinimax(TreeKeeper):
    cdef int _expand(self, Position position, int node, int depth) except -1
    cdef int _tell_sons(self, Position position, int made, int valued) except -1
