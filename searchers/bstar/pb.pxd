cimport cython

from searchers.bstar.constants cimport PARTS
from searchers.bstar.interval_store cimport child_at
from searchers.bstar.interval_tree cimport IntervalTree
from searchers.bstar.quantiles cimport Quantiles
from searchers.bstar.rules cimport LowerRule, TopRule, chance

@cython.final
cdef class SelectVerify(TopRule):
    # The points that are tried, PARTS + 1 of them, and the chance of a separation at each.
    cdef double points[PARTS + 1]
    cdef double success[PARTS + 1]
    cdef int _leader(self, IntervalTree tree) noexcept
    cdef int _separate(self, IntervalTree tree, Quantiles thought, int leader, int rival) noexcept
    cdef int _weaker(self, IntervalTree tree, Quantiles thought, int leader) noexcept

@cython.final
cdef class LikelyReach(LowerRule):
    pass

cpdef double best_chance(IntervalTree tree, Quantiles thought, int edge) noexcept
