cimport cython

from evaluators.intervals.probe cimport Probe
from games.core.position cimport Position
from games.core.scores cimport MATE_BOUND, INFINITY

@cython.final
cdef class Shallow(Probe):
    cdef int first, last, margin
