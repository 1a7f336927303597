cimport cython
from games cimport array

from evaluators.budget cimport Budget
from games.bits cimport GOLDEN
from games.scores cimport at_ply
from searchers.forgetting cimport MOST_COST, Selection, dearer

cdef enum:
    FORGOTTEN = -1
    AWAY = -1
    OPEN = -2
    CLOSED = -3
    _BETWEEN_POLLS = 16384

cdef class Backed:
    cpdef int clear(self) except -1
    cpdef bint back_up(self, int node) except -1
    cpdef bint rebuild(self, Budget budget, bint hasty) except -1

@cython.final
cdef class IntervalTree:
    cdef public Backed also
    cdef readonly bint adversary, keyed, deep
    cdef array.array _optimistic, _pessimistic, _first, _sons, _into, _changed
    cdef array.array _optimistic_depth, _pessimistic_depth, _key
    cdef array.array _move, _son, _source, _next, _effort, _slots, _queue, _real, _mark
    cdef int *optimistic
    cdef int *pessimistic
    cdef int *first
    cdef int *sons
    cdef int *into
    cdef int *changed
    cdef int *real
    cdef int *mark
    cdef short *optimistic_depth
    cdef short *pessimistic_depth
    cdef unsigned long long *key
    cdef int *move
    cdef int *son
    cdef int *source
    cdef int *next
    cdef int *effort
    cdef int *slots
    cdef int *queue
    cdef readonly int size, edges
    cdef readonly int most, slot_room
    cdef int time, real_time, node_room, edge_room, queue_room
    cdef Selection selection
    cpdef int add(self, int optimistic, int pessimistic, int depth) except -1
    cpdef int link(self, int source, int move, int son) except -1
    cdef int add_son(self, int source, int move, int optimistic, int pessimistic, int depth) except -1
    cpdef int open(self, int node, int first) except -1
    cdef int cut(self, int nodes, int edges) except -1
    cdef bint is_full(self, int more) noexcept
    cpdef bint back_up(self, int node) except -1
    cdef bint _update(self, int node) noexcept
    cpdef int back_up_real(self) noexcept
    cdef bint _update_real(self, int node) noexcept
    cdef int _update_depths(self, int node, int high, int low) noexcept
    cpdef int best(self, int node) noexcept
    cpdef int second(self, int node, int best) noexcept
    cpdef int highest_pessimistic(self, int node) noexcept
    cpdef int floor(self, int node) noexcept
    cpdef bint is_relevant(self, int node, int edge, int highest) noexcept
    cdef bint _rank(self, int root, Budget budget, bint hasty) except -1
    cdef bint _select(self, int root, Budget budget, bint hasty) except -1
    cdef bint _sweep(self, bint ranking, Budget budget, bint hasty) except -1
    cdef bint _rank_sons(self, int node) except -1
    cdef bint _select_sons(self, int node) except -1
    cdef bint _move_nodes(self, int root, int plies, Budget budget, bint hasty) except -1
    cdef bint _move_edges(self, Budget budget, bint hasty) except -1
    cdef int _share_effort(self) except -1
    cdef int find(self, unsigned long long key) noexcept
    cdef int enter(self, int node, unsigned long long key, Budget budget) except -1
    cdef int _slot(self, unsigned long long key) noexcept
    cdef int reserve_nodes(self, int more) except -1
    cdef int reserve_edges(self, int more) except -1
    cdef int reserve_queue(self, int length) except -1
    cdef bint reserve_slots(self, int room, Budget budget, bint hasty) except -1
    cdef int reserve_effort(self) except -1
