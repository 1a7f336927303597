cimport cython

from evaluators.core.budget cimport Budget, take
from games.core cimport (
    GOLDEN, INFINITY, LOSS, M64, MATE_BOUND, MAX_PLY, ONGOING, QUIET, WIN, Moves, Position,
    adjust_mate, array, doubles, ints, mix,
)
from searchers.monte_carlo.constants cimport (
    CERTAIN, ENDED, GO_ON, LN_STEPS, MOST_REPEATED, MOST_SCALES, REWARDED, UNTRIED,
)
from searchers.storage.constants cimport FINISHED, LEAF, MOST_COST, PRUNED
from searchers.storage.keeper cimport TreeKeeper, step_down
from searchers.storage.minimax_tree cimport MinimaxTree

cdef extern from "<math.h>" nogil:
    double exp(double x) noexcept
    double floor(double x) noexcept
    double log(double x) noexcept
    double sqrt(double x) noexcept

@cython.final
cdef class VisitTree(MinimaxTree):
    cdef int *visits
    cdef double *total
    cdef int *prior

cdef class MonteCarloSearch(TreeKeeper):
    cdef bint solving, proved
    cdef int rollouts, plies, repeated
    cdef long long used
    cdef unsigned long long state
    cdef double c, untried, implicit, scale, reward
    cdef void _grow(self, Position position, int deepest, object answer) except *
    cdef int _visit(self, int node, int depth) except -1
    cdef int _select_child(self, int node, int depth) except -1
    cdef double _spread(self, int visits) except? -1.0
    cdef double _rate(self, int child, double untried, double spread) except? -1.0
    cdef double _worth(self, int child) noexcept
    cdef int _try(self, Position position, int node, int depth) except -1
    cdef int _repeat(self, int node) except -1
    cdef int _evaluate(self, Position position, int depth) except? -2147483647
    cdef double _roll_out(self, Position position, int depth) except? -2.0
    cdef int _expand(self, Position position, int node, int depth) except -1
    cdef void _back_up(self, int depth) except *
    cdef double _reward_of(self, int value) noexcept
    cdef int _value_of(self, double reward) noexcept
    cdef int _value(self, int node) noexcept

@cython.final
cdef class UCT(MonteCarloSearch):
    pass

@cython.final
cdef class PUCT(MonteCarloSearch):
    cdef bint by_values, by_order
    cdef double temperature
    cdef int _score_moves(self, Position position) except -1
    cdef void _set_priors(self, int first) noexcept
    cdef double _weight(self, int index, double best) noexcept
