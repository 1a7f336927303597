cimport cython
from games cimport array

from evaluators.budget cimport Budget, take
from evaluators.evaluator cimport Evaluator
from games.position cimport Moves, Position
from games.scores cimport DRAW, HEURISTIC, LONGEST_LINE, ONGOING, at_ply
from searchers.bstar_rules cimport LowerRule, TopRule
from searchers.interval_tree cimport FORGOTTEN, IntervalTree, _BETWEEN_POLLS
from searchers.searcher cimport Searcher

@cython.final
cdef class BStar(Searcher):
    cdef readonly IntervalTree tree
    cdef readonly str top_name, lower_name
    cdef LowerRule lower
    cdef Moves moves
    cdef bint dag, adversary, separated, full
    cdef int widening, strategy
    cdef object kept
    cdef double point, player_target, opponent_target
    cdef array.array _path
    cdef int *path
    cdef int _tell_bounds(self, str event, Position position, int node, int plies) except -1
    cdef int _tell_sons(self, Position position, int node, int before) except -1
    cdef int _tell_backed_up(self, Position position, int depth) except -1
    cdef int _tell_above(self, Position position, int node) except -1
    cdef int _tell_strategy(self, int best, int second) except -1
    cdef int _set(self, int node, int low, int high, int real) except -1
    cdef int _aim(self, bint proving, int lambda_, int gamma, int goal, bint fixed) except -1
    cdef bint _lower_level(self, Position position, int edge, int deepest) except -1
    cdef int _expand(self, Position position, int node, int depth) except -1
    cdef bint _add_sons(self, Position position, int node, int depth) except -1
    cdef bint _meet_sons(self, Position position, int node, int depth) except -1
