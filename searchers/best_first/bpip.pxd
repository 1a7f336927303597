cimport cython

from evaluators.core.budget cimport Budget
from evaluators.core.evaluator cimport Evaluator
from games.core cimport (
    INFINITY, MATE_BOUND, MAX_PLY, ONGOING, Moves, Position, adjust_mate, array, doubles, ints,
    longlongs,
)
from searchers.best_first.constants cimport NEARNESS, STATIC_ONLY, STEP, SWING
from searchers.core.searcher cimport Searcher
from searchers.storage.constants cimport BETWEEN_POLLS, FINISHED, LEAF
from searchers.storage.minimax_tree cimport MinimaxTree

cdef int rounded(double value) noexcept

@cython.final
cdef class SpikeTree(MinimaxTree):
    cdef array _leaf, _spike, _chance, _line, _line_2, _product, _product_2
    cdef int *leaf
    cdef int *count
    cdef long long *at
    cdef double *mean
    cdef int *spike
    cdef double *chance
    cdef int *line
    cdef int *line_2
    cdef double *product
    cdef double *product_2
    cdef readonly int spikes
    cdef readonly double gain
    cdef double least, share
    cdef long long used, live, most_spikes, spike_room, line_room
    cdef int set_spikes(self, int node, Evaluator evaluator) except -1
    cdef int invalidate(self, int node) noexcept
    cdef bint back_up_all(self, Budget budget) except -1
    cdef bint _back_up_invalid(self, Budget budget) except -1
    cdef int _invalidate_all(self) noexcept
    cdef inline int _add_spike(self, int node, int value, double chance) noexcept
    cdef int _multiply(self, int node) noexcept
    cdef int _merge(self, int child, int length, int floor) noexcept
    cdef int _average(self, int node) noexcept
    cdef bint _reserve_spikes(self, int node) except -1
    cdef array _root, _move_mean
    cdef int *level
    cdef int *branch
    cdef int *queue
    cdef int *alpha
    cdef int *beta
    cdef double *weight
    cdef double *root
    cdef double *move_mean
    cdef int waiting, deepest, measure
    cdef bint any_found
    cdef double best_mean, second_mean
    cdef int rank_leaves(self, int deepest) noexcept
    cdef int next_leaf(self, Budget budget) except -2
    cdef int _begin_queue(self, int measure) noexcept
    cdef int _pass_down(self, int node) noexcept
    cdef int _add_up(self, int node) noexcept
    cdef int _influence(self, int node, int child) noexcept
    cdef int _shift_to_means(self, int node) noexcept
    cdef double _importance_of(self, int node) noexcept
    cdef int _put(self, int node) noexcept
    cdef int _take(self) noexcept
    cdef inline bint _precedes(self, int one, int other) noexcept

@cython.final
cdef class BestPlay(Searcher):
    cdef readonly SpikeTree tree
    cdef Moves moves, path
    cdef bint proved
    cdef bint _expand_from_root(self, Position position, int leaf) except -1
    cdef bint _expand(self, Position position, int node, int depth) except -1
    cdef void _evaluate_child(self, Position position, int child, int depth) except *
    cdef int _evaluate_leaf(self, Position position, int leaf) except -1
    cdef bint _evaluate_best_fully(self, Position position, int first) except -1
    cdef bint _back_up(self, Position position) except -1
