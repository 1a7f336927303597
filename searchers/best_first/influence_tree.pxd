cimport cython

from evaluators.core.budget cimport Budget
from games.core cimport INFINITY, array, doubles, ints
from searchers.best_first.constants cimport NEARNESS, STEP, SWING
from searchers.best_first.spike_tree cimport SpikeTree

@cython.final
cdef class InfluenceTree(SpikeTree):
    cdef array _level, _branch, _queue, _alpha, _beta, _weight, _root, _move_mean
    cdef int *level
    cdef int *branch
    cdef int *queue
    cdef int *alpha
    cdef int *beta
    cdef double *weight
    cdef double *root
    cdef double *move_mean
    cdef int waiting, deepest, measure
    cdef bint told
    cdef double best_mean, second_mean
    cdef int rank_leaves(self, int deepest) noexcept
    cdef int next_leaf(self, Budget budget) except -2
    cdef int _measure_by(self, int measure) noexcept
    cdef int _compare_moves(self) noexcept
    cdef int _pass_down(self, int node) noexcept
    cdef int _add_up(self, int node) noexcept
    cdef int _influence(self, int node, int child) noexcept
    cdef int _centre(self, int node) noexcept
    cdef double _weigh(self, int node) noexcept
    cdef int _put(self, int node) noexcept
    cdef int _take(self) noexcept
    cdef inline bint _precedes(self, int one, int other) noexcept
