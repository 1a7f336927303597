cimport cython

from evaluators.probe cimport Probe
from games.position cimport Position
from games.scores cimport HEURISTIC, INFINITE

@cython.final
cdef class Fixed(Probe):
    cdef int margin
