cimport cython

from games.core cimport INFINITY, ONGOING, Position, adjust_mate

@cython.final
cdef class Trace:
    cdef object write
    cdef bint silent, alternating
    cdef int base, root_ply
    cdef object copy
    cdef list line, numbers, texts, listed
    cpdef int note(self, str event, Position position, int value=*) except -1
    cpdef int child(self, str event, Position position, int move, int value=*) except -1
    cpdef int above(self, str event, Position position, int plies, int value) except -1
    cpdef int leaf(self, Position position, int value, bint void=*) except -1
    cpdef int window(self, str event, Position position, int depth, int alpha, int beta) except -1
    cpdef int bounds(self, str event, Position position, int low, int high) except -1
    cpdef int pass_over(self) except -1
