cimport cython

from evaluators.core.budget cimport Budget, take
from evaluators.core.evaluator cimport Evaluator
from games.core cimport MAX_PLY, ONGOING, Moves, Position, adjust_mate
from searchers.best_first.constants cimport STATIC_ONLY
from searchers.storage.constants cimport FINISHED, LEAF
from searchers.best_first.spike_tree cimport SpikeTree
from searchers.core.searcher cimport Searcher

@cython.final
cdef class BestPlay(Searcher):
    cdef readonly SpikeTree tree
    cdef Moves moves, path
    cdef bint proved
    cdef bint _open(self, Position position, int leaf) except -1
    cdef bint _expand(self, Position position, int node, int depth) except -1
    cdef void _evaluate_child(self, Position position, int child, int depth) except *
    cdef int _evaluate_leaf(self, Position position, int leaf) except -1
    cdef bint _evaluate_best_fully(self, Position position, int first) except -1
    cdef bint _back_up(self, Position position) except -1
