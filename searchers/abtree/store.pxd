cimport cython

from evaluators.core.budget cimport Budget
from games.core cimport INFINITY, array, ints
from searchers.abtree.constants cimport (
    AFTER, CUTTER, CUT_NODES, FIRST, FREE, NEXT_CUT, NO_RECUT, PARENT, PREV_CUT, RECORD, RESTART,
    SWEPT, TOP, UNSORTED,
)
from searchers.storage.constants cimport BETWEEN_POLLS

# Hot methods are final: a call of one needs no look-up in the table of methods.
cdef class ABStore:
    cdef array _table, _copies
    cdef int *copies
    cdef int *copied
    cdef int *move
    cdef int *value
    cdef int *parent
    cdef int *first
    cdef int *after
    cdef int *child_count
    cdef int *move_count
    cdef int *cutter
    cdef int *cut_nodes
    cdef int *next_cut
    cdef int *prev_cut
    cdef int *mark
    cdef int *pruned_horizon
    cdef int *pruned_children
    cdef readonly int root, node_count
    cdef int size, capacity, copy_capacity, free
    cdef int clear(self) except -1
    cdef list _linked(self, int n, int *following)
    @cython.final
    cdef int new_node(self, int p, int move) except -1
    @cython.final
    cdef int free_node(self, int n) except -1
    @cython.final
    cdef void erase_children(self, int r) except *
    @cython.final
    cdef int next_node(self, int n) except -1
    cdef int _reserve(self) except -1
    cdef int _update_pointers(self, int capacity) except -1
    @cython.final
    cdef int pick_best(self, int p) noexcept
    @cython.final
    cdef int sort_others(self, int p) noexcept
    @cython.final
    cdef int replace(self, int p, int d) noexcept
    @cython.final
    cdef inline int _link(self, int p, int previous, int n) noexcept
    @cython.final
    cdef int _cut_off(self, int n, int c) noexcept
    @cython.final
    cdef int _uncut(self, int n) noexcept
    @cython.final
    cdef int restart_all(self, int c) noexcept
    @cython.final
    cdef int check_cuts(self, int c) noexcept
    @cython.final
    cdef bint _clear_cuts_in_tree(self, int c, int r, Budget budget) except -1
    @cython.final
    cdef bint on_path(self, int p, int q) noexcept
    @cython.final
    cdef int _depth(self, int n) noexcept
    @cython.final
    cdef int _require(self, int n) except -1
    cdef int _refuse(self, int n, str fault) except -1
    cdef bint reroot(self, int m, Budget budget) except -1
    cdef inline int _copy(self, long long n, long long to) noexcept
    cdef int _move_to_front(self, int start, int end) except -1
    cdef bint _reserve_copies(self, Budget budget) except -1
    cdef bint copy_from(self, ABStore other, Budget budget) except -1
