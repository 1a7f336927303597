cimport cython

from games.core cimport Moves, array, ints
from searchers.state_space.constants cimport MOVE_BYTES, STATE_BYTES
from searchers.storage.blocks cimport Blocks

cdef class States:
    cdef array _parent, _move, _ply, _status, _merit, _lower, _replies, _reply_count, _reply
    cdef array _moves, _width, _next, _children, _child_count, _at, _heap, _behind, _pool
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
    cdef int *children
    cdef int *child_count
    cdef int *at
    cdef int *heap
    cdef int *behind
    cdef int *pool
    cdef int capacity, pool_capacity
    cdef readonly long long most
    cdef readonly bint full
    cdef Blocks places, lists
    cdef int front, open_size, heap_size
    cdef readonly long long operations, comparisons
    cdef int clear(self) except -1
    cdef int add(self, int count) except -1
    cdef int drop(self, int first, int count) except -1
    cdef int keep(self, Moves moves) except -1
    cdef int unkeep(self, int first, int count) except -1
    cdef int put_in_front(self, int n) noexcept
    cdef int exchange(self, int n) noexcept
    cdef int remove(self, int n) noexcept
    @cython.final
    cdef inline bint _before(self, int a, int b) noexcept
    @cython.final
    cdef bint _left(self, int a, int b) noexcept
    @cython.final
    cdef int _rise(self, int n, int index) noexcept
    @cython.final
    cdef int _hollow(self, int index) noexcept
    @cython.final
    cdef long long _needed(self) noexcept
    cdef int _grow(self) except -1
    cdef int _point(self) except -1
