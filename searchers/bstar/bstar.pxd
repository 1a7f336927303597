cimport cython
from games.core.array cimport array, ints

from evaluators.core.budget cimport Budget, can_take, take
from evaluators.core.evaluator cimport Evaluator
from games.core.moves cimport Moves
from games.core.position cimport Position
from games.core.scores cimport MAX_PLY, ONGOING
from searchers.bstar.doubting cimport Doubter
from searchers.bstar.interval_store cimport FORGOTTEN, GLANCED, child_at
from searchers.bstar.interval_trace cimport IntervalTrace
from searchers.bstar.interval_tree cimport IntervalTree
from searchers.bstar.quantiles cimport Quantiles
from searchers.bstar.rules cimport LowerRule, TopRule
from searchers.bstar.widening cimport Widening
from searchers.storage.keeper cimport step_down

@cython.final
cdef class BStar(Doubter):
    cdef readonly str top_name, lower_name
    cdef LowerRule lower
    cdef bint dag, telling, full, lazy, glancing
    cdef int quiet
    cdef str strategy
    cdef double point, player_target, opponent_target
    cdef array _path
    cdef int *path
    cdef int _aim(self, bint proving, int lambda_, int gamma, int goal, bint fixed) except -1
    cdef bint _lower_level(self, IntervalTree tree, Position position, int edge, int deepest) except -1
    cdef bint _changed_above(self, IntervalTree tree, int depth) noexcept
    cdef int _expand(self, IntervalTree tree, Position position, int node, int depth) except -1
    cdef bint _add_children(self, IntervalTree tree, Position position, int node, int depth) except -1
    cdef bint _meet_children(self, IntervalTree tree, Position position, int node, int depth) except -1
    cdef bint _settle_leaders(self, IntervalTree tree, Position position, int first) except -1
    cdef bint _settle(self, IntervalTree tree, Position position, int node) except -1
    cdef int _ask(self, IntervalTree tree, int node) except -1
