cimport cython

from searchers.bstar.interval_store cimport child_at
from searchers.bstar.interval_tree cimport IntervalTree
from searchers.bstar.quantiles cimport PARTS, Quantiles
from searchers.bstar.rules cimport LowerRule, TopRule, chance

cdef enum:
    POINTS = 16

@cython.final
cdef class SelectVerify(TopRule):
    cdef int _leader(self, IntervalTree tree) noexcept
    cdef int _separate(self, IntervalTree tree, Quantiles thought, int leader, int rival) noexcept
    cdef double _success(self, IntervalTree tree, Quantiles thought, int edge, double point) noexcept
    cdef int _weaker(self, IntervalTree tree, Quantiles thought, int leader) noexcept

@cython.final
cdef class LikelyReach(LowerRule):
    pass

cpdef double best_chance(IntervalTree tree, Quantiles thought, int edge) noexcept
