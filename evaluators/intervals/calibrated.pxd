cimport cython

from evaluators.intervals.probe cimport Probe
from games.core.position cimport Position
from games.core.scores cimport INFINITY

cdef enum:
    DECIDED = 268435456
    UNFITTED = -1

@cython.final
cdef class Calibrated(Probe):
    cdef readonly int sigma
    cdef int depth
    cdef bint fitted
    cdef object fit
    cdef int slopes[64]
    cdef int offsets[64]
    cdef int sigmas[64]
    cdef int margins[64]
