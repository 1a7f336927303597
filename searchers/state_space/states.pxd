cimport cython

from games.core cimport Moves, array, ints
from searchers.state_space.constants cimport MOVE_BYTES, STATE_BYTES

@cython.final
cdef class Blocks:
    cdef array _free
    cdef int *free
    cdef readonly int size
    cdef int clear(self) noexcept
    cdef int allocate(self, int count, int *column) noexcept
    cdef int release(self, int first, int count, int *column) noexcept

# The final methods are called without a look at the table of methods.
cdef class States:
    cdef list _columns
    cdef array _pool
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
    cdef int *tried
    cdef int *children
    cdef int *child_count
    cdef int *heap_index
    cdef int *heap
    cdef int *below
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
    cdef int store_moves(self, Moves moves) except -1
    cdef int drop_moves(self, int first, int count) except -1
    cdef int push_front(self, int n) noexcept
    cdef int exchange(self, int n) noexcept
    cdef void remove(self, int n) noexcept
    @cython.final
    cdef inline bint _is_before(self, int a, int b) noexcept
    @cython.final
    cdef bint _is_left(self, int a, int b) noexcept
    @cython.final
    cdef int _sift_up(self, int n, int index) noexcept
    @cython.final
    cdef int _fill(self, int index) noexcept
    @cython.final
    cdef long long _needed(self) noexcept
    cdef void _grow(self) except *
    cdef int _set_pointers(self) except -1
