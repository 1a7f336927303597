cimport cython

from games.core cimport INFINITY, adjust_mate
from searchers.bstar.interval_store cimport Node, child_at
from searchers.bstar.interval_tree cimport IntervalTree

cdef class TopRule:
    cdef bint every, fixed
    cdef public int top_depth
    cdef public bint guarded
    cdef public double point, doubt
    cpdef int choose(self, IntervalTree tree, int best, int second) except? -1

@cython.final
cdef class Best(TopRule):
    pass

@cython.final
cdef class Probability(TopRule):
    cdef int _least_of(self, IntervalTree tree, int best, int top) noexcept

@cython.final
cdef class Depth(TopRule):
    pass

@cython.final
cdef class Smaller(TopRule):
    pass

cdef class LowerRule:
    cpdef int choose(self, IntervalTree tree, int node, double target) except -1

@cython.final
cdef class Optimistic(LowerRule):
    pass

@cython.final
cdef class LikelySuccess(LowerRule):
    pass

cdef inline int _floor(IntervalTree tree, int node) noexcept
cdef inline int _likeliest(IntervalTree tree, int node, double target, int above) noexcept
cdef bint _may_disprove(IntervalTree tree, int best, int second) noexcept
cpdef double chance(IntervalTree tree, int node, double target) noexcept
