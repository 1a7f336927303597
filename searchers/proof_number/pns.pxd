cimport cython

from evaluators.core.budget cimport Budget, take
from games.core cimport LOSS, MAX_PLY, ONGOING, WIN, Moves, Position, adjust_mate
from searchers.core.searcher cimport Searcher
from searchers.proof_number.constants cimport FINISHED, FULL, HORIZON, LEAF, LEAST_SECOND, PRUNED
from searchers.proof_number.proof_tree cimport ProofTree

@cython.final
cdef class ProofNumber(Searcher):
    cdef readonly ProofTree tree
    cdef ProofTree second
    cdef Moves moves, replies
    cdef object kept, only, answer, questions, root_moves
    cdef dict statics
    cdef long long share
    cdef int threshold, deepest
    cdef bint by_mobility
    cdef bint _grow(self, ProofTree tree, Position position, int above, int limit) except -1
    cdef int _expand(self, ProofTree tree, Position position, int node, int depth) except -1
    cdef int _make_children(self, ProofTree tree, Position position, int first, int depth) except -1
    cdef int _expand_by_search(self, Position position, int node, int depth) except -1
    cdef int _note_static(self, Position position, int move) except -1

cdef int _lowest(int ply) noexcept
