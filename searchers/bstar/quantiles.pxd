cimport cython

from evaluators.core.budget cimport Budget
from evaluators.core.evaluator cimport Evaluator
from games.core cimport adjust_mate, array, ints
from searchers.bstar.constants cimport BITS, HALF, PARTS
from searchers.bstar.interval_store cimport child_at
from searchers.bstar.interval_tree cimport Backed, IntervalTree
from searchers.storage.constants cimport BETWEEN_POLLS

@cython.final
cdef class Quantiles(Backed):
    cdef IntervalTree tree
    cdef readonly bint product, telling
    cdef readonly int lean
    cdef int used, room
    cdef long long value_room, told_room
    cdef array _index, _value, _told
    cdef int *index
    cdef int *value
    cdef int *told
    cdef int share[PARTS + 1]
    cdef int line[PARTS + 1]
    cdef int own[PARTS + 1]
    cdef double at[PARTS + 1]
    cdef double chance[PARTS + 1]
    cdef double chance_below[PARTS + 1]
    cpdef int quantile(self, int node, int part) except? -2147483647
    cdef inline int check(self, int node) except -1
    cdef inline int _quantile(self, int node, int part) noexcept
    cdef inline long long _first(self, int node) noexcept
    cdef inline int _within(self, long long low, long long real, long long high, long long share) noexcept
    cdef int _unexplored(self, int node, int part) noexcept
    cdef int _begin(self) except -1
    cpdef int tell(self, int node, Evaluator evaluator) except -1
    cdef int _reserve_told(self, long long end) except -1
    cdef int _move_told(self) except -1
    cpdef double up_to(self, int node, double target) except? -1.0
    cpdef double below(self, int node, double target) except? -1.0
    cdef int multiply(self, int node, double *at, double *chances, bint equal) noexcept
    cdef int _list(self, int node) noexcept
    cdef double _between(self, int node, int part, double target) noexcept
    cdef int _maximum(self, int node) noexcept
    cdef int _product(self, int node) except -1
    cdef int _invert(self) noexcept
    cdef bint _store(self, int node) noexcept
    cdef int _reserve(self, int node) except -1
