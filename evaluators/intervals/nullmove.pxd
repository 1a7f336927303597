cimport cython

from evaluators.intervals.constants cimport DEEPEST
from evaluators.intervals.probe cimport NEVER, Probe
from games.core cimport INFINITY, MATE_BOUND, ONGOING, Moves, Position

@cython.final
cdef class NullMove(Probe):
    cdef int depth, nodes, threat
    cdef bint lazy
    cdef bint _look(self, Position position, int depth) except -1
    cdef int _pessimistic(self, Position position, int depth, int real) except? -2147483647
    cdef int _optimistic(self, Position position, int depth, int real) except? -2147483647
    cdef int _cut(self, int value) noexcept
