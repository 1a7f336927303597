cimport cython

from games.core cimport MAX_PLY, array, ints
from searchers.abtree.constants cimport (
    FINISHED, FREE, MOST_STORED, NO_RECUT, ON_PATH, RESTART, SOLVED,
)
from searchers.abtree.cuts cimport CutTree
from searchers.storage.constants cimport BETWEEN_POLLS

cdef class RetainingTree(CutTree):
    cdef public int retain
    cdef array _path
    cdef int *path
    cdef bint _make_room(self, int depth) except -1
    cdef int _forget_down(self, int depth, int goal) except -1
    cdef int _forget_everywhere(self, bint weak) except -1
    cdef int _forget_weak_children(self, int n) except -1
    cdef int _forget_last_children(self, int n) except -1
    cdef int _horizon_of(self, int n, int ply) except -1
    cdef int _forget(self, int n, int held) except -1
    @cython.final
    cdef int free_node(self, int n) except -1
    @cython.final
    cdef int erase_children(self, int r) except -1
