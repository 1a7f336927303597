"""A minimax tree in which a position that several lines reach is searched only once."""

from __future__ import annotations

from typing import Any

import cython

from evaluators.core.budget import Budget
from games.core.columns import column, grown, lengthen
from searchers.storage.minimax_tree import MinimaxTree

if not cython.compiled:
    from games.core.array import ints, ulonglongs
    from games.core.bits import GOLDEN, M64
    from searchers.best_first.constants import TWIN
    from searchers.storage.constants import FINISHED, PRUNED

__all__ = ["GRAPH_BYTES", "MinimaxGraph"]

GRAPH_BYTES = 8 + 4 + 16
"""Bytes of a node beyond those of a tree: its key, its twin, and its slots in the table."""


class MinimaxGraph(MinimaxTree):
    """A graph, stored as a tree with *twins*: nodes of one position at one ply.

    One of them, the owner, has the children. The others have the number of the owner in `children`
    and its value, and change with it. So children remain neighbours, and every line to a position
    has its own node. The ply is part of the key: no line leads back to an earlier position, and the
    distance of a win is right.

    When a part is kept, a position is kept by the line that reached it first. Other twins become
    leaves. They become twins again, if there is an owner, when they are expanded.
    """

    def __init__(self, most: int = 0, proving: bool = False) -> None:
        self._queue, self._slots = column(), column()
        self.queue_room = self.slot_room = 0
        super().__init__(most, proving)

    def reset(self) -> None:
        MinimaxTree.reset(self)
        self.twin[0] = 0
        self._tabulate(2048)

    # -- positions ---------------------------------------------------------------------------

    def find_owner(self, key: cython.ulonglong) -> cython.int:
        """Return the node that has the children of the position with this key; -1 for none."""
        return self.slots[self._slot_of(key)] - 1

    def add_owner(self, node: cython.int) -> None:
        """Enter a node in the table as the owner of its position, unless there is one."""
        slot: cython.int
        if 2 * self.size >= self.slot_room:
            self._tabulate(4 * self.slot_room)
        slot = self._slot_of(self.key[node])
        if self.slots[slot] == 0:
            self.slots[slot] = node + 1

    def add_twin(self, node: cython.int, owner: cython.int) -> None:
        """Make a leaf share the value of its position's owner, the node with the children."""
        self.first[node] = TWIN
        self.children[node] = owner
        self.twin[node], self.twin[owner] = self.twin[owner], node
        self._copy(node, owner)

    def owner(self, node: cython.int) -> cython.int:
        return self.children[node] if self.first[node] == TWIN else node

    def back_up_ancestors(self, node: cython.int) -> None:
        """Back up a node and its ancestors, by all lines, while anything changes.

        It goes level by level: all lines to a node have the same length.
        """
        head: cython.int = 0
        tail: cython.int = 1
        twin: cython.int
        parent: cython.int
        if self.queue_room == 0:
            self._reserve_queue()
        self.queue[0] = node
        while head < tail:
            node = self.queue[head]
            head += 1
            if not self.back_up(node):
                continue
            twin = node
            while node > 0:
                if twin != node:
                    self._copy(twin, node)
                parent = self.parent[twin]
                if self.queue[tail - 1] != parent:
                    if tail >= self.queue_room:
                        self._reserve_queue()
                    self.queue[tail] = parent
                    tail += 1
                twin = self.twin[twin]
                if twin == 0:
                    break

    def _copy(self, node: cython.int, owner: cython.int) -> None:
        """Copy the value and the bounds of `owner` to `node`, a leaf of the same position."""
        self.value[node] = self.value[owner]
        if self.proving:
            self.low[node], self.high[node] = self.low[owner], self.high[owner]

    # -- keeping a part ----------------------------------------------------------------------

    def compact(self, root: cython.int, plies: cython.int, budget: Budget) -> cython.bint:
        """Keep the marked part of the graph: twins become pruned leaves, the table is rebuilt.

        :param root: the node that becomes node 0.
        :param plies: how far it is below the old root; of no use here.
        :returns: false if the time ended, and then the graph is inconsistent.
        """
        node: cython.int
        for node in range(self.size):
            if self.first[node] == TWIN:
                self.first[node] = PRUNED
            self.twin[node] = 0
        if not MinimaxTree.compact(self, root, plies, budget):
            return False
        self._tabulate(self.slot_room)
        return True

    def move_node(self, node: cython.int, kept: cython.int) -> None:
        MinimaxTree.move_node(self, node, kept)
        self.key[kept] = self.key[node]

    def restore(self, copy: Any, budget: Budget) -> bool:
        MinimaxTree.restore(self, copy, budget)
        self._tabulate(self.slot_room)
        return True

    def edges_of(self, node: int) -> list[tuple[int, int]]:
        return [(move, self.owner(child)) for move, child in MinimaxTree.edges_of(self, node)]

    # -- room --------------------------------------------------------------------------------

    def _more_columns(self) -> list[Any]:
        return [column("Q"), column()]

    def _point(self) -> None:
        key, twin = self._columns[6:]
        self.key, self.twin = ulonglongs(key), ints(twin)
        MinimaxTree._point(self)

    def _slot_of(self, key: cython.ulonglong) -> cython.int:
        """Return the table's slot with this key, or else the free slot to insert it at."""
        mask: cython.int = self.slot_room - 1
        slot: cython.int = cython.cast(cython.int, (key * GOLDEN & M64) >> 33 & mask)
        while self.slots[slot] and self.key[self.slots[slot] - 1] != key:
            slot = slot + 1 & mask
        return slot

    def _tabulate(self, room: cython.int) -> None:
        """Rebuild the hash table of the nodes by the keys of their positions.

        Finished games and twins are left out. Of equal keys the first node stays.

        :param room: the number of slots; it is doubled until more than half stay empty.
        """
        node: cython.int
        fresh = column()
        while room <= 2 * self.size:
            room *= 2
        lengthen((fresh,), room)
        self._slots = fresh
        self.slots = ints(self._slots)
        self.slot_room = room
        for node in range(1, self.size):
            if self.first[node] != FINISHED and self.first[node] != TWIN:
                self.add_owner(node)

    def _reserve_queue(self) -> None:
        """Lengthen the queue of nodes to back up."""
        room: cython.int = grown(self.queue_room, self.queue_room + 1)
        lengthen((self._queue,), room)  # if it fails, the old column remains
        self.queue = ints(self._queue)
        self.queue_room = room
