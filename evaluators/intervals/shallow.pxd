cimport cython

from evaluators.intervals.probe cimport Probe
from games.core cimport INFINITY, MATE_BOUND, Position

@cython.final
cdef class Shallow(Probe):
    cdef int first, last, margin
