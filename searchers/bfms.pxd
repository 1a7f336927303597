cimport cython
from games cimport array

from evaluators.budget cimport take
from evaluators.evaluator cimport VOID, Evaluator
from games.position cimport Moves, Position
from games.scores cimport DRAW, INFINITE, LONGEST_LINE, ONGOING
from searchers.forgetting cimport Selection, dearer
from searchers.searcher cimport Searcher

cdef enum:
    LEAF = 0
    FINISHED = -1
    FORGOTTEN = -2
    _BETWEEN_POLLS = 16384

@cython.final
cdef class BestFirstMinimax(Searcher):
    cdef array.array _move, _value, _first, _sons, _best, _parent, _place
    cdef int *move
    cdef int *value
    cdef int *first
    cdef int *sons
    cdef int *best
    cdef int *parent
    cdef int *place
    cdef int size, capacity, most
    cdef Moves moves
    cdef Selection selection
    cdef object kept
    cdef int _expand(self, Position position, int node, int depth) except -1
    cdef bint _back_up(self, int node) except -1
    cdef bint _rank(self, int root, bint hasty) except -1
    cdef bint _compact(self, int root, bint hasty) except -1
    cdef int _reserve(self, int more) except -1
