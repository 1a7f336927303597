cimport cython

from evaluators.core.budget cimport Budget
from games.core cimport INFINITY, MATE_BOUND, MAX_PLY, adjust_mate, array, doubles, ints
from searchers.bstar.constants cimport (
    FARTHEST, FINISHED, GRID, MARGIN, STEPS, UNIT, VISITS, WIDEST,
)
from searchers.bstar.interval_tree cimport IntervalTree, Node, child_at
from searchers.storage.constants cimport BETWEEN_POLLS

@cython.final
cdef class Widening:
    cdef IntervalTree tree
    cdef readonly int times, by
    cdef bint is_on(self) noexcept
    cdef int widen_leaf(self, int node) noexcept
    cdef int _narrow_leaf(self, int node, int times, int by) noexcept
    cdef bint _change(self, int times, int by, Budget budget) except -1

cdef bint _is_estimate(int bound) noexcept
cdef int _stretched(int bound, int real, int times) noexcept
cdef int _shrunk(int bound, int real, int times) noexcept
cdef int _moved(int bound, int by) noexcept
cdef int _moved_back(int bound, int by) noexcept

@cython.final
cdef class ProofVerifier:
    cdef IntervalTree tree
    cdef Budget budget
    cdef readonly bint product
    cdef array _covered, _rows
    cdef double *covered
    cdef double *rows
    cdef double start, step, tie, narrowing
    cdef long long visits, most_visits
    cdef bint _place_grid(self, int edge) except -1
    cdef bint _fill(self, int node, bint mine, int number) except -1
    cdef void _fill_leaf(self, int node, bint mine, int row) noexcept
    cdef inline double _within(self, double steps) noexcept
