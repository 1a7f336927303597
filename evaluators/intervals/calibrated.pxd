cimport cython
from games.core cimport array
from games.core.array cimport ints

from evaluators.intervals.fitted cimport DECIDED, Fitted
from games.core.position cimport Position

cdef enum:
    UNFITTED = -1
    SHARES = 11

@cython.final
cdef class Calibrated(Fitted):
    cdef array.array _slopes
    cdef array.array _offsets
    cdef array.array _margins
    cdef array.array _within
    cdef array.array _cells
    cdef array.array _steps
    cdef array.array _ends
    cdef int *slopes
    cdef int *offsets
    cdef int *margins
    cdef int *within
    cdef int *cells
    cdef int *steps
    cdef int *ends
    cdef int places, place
    cdef double covers[11]
    cdef int _cell(self, Position position, int value) except -1
