cimport cython
from games cimport array

from games.bits cimport GOLDEN, M64, mix
from games.position cimport Moves, Position
from games.scores cimport ONGOING

@cython.final
cdef class Uniform(Position):
    cdef readonly int w, d
    cdef int depth, first, value
    cdef long long range
    cdef bint top_down, reordered
    cdef unsigned long long chance, node, number
    cdef array.array _nodes, _numbers, _values, _moves, _best
    cdef unsigned long long *nodes
    cdef unsigned long long *numbers
    cdef int *values
    cdef int *moves
    cdef int *best
    cdef int _place(self) noexcept
    cdef int _settle(self) except? -2147483647
