cimport cython

from games.boards.grid cimport Grid
from games.core cimport LOSS, ONGOING, Moves, array, ints

@cython.final
cdef class Clobber(Grid):
    cdef array _near
    cdef int *near
    cdef inline bint _captures(self, int move, int own) noexcept
    cdef int _movable(self, int own) noexcept
