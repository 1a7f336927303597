cimport cython

from games.core cimport doubles, ints
from searchers.best_first.bfms cimport BestFirstMinimax
from searchers.storage.minimax_tree cimport GuidedTree, MinimaxTree

cdef extern from "<math.h>" nogil:
    double exp(double x) noexcept
    double log(double x) noexcept

@cython.final
cdef class MinMaxApproximation(BestFirstMinimax):
    pass

@cython.final
cdef class PenaltyTree(GuidedTree):
    cdef double *level
    cdef double *least
    cdef int *toward
    cdef int *for_min
    cdef bint by_means, by_rank
    cdef double p, edge, scale
    cdef double _mean_level(self, int first, int count, double degree) noexcept
    cdef int _rank(self, int node, int first, int count) noexcept
