cimport cython
from games.core.array cimport array, doubles, ints

from evaluators.core.budget cimport Budget
from games.core.scores cimport INFINITY
from searchers.best_first.spike_tree cimport SpikeTree
from searchers.storage.kept_tree cimport BETWEEN_POLLS

@cython.final
cdef class InfluenceTree(SpikeTree):
    cdef array _level, _branch, _queue, _alpha, _beta, _weight, _swing, _root, _move_mean
    cdef int *level
    cdef int *branch
    cdef int *queue
    cdef int *alpha
    cdef int *beta
    cdef double *weight
    cdef double *swing
    cdef double *root
    cdef double *move_mean
    cdef readonly int waiting
    cdef double best_mean, second_mean
    cdef bint weigh_leaves(self, int deepest, Budget budget) except -1
    cdef int _compare_moves(self) noexcept
    cdef int _pass_down(self, int node) noexcept
    cdef int _add_up(self, int node) noexcept
    cdef int _influence(self, int node, int child) noexcept
    cdef int _centre(self, int node) noexcept
    cdef int _weigh(self, int leaf) noexcept
    cdef int _rank(self, double most, double most_swing) noexcept
    cdef int next_leaf(self) noexcept
    cdef int _sink(self, int index) noexcept
    cdef inline bint _precedes(self, int one, int other) noexcept
