from searchers.abtree.retention cimport SOLVED
from searchers.abtree.store cimport FINISHED, RESTART
from searchers.abtree.tree cimport ABTree

cdef enum:
    STOPPED = 0, TO_TELL = 1, AT_DEPTH = 2, AT_END = 3

cpdef int expand_ply(ABTree tree) except -1
cdef bint _misses_children(ABTree tree, int n) except -1
cpdef int best_first(ABTree tree, int deepest, long long until) except -1
