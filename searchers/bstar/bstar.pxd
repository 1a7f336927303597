cimport cython

from evaluators.core.evaluator cimport Evaluator
from games.core cimport MAX_PLY, Position
from searchers.bstar.constants cimport GLANCED
from searchers.bstar.expansion cimport BStarExpansion
from searchers.bstar.interval_store cimport child_at
from searchers.bstar.interval_trace cimport IntervalTrace
from searchers.bstar.interval_tree cimport IntervalTree
from searchers.bstar.quantiles cimport Quantiles
from searchers.bstar.rules cimport LowerRule, TopRule
from searchers.storage.keeper cimport step_down

@cython.final
cdef class BStar(BStarExpansion):
    cdef readonly str top_name, lower_name
    cdef LowerRule lower
    cdef bint full
    cdef int quiet
    cdef str strategy
    cdef double point, player_target, opponent_target
    cdef int _aim(self, bint proving, int lambda_, int gamma, int goal, bint fixed) except -1
    cdef bint _lower_level(self, IntervalTree tree, Position position, int edge, int deepest) except -1
    cdef bint _changed_above(self, IntervalTree tree, int depth) noexcept
