cimport cython

from evaluators.intervals.constants cimport DECIDED, SHARES, UNFITTED
from evaluators.intervals.fitted cimport Fitted
from games.core cimport Position, array, ints

@cython.final
cdef class Calibrated(Fitted):
    cdef array _slopes
    cdef array _offsets
    cdef array _margins
    cdef array _within
    cdef array _cells
    cdef array _steps
    cdef array _ends
    cdef int *slopes
    cdef int *offsets
    cdef int *margins
    cdef int *within
    cdef int *cells
    cdef int *steps
    cdef int *ends
    cdef int places, place
    cdef double covers[SHARES]
    cdef int _cell(self, Position position, int value) except -1
