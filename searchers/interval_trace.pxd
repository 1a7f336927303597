cimport cython

from games.position cimport Position
from games.scores cimport at_ply
from searchers.interval_tree cimport IntervalTree
from searchers.trace cimport Trace

@cython.final
cdef class IntervalTrace:
    cdef Trace trace
    cdef IntervalTree tree
    cdef int bounds(self, str event, Position position, int node, int plies=*) except -1
    cdef int sons(self, Position position, int node, int before) except -1
    cdef int path(self, Position position, int *path, int depth) except -1
    cdef int above(self, Position position, int node) except -1
    cdef int aimed(self, str strategy, int best, int second) except -1
