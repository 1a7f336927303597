cimport cython

from evaluators.core.budget cimport Budget
from evaluators.core.evaluator cimport Evaluator
from games.core cimport adjust_mate, array, ints
from searchers.bstar.constants cimport BITS, HALF, PARTS
from searchers.bstar.interval_tree cimport Distributions, IntervalTree, child_at
from searchers.storage.constants cimport BETWEEN_POLLS

@cython.final
cdef class Quantiles(Distributions):
    cdef IntervalTree tree
    cdef readonly bint product, reads_leaves
    cdef readonly int lean
    cdef int used, room
    cdef long long value_room, leaf_room
    cdef array _index, _value, _leaf
    cdef int *index
    cdef int *value
    cdef int *leaf
    cdef int share[PARTS + 1]
    cdef int combined[PARTS + 1]
    cdef int listed[PARTS + 1]
    cdef double at[PARTS + 1]
    cdef double up_to_at[PARTS + 1]
    cdef double below_at[PARTS + 1]
    cpdef int quantile(self, int node, int part) except? -2147483647
    cdef inline int check(self, int node) except -1
    cdef inline int _quantile(self, int node, int part) noexcept
    cdef inline long long _first(self, int node) noexcept
    cdef inline int _within(self, long long low, long long real, long long high, long long share) noexcept
    cdef int _leaf_quantile(self, int node, int part) noexcept
    cdef int _clear_inner(self) except -1
    cpdef int read_leaf(self, int node, Evaluator evaluator) except -1
    cdef void _reserve_leaf(self, long long end) except *
    cdef void _move_leaves(self) except *
    cpdef double up_to(self, int node, double target) except? -1.0
    cpdef double below(self, int node, double target) except? -1.0
    cdef int multiply(self, int node, double *at, double *factors, bint equal) noexcept
    cdef int _copy_quantiles(self, int node) noexcept
    cdef double _share(self, int node, double target, bint equal) except? -1.0
    cdef int _maximum(self, int node) noexcept
    cdef int _product(self, int node) except -1
    cdef int _invert(self) noexcept
    cdef bint _store(self, int node) noexcept
    cdef void _reserve(self, int node) except *

cpdef double best_probability(IntervalTree tree, Quantiles quantiles, int edge) noexcept
cdef double _uniform_below(double low, double high, double value) except? -1
