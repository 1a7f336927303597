cimport cython

from evaluators.core.budget cimport Budget, can_take, take
from games.core cimport (
    GOLDEN, INFINITY, M64, MATE_BOUND, MAX_PLY, ONGOING, Moves, Position, adjust_mate, array, ints,
    mix, ulonglongs,
)
from searchers.best_first.constants cimport LOWER_BOUND, TWIN, UNVALUED, VALUED
from searchers.storage.constants cimport BETWEEN_POLLS, FINISHED, LEAF, PRUNED
from searchers.storage.keeper cimport TreeKeeper, step_down
from searchers.storage.minimax_tree cimport MinimaxTree

@cython.final
cdef class MinimaxGraph(MinimaxTree):
    cdef Moves queue  # of nodes
    cdef array _slots
    cdef unsigned long long *key
    cdef int *twin
    cdef int *slots
    cdef int slot_room
    cdef int find_owner(self, unsigned long long key) noexcept
    cdef int join_children(self, int first, Budget budget) except -1
    cdef int _add_owner(self, int node) noexcept
    cdef int add_twin(self, int node, int owner) except -1
    cdef int _copy(self, int node, int owner) noexcept
    cdef int _slot_of(self, unsigned long long key) noexcept
    cdef bint _tabulate(self, int room, Budget budget) except -1

cdef class BestFirstMinimax(TreeKeeper):
    cdef bint proving, dag, proved, by_visits
    cdef readonly int plies
    cdef void _grow(self, Position position, int deepest, object answer) except *
    cdef bint _is_settled(self, object answer) except -1
    cdef int _select_child(self, int node, int depth) noexcept
    cdef int _trace_change(self, int node, int depth) except -1
    cdef bint _back_up(self, Position position, int node, int depth) except -1
    cdef int _expand(self, Position position, int node, int depth) except -1
    cdef int _make_children(self, Position position, int node, int depth) except -1
    cdef void _set_first_value(self, Position position, int index, int value, int depth) except *
    cdef bint _evaluate_root_fully(self, Position position) except -1
    cdef int _evaluate_fully(self, Position position, int node, int depth, int bound) except -1
    cdef int _end_expansion(self, Position position, int depth) except -1
    cdef bint _look_up(self, Position position, int child, int depth) except -1
    cdef bint _find_twin(self, int node) except -1
