from evaluators.core.budget cimport Budget
from games.core cimport Moves, array, ints
from searchers.storage.forgetting cimport Selection

cdef class KeptTree:
    cdef readonly int size, most
    cdef int asked
    cdef Selection selection
    cdef array _mark
    cdef int *mark
    cdef int line_to(self, int node, Moves moves) except -1
    cdef int allocated(self) except -1
    cdef bint mark_costs(self, int root, Budget budget) except -1
    cdef bint compact(self, int root, int plies, Budget budget) except -1
    cdef int reset(self) except -1
    cdef bint is_full(self, int more) except -1
    cdef bint is_draw(self, int node) except -1
    cdef int count_children(self, int node) except -1
    cdef int parent_of(self, int node) except -1
    cdef int move_into(self, int node) except? -1
    cdef int move_of_step(self, int step) except? -1
