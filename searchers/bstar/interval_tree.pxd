cimport cython

from evaluators.core.budget cimport Budget
from games.core cimport INFINITY, Moves, adjust_mate
from searchers.bstar.constants cimport BOUND, FINISHED, REAL
from searchers.bstar.interval_keeping cimport KeptIntervals
from searchers.bstar.interval_store cimport Edge, Node, child_at
from searchers.storage.constants cimport BETWEEN_POLLS

cdef class Backed:
    cpdef int clear(self) except -1
    cpdef bint back_up(self, int node) except -1
    cpdef bint rebuild(self, Budget budget) except -1

@cython.final
cdef class IntervalTree(KeptIntervals):
    cdef public Backed distributions
    cdef readonly bint adversary
    cdef int time, quiet
    cpdef int add(self, int optimistic, int pessimistic, int depth) except -1
    cpdef int link(self, int source, int move, int child) except -1
    cdef int add_child(
        self, int source, int move, int low, int high, int real, bint finished, int depth
    ) except -1
    cdef inline int append_child(
        self, int source, int move, int low, int high, int real, bint finished, int depth
    ) noexcept
    cdef int add_children(self, int source, Moves moves, int depth) except -1
    cdef inline int set_leaf(self, int node, int low, int high, int real) noexcept
    cpdef int open(self, int node, int first) except -1
    cdef int cut(self, int nodes, int edges) except -1
    cpdef bint back_up(self, int node) except -1
    cdef bint back_up_all(self, Budget budget) except -1
    cdef bint _back_up_line(self, int node) except -1
    cdef bint _back_up_graph(self, int node) except -1
    cdef inline int _renew(self, int node) except -1
    cdef inline int _update(self, int node) noexcept
    cdef int _queue_above(self, int node, int tail) except -1
    cdef int _update_reals_above(self, int node, int tail) except -1
    cdef inline bint _update_real(self, int node) noexcept
    cdef int _update_depths(self, int node, int high, int low) noexcept
    cpdef int best(self, int node) except -1
    cpdef int second(self, int node, int best) except? -1
    cpdef int highest_pessimistic(self, int node) except? -2147483647
    cpdef bint is_relevant(self, int node, int edge, int highest) except -1
