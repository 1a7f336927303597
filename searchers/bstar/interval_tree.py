"""A tree of intervals, or a graph without cycles: what B* keeps and backs up."""

from __future__ import annotations

from typing import Any

import cython

from evaluators.core.budget import Budget
from searchers.bstar.interval_store import IntervalStore

if not cython.compiled:
    from games.core.scores import adjust_mate
    from searchers.bstar.interval_store import AWAY, CLOSED, OPEN
    from searchers.storage.forgetting import MOST_COST, dearer
    from searchers.storage.kept_tree import BETWEEN_POLLS

__all__ = ["Backed", "IntervalTree"]


class Backed:
    """What a tree backs up besides its bounds, such as `Quantiles`."""

    def clear(self) -> cython.int:
        """Begin anew: the tree has none but a root."""
        raise NotImplementedError(f"{type(self).__name__} lacks clear()")

    def back_up(self, node: cython.int) -> cython.bint:
        """Bring an inner node up to date, its children being so; true if anything changed."""
        raise NotImplementedError(f"{type(self).__name__} lacks back_up(node)")

    def rebuild(self, budget: Budget) -> cython.bint:
        """Begin anew with a tree whose nodes have new numbers.

        :returns: false if the budget's time was up.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks rebuild(budget)")


class IntervalTree(IntervalStore):
    """Nodes with an interval each, joined by edges. Node 0 is the root.

    A node's optimistic and pessimistic value are in the frame of the side that *moved into* it, as
    in Palay's figures: children are compared without a change of sign. Wins and losses count their
    distance from the node. Beside them a node has a realistic value: what `real` was set to at a
    leaf, and the minimax value of that above.

    :param adversary: whether the sides alternate; else children and parents share one frame.
    :param keyed: whether nodes are looked up by the key of their position.
    :param most: nodes, and edges, to make room for at most; 0: no limit.
    """

    def __init__(self, adversary: bool = True, keyed: bool = False, most: int = 0) -> None:
        super().__init__(keyed, most)
        self.distributions: Any = None  # a `Backed`, if any
        self.clear(adversary)

    def clear(self, adversary: bool, deep: bool = False) -> None:
        """Begin anew with the root alone; the room stays.

        :param deep: whether to keep up with the depths from which bounds were backed up.
        """
        self.adversary = adversary
        self.deep = deep
        self.size = self.edges = self.time = self.slot_room = 0
        self.add(0, 0, 0)
        if self.distributions is not None:
            self.distributions.clear()
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
        self.children[node] = 0
        self.into[node] = -1
        self.changed[node] = 0
        if self.deep:
            self.optimistic_depth[node] = depth
            self.pessimistic_depth[node] = depth
        self.size += 1
        return node

    def link(self, source: cython.int, move: cython.int, child: cython.int) -> cython.int:
        """Add an edge; those of one node are added one after the other, before `open`."""
        if not (0 <= source < self.size and 0 <= child < self.size):
            self.refuse("edge", self.edges)
        return self._link(source, move, child)

    def _link(self, source: cython.int, move: cython.int, child: cython.int) -> cython.int:
        """`link` of nodes that are known to be some."""
        edge: cython.int = self.edges
        if edge >= self.edge_room:
            self.reserve_edges(1)
        self.source[edge] = source
        self.move[edge] = move
        self.child[edge] = child
        self.next[edge] = self.into[child]
        self.into[child] = edge
        self.edges += 1
        return edge

    def add_child(
        self,
        source: cython.int,
        move: cython.int,
        optimistic: cython.int,
        pessimistic: cython.int,
        depth: cython.int,
    ) -> cython.int:
        """`add` and `link` a leaf; returns its number."""
        child: cython.int = self.add(optimistic, pessimistic, depth)
        self._link(source, move, child)
        return child

    def open(self, node: cython.int, first: cython.int) -> cython.int:
        """Make a leaf an inner node, with the edges from index `first` on."""
        if not (0 <= node < self.size and 0 <= first < self.edges):
            self.refuse("node", node)
        self.first[node] = first
        self.children[node] = self.edges - first
        if node == 0:
            self.reserve_effort()
        return 0

    def cut(self, nodes: cython.int, edges: cython.int) -> cython.int:
        """Take the last nodes and edges away again, down to so many; none of them was opened."""
        node: cython.int
        edge: cython.int
        for edge in range(self.edges - 1, edges - 1, -1):
            self.into[self.child[edge]] = self.next[edge]
        if self.slot_room > 0:
            for node in range(self.size - 1, nodes - 1, -1):
                self.slots[self.slot_of(self.key[node])] = 0  # the last to come hide no others
        self.edges = edges
        self.size = nodes
        return 0

    # -- backing up --------------------------------------------------------------------------

    def back_up(self, node: cython.int) -> cython.bint:
        """Bring the values of a node and of all above it up to date, as far as they change.

        Nodes whose bounds changed have `changed` equal to `time`. Where there is something else to
        back up, a change of it, or of a realistic value, counts as one of a bound.

        :returns: whether a top-level node's bounds changed.
        """
        leaf: cython.int = node
        head: cython.int = 0
        tail: cython.int = 1
        updated: cython.bint
        top: cython.bint = False
        if not 0 <= node < self.size or (node > 0 and self.children[node] == 0):
            self.refuse("inner node", node)
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
            if self.distributions is not None:
                updated |= self._update_real(node)
                updated |= self.distributions.back_up(node)
            if not updated:
                continue
            self.changed[node] = self.time
            tail = self._queue_above(node, tail)
        # The realistic values, by which nothing is decided, for themselves.
        self.queue[0] = leaf
        head, tail = 0, 1
        while head < tail:
            node = self.queue[head]
            head += 1
            if node > 0 and self._update_real(node):
                tail = self._queue_above(node, tail)
        return top

    def back_up_all(self, budget: Budget) -> cython.bint:
        """Bring all inner nodes up to date; false if the budget's time was up.

        In a tree children come after their node, and one sweep does it; in a graph it may not.
        """
        node: cython.int
        updated: cython.bint = True
        while updated:
            updated = False
            for node in range(self.size - 1, 0, -1):
                if node & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                    return False
                if self.children[node] == 0:
                    continue
                updated |= self._update(node)
                updated |= self._update_real(node)
                if self.distributions is not None:
                    updated |= self.distributions.back_up(node)
            updated &= self.keyed
        return True

    def _queue_above(self, node: cython.int, tail: cython.int) -> cython.int:
        """Put the nodes above one into the queue, from that place on; returns the place behind."""
        edge: cython.int = self.into[node]
        while edge >= 0:
            if tail == self.queue_room:
                self.reserve_queue(tail + 1)
            self.queue[tail] = self.source[edge]
            tail += 1
            edge = self.next[edge]
        return tail

    def _update(self, node: cython.int) -> cython.bint:
        """Set a node's bounds from its children; true if a bound changed.

        The best that the mover can do defines the worst for the side that moved into the node.
        """
        first: cython.int = self.first[node]
        edge: cython.int
        child: cython.int = self.child[first]
        high: cython.int = self.optimistic[child]
        low: cython.int = self.pessimistic[child]
        for edge in range(first + 1, first + self.children[node]):
            child = self.child[edge]
            high = self.optimistic[child] if self.optimistic[child] > high else high
            low = self.pessimistic[child] if self.pessimistic[child] > low else low
        if self.deep:
            self._update_depths(node, high, low)
        high, low = adjust_mate(high, 1), adjust_mate(low, 1)
        if self.adversary:
            high, low = -low, -high
        if high == self.optimistic[node] and low == self.pessimistic[node]:
            return False
        self.optimistic[node] = high
        self.pessimistic[node] = low
        return True

    def _update_depths(self, node: cython.int, high: cython.int, low: cython.int) -> cython.int:
        """Set the depths of a node's bounds: of several children that give one the smallest depth.

        :param high: the highest optimistic value among the children.
        :param low: the highest pessimistic value among them.
        """
        high_depth: cython.int = 32767
        low_depth: cython.int = 32767
        edge: cython.int
        child: cython.int
        for edge in range(self.first[node], self.first[node] + self.children[node]):
            child = self.child[edge]
            if self.optimistic[child] == high and self.optimistic_depth[child] < high_depth:
                high_depth = self.optimistic_depth[child]
            if self.pessimistic[child] == low and self.pessimistic_depth[child] < low_depth:
                low_depth = self.pessimistic_depth[child]
        if self.adversary:
            high_depth, low_depth = low_depth, high_depth
        self.optimistic_depth[node] = high_depth
        self.pessimistic_depth[node] = low_depth
        return 0

    def _update_real(self, node: cython.int) -> cython.bint:
        """Set a node's realistic value from its children's; true if it changed."""
        first: cython.int = self.first[node]
        real: cython.int = self.real[self.child[first]]
        edge: cython.int
        other: cython.int
        for edge in range(first + 1, first + self.children[node]):
            other = self.real[self.child[edge]]
            real = other if other > real else real
        real = -adjust_mate(real, 1) if self.adversary else adjust_mate(real, 1)
        if real == self.real[node]:
            return False
        self.real[node] = real
        return True

    # -- comparing the children of a node --------------------------------------------------------

    def best(self, node: cython.int) -> cython.int:
        """The edge to the child of highest optimistic value; ties: higher pessimistic, then
        first."""
        if not (0 <= node < self.size and self.children[node] > 0):
            self.refuse("inner node", node)
        best: cython.int = self.first[node]
        edge: cython.int
        child: cython.int
        leader: cython.int = self.child[best]
        for edge in range(best + 1, self.first[node] + self.children[node]):
            child = self.child[edge]
            if self.optimistic[child] > self.optimistic[leader] or (
                self.optimistic[child] == self.optimistic[leader]
                and self.pessimistic[child] > self.pessimistic[leader]
            ):
                best, leader = edge, child
        return best

    def second(self, node: cython.int, best: cython.int) -> cython.int:
        """The edge to the child of next highest optimistic value; ties: first. -1: there is
        none."""
        if not (0 <= node < self.size and self.children[node] > 0):
            self.refuse("inner node", node)
        second: cython.int = -1
        edge: cython.int
        for edge in range(self.first[node], self.first[node] + self.children[node]):
            if edge != best and (
                second < 0
                or self.optimistic[self.child[edge]] > self.optimistic[self.child[second]]
            ):
                second = edge
        return second

    def highest_pessimistic(self, node: cython.int) -> cython.int:
        """The highest pessimistic value among a node's children."""
        if not (0 <= node < self.size and self.children[node] > 0):
            self.refuse("inner node", node)
        first: cython.int = self.first[node]
        edge: cython.int
        value: cython.int
        highest: cython.int = self.pessimistic[self.child[first]]
        for edge in range(first + 1, first + self.children[node]):
            value = self.pessimistic[self.child[edge]]
            highest = value if value > highest else highest
        return highest

    def floor(self, node: cython.int) -> cython.int:
        """`highest_pessimistic` of a node whose bounds were backed up from its children, by its
        own."""
        if not 0 <= node < self.size:
            self.refuse("node", node)
        return adjust_mate(-self.optimistic[node] if self.adversary else self.pessimistic[node], -1)

    def is_relevant(self, node: cython.int, edge: cython.int, highest: cython.int) -> cython.bint:
        """Whether no other child's pessimistic value reaches this one's optimistic value.

        Of two equal points, which eliminate each other, the first stays.

        :param highest: the highest pessimistic value among the node's children.
        """
        if not (0 <= node < self.size and self.children[node] > 0 and 0 <= edge < self.edges):
            self.refuse("edge", edge)
        child: cython.int = self.child[edge]
        value: cython.int = self.optimistic[child]
        other: cython.int
        rival: cython.int
        equal: cython.bint
        if value != highest:
            return value > highest
        for other in range(self.first[node], self.first[node] + self.children[node]):
            rival = self.child[other]
            if other == edge or self.pessimistic[rival] < value:
                continue
            equal = self.optimistic[rival] == value and self.pessimistic[child] == value
            if not (equal and other > edge):
                return False
        return True

    # -- keeping a part ----------------------------------------------------------------------

    def rank(self, root: cython.int, budget: Budget) -> cython.bint:
        """A point's children go first: its value is known."""
        node: cython.int
        for node in range(self.size):
            if node & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                return False
            self.mark[node] = AWAY
        self.mark[root] = 0
        if not self._sweep(True, budget):
            return False
        self.selection.clear()
        for node in range(self.size):
            if node & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                return False
            if self.mark[node] >= 0 and self.children[node] > 0 and node != root:
                self.selection.count(self.mark[node], self.children[node])
        return True

    def compact(self, root: cython.int, plies: cython.int, budget: Budget) -> cython.bint:
        return (
            self._select(root, budget)
            and self.move_nodes(root, plies, budget)
            and self.move_edges(budget)
            and (self.slot_room == 0 or self.reserve_slots(self.slot_room, budget))
            and (self.distributions is None or self.distributions.rebuild(budget))
            and (root == 0 or self.share_effort(budget))
        )

    def lose(self) -> cython.int:
        self.clear(self.adversary, self.deep)
        return 0

    def _select(self, root: cython.int, budget: Budget) -> cython.bint:
        """Mark the nodes that stay: OPEN if they keep their children, else CLOSED."""
        self.mark[root] = OPEN
        return self._sweep(False, budget)

    def _sweep(self, ranking: cython.bint, budget: Budget) -> cython.bint:
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
                    poll = edge + BETWEEN_POLLS
                    if not budget.in_time():
                        return False
                node = self.source[edge]
                if ranking and self.mark[node] >= 0:
                    late |= self._rank_children(node)
                elif self.mark[node] == OPEN:
                    late |= self._select_children(node)
                edge += self.children[node]
        return True

    def _rank_children(self, node: cython.int) -> cython.bint:
        """Mark the children with their costs; true if one was met too late for its own children."""
        best: cython.int = self.best(node)
        top: cython.longlong = self.optimistic[self.child[best]]
        late: cython.bint = False
        edge: cython.int
        child: cython.int
        for edge in range(self.first[node], self.first[node] + self.children[node]):
            child = self.child[edge]
            if self.mark[child] >= 0:
                continue
            if self.optimistic[child] == self.pessimistic[child]:
                self.mark[child] = MOST_COST
            else:
                self.mark[child] = dearer(
                    self.mark[node], top - self.optimistic[child], edge == best
                )
            late |= self.children[child] > 0 and self.first[child] < edge
        return late

    def _select_children(self, node: cython.int) -> cython.bint:
        """Mark the children as nodes that stay; true if one was met too late for its own
        children."""
        late: cython.bint = False
        edge: cython.int
        child: cython.int
        for edge in range(self.first[node], self.first[node] + self.children[node]):
            child = self.child[edge]
            if self.mark[child] < 0:
                continue
            if self.children[child] > 0 and self.selection.stays(
                self.mark[child], self.children[child]
            ):
                self.mark[child] = OPEN
                late |= self.first[child] < edge
            else:
                self.mark[child] = CLOSED
        return late

    # -- for studies -------------------------------------------------------------------------

    @classmethod
    def of(cls, data: Any) -> IntervalTree:
        """A tree written down, for studies: a node is (optimistic, pessimistic, children).

        Bounds are taken as they stand, realistic values are their middles; nothing is backed up.
        """
        tree = cls()
        tree._plant(0, data)
        return tree

    def _plant(self, node: int, data: Any) -> None:
        self.optimistic[node], self.pessimistic[node], children = data
        self.real[node] = (data[0] + data[1]) // 2
        first = self.edges
        for move, child in enumerate(children):
            self.link(node, move, self.add(child[0], child[1], 1))
        if children:
            self.open(node, first)
        for (_, index), child in zip(self.edges_of(node), children, strict=True):
            self._plant(index, child)
