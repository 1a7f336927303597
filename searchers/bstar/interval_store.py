"""What a tree of intervals, or a graph without cycles, is held in: columns of nodes and edges."""

from __future__ import annotations

import cython

from evaluators.core.budget import Budget
from games.core.columns import column, grown, lengthen
from searchers.storage.kept_tree import KeptTree, zeros

if not cython.compiled:
    from games.core.array import ints, shorts, ulonglongs
    from games.core.bits import GOLDEN
    from games.core.scores import DRAW
    from searchers.storage.kept_tree import BETWEEN_POLLS

    FORGOTTEN, FINISHED = -1, -2
    AWAY, OPEN, CLOSED = -1, -2, -3

__all__ = ["IntervalStore", "node_bytes"]


def node_bytes(keyed: bool) -> int:
    """Bytes of a node with an edge into it, and of its mark while a part is kept."""
    return 52 + (40 if keyed else 0)


class IntervalStore(KeptTree):
    """Nodes with an interval each, joined by edges, that can be found and moved.

    A node costs 32 bytes, an edge 16: 48 bytes a node in a tree, and 8 more for each key of a
    graph, with 8 to 32 for its place in the table.

    :param keyed: whether nodes are looked up by the key of their position.
    :param most: nodes, and edges, to make room for at most; 0: no limit.
    """

    def __init__(self, keyed: bool = False, most: int = 0) -> None:
        super().__init__(most)
        self.keyed = keyed
        self.deep = False  # whether the depths of bounds are kept up with
        # Of nodes: the interval, the place of the first edge, how many children (0 for a leaf), an
        # edge that leads into it, the depths from which its bounds were backed up, and when its
        # bounds last changed; and the realistic value. `first` of a leaf tells whether it had
        # children, or whether the game is over there.
        self._optimistic, self._pessimistic, self._first = column(), column(), column()
        self._children, self._into, self._changed = column(), column(), column()
        self._optimistic_depth, self._pessimistic_depth = column("h"), column("h")
        self._real = column()
        self._key = column("Q")
        # Of edges: the move, the nodes at both ends, and the next edge into the same node.
        self._move, self._child, self._source, self._next = column(), column(), column(), column()
        # Of top-level nodes: how many expansions were made below each.
        self._effort = column()
        self._slots, self._queue = column(), column()
        self.edges = self.node_room = self.edge_room = self.slot_room = self.queue_room = 0

    def is_full(self, more: cython.int) -> cython.bint:
        if self.size + more > self.most or self.edges + more > self.most:
            return True
        if self.size + more <= self.node_room and self.edges + more <= self.edge_room:
            return False
        return not self.make_room(more)

    def make_room(self, more: cython.int) -> cython.bint:
        """Make room for so many children more; false if the machine has none: that is then the
        most."""
        try:
            if self.size + more > self.node_room:
                self.reserve_nodes(more)
            if self.edges + more > self.edge_room:
                self.reserve_edges(more)
        except MemoryError:
            self.most = max(self.size, self.edges)
            return False
        return True

    def is_draw(self, node: cython.int) -> cython.bint:
        if self.children[node] > 0:
            return False
        return self.optimistic[node] == DRAW and self.pessimistic[node] == DRAW

    def count_children(self, node: cython.int) -> cython.int:
        return self.children[node]

    def above(self, node: cython.int) -> cython.int:
        return self.source[self.into[node]]

    def move_into(self, node: cython.int) -> cython.int:
        return self.move[self.into[node]]

    # -- keeping a part ----------------------------------------------------------------------

    def move_nodes(self, root: cython.int, plies: cython.int, budget: Budget) -> cython.bint:
        """Move the nodes marked OPEN, with their children, or CLOSED, without, to the front: the
        root before the others, which keep their order. Their marks tell where they went."""
        kept: cython.int = 0
        node: cython.int
        index: cython.int
        state: cython.int
        for node in range(self.size):
            if node & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                return False
            state = self.mark[node]
            if state != OPEN and state != CLOSED:
                self.mark[node] = AWAY
                continue
            if node == root:
                index = 0
            else:
                kept += 1
                index = kept
            self.mark[node] = index
            self.optimistic[index] = self.optimistic[node]
            self.pessimistic[index] = self.pessimistic[node]
            self.real[index] = self.real[node]
            self.changed[index] = self.changed[node]
            self.first[index] = self.first[node]
            self.children[index] = self.children[node]
            self.into[index] = -1
            if state == CLOSED and self.children[index] > 0:
                self.first[index], self.children[index] = FORGOTTEN, 0
            if self.deep:
                self.optimistic_depth[index] = self.optimistic_depth[node] - plies
                self.pessimistic_depth[index] = self.pessimistic_depth[node] - plies
            if self.keyed:
                self.key[index] = self.key[node]
        self.size = kept + 1
        return True

    def move_edges(self, budget: Budget) -> cython.bint:
        """Move the edges out of nodes that keep their children to the front, in their order."""
        kept: cython.int = 0
        edge: cython.int
        node: cython.int
        child: cython.int
        for edge in range(self.edges):
            if edge & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                return False
            node = self.mark[self.source[edge]]
            if node < 0 or self.children[node] == 0:
                continue
            if self.first[node] == edge:
                self.first[node] = kept
            child = self.mark[self.child[edge]]
            self.source[kept] = node
            self.move[kept] = self.move[edge]
            self.child[kept] = child
            self.next[kept] = self.into[child]
            self.into[child] = kept
            kept += 1
        self.edges = kept
        return True

    def share_effort(self, budget: Budget) -> cython.bint:
        """Count anew how many expansions were made below each top-level node; where several lead
        to a node, it counts for the first. False if the budget's time was up."""
        top: cython.p_int = self.mark
        node: cython.int
        edge: cython.int
        child: cython.int
        self.reserve_effort()
        for node in range(self.size):
            top[node] = AWAY
        for edge in range(self.edges):
            if edge & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                return False
            node, child = self.source[edge], self.child[edge]
            if node == 0:
                top[child] = edge - self.first[0]
            elif top[node] != AWAY and top[child] == AWAY:
                top[child] = top[node]
            if node != 0 and edge == self.first[node] and top[node] != AWAY:
                self.effort[top[node]] += 1
        return True

    # -- the table of a graph ----------------------------------------------------------------

    def find(self, key: cython.ulonglong) -> cython.int:
        """The node of a position, by its key; -1 if there is none."""
        slot: cython.int
        if self.slot_room == 0:
            return -1
        slot = self.slot_of(key)
        return self.slots[slot] - 1

    def enter(self, node: cython.int, key: cython.ulonglong, budget: Budget) -> cython.int:
        """Remember a node by the key of its position."""
        self.key[node] = key
        if 2 * self.size >= self.slot_room:
            self.reserve_slots(max(2048, 4 * self.slot_room), budget)
        else:
            self.slots[self.slot_of(key)] = node + 1
        return 0

    def slot_of(self, key: cython.ulonglong) -> cython.int:
        """Where a key is in the table, or belongs."""
        mask: cython.int = self.slot_room - 1
        slot: cython.int = cython.cast(cython.int, key * GOLDEN >> 33 & mask)
        while self.slots[slot] and self.key[self.slots[slot] - 1] != key:
            slot = slot + 1 & mask
        return slot

    # -- room --------------------------------------------------------------------------------

    def reserve_nodes(self, more: cython.int) -> cython.int:
        """Make room for more nodes."""
        room: cython.int = grown(self.node_room, self.size + more, self.most)
        columns = (
            self._optimistic,
            self._pessimistic,
            self._first,
            self._children,
            self._into,
            self._changed,
            self._real,
            self._optimistic_depth,
            self._pessimistic_depth,
        )
        try:
            lengthen((*columns, self._key) if self.keyed else columns, room)
        finally:
            self._point_to_nodes()
        self.node_room = room
        return 0

    def _point_to_nodes(self) -> cython.int:
        """Take the data of the nodes' columns anew."""
        self.optimistic = ints(self._optimistic)
        self.pessimistic = ints(self._pessimistic)
        self.first, self.children = ints(self._first), ints(self._children)
        self.into, self.changed = ints(self._into), ints(self._changed)
        self.real = ints(self._real)
        self.optimistic_depth = shorts(self._optimistic_depth)
        self.pessimistic_depth = shorts(self._pessimistic_depth)
        self.key = ulonglongs(self._key)
        return 0

    def reserve_edges(self, more: cython.int) -> cython.int:
        """Make room for more edges."""
        room: cython.int = grown(self.edge_room, self.edges + more, self.most)
        try:
            lengthen((self._move, self._child, self._source, self._next), room)
        finally:
            self._point_to_edges()
        self.edge_room = room
        return 0

    def _point_to_edges(self) -> cython.int:
        """Take the data of the edges' columns anew."""
        self.move, self.child = ints(self._move), ints(self._child)
        self.source, self.next = ints(self._source), ints(self._next)
        return 0

    def reserve_queue(self, length: cython.int) -> cython.int:
        """Make room for a longer queue."""
        room: cython.int = grown(self.queue_room, length)
        lengthen((self._queue,), room)  # one column grows, or stays where it was
        self.queue = ints(self._queue)
        self.queue_room = room
        return 0

    def reserve_effort(self) -> cython.int:
        """Set the effort for every top-level node to 0."""
        fresh = column()
        lengthen((fresh,), self.children[0])
        self._effort = fresh
        self.effort = ints(self._effort)
        return 0

    def reserve_slots(self, room: cython.int, budget: Budget) -> cython.bint:
        """Make the table anew, with so many slots; false if the budget's time was up, and then
        there is none."""
        node: cython.int
        self.slot_room = 0
        self._slots = column()  # the old ones go first: both need not be held at once
        slots = zeros(room, budget)
        if slots is None:
            return False
        self._slots = slots
        self.slots = ints(self._slots)
        self.slot_room = room
        for node in range(1, self.size):  # nothing leads back to the root
            if node & BETWEEN_POLLS - 1 == BETWEEN_POLLS - 1 and not budget.in_time():
                self.slot_room = 0
                return False
            self.slots[self.slot_of(self.key[node])] = node + 1
        return True

    # -- what is no node, or no edge ---------------------------------------------------------

    def check_node(self, node: cython.int) -> cython.int:
        """Hold a number against the nodes there are: who takes one asks first.

        :raises IndexError: if it is none.
        """
        return 0 if 0 <= node < self.size else self.refuse("node", node)

    def check_edge(self, edge: cython.int) -> cython.int:
        """Likewise of edges."""
        return 0 if 0 <= edge < self.edges else self.refuse("edge", edge)

    def refuse(self, kind: str, number: cython.int) -> cython.int:
        """What is done with a number that is none."""
        raise IndexError(f"{kind} {number}: expected one of this tree")

    # -- for Python --------------------------------------------------------------------------

    def bytes(self) -> int:
        """Bytes in use, room for more left out."""
        table = 8 * self.size + 4 * self.slot_room if self.keyed else 0
        return 32 * self.size + 16 * self.edges + table

    def bounds(self, node: int) -> tuple[int, int]:
        """A node's (pessimistic, optimistic) value, for the side that moved into it."""
        self.check_node(node)
        return self.pessimistic[node], self.optimistic[node]

    def realistic(self, node: int) -> int:
        """A node's realistic value for the side that moved into it."""
        self.check_node(node)
        return self.real[node]

    def move_of(self, edge: int) -> int:
        """The move of an edge."""
        self.check_edge(edge)
        return self.move[edge]

    def child_of(self, edge: int) -> int:
        """The node an edge leads to."""
        self.check_edge(edge)
        return self.child[edge]

    def edges_of(self, node: int) -> list[tuple[int, int]]:
        self.check_node(node)
        first = self.first[node] if self.children[node] else 0
        edges = range(first, first + self.children[node])
        return [(self.move[edge], self.child[edge]) for edge in edges]
