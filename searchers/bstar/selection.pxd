cimport cython

from games.core cimport INFINITY, adjust_mate
from searchers.bstar.constants cimport PARTS
from searchers.bstar.distributions cimport Quantiles, best_probability
from searchers.bstar.interval_tree cimport IntervalTree, Node, child_at

cdef class TopRule:
    cdef bint fixed
    cdef public int top_depth
    cdef public bint every, guarded
    cdef public double point, error_limit
    cpdef int choose(self, IntervalTree tree, int best, int second) except? -1

@cython.final
cdef class Best(TopRule):
    pass

@cython.final
cdef class Probability(TopRule):
    cdef int _lowest_tied(self, IntervalTree tree, int best, int top) noexcept

@cython.final
cdef class Depth(TopRule):
    pass

@cython.final
cdef class Smaller(TopRule):
    pass

@cython.final
cdef class SelectVerify(TopRule):
    # The points that are tried, and the probability of separation at each.
    cdef double points[PARTS + 1]
    cdef double success[PARTS + 1]
    cdef int _leader(self, IntervalTree tree) noexcept
    cdef void _separate(self, IntervalTree tree, Quantiles quantiles, int leader, int rival) noexcept
    cdef int _weaker(self, IntervalTree tree, Quantiles quantiles, int leader) noexcept

cdef class LowerRule:
    cpdef int choose(self, IntervalTree tree, int node, double target) except? -1

@cython.final
cdef class Optimistic(LowerRule):
    pass

@cython.final
cdef class LikelySuccess(LowerRule):
    pass

@cython.final
cdef class LikelyReach(LowerRule):
    pass

cdef bint _may_disprove(IntervalTree tree, int best, int second) noexcept
cdef int _highest_pessimistic(IntervalTree tree, int node) noexcept
cdef int _likeliest(IntervalTree tree, int node, double target, int above) noexcept
cpdef double success_probability(IntervalTree tree, int node, double target) noexcept
