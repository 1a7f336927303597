cimport cython
from games cimport array

from evaluators.budget cimport Budget
from games.scores cimport DRAW, INFINITE
from searchers.forgetting cimport Selection, dearer
from searchers.kept_tree cimport BETWEEN_POLLS, KeptTree

cdef enum:
    LEAF = 0
    FINISHED = -1
    FORGOTTEN = -2

@cython.final
cdef class MinimaxTree(KeptTree):
    cdef array.array _move, _value, _first, _sons, _best, _parent
    cdef int *move
    cdef int *value
    cdef int *first
    cdef int *sons
    cdef int *best
    cdef int *parent
    cdef int capacity
    cdef int plant(self) except -1
    cdef int open(self, int node, int count) except -1
    cdef bint back_up(self, int node) noexcept
    cdef bint make_room(self, int more) except -1
    cdef int reserve(self, int more) except -1
    cdef int _point(self) except -1
