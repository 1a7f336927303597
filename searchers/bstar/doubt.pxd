cimport cython

from evaluators.core.budget cimport Budget
from games.core cimport MATE_BOUND, MAX_PLY, array, doubles
from searchers.bstar.constants cimport FARTHEST, GRID, MARGIN, STEPS, VISITS
from searchers.bstar.interval_store cimport child_at
from searchers.bstar.interval_tree cimport IntervalTree

@cython.final
cdef class Doubt:
    cdef IntervalTree tree
    cdef Budget budget
    cdef readonly bint product
    cdef array _covered, _rows
    cdef double *covered
    cdef double *rows
    cdef double start, step, tie, narrowing
    cdef long long visits, most_visits
    cdef double _chance(self, int place) except? -2.0
    cdef bint _place_grid(self, int edge) except -1
    cdef bint _fill(self, int node, bint mine, int number) except -1
    cdef int _fill_leaf(self, int node, bint mine, int row) noexcept
    cdef inline double _within(self, double steps) noexcept
