cimport cython

from evaluators.intervals.fitted cimport DECIDED, Fitted
from games.core.position cimport Position

cdef enum:
    UNFITTED = -1

@cython.final
cdef class Calibrated(Fitted):
    cdef int slopes[64]
    cdef int offsets[64]
    cdef int sigmas[64]
    cdef int margins[64]
