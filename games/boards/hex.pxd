cimport cython

from games.boards.grid cimport Grid
from games.core cimport INFINITY, LOSS, ONGOING, Moves, array, ints

@cython.final
cdef class Hex(Grid):
    cdef int size, empty, stamp
    cdef bint connected
    cdef array _near, _seen, _stack
    cdef int *near
    cdef int *seen
    cdef int *stack
    cdef bint _connects(self, int square, int piece) noexcept
    cdef int _distance(self, int piece) noexcept
