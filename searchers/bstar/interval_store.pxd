from evaluators.core.budget cimport Budget
from games.core cimport DRAW, GOLDEN, array, ints, ulonglongs
from searchers.bstar.constants cimport EDGE, FORGOTTEN, NODE
from searchers.storage.constants cimport BETWEEN_POLLS
from searchers.storage.kept_tree cimport KeptTree

cdef struct Node:
    int optimistic
    int pessimistic
    int real
    int first
    int children
    int into
    int changed
    short optimistic_depth
    short pessimistic_depth

cdef struct Edge:
    int move
    int child
    int source
    int next

cdef class IntervalStore(KeptTree):
    cdef readonly bint keyed, deep
    cdef bint crossed
    cdef array _nodes, _edges, _key, _effort, _slots, _queue
    cdef Node *node
    cdef Edge *edge
    cdef unsigned long long *key
    cdef int *effort
    cdef int *slots
    cdef int *queue
    cdef readonly int edges, slot_room
    cdef int node_room, edge_room, queue_room
    cdef int find(self, unsigned long long key) noexcept
    cdef int enter(self, int node, unsigned long long key, Budget budget) except -1
    cdef int slot_of(self, unsigned long long key) noexcept
    cdef bint make_room(self, int more) except -1
    cdef int check_node(self, int node) except -1
    cdef int check_edge(self, int edge) except -1
    cdef int refuse(self, str kind, int number) except -1
    cdef int reserve(self, int more) except -1
    cdef int reserve_nodes(self, int more) except -1
    cdef int _point_to_nodes(self) except -1
    cdef int reserve_edges(self, int more) except -1
    cdef int _point_to_edges(self) except -1
    cdef int reserve_queue(self, int length) except -1
    cdef bint reserve_slots(self, int room, Budget budget) except -1
    cdef int reserve_effort(self) except -1


cdef inline int child_at(IntervalStore store, int edge) noexcept:
    # The node an edge leads to: as long as no lines have met, that of the next number.
    return store.edge[edge].child if store.crossed else edge + 1
