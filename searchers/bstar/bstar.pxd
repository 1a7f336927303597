cimport cython

from evaluators.core.budget cimport Budget, can_take, take
from evaluators.core.evaluator cimport Evaluator
from games.core cimport MATE_BOUND, MAX_PLY, ONGOING, Moves, Position, adjust_mate
from searchers.bstar.constants cimport FINISHED, FORGOTTEN, STATIC_ONLY
from searchers.bstar.distributions cimport Quantiles
from searchers.bstar.interval_tree cimport IntervalTree, Node, child_at
from searchers.bstar.proofs cimport ProofVerifier, Widening
from searchers.bstar.selection cimport LowerRule, TopRule
from searchers.core.trace cimport Trace
from searchers.storage.keeper cimport TreeKeeper, step_down

@cython.final
cdef class IntervalTrace:
    cdef Trace trace
    cdef IntervalTree tree
    cdef int visited(self, object line, int node) except -1
    cdef int bounds(self, str event, Position position, int node, int plies=*) except -1
    cdef int children(self, Position position, int node, int before) except -1
    cdef int path(self, Position position, int *path, int depth) except -1
    cdef int above(self, Position position, int node) except -1
    cdef int aimed(self, str strategy, int best, int second) except -1
    cdef int widened(self, Widening widening) except -1

@cython.final
cdef class BStar(TreeKeeper):
    cdef readonly str after
    cdef TopRule top
    cdef LowerRule lower
    cdef Widening widening
    cdef ProofVerifier verifier
    cdef IntervalTrace interval_trace
    cdef Quantiles quantiles
    cdef bint dag, distributed, static_first, separated, tree_is_full
    cdef int goal
    cdef str strategy
    cdef double player_target, opponent_target
    cdef int _set_targets(self, bint proving, int lambda_, int gamma, bint at_point) noexcept
    cdef bint _lower_level(self, IntervalTree tree, Position position, int edge, int deepest) except -1
    cdef bint _changed_above(self, IntervalTree tree, int depth) noexcept
    cdef int _expand(self, IntervalTree tree, Position position, int node, int depth) except -1
    cdef bint _add_children_singly(self, IntervalTree tree, Position position, int node, int depth) except -1
    cdef int _static_leader(self, IntervalTree tree, int first, int last) noexcept
    cdef bint _evaluate_leaders(self, IntervalTree tree, Position position, int first, int last, bint new) except -1
    cdef int _evaluate_root_fully(self, IntervalTree tree, Position position) except -1
    cdef int _evaluate_child_fully(self, IntervalTree tree, Position position, int edge, bint new) except -1
    cdef bint _evaluate_fully(self, IntervalTree tree, Position position, int node, bint new) except -1
