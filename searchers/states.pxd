cimport cython
from cpython cimport array

from games.position cimport Moves
from searchers.blocks cimport Blocks

@cython.final
cdef class States:
    cdef array.array _parent, _move, _ply, _status, _merit, _lower, _replies, _reply_count, _reply
    cdef array.array _moves, _width, _next, _sons, _son_count, _at, _open, _pool
    cdef int *parent
    cdef int *move
    cdef int *ply
    cdef int *status
    cdef int *merit
    cdef int *lower
    cdef int *replies
    cdef int *reply_count
    cdef int *reply
    cdef int *moves
    cdef int *width
    cdef int *next
    cdef int *sons
    cdef int *son_count
    cdef int *at
    cdef int *open
    cdef int *pool
    cdef int capacity, pool_capacity
    cdef Blocks places, lists
    cdef int open_size
    cdef readonly long long operations, comparisons
    cdef int clear(self) except -1
    cdef int add(self, int count) except -1
    cdef int drop(self, int first, int count) except -1
    cdef int keep(self, Moves moves) except -1
    cdef int unkeep(self, int first, int count) except -1
    cdef int insert(self, int n) except -1
    cdef int take_first(self) except -1
    cdef int remove(self, int n) except -1
    cdef bint _before(self, int a, int b) except -1
    cdef int _rise(self, int n, int place) except -1
    cdef int _sink(self, int n, int place) except -1
    cdef int _grow(self) except -1
