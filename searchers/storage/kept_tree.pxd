cimport cython

from evaluators.core.budget cimport Budget
from games.core cimport Moves, array, ints, longlongs, msb
from searchers.storage.constants cimport BUCKETS, MOST_COST

@cython.final
cdef class Selection:
    cdef array _held
    cdef long long *held
    cdef long long left
    cdef int limit
    cpdef int clear(self) except -1
    cpdef int count(self, int cost, int children) except -1
    cpdef int set_limit(self, long long room) except -1
    cpdef bint keeps_children(self, int cost, int children) except -1

cpdef int child_cost(int cost, long long gap, bint best) noexcept
cdef int _bucket(int cost) noexcept

cdef class KeptTree:
    cdef readonly int size, most
    cdef int requested
    cdef Selection selection
    cdef array _mark
    cdef int *mark
    cdef int line_to(self, int node, Moves moves) except -1
    cdef bint discard_draw_bounds(self, Budget budget) except -1
    cdef int allocated(self) except -1
    cdef bint mark_costs(self, int root, Budget budget) except -1
    cdef bint compact(self, int root, int plies, Budget budget) except -1
    cdef int reset(self) except -1
    cdef bint is_full(self, int more) except -1
    cdef bint is_draw(self, int node) except -1
    cdef int count_children(self, int node) except -1
    cdef int parent_of(self, int node) except -1
    cdef int move_into(self, int node) except? -1
    cdef int move_of_step(self, int step) except? -1
