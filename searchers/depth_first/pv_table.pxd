cimport cython

from games.core cimport MAX_PLY, array, ints

@cython.final
cdef class PVTable:
    cdef array _moves, _lengths
    cdef int *moves
    cdef int *length
    cdef int keep(self, int move, int ply) noexcept
