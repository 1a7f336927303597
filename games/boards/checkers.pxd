cimport cython

from games.boards.constants cimport ADVANCE, KING, KINGS, MEN
from games.boards.grid cimport Grid
from games.core cimport DRAW, LOSS, ONGOING, Moves

@cython.final
cdef class Checkers(Grid):
    cdef int limit, quiet
    cdef int path[12]
    cdef int _next(self, int square, int direction) noexcept
    cdef bint _goes(self, int piece, int direction) noexcept
    cdef int _list_jumps(self, int first, int square, int piece, int jumps, Moves moves) except -1
    cdef int _list_steps(self, int square, Moves moves) except -1
    cdef bint _can_move(self) noexcept
    cdef int _landing(self, int square, int piece, int direction) noexcept
    cdef bint _can_jump(self, int square, int piece) noexcept
