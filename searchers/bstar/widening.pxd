cimport cython

from evaluators.core.budget cimport Budget
from games.core cimport MATE_BOUND
from searchers.bstar.interval_store cimport FINISHED
from searchers.bstar.interval_tree cimport IntervalTree
from searchers.storage.kept_tree cimport BETWEEN_POLLS

cdef enum:
    UNIT = 16
    WIDEST = 149

@cython.final
cdef class Widening:
    cdef IntervalTree tree
    cdef readonly int times, by
    cdef bint is_on(self) noexcept
    cdef int leaf(self, int node) noexcept
    cdef int _narrow(self, int node, int times, int by) noexcept
    cdef bint _make(self, int times, int by, Budget budget) except -1

cdef bint _is_estimate(int bound) noexcept
cdef int _wider(int bound, int real, int times) noexcept
cdef int _narrower(int bound, int real, int times) noexcept
cdef int _moved(int bound, int by) noexcept
cdef int _back(int bound, int by) noexcept
