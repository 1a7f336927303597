from searchers.abtree.constants cimport (
    AT_DEPTH, AT_END, FINISHED, RESTART, SOLVED, STOPPED, TO_TELL,
)
from searchers.abtree.tree cimport ABTree

cpdef int expand_ply(ABTree tree) except -1
cdef bint _misses_children(ABTree tree, int n) except -1
cpdef int best_first(ABTree tree, int deepest, long long until) except -1
