cimport cython
from games cimport array

from evaluators.budget cimport Budget, can_take, take
from evaluators.evaluator cimport Evaluator
from games.position cimport Moves, Position
from games.scores cimport HEURISTIC, LONGEST_LINE, ONGOING
from searchers.bstar_rules cimport LowerRule, TopRule
from searchers.interval_store cimport FORGOTTEN
from searchers.interval_trace cimport IntervalTrace
from searchers.interval_tree cimport IntervalTree
from searchers.keeper cimport TreeKeeper

@cython.final
cdef class BStar(TreeKeeper):
    cdef readonly str top_name, lower_name
    cdef LowerRule lower
    cdef IntervalTrace told
    cdef bint dag, separated, full
    cdef int widening
    cdef str strategy
    cdef double point, player_target, opponent_target
    cdef array.array _path
    cdef int *path
    cdef int _aim(self, bint proving, int lambda_, int gamma, int goal, bint fixed) except -1
    cdef bint _lower_level(self, IntervalTree tree, Position position, int edge, int deepest) except -1
    cdef bint _changed_above(self, IntervalTree tree, int depth) noexcept
    cdef int _expand(self, IntervalTree tree, Position position, int node, int depth) except -1
    cdef bint _add_sons(self, IntervalTree tree, Position position, int node, int depth) except -1
    cdef bint _meet_sons(self, IntervalTree tree, Position position, int node, int depth) except -1

cdef int _moved(int bound, int by) noexcept
