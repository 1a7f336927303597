cimport cython

from games.core cimport INFINITY, LOSS, WIN, doubles, ints
from searchers.monte_carlo.constants cimport UNTRIED
from searchers.storage.constants cimport MOST_COST
from searchers.storage.minimax_tree cimport MinimaxTree

@cython.final
cdef class VisitTree(MinimaxTree):
    cdef int *visits
    cdef double *total
    cdef int *prior
    cdef int list_child(self, int child, int parent, int move, int ply) noexcept
