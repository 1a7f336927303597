cimport cython
from games.core.array cimport array, ints

from games.core.scores cimport MAX_PLY

@cython.final
cdef class PVTable:
    cdef array _moves, _lengths
    cdef int *moves
    cdef int *length
    cdef int keep(self, int move, int ply) noexcept
