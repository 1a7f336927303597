from evaluators.intervals.probe cimport Probe
from games.core.position cimport Position
from games.core.scores cimport INFINITY

cdef enum:
    DECIDED = 268435456

cdef class Fitted(Probe):
    cdef readonly int sigma
    cdef object fit
    cdef int depth
    cdef int foretell(self, Position position, int value) except -1
