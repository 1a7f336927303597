cimport cython
from games.core cimport array

from games.core.scores cimport MATE_BOUND, ONGOING, QUIET, adjust_mate
from games.parts.part cimport Part

cdef enum:
    MOST_LISTED = 1073741824

@cython.final
cdef class Moves:
    cdef array.array _moves, _scores, _tags, _lows, _highs
    cdef int *move
    cdef int *score
    cdef int *tag
    cdef int *low
    cdef int *high
    cdef readonly int count
    cdef int capacity
    cpdef int reserve(self, int more) except -1
    cdef int _point(self) except -1
    cpdef int append(self, int move) except -1
    cpdef int drop(self, int start) except -1
    cpdef int sort(self, int start) except -1
    cpdef int pick(self, int start) except -1
    cpdef int pick_next(self, int start, int index) except -1
    cdef int refuse(self, int start) except -1

cdef class Position(Part):
    cpdef int generate(self, Moves moves) except -1
    cpdef bint push(self, int move) except -1
    cpdef bint pop(self) except -1
    cpdef int result(self) except? -2147483647
    cpdef unsigned long long key(self) except? 1
    cpdef int static(self) except? -2147483647
    cpdef int static_bounds(self, int side) except? -2147483647
    cpdef int certain_bounds(self, int side) except? -2147483647
    cpdef int static_children(self, Moves moves, int start, int ply, int enough) except -1
    cpdef int child_bounds(self, Moves moves, int start) except -1
    cpdef bint can_pass(self) except -1
    cpdef bint push_pass(self) except -1
    cpdef bint zugzwang_unlikely(self) except -1
    cpdef int noisy_moves(self, Moves moves) except -1
    cpdef int see(self, int move) except? -2147483647
    cpdef bint in_check(self) except -1
    cpdef int trait(self, int number) except? -1
    cpdef int game_phase(self) except -1
