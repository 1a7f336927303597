from games.core.array cimport array, ints, shorts, ulonglongs

from evaluators.core.budget cimport Budget
from games.core.bits cimport GOLDEN
from games.core.scores cimport DRAW
from searchers.storage.kept_tree cimport BETWEEN_POLLS, KeptTree

cdef enum:
    FORGOTTEN = -1
    FINISHED = -2
    AWAY = -1
    OPEN = -2
    CLOSED = -3

cdef class IntervalStore(KeptTree):
    cdef readonly bint keyed, deep
    cdef array _optimistic, _pessimistic, _first, _children, _into, _changed
    cdef array _optimistic_depth, _pessimistic_depth, _key
    cdef array _move, _child, _source, _next, _effort, _slots, _queue, _real
    cdef int *optimistic
    cdef int *pessimistic
    cdef int *first
    cdef int *children
    cdef int *into
    cdef int *changed
    cdef int *real
    cdef short *optimistic_depth
    cdef short *pessimistic_depth
    cdef unsigned long long *key
    cdef int *move
    cdef int *child
    cdef int *source
    cdef int *next
    cdef int *effort
    cdef int *slots
    cdef int *queue
    cdef readonly int edges, slot_room
    cdef int node_room, edge_room, queue_room
    cdef bint is_full(self, int more) except -1
    cdef bint is_draw(self, int node) except -1
    cdef int count_children(self, int node) except -1
    cdef int above(self, int node) except -1
    cdef int move_into(self, int node) except? -1
    cdef bint move_nodes(self, int root, int plies, Budget budget) except -1
    cdef bint move_edges(self, Budget budget) except -1
    cdef bint share_effort(self, Budget budget) except -1
    cdef int find(self, unsigned long long key) noexcept
    cdef int enter(self, int node, unsigned long long key, Budget budget) except -1
    cdef int slot_of(self, unsigned long long key) noexcept
    cdef bint make_room(self, int more) except -1
    cdef int check_node(self, int node) except -1
    cdef int check_edge(self, int edge) except -1
    cdef int refuse(self, str kind, int number) except -1
    cdef int reserve_nodes(self, int more) except -1
    cdef int _point_to_nodes(self) except -1
    cdef int reserve_edges(self, int more) except -1
    cdef int _point_to_edges(self) except -1
    cdef int reserve_queue(self, int length) except -1
    cdef bint reserve_slots(self, int room, Budget budget) except -1
    cdef int reserve_effort(self) except -1
