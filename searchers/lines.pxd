cimport cython
from games cimport array

from games.scores cimport LONGEST_LINE

@cython.final
cdef class Lines:
    cdef array.array _moves, _lengths
    cdef int *moves
    cdef int *length
    cdef int keep(self, int move, int ply) noexcept
