cimport cython

from games.core cimport DRAW, INFINITY, MAX_PLY, ONGOING, Position, array, ints
from searchers.abtree.constants cimport FINISHED, NO_RECUT, RESTART, SOLVED, SWEPT, TOP
from searchers.abtree.growing cimport GrowingTree
from searchers.storage.constants cimport BETWEEN_POLLS

@cython.final
cdef class ABTree(GrowingTree):
    cdef readonly bint fix
    cdef readonly int best_move
    cdef array _own, _other, _oldvalue, _wascut
    cdef int *own
    cdef int *other
    cdef int *oldvalue
    cdef int *wascut
    cdef int find_path(self, int d) except -1
    cdef int reoptimize(self, int d, int level) noexcept
    cdef int backup(self, int d, int depth) except -1
    cpdef int expand_terminal(self, int t) except -1
    cpdef int resume_node(self, int p) except -1
    cdef bint _is_suspended(self, int n) except -1
    cpdef int make_move(self, int rank) except -1
    cpdef int revalidate(self, int n) except -1
    cpdef int redevelop(self) except -1
    cdef int try_recut(self, int p) noexcept
    cpdef int cut_off(self, int n, int c) except -1
    cpdef int uncut(self, int n) except -1
    cpdef int add_restart(self, int n) except -1
    cpdef int depth(self, int n) except -1
    cpdef bint is_key(self, int n) except -1
    cpdef int principal_terminal(self) except -1
    cpdef int terminals(self) except -1
    cpdef bint make_room(self, int depth) except -1
    cpdef ABTree set_aside(self)
