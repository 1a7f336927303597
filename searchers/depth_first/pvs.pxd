cimport cython

from evaluators.core.budget cimport can_take, take
from games.core cimport (
    INFINITY, LOSS, LOWER, MATE_BOUND, MAX_PLY, MOST_LISTED, ONGOING, UPPER, WIN, Moves, Position, adjust_mate,
    array, ints, mix, schars,
)
from searchers.depth_first.constants cimport (
    ABOVE_SHALLOW, ABOVE_STATIC, BAD_CAPTURE, BELOW_SHALLOW, BELOW_STATIC, DECIDED, KILLER, MADE, MAX_HISTORY,
    MULTICUT, NO_MOVE, NOISY, PROBCUT_PLIES, PRUNED, TABLE_SIZE, UNKNOWN,
)
from searchers.depth_first.depth_first cimport DepthFirst
from searchers.depth_first.error_model cimport ErrorBounds
from searchers.depth_first.move_order cimport MoveOrder
from searchers.storage.constants cimport NO_STATIC

cdef int _STATIC_DEPTH, _RAZORING_DEPTH, _LATE_DEPTH, _HANGING_MARGIN
cdef int _SINGULAR_DEPTH, _IIR_DEPTH
cdef int _CUT_NODE_MORE, _OPEN_WINDOW_LESS, _IMPROVING_LESS, _KILLER_LESS
cdef int _COMPLETE_SORT_DEPTH, _COMPLETE_WEIGHT, _MAX_SOLVED

cdef class PrincipalVariation(DepthFirst):
    # The options.
    cdef bint use_null, use_lmr, use_iir, use_exchange, use_entry_bounds, use_static, extend_checks
    cdef int lmp_moves, sort_depth
    # The error model.
    cdef ErrorBounds reverse_error, futility_error, razoring_error, probcut_error
    cdef ErrorBounds singular_error, typical_error
    # One search.
    cdef MoveOrder order
    cdef bint store_leaves, complete_tree, known_length
    cdef int iteration, min_depth
    cdef unsigned long long root_salt
    cdef readonly int root_value
    cdef object root_moves, other_roots, mean_change, last_value
    # Every ply.
    cdef array _statics, _estimates, _excluded, _complete, _reductions
    cdef int *statics
    cdef int *estimates
    cdef int *excluded
    cdef signed char *complete
    cdef int *reductions
    # The other processes.
    cdef readonly object workers
    cdef public object shared_table
    cdef public int extra_depth
    @cython.final
    cdef int _search_node(self, Position position, int depth, int alpha, int beta, int ply, bint allow_null, bint cut_node) except? -2147483647
    @cython.final
    cdef int _evaluate_leaf(self, Position position, int alpha, int beta, int ply) except? -2147483647
    @cython.final
    cdef int _solve(self, Position position, int alpha, int beta, int game_ply) except? -2147483647
    @cython.final
    cdef int _note_static(self, Position position, bint check, bint known, int ply) except? -2147483647
    @cython.final
    cdef int _prune_node(self, Position position, int depth, int alpha, int beta, int ply, bint allow_null, bint cut_node) except? -2147483647
    @cython.final
    cdef bint _null_move_cuts(self, Position position, int depth, int beta, int ply, bint cut_node) except -1
    @cython.final
    cdef int _probcut(self, Position position, int depth, int alpha, int beta, int ply, bint cut_node) except? -2147483647
    @cython.final
    cdef int _singular_extension(self, Position position, int depth, int beta, int ply, bint cut_node, int tt_move) except? -2147483647
    @cython.final
    cdef int _search_children(self, Position position, int start, int depth, int alpha, int beta, int ply, bint check, bint cut_node, int tt_move, int tt_extension) except? -2147483647
    @cython.final
    cdef int _score_quiet(self, Position position, int start, int depth, int beta, int ply, int count) except -1
    @cython.final
    cdef bint _make_child(self, Position position, int index, int beta, int ply) except -1
    @cython.final
    cdef int _reduction(self, Position position, int index, int order, int depth, int ply, bint open_window, bint cut_node) except -1
    @cython.final
    cdef int _prune_move(self, Position position, int index, int depth, int alpha, int ply, int reduction, bint late) except? -2147483647
    @cython.final
    cdef int _search_child(self, Position position, int index, int order, int depth, int alpha, int beta, int ply, bint cut_node, int extension, int reduction) except? -2147483647
    @cython.final
    cdef bint _improving(self, int ply) noexcept
    @cython.final
    cdef int _error_size(self, ErrorBounds errors, Position position) except -1

cdef class MTDF(PrincipalVariation):
    pass
