cimport cython

from games.boards.grid cimport Grid
from games.core cimport INFINITY, LOSS, ONGOING, Moves, array, ints, longlongs

@cython.final
cdef class Hex(Grid):
    cdef long long stamp  # it grows with each search of the board, and must not overflow
    cdef bint connected
    cdef array _seen, _stack
    cdef long long *seen
    cdef int *stack
    cdef bint _connects(self, int square, int piece) noexcept
    cdef int _distance(self, int piece) noexcept
