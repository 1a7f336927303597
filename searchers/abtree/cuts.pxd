cimport cython

from evaluators.core.budget cimport Budget
from evaluators.core.evaluator cimport Evaluator
from games.core cimport Position
from searchers.abtree.constants cimport FREE, NOBODY, NO_DEPTH, RECORD, RESTART
from searchers.abtree.store cimport ABStore
from searchers.core.counts cimport Counts
from searchers.core.trace cimport Trace
from searchers.storage.constants cimport BETWEEN_POLLS

# Final is what is done all the time: it is called without a look at the table of methods.
cdef class CutTree(ABStore):
    cdef readonly Position position
    cdef readonly Evaluator evaluator
    cdef readonly Budget budget
    cdef readonly Counts counts
    cdef Trace trace
    cdef bint tracing
    cdef public bint stopped, met_horizon
    cdef readonly bint full
    cdef readonly int ply, restarts, restart_depths
    @cython.final
    cdef int _cut_off(self, int n, int c) noexcept
    @cython.final
    cdef int _uncut(self, int n) noexcept
    @cython.final
    cdef int _add_restart(self, int n) noexcept
    @cython.final
    cdef int restart_all(self, int c) noexcept
    @cython.final
    cdef int check_cuts(self, int c) noexcept
    @cython.final
    cdef int new_node_value(self, int q, int oldvalue) noexcept
    @cython.final
    cdef bint _clear_cuts_in_tree(self, int c, int r) except -1
    @cython.final
    cdef bint on_path(self, int p, int q) noexcept
    @cython.final
    cdef int _depth(self, int n) noexcept
    @cython.final
    cdef inline int _require(self, int n) except -1
    cdef int _refuse(self, int n, str fault) except -1
    cdef int _tell_visit(self, int own, int other) except -1
    cdef int _tell_value(self, int n) except -1
    cdef int _tell_leaves(self, int n, int previous, int void) except -1
    cdef int _tell_cut(self, int n) except -1
    cdef int _tell_restart(self, int n) except -1
    cdef int _tell_forgotten(self, int n) except -1
