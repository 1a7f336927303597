from evaluators.core.budget cimport take
from games.core.moves cimport Moves
from games.core.position cimport Position
from games.core.scores cimport ONGOING
from searchers.core.searcher cimport Searcher
from searchers.storage.kept_tree cimport BETWEEN_POLLS, KeptTree

cdef class TreeKeeper(Searcher):
    cdef readonly KeptTree tree
    cdef Moves moves
    cdef object kept
    cdef int _evaluate_again(self, Position position, int node) except -1
