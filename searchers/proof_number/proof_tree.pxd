cimport cython

from games.core cimport LOSS, WIN, array, ints
from searchers.proof_number.constants cimport ENDLESS, FINISHED, HORIZON, LEAF, PRUNED, RECYCLED

@cython.final
cdef class ProofTree:
    cdef array _move, _first, _count, _parent, _low, _high, _phi, _delta, _free
    cdef int *move
    cdef int *first
    cdef int *count
    cdef int *parent
    cdef int *low
    cdef int *high
    cdef int *phi
    cdef int *delta
    cdef int *free
    cdef int capacity
    cdef readonly int size, used, most
    cdef bint weak
    cpdef int reset(self, int ply) except -1
    cdef int set_numbers(self, int node, int wanted, bint attacks, int replies) noexcept
    cdef bint back_up(self, int node) noexcept
    cdef int select(self, int node) noexcept
    cdef bint solved(self, int node) noexcept
    cpdef void renumber_for(self, int threshold) noexcept
    cdef int add_children(self, int node, int count) except -2
    cdef int _split(self, int count) noexcept
    cdef int release(self, int first, int count) noexcept
    cpdef void drop_children(self, int node) noexcept
    cpdef int drop_solved(self) noexcept
    cpdef int reroot(self, int node) noexcept
    cdef bint _try_reserve(self, int more) except -1
    cdef int _reserve(self, int more) except -1
    cdef int _point(self) except -1
