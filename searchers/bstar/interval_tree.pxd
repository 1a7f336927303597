cimport cython

from evaluators.core.budget cimport Budget
from games.core cimport DRAW, GOLDEN, INFINITY, Moves, adjust_mate, array, ints, ulonglongs
from searchers.bstar.constants cimport (
    BOUND, CLOSED, DROPPED, EDGE, FINISHED, FORGOTTEN, NODE, OPEN, REAL,
)
from searchers.storage.constants cimport BETWEEN_POLLS, MOST_COST
from searchers.storage.kept_tree cimport child_cost
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

cdef class Distributions:
    cpdef int clear(self) except -1
    cpdef bint back_up(self, int node) except -1
    cpdef bint rebuild(self, Budget budget) except -1

@cython.final
cdef class IntervalTree(KeptTree):
    cdef public Distributions distributions
    cdef readonly bint adversary, keyed, deep
    cdef readonly int edges, slot_room
    cdef bint crossed
    cdef int time, quiet, node_room, edge_room, queue_room
    cdef array _nodes, _edges, _key, _effort, _slots, _queue
    cdef Node *node
    cdef Edge *edge
    cdef unsigned long long *key
    cdef int *effort
    cdef int *slots
    cdef int *queue
    cpdef int add(self, int optimistic, int pessimistic, int depth) except -1
    cpdef int link(self, int source, int move, int child) except -1
    cdef inline int append_child(
        self, int source, int move, int low, int high, int real, int kind, int depth
    ) except -1
    cdef int add_children(self, int source, Moves moves, int depth) except -1
    cdef inline int set_leaf(self, int node, int low, int high, int real) noexcept
    cpdef int open(self, int node, int first) except -1
    cdef int truncate(self, int nodes, int edges) except -1
    cpdef bint back_up(self, int node) except -1
    cdef bint back_up_all(self, Budget budget) except -1
    cdef inline int _update(self, int node) except -1
    cdef inline int _update_values(self, int node) noexcept
    cdef int _queue_parents(self, int node, int tail, bint real) except -1
    cdef inline bint _update_real(self, int node) noexcept
    cdef int _update_depths(self, int node, int high, int low) noexcept
    cpdef int best(self, int node) except -1
    cpdef int second(self, int node, int best) except? -1
    cpdef int highest_pessimistic(self, int node) except? -2147483647
    cpdef bint is_relevant(self, int node, int edge, int highest) except -1
    cdef int find(self, unsigned long long key) noexcept
    cdef int enter(self, int node, unsigned long long key, Budget budget) except -1
    cdef int slot_of(self, unsigned long long key) noexcept
    cdef bint reserve_slots(self, int room, Budget budget) except -1
    cdef bint _sweep(self, bint costs, Budget budget) except -1
    cdef bint _mark_child_costs(self, int node) except -1
    cdef bint _mark_kept_children(self, int node) except -1
    cdef bint _move_nodes(self, int root, int plies, Budget budget) except -1
    cdef bint _move_edges(self, Budget budget) except -1
    cdef bint _recount_effort(self, Budget budget) except -1
    cdef int reserve(self, int more) except -1
    cdef int _set_pointers(self) except -1
    cdef int reserve_queue(self, int length) except -1
    cdef int reserve_effort(self) except -1
    cdef inline int check_node(self, int node) except -1
    cdef inline int check_inner(self, int node) except -1
    cdef inline int check_edge(self, int edge) except -1
    cdef int refuse(self, str kind, int number) except -1


cdef inline int child_at(IntervalTree tree, int edge) noexcept:
    # The node that an edge leads to: until two lines meet, that of the next number.
    return tree.edge[edge].child if tree.crossed else edge + 1
