cimport cython

from evaluators.core.budget cimport Budget
from games.core cimport LOSS, MAX_PLY, ONGOING, WIN, Moves, Position, adjust_mate, array, ints
from searchers.core.searcher cimport Searcher
from searchers.proof_number.constants cimport (
    ENDLESS, FINISHED, FREE, FULL, HORIZON, LEAF, LEAST_SECOND, PRUNED,
)
from searchers.storage.constants cimport BETWEEN_POLLS

@cython.final
cdef class ProofTree:
    cdef list _columns
    cdef int *move
    cdef int *first
    cdef int *count
    cdef int *parent
    cdef int *low
    cdef int *high
    cdef int *phi
    cdef int *delta
    cdef int capacity, passed
    cdef readonly int size, used, most
    cdef bint weak
    cdef int reset(self, int ply) except -1
    cdef int set_numbers(self, int node, int wanted, bint attacks, int replies) noexcept
    cdef bint back_up(self, int node) noexcept
    cdef int select(self, int node) noexcept
    cdef bint solved(self, int node) noexcept
    cdef bint renumber(self, int node, int wanted, bint attacks, Budget budget) except -1
    cdef bint _in_time(self, Budget budget) except -1
    cdef int add_children(self, int node, int count) except -2
    cdef int release(self, int first, int count) noexcept
    cdef bint compact(self, Budget budget) except -1
    cdef int _move_node(self, int node, int kept) noexcept
    cdef bint drop_children(self, int node, Budget budget) except -1
    cdef bint drop_solved(self, int node, Budget budget) except -1
    cdef bint reroot(self, int node, Budget budget) except -1
    cdef bint _reserve(self, int more) except -1

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
