from evaluators.core.budget cimport Budget, can_take, take
from evaluators.core.evaluator cimport Evaluator
from games.core cimport ONGOING, Moves, Position
from searchers.bstar.constants cimport FORGOTTEN, GLANCED
from searchers.bstar.doubting cimport Doubter
from searchers.bstar.interval_store cimport Node, child_at
from searchers.bstar.interval_tree cimport IntervalTree
from searchers.bstar.quantiles cimport Quantiles
from searchers.bstar.widening cimport Widening

cdef class BStarExpansion(Doubter):
    cdef bint dag, glancing, telling
    cdef int _expand(self, IntervalTree tree, Position position, int node, int depth) except -1
    cdef bint _add_children(self, IntervalTree tree, Position position, int node, int depth) except -1
    cdef bint _meet_children(self, IntervalTree tree, Position position, int node, int depth) except -1
    cdef bint _settle_new(self, IntervalTree tree, Position position, int first) except -1
    cdef bint _settle_leaders(self, IntervalTree tree, Position position) except -1
    cdef int _settle_edge(self, IntervalTree tree, Position position, int edge) except -1
    cdef int _flattered(self, IntervalTree tree, int first, int last) noexcept
    cdef int _settle_root(self, IntervalTree tree, Position position) except -1
    cdef bint _look(self, IntervalTree tree, Position position, int node) except -1
    cdef bint _settle(self, IntervalTree tree, Position position, int node) except -1
    cdef int _ask(self, IntervalTree tree, int node) except -1
