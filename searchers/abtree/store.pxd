from evaluators.core.budget cimport Budget
from games.core cimport INFINITY, array, ints
from searchers.abtree.constants cimport (
    AFTER, CUTTER, CUT_NODES, FIRST, FREE, NEXT_CUT, NO_RECUT, PARENT, PREV_CUT, RECORD, RESTART,
    SWEPT, TOP, UNSORTED,
)
from searchers.storage.constants cimport BETWEEN_POLLS

cdef class ABStore:
    cdef array _table, _copies
    cdef int *copies
    cdef int *copied
    cdef int *move
    cdef int *value
    cdef int *parent
    cdef int *first
    cdef int *after
    cdef int *nr_desc
    cdef int *nr_moves
    cdef int *cutter
    cdef int *cut_nodes
    cdef int *next_cut
    cdef int *prev_cut
    cdef int *mark
    cdef int *held
    cdef int *forgotten
    cdef readonly int root, stored
    cdef int size, capacity, room, free
    cdef int clear(self) except -1
    cdef list _linked(self, int n, int *following)
    cdef int pick_best(self, int p) noexcept
    cdef int sort_others(self, int p) noexcept
    cdef int replace(self, int p, int d) noexcept
    cdef inline int _link(self, int p, int before, int n) noexcept
    cdef int new_node(self, int p, int move) except -1
    cdef int next_held(self, int n) except -1
    cdef bint keep_tree(self, int m, Budget budget) except -1
    cdef inline int _copy(self, long long n, long long to) noexcept
    cdef int _paste(self, int start, int end) except -1
    cdef bint _reserve_copies(self, Budget budget) except -1
    cdef int _reserve(self) except -1
    cdef bint hold(self, ABStore other, Budget budget) except -1
    cdef int _point(self, int capacity) except -1
