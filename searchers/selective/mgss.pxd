cimport cython

from games.core cimport INFINITY, MATE_BOUND
from searchers.best_first.bfms cimport BestFirstMinimax
from searchers.storage.constants cimport LEAF
from searchers.storage.minimax_tree cimport MinimaxTree
from searchers.selective.constants cimport PRIOR

cdef extern from "<math.h>" nogil:
    double erf(double x) noexcept
    double exp(double x) noexcept
    double sqrt(double x) noexcept

@cython.final
cdef class MetaGreedy(BestFirstMinimax):
    cdef double cost

@cython.final
cdef class WorthTree(MinimaxTree):
    cdef readonly int leaf
    cdef readonly double worth, shift, deviation
    cdef double measured, sum, squares, first_error
    cdef int rate_leaves(self) except -1
    cdef void _rate(self, int node, int alpha, int beta, int goal, bint rising) except *
    cdef double _worth(self, int value, int alpha, int beta, int goal, bint rising) noexcept
    cdef double _excess(self, double mean) noexcept
