cimport cython
from games.core cimport array

from evaluators.core.budget cimport Budget, take
from evaluators.core.evaluator cimport Evaluator
from games.core.position cimport Moves, Position
from games.core.scores cimport DRAW, INFINITY, MAX_PLY, ONGOING, VOID, adjust_mate
from searchers.abtree.store cimport (
    FINISHED, FREE, NO_RECUT, ON_PATH, RECORD, RESTART, SWEPT, TOP, UNSORTED, ABStore,
)
from searchers.core.counts cimport Counts
from searchers.core.trace cimport Trace
from searchers.storage.kept_tree cimport BETWEEN_POLLS

cdef enum:
    NOBODY = -1
    NO_DEPTH = -1
    SOLVED = 1073741824
    MOST_STORED = 67108864

@cython.final
cdef class ABTree(ABStore):
    cdef public int horizon, chosen
    cdef public object deep_enough, heuristic_stop
    cdef public bint stopped
    cdef bint tracing
    cdef Trace trace
    cdef public bint met_horizon
    cdef readonly bint fix, best_sibling, full
    cdef readonly int ply, restarts, restart_depths, retain, best_move
    cdef readonly Position position
    cdef readonly list root_moves
    cdef readonly Evaluator evaluator
    cdef readonly Budget budget
    cdef readonly Counts counts
    cdef Moves moves
    cdef array.array _own, _other, _oldvalue, _wascut, _path
    cdef int *own
    cdef int *other
    cdef int *oldvalue
    cdef int *wascut
    cdef int *path
    cdef int grow(self, int n, int own, int other, int depth) except -1
    cdef bint _are_leaves(self, int depth) except -1
    cdef int _grow_children(self, int n, int start, int own, int other, int depth) except -1
    cdef int _grow_leaves(self, int n, int start, int own, int depth) except -1
    cdef int _add_leaves(self, int n, int index, int end, int last) except -1
    cdef inline int _count_leaves(self, int n, int before, int depth) except -1
    cdef int create_next_desc(self, int p, int move) except -1
    cdef bint _is_terminal(self, int n, int depth) except -1
    cdef int _evaluate(self, int n) except -1
    cdef bint is_deep(self, int n, int depth) except -1
    cdef bint _stops(self, int n, int depth) except -1
    cdef bint _ask_deep(self) except -1
    cdef bint _ask_stop(self, int n) except -1
    cdef int _list_moves(self, int n) except -1
    cdef inline int in_order(self, int p) noexcept
    cdef inline int best_sib(self, int d) noexcept
    cdef inline int threshold_beside(self, int d, int threshold) noexcept
    cdef inline int better_threshold(self, int q, int threshold) noexcept
    cdef inline bint should_cut(self, int n, int threshold) noexcept
    cdef int free_node(self, int n) except -1
    cdef int erase_children(self, int r) except -1
    cpdef int cut_off(self, int n, int c) except -1
    cpdef int uncut(self, int n) except -1
    cpdef int add_restart(self, int n) except -1
    cdef int _cut_off(self, int n, int c) noexcept
    cdef int _uncut(self, int n) noexcept
    cdef int _add_restart(self, int n) noexcept
    cdef int restart_all(self, int c) noexcept
    cdef int check_cuts(self, int c) noexcept
    cdef int new_node_value(self, int q, int oldvalue) noexcept
    cdef int clear_cuts_in_tree(self, int c, int r) noexcept
    cdef bint on_path(self, int p, int q) noexcept
    cdef int find_path(self, int d) except -1
    cdef int reoptimize(self, int d, int level) noexcept
    cdef int backup(self, int d, int depth) except -1
    cpdef int expand_terminal(self, int t) except -1
    cpdef int resume_node(self, int p) except -1
    cdef bint _is_suspended(self, int n) except -1
    cpdef int make_move(self, int rank) except -1
    cpdef int revalidate(self, int n) except -1
    cdef int sweep_tree(self, int n, int own, int other, int depth) except -1
    cdef int _sweep_child(self, int n, int own, int other, int depth) except -1
    cdef inline bint holds(self, int n) noexcept
    cpdef int redevelop(self) except -1
    cdef int try_recut(self, int p) noexcept
    cpdef bint make_room(self, int depth) except -1
    cdef int _forget_weak_children(self) except -1
    cdef int _forget_last_children(self) except -1
    cdef int _forget_if_last(self, int n) except -1
    cdef int _horizon_of(self, int n, int ply) except -1
    cdef int _forget(self, int n, int held) except -1
    cpdef int depth(self, int n) except -1
    cpdef bint is_key(self, int n) except -1
    cpdef int principal_terminal(self) except -1
    cpdef int terminals(self) except -1
    cdef int _tell_visit(self, int own, int other) except -1
    cdef int _tell_value(self, int n) except -1
    cdef int _tell_leaves(self, int n, int previous, int void) except -1
    cdef int _tell_cut(self, int n) except -1
    cdef int _tell_restart(self, int n) except -1
    cdef int _tell_forgotten(self, int n) except -1
    cdef inline int _require(self, int n) except -1
    cdef int _refuse(self, int n, str fault) except -1
