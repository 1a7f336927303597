cimport cython

from evaluators.core.budget cimport Budget
from evaluators.core.evaluator cimport Evaluator
from games.core cimport INFINITY, MATE_BOUND, array, doubles, ints, longlongs
from searchers.best_first.constants cimport FINISHED
from searchers.best_first.minimax_tree cimport MinimaxTree
from searchers.storage.constants cimport BETWEEN_POLLS

cdef int rounded(double value) noexcept

cdef class SpikeTree(MinimaxTree):
    cdef array _leaf, _count, _at, _mean, _spike, _chance, _line, _line_2, _product, _product_2
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
    cdef int tell(self, int node, Evaluator evaluator) except -1
    cdef int outdate(self, int node) noexcept
    cdef bint back_up_all(self, Budget budget) except -1
    cdef bint _back_up_outdated(self, Budget budget) except -1
    cdef int _outdate_all(self) noexcept
    @cython.final
    cdef inline int _add_spike(self, int node, int value, double chance) noexcept
    cdef int _list_leaf(self, int node) noexcept
    cdef int _multiply(self, int node) noexcept
    cdef int _merge(self, int child, int length, int floor) noexcept
    cdef int _average(self, int node) noexcept
    cdef bint _reserve_spikes(self, int node) except -1
    cdef int _lengthen_lines(self, long long room) except -1
    cdef int _lengthen_spikes(self, long long room) except -1
