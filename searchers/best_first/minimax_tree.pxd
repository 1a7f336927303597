cimport cython
from games.core cimport array

from evaluators.core.budget cimport Budget
from games.core.scores cimport DRAW, INFINITY
from searchers.storage.forgetting cimport Selection, dearer
from searchers.storage.kept_tree cimport BETWEEN_POLLS, KeptTree

cdef enum:
    LEAF = 0
    FINISHED = -1
    FORGOTTEN = -2

@cython.final
cdef class MinimaxTree(KeptTree):
    cdef array.array _move, _value, _first, _children, _best, _parent
    cdef int *move
    cdef int *value
    cdef int *first
    cdef int *children
    cdef int *best
    cdef int *parent
    cdef int capacity
    cdef int plant(self) except -1
    cdef int open(self, int node, int count) except -1
    cdef bint back_up(self, int node) noexcept
    cdef bint make_room(self, int more) except -1
    cdef int reserve(self, int more) except -1
    cdef int _point(self) except -1
