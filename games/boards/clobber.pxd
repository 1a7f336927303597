cimport cython

from games.boards.grid cimport Grid
from games.core cimport LOSS, ONGOING, Moves

@cython.final
cdef class Clobber(Grid):
    cdef inline bint _captures(self, int move, int own) noexcept
    cdef int _movable(self, int own) noexcept
