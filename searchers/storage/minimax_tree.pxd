from evaluators.core.budget cimport Budget
from games.core cimport DRAW, INFINITY, LOSS, MATE_BOUND, WIN, array, ints, longlongs
from searchers.storage.constants cimport BETWEEN_POLLS, FINISHED, LEAF, MOST_COST, PRUNED
from searchers.storage.kept_tree cimport KeptTree, Selection, child_cost

cdef class MinimaxTree(KeptTree):
    cdef list _columns
    cdef int *move
    cdef int *value
    cdef int *first
    cdef int *children
    cdef int *best
    cdef int *parent
    cdef int *low
    cdef int *high
    cdef long long *expansions
    cdef bint proving, counting
    cdef int capacity
    cdef int append_children(self, int node, int count) except -1
    cdef int set_bounds(self, int node, int ply) noexcept
    cdef int back_up_ancestors(self, int node) except -1
    cdef int owner(self, int node) noexcept
    cdef bint back_up(self, int node) noexcept
    cdef bint _back_up_bounds(self, int node) noexcept
    cdef int set_leaf(self, int node) noexcept
    cdef bint resolved(self, int node) noexcept
    cdef int best_relevant(self, int node, int bound) noexcept
    cdef int next_best(self, int node) noexcept
    cdef int cost_of(self, int node, int above) noexcept
    cdef int move_node(self, int node, int kept) noexcept
    cdef int allocated(self) except -1
    cdef int reserve(self, int more) except -1
    cdef int _lengthen(self, int capacity) except -1
    cdef int _update_pointers(self) except -1

cdef class GuidedTree(MinimaxTree):
    cdef bint update(self, int node) noexcept
    cdef bint refresh(self, Budget budget) except -1
