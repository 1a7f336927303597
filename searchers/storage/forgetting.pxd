cimport cython

from games.core cimport array, longlongs, msb
from searchers.storage.constants cimport BUCKETS, MOST_COST

@cython.final
cdef class Selection:
    cdef array _held
    cdef long long *held
    cdef long long left
    cdef int limit
    cpdef int clear(self) except -1
    cpdef int count(self, int cost, int children) except -1
    cpdef int set_limit(self, long long room) except -1
    cpdef bint keeps_children(self, int cost, int children) except -1

cpdef int child_cost(int cost, long long gap, bint best) noexcept
cdef int _bucket(int cost) noexcept
