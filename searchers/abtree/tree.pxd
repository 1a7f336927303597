cimport cython

from evaluators.core.budget cimport Budget, take
from evaluators.core.evaluator cimport Evaluator
from games.core cimport (
    DRAW, INFINITY, MAX_PLY, ONGOING, VOID, Moves, Position, adjust_mate,
)
from searchers.abtree.constants cimport (
    ANY_NODE, DEPTH_LIMIT, FINISHED, GAME_OVER, MOST_NODES, NO_DEPTH, NO_MOVE, NO_NODE, NO_RECUT,
    ON_PATH, REPORT_DUE, RESTART, SOLVED, STOPPED, SWEPT, TOP, UNSORTED,
)
from searchers.abtree.store cimport ABStore
from searchers.core.counts cimport Counts
from searchers.core.trace cimport Trace
from searchers.storage.constants cimport BETWEEN_POLLS

@cython.final
cdef class ABTree(ABStore):
    cdef readonly Position position
    cdef readonly Evaluator evaluator
    cdef readonly Budget budget
    cdef readonly Counts counts
    cdef Trace trace
    cdef Moves moves
    cdef bint tracing
    cdef public bint stopped, met_horizon
    cdef readonly bint is_full, fix, best_sibling
    cdef public int most, horizon, valid_horizon, chosen, resuming
    cdef readonly int ply, restarts, restart_depths, best_move
    cdef public object deep_enough, heuristic_stop
    cdef readonly list root_moves
    # By depth: the current path, and what `find_path` stores of it.
    cdef int path[MAX_PLY + 2]
    cdef int own[MAX_PLY + 2]
    cdef int other[MAX_PLY + 2]
    cdef int old_value[MAX_PLY + 2]
    cdef int was_cut[MAX_PLY + 2]
    cdef inline int best_child(self, int p) noexcept
    cdef inline int best_sibling_of(self, int d) noexcept
    cdef inline int threshold_beside(self, int d, int threshold) noexcept
    cdef inline int better_threshold(self, int q, int threshold) noexcept
    cdef inline bint should_cut(self, int n, int threshold) noexcept
    cdef inline int cut(self, int n, int c) except -1
    cdef void grow(self, int n, int own, int other, int depth) except *
    cdef int _grow_children(self, int n, int start, int own, int other, int depth) except -1
    cdef int create_next_child(self, int p, int move) except -1
    cdef bint _is_terminal(self, int n, int depth) except -1
    cdef bint is_deep(self, int n, int depth) except -1
    cdef bint _stops(self, int n, int depth) except -1
    cdef int _list_moves(self, int n) except -1
    cdef int _evaluate(self, int n) except -1
    cdef bint _call_heuristic_stop(self, int n) except -1
    cdef bint _are_leaves(self, int depth) except -1
    cdef int _grow_leaves(self, int n, int start, int own, int depth) except -1
    cdef int _add_leaves(self, int n, int index, int end, int last) except -1
    cpdef int expand_terminal(self, int n) except -1
    cdef int _grow_and_back_up(self, int n, int depth) except -1
    cdef int find_path(self, int d) except -1
    cdef int reoptimize(self, int d, int level) noexcept
    cdef int backup(self, int d, int depth) except -1
    cdef int new_node_value(self, int q, int old_value) noexcept
    cpdef void resume_node(self, int p) except *
    cpdef int make_move(self, int rank) except -1
    cpdef int revalidate(self, int n) except -1
    cdef void sweep_tree(self, int n, int own, int other, int depth) except *
    cdef void _sweep_child(self, int n, int own, int other, int depth) except *
    cdef inline bint is_valid_pruned(self, int n) noexcept
    cpdef int redevelop(self) except -1
    cdef void try_recut(self, int p) noexcept
    cpdef int expand_ply(self) except -1
    cdef bint _may_expand(self, int n) except -1
    cpdef int grow_best(self, int deepest, long long until) except -1
    cpdef bint prune_to_fit(self, int depth) except -1
    cdef int _prune_to_goal(self, int depth, int goal) except -1
    cdef void _prune_everywhere(self, bint irrelevant) except *
    cdef void _prune_terminals(self, int n) except *
    cdef int _horizon_of(self, int n, int ply) except -1
    cdef int _prune(self, int n, int held) except -1
    cpdef ABTree set_aside(self)
    cpdef int depth(self, int n) except -1
    cpdef bint is_key(self, int n) except -1
    cdef bint _is_suspended(self, int n) except -1
    cpdef bint is_complete(self) except -1
    cpdef int principal_terminal(self) except -1
    cdef int _trace_visit(self, int own, int other) except -1
    cdef int _trace_leaves(self, int n, int previous, int void) except -1
    cdef int _trace_cut(self, int n) except -1
    cdef int _trace_event(self, str event, int n) except -1
