cimport cython

from games.core cimport MATE_BOUND, MAX_PLY, Position, array, ints, shorts
from searchers.best_first.bfms cimport BestFirstMinimax
from searchers.selective.constants cimport NEVER, NO_TARGET
from searchers.storage.minimax_tree cimport GuidedTree, MinimaxTree

@cython.final
cdef class Conspiracy(BestFirstMinimax):
    cdef array _target
    cdef int *target
    cdef int threshold

@cython.final
cdef class ConspiracyTree(GuidedTree):
    cdef array _number
    cdef short *number
    cdef int half, width, scale
    cdef int bucket(self, int value) noexcept
    cdef int _fewest(self, int node, int b) noexcept
    cdef int _sum(self, int node, int b) noexcept
    cdef Py_ssize_t _middle(self, int node) noexcept
    cdef int find_target(self, int threshold) noexcept
    cdef int fewest_conspirators(self) noexcept
    cdef int conspirator(self, int node, int target) noexcept
