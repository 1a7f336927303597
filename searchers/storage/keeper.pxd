from evaluators.core.budget cimport take
from games.core cimport INFINITY, MAX_PLY, ONGOING, VOID, Moves, Position, array, ints
from searchers.core.searcher cimport Searcher
from searchers.storage.constants cimport BETWEEN_POLLS, LEAF
from searchers.storage.kept_tree cimport KeptTree
from searchers.storage.minimax_tree cimport MinimaxTree

cdef class TreeKeeper(Searcher):
    cdef readonly KeptTree tree
    cdef Moves moves
    cdef object kept
    cdef readonly object aside
    cdef array _path, _alpha, _beta
    cdef int *path
    cdef int *alpha
    cdef int *beta
    cdef int current_depth, shared_depth
    cdef int _reset_path(self) noexcept
    cdef int _step_down(self, int depth, int step) noexcept
    cdef int _go_to(self, Position position, int depth) except -1
    cdef bint _prepare_expansion(self, Position position, int depth) except -1
    cdef list _trace_line(self, int depth)
    cdef int _trace_node(self, str event, int depth, int value) except -1
    cdef int _evaluate_again(self, Position position, int node) except -1
    cdef void _replace_value(self, Position position, int node, int value) except *
    cdef int _evaluate_children(self, Position position, int depth, bint again) except -1


cdef inline int step_down(TreeKeeper keeper, int depth, int step) noexcept:
    # keeper._step_down() without a call if the path does not change here.
    return 0 if keeper.path[depth] == step else keeper._step_down(depth, step)
