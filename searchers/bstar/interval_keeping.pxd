from evaluators.core.budget cimport Budget
from searchers.bstar.constants cimport AWAY, CLOSED, FORGOTTEN, OPEN
from searchers.bstar.interval_store cimport Edge, IntervalStore, child_at
from searchers.storage.constants cimport BETWEEN_POLLS, MOST_COST
from searchers.storage.forgetting cimport child_cost

cdef class KeptIntervals(IntervalStore):
    cdef int leader(self, int node) noexcept
    cdef bint select(self, int root, Budget budget) except -1
    cdef bint _sweep(self, bint ranking, Budget budget) except -1
    cdef bint _rank_children(self, int node) except -1
    cdef bint _select_children(self, int node) except -1
    cdef bint move_nodes(self, int root, int plies, Budget budget) except -1
    cdef bint move_edges(self, Budget budget) except -1
    cdef bint share_effort(self, Budget budget) except -1
