from evaluators.budget cimport take
from games.position cimport Moves, Position
from games.scores cimport ONGOING
from searchers.kept_tree cimport BETWEEN_POLLS, KeptTree
from searchers.searcher cimport Searcher

cdef class TreeKeeper(Searcher):
    cdef readonly KeptTree tree
    cdef Moves moves
    cdef object kept
    cdef int _evaluate_again(self, Position position, int node) except -1
