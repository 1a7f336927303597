cimport cython

from evaluators.intervals.probe cimport Probe
from games.core cimport INFINITY, MATE_BOUND, Position

@cython.final
cdef class Fixed(Probe):
    cdef int margin
