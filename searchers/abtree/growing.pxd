cimport cython

from evaluators.core.budget cimport take
from games.core cimport INFINITY, MAX_PLY, ONGOING, VOID, Moves, Position, adjust_mate
from searchers.abtree.constants cimport FINISHED, NOBODY, NO_RECUT, SOLVED, SWEPT, TOP, UNSORTED
from searchers.abtree.retention cimport RetainingTree

cdef class GrowingTree(RetainingTree):
    cdef public int horizon, chosen
    cdef public object deep_enough, heuristic_stop
    cdef readonly bint best_sibling
    cdef readonly list root_moves
    cdef Moves moves
    @cython.final
    cdef int grow(self, int n, int own, int other, int depth) except -1
    @cython.final
    cdef int _grow_children(self, int n, int start, int own, int other, int depth) except -1
    @cython.final
    cdef bint _are_leaves(self, int depth) except -1
    @cython.final
    cdef int _grow_leaves(self, int n, int start, int own, int depth) except -1
    @cython.final
    cdef int _add_leaves(self, int n, int index, int end, int last) except -1
    @cython.final
    cdef inline int _count_leaves(self, int n, int before, int depth) except -1
    @cython.final
    cdef int create_next_desc(self, int p, int move) except -1
    @cython.final
    cdef bint _is_terminal(self, int n, int depth) except -1
    @cython.final
    cdef int _evaluate(self, int n) except -1
    @cython.final
    cdef bint is_deep(self, int n, int depth) except -1
    @cython.final
    cdef bint _stops(self, int n, int depth) except -1
    cdef bint _ask_deep(self) except -1
    cdef bint _ask_stop(self, int n) except -1
    @cython.final
    cdef int _list_moves(self, int n) except -1
    @cython.final
    cdef inline int in_order(self, int p) noexcept
    @cython.final
    cdef inline int best_sib(self, int d) noexcept
    @cython.final
    cdef inline int threshold_beside(self, int d, int threshold) noexcept
    @cython.final
    cdef inline int better_threshold(self, int q, int threshold) noexcept
    @cython.final
    cdef inline bint should_cut(self, int n, int threshold) noexcept
    @cython.final
    cdef int sweep_tree(self, int n, int own, int other, int depth) except -1
    @cython.final
    cdef int _sweep_child(self, int n, int own, int other, int depth) except -1
    @cython.final
    cdef inline bint holds(self, int n) noexcept
