cimport cython
from games.core.array cimport array, doubles, ints, longlongs

from evaluators.core.budget cimport Budget
from evaluators.core.evaluator cimport Evaluator
from games.core.scores cimport INFINITY, MATE_BOUND
from searchers.best_first.minimax_tree cimport FINISHED, MinimaxTree
from searchers.storage.kept_tree cimport BETWEEN_POLLS

@cython.final
cdef class SpikeTree(MinimaxTree):
    cdef array _leaf, _count, _level, _branch, _alpha, _beta, _queue, _at, _mean, _weight, _swing
    cdef array _spike, _chance, _root, _move_mean, _line, _line_2, _product, _product_2
    cdef int *leaf
    cdef int *count
    cdef int *level
    cdef int *branch
    cdef int *alpha
    cdef int *beta
    cdef int *queue
    cdef long long *at
    cdef double *mean
    cdef double *weight
    cdef double *swing
    cdef int *spike
    cdef double *chance
    cdef double *root
    cdef double *move_mean
    cdef int *line
    cdef int *line_2
    cdef double *product
    cdef double *product_2
    cdef readonly int spikes, waiting
    cdef readonly double gain
    cdef double best_mean, second_mean
    cdef long long used, most_spikes, spike_room, line_room
    cdef int tell(self, int node, Evaluator evaluator) except -1
    cdef bint back_up_all(self, Budget budget) except -1
    cdef inline int _add_spike(self, int node, int value, double chance) noexcept
    cdef int _list_leaf(self, int node) noexcept
    cdef int _multiply(self, int node) noexcept
    cdef int _merge(self, int child, int length, int floor) noexcept
    cdef int _average(self, int node) noexcept
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
    cdef bint _reserve_spikes(self, int node) except -1
    cdef int _lengthen_lines(self, long long room) except -1
    cdef int _lengthen_spikes(self, long long room) except -1
    cdef int _point_more(self) except -1
