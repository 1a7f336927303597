cimport cython

from games.core.array cimport array, ints
from games.core.constants cimport MOST_LISTED

@cython.final
cdef class Moves:
    cdef array _moves, _scores, _tags, _lows, _highs
    cdef int *move
    cdef int *score
    cdef int *tag
    cdef int *low
    cdef int *high
    cdef readonly int count
    cdef int capacity
    cpdef void reserve(self, int more) except *
    cdef int _update_pointers(self) except -1
    cpdef int append(self, int move) except -1
    cpdef int extend(self, moves) except -1
    cpdef int set_tags(self, int tag) except -1
    cpdef int drop(self, int start) except -1
    cpdef int sort(self, int start) except -1
    cpdef int sort_best(self, int start, int most) except -1
    cpdef void pick(self, int start) except *
    cpdef int pick_next(self, int start, int index) except -1
    cdef void refuse(self, int start) except *
