from evaluators.core.budget cimport Budget, can_take, take
from games.core cimport GOLDEN, INFINITY, M64, ONGOING, VOID, Moves, Position, adjust_mate
from searchers.best_first.constants cimport AT_LEAST, FINISHED, FORGOTTEN, LEAF, UNTESTED, VALUED
from searchers.best_first.minimax_graph cimport MinimaxGraph
from searchers.best_first.minimax_tree cimport MinimaxTree
from searchers.storage.keeper cimport TreeKeeper

cdef class Expansion(TreeKeeper):
    cdef bint proving, dag
    cdef bint _back_up(self, Position position, int node, int depth) except -1
    cdef int _expand(self, Position position, int node, int depth) except -1
    cdef int _make_children(self, Position position, int node, int depth) except -1
    cdef int _test(self, Position position, int index, int value, int depth) except -1
    cdef bint _settle_root(self, Position position) except -1
    cdef int _settle(self, Position position, int node, int depth, int enough) except -1
    cdef int _meet_children(self, Position position, int node, int depth) except -1
    cdef int _count_expanded(self, Position position, int depth) except -1
    cdef int _value_child(self, Position position, int child, int depth) except -1
    cdef bint _rejoin(self, Position position, int node) except -1
    cdef int _tell_children(self, Position position, int made, int valued) except -1

cdef unsigned long long _key_at(Position position, int ply) except? 0
