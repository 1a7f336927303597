cimport cython

from games.boards.grid cimport Grid
from games.core cimport LOSS, ONGOING, Moves

@cython.final
cdef class Breakthrough(Grid):
    cdef int men[2]
    cdef int advance[2]
    cdef bint over
    cdef inline int _target(self, int move) noexcept
