"""A tree of intervals, or a graph without cycles, in columns: what B* keeps and backs up."""

from __future__ import annotations

from typing import Any

import cython

from evaluators.budget import Budget
from searchers.columns import column, grown, lengthen
from searchers.forgetting import Selection

if not cython.compiled:
    from games.bits import GOLDEN
    from games.scores import at_ply
    from searchers.forgetting import MOST_COST, dearer

    FORGOTTEN = -1
    AWAY, OPEN, CLOSED = -1, -2, -3
    _BETWEEN_POLLS = 2**14  # edges or nodes, while a part is kept

__all__ = ["Backed", "IntervalTree", "node_bytes"]

MOST_NODES = 2**31 - 2**16
"""Nodes, or edges, that places of four bytes can number."""


def node_bytes(keyed: bool) -> int:
    """Bytes of a node with an edge into it, and of its mark while a part is kept."""
    return 52 + (40 if keyed else 0)


class Backed:
    """What a tree backs up besides its bounds, such as `Quantiles`."""

    def clear(self) -> cython.int:
        """Begin anew: the tree has none but a root."""
        raise NotImplementedError(f"{type(self).__name__} lacks clear()")

    def back_up(self, node: cython.int) -> cython.bint:
        """Bring an inner node up to date, its sons being so; true if anything changed."""
        raise NotImplementedError(f"{type(self).__name__} lacks back_up(node)")

    def rebuild(self, budget: Budget, hasty: cython.bint) -> cython.bint:
        """Begin anew with a tree whose nodes have new numbers.

        :param hasty: to give up once the budget is over.
        :returns: false if it gave up.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks rebuild(budget, hasty)")


class IntervalTree:
    """Nodes with an interval each, joined by edges. Node 0 is the root.

    A node's optimistic and pessimistic value are in the frame of the side that *moved into* it, as
    in Palay's figures: sons are compared without a change of sign. Wins and losses count their
    distance from the node. Beside them a node has a realistic value: what `real` was set to at a
    leaf, and the minimax value of that above, as of the last `back_up_real`.

    A node costs 32 bytes, an edge 16: 48 bytes a node in a tree, and 8 more for each key of a
    graph, with 8 to 32 for its place in the table.

    :param adversary: whether the sides alternate; else sons and parents share one frame.
    :param keyed: whether nodes are looked up by the key of their position.
    :param most: nodes, and edges, to make room for at most; 0: no limit.
    """

    def __init__(self, adversary: bool = True, keyed: bool = False, most: int = 0) -> None:
        self.keyed = keyed
        self.most = most or MOST_NODES
        # Of nodes: the interval, the place of the first edge, how many sons (0 for a leaf), an
        # edge that leads into it, the depths from which its bounds were backed up, and when its
        # bounds last changed; and the realistic value. `first` of a leaf tells whether it had sons.
        self._optimistic, self._pessimistic, self._first = column(), column(), column()
        self._sons, self._into, self._changed = column(), column(), column()
        self._optimistic_depth, self._pessimistic_depth = column("h"), column("h")
        self._real = column()
        self._key = column("Q")
        # Of edges: the move, the nodes at both ends, and the next edge into the same node.
        self._move, self._son, self._source, self._next = column(), column(), column(), column()
        # Of top-level nodes: how many expansions were made below each.
        self._effort = column()
        self._slots, self._queue = column(), column()
        self.selection = Selection()
        self.also: Any = None  # a `Backed`, if any
        self.node_room = self.edge_room = self.slot_room = self.queue_room = 0
        self.clear(adversary)

    def clear(self, adversary: bool, deep: bool = False) -> None:
        """Begin anew with the root alone; the room stays.

        :param deep: whether to keep up with the depths from which bounds were backed up.
        """
        self.adversary = adversary
        self.deep = deep
        self.size = self.edges = self.time = self.slot_room = 0
        self.real_time = -1
        self.add(0, 0, 0)
        if self.also is not None:
            self.also.clear()
        if self.keyed:
            self.key[0] = 0  # until a part is kept: nothing leads back to a root

    # -- growing -----------------------------------------------------------------------------

    def add(self, optimistic: cython.int, pessimistic: cython.int, depth: cython.int) -> cython.int:
        """Add a leaf; returns its number. Its `real` is the caller's to set."""
        node: cython.int = self.size
        if node >= self.node_room:
            self.reserve_nodes(1)
        self.optimistic[node] = optimistic
        self.pessimistic[node] = pessimistic
        self.first[node] = 0
        self.sons[node] = 0
        self.into[node] = -1
        self.changed[node] = 0
        if self.deep:
            self.optimistic_depth[node] = depth
            self.pessimistic_depth[node] = depth
        self.size += 1
        return node

    def link(self, source: cython.int, move: cython.int, son: cython.int) -> cython.int:
        """Add an edge; those of one node are added one after the other, before `open`."""
        edge: cython.int = self.edges
        if edge >= self.edge_room:
            self.reserve_edges(1)
        self.source[edge] = source
        self.move[edge] = move
        self.son[edge] = son
        self.next[edge] = self.into[son]
        self.into[son] = edge
        self.edges += 1
        return edge

    def add_son(
        self,
        source: cython.int,
        move: cython.int,
        optimistic: cython.int,
        pessimistic: cython.int,
        depth: cython.int,
    ) -> cython.int:
        """`add` and `link` a leaf; returns its number."""
        son: cython.int = self.add(optimistic, pessimistic, depth)
        self.link(source, move, son)
        return son

    def open(self, node: cython.int, first: cython.int) -> cython.int:
        """Make a leaf an inner node, with the edges from place `first` on."""
        self.first[node] = first
        self.sons[node] = self.edges - first
        if node == 0:
            self.reserve_effort()
        return 0

    def cut(self, nodes: cython.int, edges: cython.int) -> cython.int:
        """Take the last nodes and edges away again, down to so many; none of them was opened."""
        node: cython.int
        edge: cython.int
        for edge in range(self.edges - 1, edges - 1, -1):
            self.into[self.son[edge]] = self.next[edge]
        if self.slot_room > 0:
            for node in range(self.size - 1, nodes - 1, -1):
                self.slots[self._slot(self.key[node])] = 0  # the last to come hide no others
        self.edges = edges
        self.size = nodes
        return 0

    def is_full(self, more: cython.int) -> cython.bint:
        """Whether there is no room for so many sons more."""
        return self.size + more > self.most or self.edges + more > self.most

    # -- backing up --------------------------------------------------------------------------

    def back_up(self, node: cython.int) -> cython.bint:
        """Bring the bounds of a node and of all above it up to date, as far as they change.

        Nodes whose bounds changed have `changed` equal to `time`. Where there is something else to
        back up, a change of it, or of a realistic value, counts as one of a bound.

        :returns: whether a top-level node's bounds changed.
        """
        head: cython.int = 0
        tail: cython.int = 1
        edge: cython.int
        updated: cython.bint
        top: cython.bint = False
        self.time += 1
        if self.queue_room == 0:
            self.reserve_queue(1024)
        self.queue[0] = node
        while head < tail:
            node = self.queue[head]
            head += 1
            if node == 0:
                top = True
                continue
            updated = self._update(node)
            if self.also is not None:
                updated |= self._update_real(node)
                updated |= self.also.back_up(node)
            if not updated:
                continue
            self.changed[node] = self.time
            edge = self.into[node]
            while edge >= 0:
                if tail == self.queue_room:
                    self.reserve_queue(tail + 1)
                self.queue[tail] = self.source[edge]
                tail += 1
                edge = self.next[edge]
        return top

    def _update(self, node: cython.int) -> cython.bint:
        """Set a node's bounds from its sons; true if a bound changed.

        The best that the mover can do defines the worst for the side that moved into the node.
        """
        first: cython.int = self.first[node]
        edge: cython.int
        son: cython.int = self.son[first]
        high: cython.int = self.optimistic[son]
        low: cython.int = self.pessimistic[son]
        for edge in range(first + 1, first + self.sons[node]):
            son = self.son[edge]
            high = self.optimistic[son] if self.optimistic[son] > high else high
            low = self.pessimistic[son] if self.pessimistic[son] > low else low
        if self.deep:
            self._update_depths(node, high, low)
        high, low = at_ply(high, 1), at_ply(low, 1)
        if self.adversary:
            high, low = -low, -high
        if high == self.optimistic[node] and low == self.pessimistic[node]:
            return False
        self.optimistic[node] = high
        self.pessimistic[node] = low
        return True

    def _update_depths(self, node: cython.int, high: cython.int, low: cython.int) -> cython.int:
        """Set the depths of a node's bounds: of several sons that give one the smallest depth.

        :param high, low: the highest optimistic and pessimistic value among the sons.
        """
        high_depth: cython.int = 32767
        low_depth: cython.int = 32767
        edge: cython.int
        son: cython.int
        for edge in range(self.first[node], self.first[node] + self.sons[node]):
            son = self.son[edge]
            if self.optimistic[son] == high and self.optimistic_depth[son] < high_depth:
                high_depth = self.optimistic_depth[son]
            if self.pessimistic[son] == low and self.pessimistic_depth[son] < low_depth:
                low_depth = self.pessimistic_depth[son]
        if self.adversary:
            high_depth, low_depth = low_depth, high_depth
        self.optimistic_depth[node] = high_depth
        self.pessimistic_depth[node] = low_depth
        return 0

    def back_up_real(self) -> cython.int:
        """Bring all realistic values up to date, which nothing is decided by, for showing them.

        In a tree an edge into a node lies before those out of it, and one sweep does it.
        """
        late: cython.bint = self.real_time != self.time
        edge: cython.int
        node: cython.int
        self.real_time = self.time
        while late:
            late = False
            edge = self.edges
            while edge > 0:
                node = self.source[edge - 1]
                edge = self.first[node]
                if node > 0 and self._update_real(node):
                    late = self.keyed
        return 0

    def _update_real(self, node: cython.int) -> cython.bint:
        """Set a node's realistic value from its sons'; true if it changed."""
        first: cython.int = self.first[node]
        real: cython.int = self.real[self.son[first]]
        edge: cython.int
        other: cython.int
        for edge in range(first + 1, first + self.sons[node]):
            other = self.real[self.son[edge]]
            real = other if other > real else real
        real = -at_ply(real, 1) if self.adversary else at_ply(real, 1)
        if real == self.real[node]:
            return False
        self.real[node] = real
        return True

    # -- comparing the sons of a node --------------------------------------------------------

    def best(self, node: cython.int) -> cython.int:
        """The edge to the son of highest optimistic value; ties: higher pessimistic, then first."""
        best: cython.int = self.first[node]
        edge: cython.int
        son: cython.int
        leader: cython.int = self.son[best]
        for edge in range(best + 1, self.first[node] + self.sons[node]):
            son = self.son[edge]
            if self.optimistic[son] > self.optimistic[leader] or (
                self.optimistic[son] == self.optimistic[leader]
                and self.pessimistic[son] > self.pessimistic[leader]
            ):
                best, leader = edge, son
        return best

    def second(self, node: cython.int, best: cython.int) -> cython.int:
        """The edge to the son of next highest optimistic value; ties: first. -1: there is none."""
        second: cython.int = -1
        edge: cython.int
        for edge in range(self.first[node], self.first[node] + self.sons[node]):
            if edge != best and (
                second < 0 or self.optimistic[self.son[edge]] > self.optimistic[self.son[second]]
            ):
                second = edge
        return second

    def highest_pessimistic(self, node: cython.int) -> cython.int:
        """The highest pessimistic value among a node's sons."""
        first: cython.int = self.first[node]
        edge: cython.int
        value: cython.int
        highest: cython.int = self.pessimistic[self.son[first]]
        for edge in range(first + 1, first + self.sons[node]):
            value = self.pessimistic[self.son[edge]]
            highest = value if value > highest else highest
        return highest

    def floor(self, node: cython.int) -> cython.int:
        """`highest_pessimistic` of a node whose bounds were backed up from its sons, by its own."""
        return at_ply(-self.optimistic[node] if self.adversary else self.pessimistic[node], -1)

    def is_relevant(self, node: cython.int, edge: cython.int, highest: cython.int) -> cython.bint:
        """Whether no other son's pessimistic value reaches this one's optimistic value.

        Of two equal points, which eliminate each other, the first stays.

        :param highest: the highest pessimistic value among the node's sons.
        """
        son: cython.int = self.son[edge]
        value: cython.int = self.optimistic[son]
        other: cython.int
        rival: cython.int
        equal: cython.bint
        if value != highest:
            return value > highest
        for other in range(self.first[node], self.first[node] + self.sons[node]):
            rival = self.son[other]
            if other == edge or self.pessimistic[rival] < value:
                continue
            equal = self.optimistic[rival] == value and self.pessimistic[son] == value
            if not (equal and other > edge):
                return False
        return True

    # -- keeping a part ----------------------------------------------------------------------

    def retain(
        self, root: cython.int, plies: cython.int, room: cython.int, budget: Budget, hasty: bool
    ) -> bool:
        """Make a node the root, and keep of what lies below it the most promising part.

        A node that loses its sons becomes a leaf that keeps its bounds, and its realistic value as
        of the last `back_up_real`. The root's own sons stay in
        any case. A point's sons go first: its value is known.

        :param plies: how far the node lies below the root.
        :param room: how many nodes to keep at most, all if they are no more.
        :param hasty: to give up once the budget is over.
        :returns: false if it gave up: before anything was lost, or when all but the root was.
        """
        self._mark = column()
        lengthen((self._mark,), self.size)
        if cython.compiled:
            self.mark = self._mark.data.as_ints
        else:
            self.mark = self._mark
        whole: cython.bint = self._rank(root, budget, hasty)
        if whole:
            self.selection.settle(room - 1 - self.sons[root])
            whole = (
                self._select(root, budget, hasty)
                and self._move_nodes(root, plies, budget, hasty)
                and self._move_edges(budget, hasty)
                and (self.slot_room == 0 or self.reserve_slots(self.slot_room, budget, hasty))
                and (self.also is None or self.also.rebuild(budget, hasty))
            )
            if not whole:
                self.clear(self.adversary, self.deep)
            elif root != 0:
                self._share_effort()
        self._mark = column()
        return bool(whole)

    def _rank(self, root: cython.int, budget: Budget, hasty: cython.bint) -> cython.bint:
        """Mark every node that lies below the root with its cost."""
        node: cython.int
        for node in range(self.size):
            self.mark[node] = AWAY
        self.mark[root] = 0
        if not self._sweep(True, budget, hasty):
            return False
        self.selection.clear()
        for node in range(self.size):
            if node & _BETWEEN_POLLS - 1 == 0 and not budget.poll() and hasty:
                return False
            if self.mark[node] >= 0 and self.sons[node] > 0 and node != root:
                self.selection.count(self.mark[node], self.sons[node])
        return True

    def _select(self, root: cython.int, budget: Budget, hasty: cython.bint) -> cython.bint:
        """Mark the nodes that stay: OPEN if they keep their sons, else CLOSED."""
        self.mark[root] = OPEN
        return self._sweep(False, budget, hasty)

    def _sweep(self, ranking: cython.bint, budget: Budget, hasty: cython.bint) -> cython.bint:
        """Mark from the root down, to rank or to select.

        In a tree an edge into a node lies before those out of it, and one sweep does it; in a
        graph of which a part was kept it may not.
        """
        late: cython.bint = True
        edge: cython.int
        node: cython.int
        poll: cython.int
        while late:
            late = False
            edge = poll = 0
            while edge < self.edges:
                if edge >= poll:
                    poll = edge + _BETWEEN_POLLS
                    if not budget.poll() and hasty:
                        return False
                node = self.source[edge]
                if ranking and self.mark[node] >= 0:
                    late |= self._rank_sons(node)
                elif self.mark[node] == OPEN:
                    late |= self._select_sons(node)
                edge += self.sons[node]
        return True

    def _rank_sons(self, node: cython.int) -> cython.bint:
        """Mark the sons with their costs; true if one was met too late for its own sons."""
        best: cython.int = self.best(node)
        top: cython.longlong = self.optimistic[self.son[best]]
        late: cython.bint = False
        edge: cython.int
        son: cython.int
        for edge in range(self.first[node], self.first[node] + self.sons[node]):
            son = self.son[edge]
            if self.mark[son] >= 0:
                continue
            if self.optimistic[son] == self.pessimistic[son]:
                self.mark[son] = MOST_COST
            else:
                self.mark[son] = dearer(self.mark[node], top - self.optimistic[son], edge == best)
            late |= self.sons[son] > 0 and self.first[son] < edge
        return late

    def _select_sons(self, node: cython.int) -> cython.bint:
        """Mark the sons as nodes that stay; true if one was met too late for its own sons."""
        late: cython.bint = False
        edge: cython.int
        son: cython.int
        for edge in range(self.first[node], self.first[node] + self.sons[node]):
            son = self.son[edge]
            if self.mark[son] < 0:
                continue
            if self.sons[son] > 0 and self.selection.stays(self.mark[son], self.sons[son]):
                self.mark[son] = OPEN
                late |= self.first[son] < edge
            else:
                self.mark[son] = CLOSED
        return late

    def _move_nodes(
        self, root: cython.int, plies: cython.int, budget: Budget, hasty: cython.bint
    ) -> cython.bint:
        """Move the nodes that stay to the front, the root before the others, which keep their
        order; their marks tell where they went."""
        kept: cython.int = 0
        node: cython.int
        place: cython.int
        state: cython.int
        for node in range(self.size):
            if node & _BETWEEN_POLLS - 1 == 0 and not budget.poll() and hasty:
                return False
            state = self.mark[node]
            if state != OPEN and state != CLOSED:
                self.mark[node] = AWAY
                continue
            if node == root:
                place = 0
            else:
                kept += 1
                place = kept
            self.mark[node] = place
            self.optimistic[place] = self.optimistic[node]
            self.pessimistic[place] = self.pessimistic[node]
            self.real[place] = self.real[node]
            self.changed[place] = self.changed[node]
            self.first[place] = self.first[node]
            self.sons[place] = self.sons[node]
            self.into[place] = -1
            if state == CLOSED and self.sons[place] > 0:
                self.first[place], self.sons[place] = FORGOTTEN, 0
            if self.deep:
                self.optimistic_depth[place] = self.optimistic_depth[node] - plies
                self.pessimistic_depth[place] = self.pessimistic_depth[node] - plies
            if self.keyed:
                self.key[place] = self.key[node]
        self.size = kept + 1
        return True

    def _move_edges(self, budget: Budget, hasty: cython.bint) -> cython.bint:
        """Move the edges out of nodes that keep their sons to the front, in their order."""
        kept: cython.int = 0
        edge: cython.int
        node: cython.int
        son: cython.int
        for edge in range(self.edges):
            if edge & _BETWEEN_POLLS - 1 == 0 and not budget.poll() and hasty:
                return False
            node = self.mark[self.source[edge]]
            if node < 0 or self.sons[node] == 0:
                continue
            if self.first[node] == edge:
                self.first[node] = kept
            son = self.mark[self.son[edge]]
            self.source[kept] = node
            self.move[kept] = self.move[edge]
            self.son[kept] = son
            self.next[kept] = self.into[son]
            self.into[son] = kept
            kept += 1
        self.edges = kept
        return True

    def _share_effort(self) -> cython.int:
        """Count anew how many expansions were made below each top-level node; where several lead
        to a node, it counts for the first."""
        top: cython.p_int = self.mark
        node: cython.int
        edge: cython.int
        son: cython.int
        self.reserve_effort()
        for node in range(self.size):
            top[node] = AWAY
        for edge in range(self.edges):
            node, son = self.source[edge], self.son[edge]
            if node == 0:
                top[son] = edge - self.first[0]
            elif top[node] != AWAY and top[son] == AWAY:
                top[son] = top[node]
            if node != 0 and edge == self.first[node] and top[node] != AWAY:
                self.effort[top[node]] += 1
        return 0

    # -- the table of a graph ----------------------------------------------------------------

    def find(self, key: cython.ulonglong) -> cython.int:
        """The node of a position, by its key; -1 if there is none."""
        slot: cython.int
        if self.slot_room == 0:
            return -1
        slot = self._slot(key)
        return self.slots[slot] - 1

    def enter(self, node: cython.int, key: cython.ulonglong, budget: Budget) -> cython.int:
        """Remember a node by the key of its position."""
        self.key[node] = key
        if 2 * self.size >= self.slot_room:
            self.reserve_slots(max(2048, 4 * self.slot_room), budget, True)
        else:
            self.slots[self._slot(key)] = node + 1
        return 0

    def _slot(self, key: cython.ulonglong) -> cython.int:
        """Where a key is in the table, or belongs."""
        mask: cython.int = self.slot_room - 1
        slot: cython.int = cython.cast(cython.int, key * GOLDEN >> 33 & mask)
        while self.slots[slot] and self.key[self.slots[slot] - 1] != key:
            slot = slot + 1 & mask
        return slot

    # -- room --------------------------------------------------------------------------------

    def reserve_nodes(self, more: cython.int) -> cython.int:
        """Make room for more nodes."""
        self.node_room = grown(self.node_room, self.size + more, self.most)
        lengthen(
            (
                self._optimistic,
                self._pessimistic,
                self._first,
                self._sons,
                self._into,
                self._changed,
                self._real,
                self._optimistic_depth,
                self._pessimistic_depth,
            ),
            self.node_room,
        )
        if self.keyed:
            lengthen((self._key,), self.node_room)
        if cython.compiled:
            self.optimistic = self._optimistic.data.as_ints
            self.pessimistic = self._pessimistic.data.as_ints
            self.first, self.sons = self._first.data.as_ints, self._sons.data.as_ints
            self.into, self.changed = self._into.data.as_ints, self._changed.data.as_ints
            self.real = self._real.data.as_ints
            self.optimistic_depth = self._optimistic_depth.data.as_shorts
            self.pessimistic_depth = self._pessimistic_depth.data.as_shorts
            self.key = self._key.data.as_ulonglongs
        else:
            self.optimistic, self.pessimistic = self._optimistic, self._pessimistic
            self.first, self.sons = self._first, self._sons
            self.into, self.changed, self.real = self._into, self._changed, self._real
            self.optimistic_depth = self._optimistic_depth
            self.pessimistic_depth = self._pessimistic_depth
            self.key = self._key
        return 0

    def reserve_edges(self, more: cython.int) -> cython.int:
        """Make room for more edges."""
        self.edge_room = grown(self.edge_room, self.edges + more, self.most)
        lengthen((self._move, self._son, self._source, self._next), self.edge_room)
        if cython.compiled:
            self.move, self.son = self._move.data.as_ints, self._son.data.as_ints
            self.source, self.next = self._source.data.as_ints, self._next.data.as_ints
        else:
            self.move, self.son = self._move, self._son
            self.source, self.next = self._source, self._next
        return 0

    def reserve_queue(self, length: cython.int) -> cython.int:
        """Make room for a longer queue."""
        self.queue_room = grown(self.queue_room, length)
        lengthen((self._queue,), self.queue_room)
        if cython.compiled:
            self.queue = self._queue.data.as_ints
        else:
            self.queue = self._queue
        return 0

    def reserve_effort(self) -> cython.int:
        """Set the effort for every top-level node to 0."""
        self._effort = column()
        lengthen((self._effort,), self.sons[0])
        if cython.compiled:
            self.effort = self._effort.data.as_ints
        else:
            self.effort = self._effort
        return 0

    def reserve_slots(self, room: cython.int, budget: Budget, hasty: cython.bint) -> cython.bint:
        """Make the table anew, with so many slots.

        :param hasty: to give up once the budget is over; false then, and there is no table.
        """
        node: cython.int
        self.slot_room = room
        self._slots = column()
        lengthen((self._slots,), self.slot_room)
        if cython.compiled:
            self.slots = self._slots.data.as_ints
        else:
            self.slots = self._slots
        for node in range(self.size):
            if node & _BETWEEN_POLLS - 1 == _BETWEEN_POLLS - 1 and not budget.poll() and hasty:
                self.slot_room = 0
                return False
            self.slots[self._slot(self.key[node])] = node + 1
        return True

    # -- for Python --------------------------------------------------------------------------

    def bytes(self) -> int:
        """Bytes in use, room for more left out."""
        table = 8 * self.size + 4 * self.slot_room if self.keyed else 0
        return 32 * self.size + 16 * self.edges + table

    def bounds(self, node: int) -> tuple[int, int]:
        """A node's (pessimistic, optimistic) value, for the side that moved into it."""
        return self.pessimistic[node], self.optimistic[node]

    def realistic(self, node: int) -> int:
        """A node's realistic value as of the last `back_up_real`, for who moved into it."""
        return self.real[node]

    def move_of(self, edge: int) -> int:
        """The move of an edge."""
        return self.move[edge]

    def son_of(self, edge: int) -> int:
        """The node an edge leads to."""
        return self.son[edge]

    def edges_of(self, node: int) -> list[tuple[int, int]]:
        """The (move, son) pairs of a node."""
        first = self.first[node] if self.sons[node] else 0
        edges = range(first, first + self.sons[node])
        return [(self.move[edge], self.son[edge]) for edge in edges]

    @classmethod
    def of(cls, data: Any) -> IntervalTree:
        """A tree written down, for studies: a node is (optimistic, pessimistic, sons).

        Bounds are taken as they stand, realistic values are their middles; nothing is backed up.
        """
        tree = cls()
        tree._plant(0, data)
        return tree

    def _plant(self, node: int, data: Any) -> None:
        self.optimistic[node], self.pessimistic[node], sons = data
        self.real[node] = (data[0] + data[1]) // 2
        first = self.edges
        for move, son in enumerate(sons):
            self.link(node, move, self.add(son[0], son[1], 1))
        if sons:
            self.open(node, first)
        for (_, place), son in zip(self.edges_of(node), sons, strict=True):
            self._plant(place, son)
