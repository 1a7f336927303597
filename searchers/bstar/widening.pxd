cimport cython

from evaluators.core.budget cimport Budget
from games.core cimport MATE_BOUND
from searchers.bstar.constants cimport FINISHED, UNIT, WIDEST
from searchers.bstar.interval_tree cimport IntervalTree
from searchers.storage.constants cimport BETWEEN_POLLS

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
