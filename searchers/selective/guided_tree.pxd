from evaluators.core.budget cimport Budget
from searchers.storage.minimax_tree cimport MinimaxTree
from searchers.storage.constants cimport BETWEEN_POLLS

cdef class GuidedTree(MinimaxTree):
    cdef int set_leaf(self, int node) noexcept
    cdef bint update(self, int node) noexcept
    cdef bint refresh(self, Budget budget) except -1
