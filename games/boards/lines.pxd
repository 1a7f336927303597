from games.boards.grid cimport Grid
from games.core cimport DRAW, LOSS, ONGOING, Moves, array, ints, schars

cdef class LineGame(Grid):
    cdef readonly int length
    cdef int windows, balance
    cdef bint complete
    cdef array _count, _first_window, _window, _weights
    cdef list lines
    cdef signed char *count
    cdef int *first_window
    cdef int *window
    cdef int *weights
    cdef void change(self, int square, int piece) except *
    cdef int _add(self, int square, int side, int more) noexcept
