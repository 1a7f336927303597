cimport cython

from games.core cimport INFINITY, ONGOING, Moves, Position, adjust_mate

@cython.final
cdef class Trace:
    cdef object write
    cdef bint skipping, alternating
    cdef int base, root_ply
    cdef object copy
    cdef list line, numbers, texts, listed
    cpdef int record_position(self, str event, Position position, int value=*) except -1
    cpdef int record_child(self, str event, Position position, int move, int value=*) except -1
    cdef int record_children(self, Position position, Moves moves, int made, int valued) except -1
    cpdef int record_parent(self, str event, Position position, int plies, int value) except -1
    cpdef void record_leaf(self, Position position, int value, bint void=*) except *
    cpdef int record_window(self, str event, Position position, int depth, int alpha, int beta) except -1
    cpdef int record_proof(self, Position position, int phi, int delta, int low, int high) except -1
    cpdef int skip_leaf(self) except -1
