"""What a tree of intervals, or a graph without cycles, is held in: records of nodes and edges."""

from __future__ import annotations

from copy import copy as shallow
from typing import Any

import cython

from evaluators.core.budget import Budget
from games.core.columns import column, grown, lengthen
from searchers.storage.kept_tree import KeptTree, copied, zeros

if not cython.compiled:
    from games.core.array import ints, ulonglongs
    from games.core.bits import GOLDEN
    from games.core.scores import DRAW
    from searchers.bstar.constants import EDGE, FORGOTTEN, NODE
    from searchers.bstar.records import Edge, Node
    from searchers.storage.constants import BETWEEN_POLLS

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
        self.crossed = (
            False  # whether some edge leads elsewhere than to the node of the next number
        )
        # Of nodes: the interval, the realistic value, the place of the first edge, the number of
        # children (0 for a leaf), an edge that leads into it, when its bounds last changed, and
        # the depths from which they were backed up. `first` of a leaf tells whether it had
        # children, or whether the game is over there. A record is written as a whole at first.
        self._nodes, self._key = column(), column("Q")
        # Of edges: the move, the nodes at both ends, and the next edge into the same node.
        self._edges = column()
        # Of top-level nodes: how many expansions were made below each.
        self._effort = column()
        self._slots, self._queue = column(), column()
        if not cython.compiled:
            self.node: list[Node] = []
            self.edge: list[Edge] = []
        self.edges = self.node_room = self.edge_room = self.slot_room = self.queue_room = 0

    def allocated(self) -> cython.int:
        return self.node_room

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
            self.reserve(more)
        except MemoryError:
            self.most = max(self.size, self.edges)
            return False
        return True

    def reserve(self, more: cython.int) -> cython.int:
        """Make room for so many children more, unless there is."""
        if self.size + more > self.node_room:
            self.reserve_nodes(more)
        if self.edges + more > self.edge_room:
            self.reserve_edges(more)
        return 0

    def is_draw(self, node: cython.int) -> cython.bint:
        if self.node[node].children > 0 or self.node[node].first == FORGOTTEN:
            return False
        return self.node[node].optimistic == DRAW and self.node[node].pessimistic == DRAW

    def count_children(self, node: cython.int) -> cython.int:
        return self.node[node].children

    def parent_of(self, node: cython.int) -> cython.int:
        return self.edge[self.node[node].into].source

    def move_into(self, node: cython.int) -> cython.int:
        return self.edge[self.node[node].into].move

    def move_of_step(self, step: cython.int) -> cython.int:
        return self.edge[step].move

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
        try:
            lengthen((self._nodes,), NODE * room)
            if self.keyed:
                lengthen((self._key,), room)
        finally:
            self._point_to_nodes()
        self.node_room = room
        return 0

    def _point_to_nodes(self) -> cython.int:
        """Take the data of the nodes' columns anew."""
        if cython.compiled:
            self.node = cython.cast(cython.pointer(Node), ints(self._nodes))
        else:
            self.node += [Node()] * (len(self._nodes) // NODE - len(self.node))
        self.key = ulonglongs(self._key)
        return 0

    def reserve_edges(self, more: cython.int) -> cython.int:
        """Make room for more edges."""
        room: cython.int = grown(self.edge_room, self.edges + more, self.most)
        try:
            lengthen((self._edges,), EDGE * room)
        finally:
            self._point_to_edges()
        self.edge_room = room
        return 0

    def _point_to_edges(self) -> cython.int:
        """Take the data of the edges' column anew."""
        if cython.compiled:
            self.edge = cython.cast(cython.pointer(Edge), ints(self._edges))
        else:
            self.edge += [Edge()] * (len(self._edges) // EDGE - len(self.edge))
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
        lengthen((fresh,), self.node[0].children)
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

    # -- a copy ------------------------------------------------------------------------------

    def duplicate(self, budget: Budget) -> Any:
        columns = []
        ends = (self._nodes, NODE * self.size), (self._edges, EDGE * self.edges)
        for one, length in (*ends, (self._key, self.size), (self._effort, len(self._effort))):
            made = copied(one, length, budget)
            if made is None:
                return None
            columns.append(made)
        records: Any = None
        if not cython.compiled:
            records = (
                [shallow(one) for one in self.node[: self.size]],
                [shallow(one) for one in self.edge[: self.edges]],
            )
        facts = self.size, self.edges, self.crossed, self.deep, self.slot_room
        return columns, records, facts

    def restore(self, copy: Any, budget: Budget) -> bool:
        columns, records, facts = copy
        self._nodes, self._edges, self._key, self._effort = columns
        self.size, self.edges, self.crossed, self.deep, self.slot_room = facts
        self.node_room, self.edge_room = self.size, self.edges
        if not cython.compiled:
            self.node, self.edge = records
        self._point_to_nodes()
        self._point_to_edges()
        self.effort = ints(self._effort)
        return bool(self.slot_room == 0 or self.reserve_slots(self.slot_room, budget))

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
        return self.node[node].pessimistic, self.node[node].optimistic

    def realistic(self, node: int) -> int:
        """A node's realistic value for the side that moved into it."""
        self.check_node(node)
        return self.node[node].real

    def move_of(self, edge: int) -> int:
        """The move of an edge."""
        self.check_edge(edge)
        return self.edge[edge].move

    def child_of(self, edge: int) -> int:
        """The node an edge leads to."""
        self.check_edge(edge)
        return self.edge[edge].child

    def edges_of(self, node: int) -> list[tuple[int, int]]:
        self.check_node(node)
        first = self.node[node].first if self.node[node].children else 0
        edges = range(first, first + self.node[node].children)
        return [(self.edge[edge].move, self.edge[edge].child) for edge in edges]


if not cython.compiled:  # compiled modules take an inline function of this name
    child_at = IntervalStore.child_of
