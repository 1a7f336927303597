cimport cython

from games.boards.constants cimport ALL_FOUR, BOX, LINE
from games.boards.grid cimport Grid
from games.core cimport GOLDEN, M64, ONGOING, Moves, array, ints, longlongs, mix, ulonglongs

@cython.final
cdef class Dots(Grid):
    cdef int boxes, free, lead, left
    cdef long long stamp
    cdef bint must_pass
    cdef list patterns
    cdef array _leads, _seen, _lines
    cdef unsigned long long *leads
    cdef long long *seen
    cdef int *lines
    cdef int _drawn(self, int box) noexcept
    cdef int _box_beside(self, int line, int second) noexcept
    cdef bint _draw(self, int line) except -1
    cdef int _own_lead(self) noexcept
    cdef int _takable(self) noexcept
    cdef int _chain(self, int box) noexcept
    cdef int _open_line(self, int box, int but) noexcept
