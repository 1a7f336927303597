from games.core cimport INFINITY, MAX_PLY, Position, array, ints
from searchers.best_first.constants cimport AT_LEAST, FINISHED, LEAF, VALUED
from searchers.best_first.expansion cimport Expansion
from searchers.best_first.minimax_tree cimport MinimaxTree
from searchers.storage.keeper cimport step_down

cdef class BestFirstMinimax(Expansion):
    cdef array _alpha, _beta
    cdef int *alpha
    cdef int *beta
    cdef bint proved, by_visits
    cdef readonly int plies
    cdef int _go_below(self, int node, int depth) noexcept
    cdef int _tell_change(self, Position position, int node) except -1
