cimport cython

from games.core cimport Position, adjust_mate
from searchers.bstar.interval_store cimport child_at
from searchers.bstar.interval_tree cimport IntervalTree
from searchers.core.trace cimport Trace

@cython.final
cdef class IntervalTrace:
    cdef Trace trace
    cdef IntervalTree tree
    cdef int bounds(self, str event, Position position, int node, int plies=*) except -1
    cdef int children(self, Position position, int node, int before) except -1
    cdef int path(self, Position position, int *path, int depth) except -1
    cdef int above(self, Position position, int node) except -1
    cdef int aimed(self, str strategy, int best, int second) except -1
    cdef int doubted(self, double percent, int widening) except -1
