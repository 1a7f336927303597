"""The tree of B*: nodes with intervals, their links, the back-up, and the kept part.

Node 0 is the root. With option `dag` a position is one node, however it is reached, and the tree is
a graph without cycles. Sections and figures are those of Palay (1980).
"""

from __future__ import annotations

from copy import copy as shallow
from typing import Any

import cython

from evaluators.core.budget import Budget
from games.core.columns import column, grown_length, lengthen
from games.core.moves import Moves
from searchers.storage.kept_tree import KeptTree, copies, zeros

if not cython.compiled:
    from games.core.array import ints, ulonglongs
    from games.core.bits import GOLDEN
    from games.core.scores import DRAW, INFINITY, adjust_mate
    from searchers.bstar.constants import (
        BOUND,
        CLOSED,
        DROPPED,
        EDGE,
        FINISHED,
        FORGOTTEN,
        NODE,
        OPEN,
        REAL,
        Edge,
        Node,
    )
    from searchers.storage.constants import BETWEEN_POLLS, MOST_COST
    from searchers.storage.kept_tree import child_cost


def node_bytes(keyed: bool) -> int:
    """Return the bytes that a node, one edge into it and its mark take together.

    With `keyed` they include its key, and the most that its place in the table of keys takes.
    """
    return 52 + (40 if keyed else 0)


class Distributions:
    """The interface of the distributions that an `IntervalTree` backs up beside its bounds.

    The tree calls these methods, and `copy` and `paste` as those of `Quantiles`.
    """

    def clear(self) -> None:
        """Forget the distributions of all nodes: the tree now has only a root."""
        raise NotImplementedError(f"{type(self).__name__} lacks clear()")

    def back_up(self, node: cython.int) -> cython.bint:
        """Update an inner node's distribution from its children's; return whether it changed."""
        raise NotImplementedError(f"{type(self).__name__} lacks back_up(node)")

    def rebuild(self, budget: Budget) -> cython.bint:
        """Compute everything again after the tree has renumbered its nodes.

        :returns: false if the time of the budget was up.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks rebuild(budget)")


class IntervalTree(KeptTree):
    """Nodes joined by edges, with intervals from the side that moved *into* a node.

    That is the point of view of Palay's figures. So children are compared without a change of sign.
    Wins and losses count their distance from the node. A node also has a realistic value: at a leaf
    the estimate `real` of its evaluator, elsewhere the minimax value of these estimates.

    A node takes 32 bytes and an edge 16. In a graph a key takes 8 more, and its place in the table
    8 to 32.

    >>> tree = IntervalTree.of((0, 0, [(300, 100, []), (200, 0, [])]))
    >>> [tree.bounds(child) for move, child in tree.edges_of(0)]
    [(100, 300), (0, 200)]
    >>> tree.best(0), tree.second(0, tree.best(0))
    (0, 1)

    :param adversary: whether the sides alternate; else parents and children share one point of
        view.
    :param keyed: whether nodes are found by the key of their position.
    :param most: the limit of nodes, and of edges; 0: none.
    :param quiet: a leaf with an interval no wider gets its realistic value as a point.
    """

    def __init__(
        self, adversary: bool = True, keyed: bool = False, most: int = 0, quiet: int = 0
    ) -> None:
        super().__init__(most)
        self.keyed = keyed
        self.quiet = quiet
        # Of nodes: the interval, the realistic value, the first edge, the number of children (0 for
        # a leaf), an edge into the node, the time of the last change of its bounds, and the depths
        # they come from. `first` of a leaf is FORGOTTEN, FINISHED, STATIC_ONLY or 0.
        self._nodes, self._key = column(), column("Q")
        # Of edges: the move, the nodes at both ends, and the next edge into the same child.
        self._edges = column()
        # Of top-level nodes: the number of expansions below each.
        self._effort = column()
        self._slots, self._queue = column(), column()
        if not cython.compiled:
            self.node: list[Node] = []
            self.edge: list[Edge] = []
        self.edges = self.node_room = self.edge_room = self.slot_room = self.queue_room = 0
        self.distributions: Any = None
        self.reserve_queue(1)
        self.clear(adversary)

    def clear(self, adversary: bool, deep: bool = False) -> None:
        """Start a new tree that has only a root, also in `distributions`; allocated memory stays.

        :param adversary: whether the sides alternate.
        :param deep: whether to back up the depths that bounds come from.
        """
        self.adversary = adversary
        self.deep = deep
        self.size = self.edges = self.time = self.slot_room = 0
        self.crossed = False  # whether some edge i leads to another node than i + 1
        self.add(0, 0, 0)
        if self.distributions is not None:
            self.distributions.clear()
        if self.keyed:
            self.key[0] = 0  # nothing leads back to a root

    def reset(self) -> None:
        """Remove all nodes but the root, a leaf with the interval (0, 0); its memory stays."""
        self.clear(self.adversary, self.deep)

    # -- adding nodes and edges --------------------------------------------------------------

    def add(self, optimistic: cython.int, pessimistic: cython.int, depth: cython.int) -> cython.int:
        """Add a leaf without an edge into it, and return its number; its realistic value is 0.

        The bounds are for the side that moved into it. Both have the given depth.
        """
        node: cython.int = self.size
        if node >= self.node_room:
            self.reserve(1)
        self.node[node] = Node(
            optimistic=optimistic,
            pessimistic=pessimistic,
            real=0,
            first=0,
            children=0,
            into=-1,
            changed=0,
            optimistic_depth=depth,
            pessimistic_depth=depth,
        )
        self.size += 1
        return node

    def link(self, source: cython.int, move: cython.int, child: cython.int) -> cython.int:
        """Add an edge from `source` to `child` and return its number.

        Add the edges of one node in a row: `open` then makes them its edges. A child whose number
        is not that of the edge plus one sets `crossed`.

        :raises IndexError: if there is no such node.
        """
        self.check_node(source)
        self.check_node(child)
        edge: cython.int = self.edges
        if edge >= self.edge_room:
            self.reserve(1)
        self.edge[edge] = Edge(move=move, child=child, source=source, next=self.node[child].into)
        self.node[child].into = edge
        self.edges += 1
        if child != self.edges:
            self.crossed = True
        return edge

    def append_child(
        self,
        source: cython.int,
        move: cython.int,
        low: cython.int,
        high: cython.int,
        real: cython.int,
        kind: cython.int,
        depth: cython.int,
    ) -> cython.int:
        """Add a leaf, and an edge to it from `source`, which is not opened; return its number.

        The interval and the realistic value are from the side to move in the leaf.

        :param kind: FINISHED if the game is over there, STATIC_ONLY, or 0.
        :param depth: the leaf's distance from the root, in plies.
        """
        child: cython.int = self.add(0, 0, depth)
        self.node[child].first = kind
        self.link(source, move, child)
        self.set_leaf(child, low, high, real)
        return child

    def add_children(self, source: cython.int, moves: Moves, depth: cython.int) -> None:
        """Add a child for every move of a list that has the bounds and scores of an evaluator.

        They are from the side to move in the child. The score is the realistic value. A tag other
        than 0 marks a finished game.

        :param source: the node that the moves are made in, which is not opened.
        :param depth: the children's distance from the root, in plies.
        """
        i: cython.int
        for i in range(moves.count):
            self.append_child(
                source,
                moves.move[i],
                moves.low[i],
                moves.high[i],
                moves.score[i],
                FINISHED if moves.tag[i] else 0,
                depth,
            )

    def set_leaf(
        self, node: cython.int, low: cython.int, high: cython.int, real: cython.int
    ) -> None:
        """Set the interval and the realistic value of a leaf.

        They are given from the side to move there, and stored for the side that moved into it, or
        as they are without an `adversary`. With `quiet` above 0 an interval no wider than that
        becomes the point `real`.
        """
        if self.quiet > 0 and high - self.quiet <= low:
            low = high = real
        if self.adversary:
            low, high, real = -high, -low, -real
        self.node[node].optimistic, self.node[node].pessimistic = high, low
        self.node[node].real = real

    def open(self, node: cython.int, first: cython.int) -> None:
        """Make a leaf an inner node, with all edges from number `first` on; nothing is backed up.

        If it is the root, the count of expansions below each child becomes 0.

        :raises IndexError: if there is no such node or edge.
        """
        self.check_node(node)
        self.check_edge(first)
        self.node[node].first = first
        self.node[node].children = self.edges - first
        if node == 0:
            self.reserve_effort()

    def truncate(self, nodes: cython.int, edges: cython.int) -> None:
        """Remove the last nodes, which are all leaves, and the last edges.

        :param nodes: the number of nodes that stay.
        :param edges: the number of edges that stay.
        """
        node: cython.int
        edge: cython.int
        for edge in range(self.edges - 1, edges - 1, -1):
            self.node[child_at(self, edge)].into = self.edge[edge].next
        if self.slot_room > 0:
            for node in range(self.size - 1, nodes - 1, -1):
                # No other entry was placed behind the last ones.
                self.slots[self.slot_of(self.key[node])] = 0
        self.edges = edges
        self.size = nodes

    # -- backing up (figure 2-8) -------------------------------------------------------------

    def back_up(self, node: cython.int) -> cython.bint:
        """Update a node from its children, and all nodes above it while they change.

        Bounds are backed up breadth first. Then realistic values alone are updated further up,
        while these change. Afterwards the nodes whose bounds changed have `changed` equal to
        `time`. A change of a distribution counts as one of a bound.

        :returns: whether the bounds of a top-level node changed. True also if the node is the root,
            which has no values of its own.
        :raises IndexError: if it is no inner node.
        """
        if not 0 <= node < self.size or (node > 0 and self.node[node].children == 0):
            self.refuse("inner node", node)
        head: cython.int = 0
        tail: cython.int = 1
        real_tail: cython.int = 0
        updated: cython.int
        top: cython.bint = False
        self.time += 1
        self.queue[0] = node
        while head < tail:
            node = self.queue[head]
            head += 1
            if node == 0:
                top = True
                continue
            updated = self._update(node)
            if updated & BOUND:
                self.node[node].changed = self.time
                tail = self._queue_parents(node, tail, False)
            elif updated:
                self.queue[real_tail] = node
                real_tail += 1
        # No decision depends on the realistic values: they are backed up afterwards.
        head = 0
        while head < real_tail:
            real_tail = self._queue_parents(self.queue[head], real_tail, True)
            head += 1
        return top

    def back_up_all(self, budget: Budget) -> cython.bint:
        """Back up all inner nodes below the root, the last first.

        In a tree children come after their parent, and one sweep is enough. In a graph sweeps are
        repeated until nothing changes.

        :returns: false if the time of the budget was up.
        """
        node: cython.int
        updated: cython.bint = True
        while updated:
            updated = False
            for node in range(self.size - 1, 0, -1):
                if node & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                    return False
                if self.node[node].children == 0:
                    continue
                updated |= self._update_values(node) != 0
                if self.distributions is not None:
                    updated |= self.distributions.back_up(node)
            updated &= self.keyed
        return True

    def _queue_parents(self, node: cython.int, tail: cython.int, real: cython.bint) -> cython.int:
        """Append a node's parents to the queue of nodes to back up; return its new end.

        :param real: whether to update their realistic values, and append only those that change.
        """
        edge: cython.int = self.node[node].into
        while edge >= 0:
            node = self.edge[edge].source
            edge = self.edge[edge].next
            if not real or self._update_real(node):
                if tail == self.queue_room:
                    self.reserve_queue(tail + 1)
                self.queue[tail] = node
                tail += 1
        return tail

    def _update(self, node: cython.int) -> cython.int:
        """Recompute a node's values and distribution from its children.

        :returns: what changed: BOUND, REAL, both or 0. With distributions every change is BOUND.
        """
        updated: cython.int = self._update_values(node)
        if self.distributions is not None and (self.distributions.back_up(node) or updated):
            updated = BOUND
        return updated

    def _update_values(self, node: cython.int) -> cython.int:
        """Set the bounds and the realistic value of a node from its children.

        The new optimistic value is minus the highest pessimistic value of the children, and the
        other way round. Without an adversary there is no change of sign. Wins and losses become one
        ply longer. With `deep` the depths are set too.

        :returns: the changes: BOUND, REAL, both or 0.
        """
        first: cython.int = self.node[node].first
        edge: cython.int
        child: Node = self.node[child_at(self, first)]
        high: cython.int = child.optimistic
        low: cython.int = child.pessimistic
        real: cython.int = child.real
        changed: cython.int = 0
        for edge in range(first + 1, first + self.node[node].children):
            child = self.node[child_at(self, edge)]
            high = max(high, child.optimistic)
            low = max(low, child.pessimistic)
            real = max(real, child.real)
        if self.deep:
            self._update_depths(node, high, low)
        high, low, real = adjust_mate(high, 1), adjust_mate(low, 1), adjust_mate(real, 1)
        if self.adversary:
            high, low, real = -low, -high, -real
        if high != self.node[node].optimistic or low != self.node[node].pessimistic:
            self.node[node].optimistic, self.node[node].pessimistic = high, low
            changed = BOUND
        if real != self.node[node].real:
            self.node[node].real = real
            changed |= REAL
        return changed

    def _update_depths(self, node: cython.int, high: cython.int, low: cython.int) -> None:
        """Set the depths of the leaves from which the node's bounds come, the least of equal ones.

        :param high: the highest optimistic value of the children.
        :param low: the highest pessimistic value of the children.
        """
        high_depth: cython.int = 32767
        low_depth: cython.int = 32767
        edge: cython.int
        child: Node
        for edge in range(self.node[node].first, self.node[node].first + self.node[node].children):
            child = self.node[child_at(self, edge)]
            if child.optimistic == high:
                high_depth = min(high_depth, child.optimistic_depth)
            if child.pessimistic == low:
                low_depth = min(low_depth, child.pessimistic_depth)
        if self.adversary:
            high_depth, low_depth = low_depth, high_depth
        self.node[node].optimistic_depth = high_depth
        self.node[node].pessimistic_depth = low_depth

    def _update_real(self, node: cython.int) -> cython.bint:
        """Recompute a node's realistic value from its children; return whether it changed.

        The root has none to recompute.
        """
        if node == 0:
            return False
        first: cython.int = self.node[node].first
        edge: cython.int
        real: cython.int = -INFINITY
        for edge in range(first, first + self.node[node].children):
            real = max(real, self.node[child_at(self, edge)].real)
        real = -adjust_mate(real, 1) if self.adversary else adjust_mate(real, 1)
        if real == self.node[node].real:
            return False
        self.node[node].real = real
        return True

    # -- comparing the children of a node ----------------------------------------------------

    def best(self, node: cython.int) -> cython.int:
        """Return the edge to the child of highest optimistic value (section 3.4).

        Of equal ones it is that of higher pessimistic value, then the first. An IndexError is
        raised unless the node is an inner one.
        """
        self.check_inner(node)
        best: cython.int = self.node[node].first
        edge: cython.int
        child: cython.int
        leader: cython.int = child_at(self, best)
        for edge in range(best + 1, self.node[node].first + self.node[node].children):
            child = child_at(self, edge)
            if self.node[child].optimistic > self.node[leader].optimistic or (
                self.node[child].optimistic == self.node[leader].optimistic
                and self.node[child].pessimistic > self.node[leader].pessimistic
            ):
                best, leader = edge, child
        return best

    def second(self, node: cython.int, best: cython.int) -> cython.int:
        """Return the edge to the child of next highest optimistic value, of equal ones the first.

        It is -1 if the best child is the only one. An IndexError is raised unless the node is
        an inner one.

        :param best: the edge to the best child.
        """
        self.check_inner(node)
        second: cython.int = -1
        edge: cython.int
        for edge in range(self.node[node].first, self.node[node].first + self.node[node].children):
            if edge != best and (
                second < 0
                or self.node[child_at(self, edge)].optimistic
                > self.node[child_at(self, second)].optimistic
            ):
                second = edge
        return second

    def highest_pessimistic(self, node: cython.int) -> cython.int:
        """Return the highest pessimistic value of an inner node's children, or raise IndexError."""
        self.check_inner(node)
        first: cython.int = self.node[node].first
        edge: cython.int
        value: cython.int
        highest: cython.int = self.node[child_at(self, first)].pessimistic
        for edge in range(first + 1, first + self.node[node].children):
            value = self.node[child_at(self, edge)].pessimistic
            highest = value if value > highest else highest
        return highest

    def is_relevant(self, node: cython.int, edge: cython.int, highest: cython.int) -> cython.bint:
        """Return whether a child is relevant to its parent (section 2).

        It is if no other child's pessimistic value reaches its optimistic value. Of two equal
        points the first is relevant.

        :param edge: the edge from the node to the child.
        :param highest: the highest pessimistic value of the children.
        :raises IndexError: if there is no such inner node or edge.
        """
        self.check_inner(node)
        self.check_edge(edge)
        child: cython.int = child_at(self, edge)
        value: cython.int = self.node[child].optimistic
        other: cython.int
        rival: cython.int
        equal: cython.bint
        if value != highest:
            return value > highest
        for other in range(self.node[node].first, self.node[node].first + self.node[node].children):
            rival = child_at(self, other)
            if other == edge or self.node[rival].pessimistic < value:
                continue
            equal = self.node[rival].optimistic == value and self.node[child].pessimistic == value
            if not (equal and other > edge):
                return False
        return True

    # -- transpositions ----------------------------------------------------------------------

    def find(self, key: cython.ulonglong) -> cython.int:
        """Return the node that has the position with this key; -1 if none but the root has it."""
        slot: cython.int
        if self.slot_room == 0:
            return -1
        slot = self.slot_of(key)
        return self.slots[slot] - 1

    def enter(self, node: cython.int, key: cython.ulonglong, budget: Budget) -> None:
        """Put a node into the table of positions under its key; lengthen the table if half full.

        If the time ends in that, there is no table, and `find` finds nothing.

        :raises MemoryError: if there is not enough memory.
        """
        self.key[node] = key
        if 2 * self.size >= self.slot_room:
            self.reserve_slots(max(2048, 4 * min(self.slot_room, 2**28)), budget)
        else:
            self.slots[self.slot_of(key)] = node + 1

    def slot_of(self, key: cython.ulonglong) -> cython.int:
        """Return the table's slot with this key, or else the free slot to insert it at."""
        mask: cython.int = self.slot_room - 1
        slot: cython.int = cython.cast(cython.int, key * GOLDEN >> 33 & mask)
        while self.slots[slot] and self.key[self.slots[slot] - 1] != key:
            slot = slot + 1 & mask
        return slot

    def reserve_slots(self, room: cython.int, budget: Budget) -> cython.bint:
        """Replace the table of positions by one of `room` slots, with all nodes but the root.

        :param room: a power of two, above the number of nodes.
        :returns: false if the time was up, and then there is no table, not even the old one.
        :raises MemoryError: if there is not enough memory, and then there is no table either.
        """
        node: cython.int
        self.slot_room = 0
        self._slots = column()  # frees the old table before the new one is made
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

    # -- keeping a part from move to move ----------------------------------------------------

    def mark_costs(self, root: cython.int, budget: Budget) -> cython.bint:
        """Set `mark` of every node below a root to its cost: what has a high cost is pruned first.

        The children of a point are dropped first: its value is known. Inner nodes are counted in
        `selection`. Nodes that are not below the root get DROPPED.

        :returns: false if the time was up.
        """
        node: cython.int
        for node in range(self.size):
            if node & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                return False
            self.mark[node] = DROPPED
        self.mark[root] = 0
        if not self._sweep(True, budget):
            return False
        self.selection.clear()
        for node in range(self.size):
            if node & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                return False
            if self.mark[node] >= 0 and self.node[node].children > 0 and node != root:
                self.selection.count(self.mark[node], self.node[node].children)
        return True

    def compact(self, root: cython.int, plies: cython.int, budget: Budget) -> cython.bint:
        """Move the kept nodes and edges to the front, and rebuild what depends on their numbers.

        That is the table of keys, the distributions and the effort. By the costs in `mark`,
        `selection` decides which nodes keep their children.

        :param root: the node that becomes node 0.
        :param plies: how far it is below the old root.
        :returns: false if the time was up, and then the tree is inconsistent.
        """
        self.mark[root] = OPEN
        return (
            self._sweep(False, budget)
            and self._move_nodes(root, plies, budget)
            and self._move_edges(budget)
            and (self.slot_room == 0 or self.reserve_slots(self.slot_room, budget))
            and (self.distributions is None or self.distributions.rebuild(budget))
            and (root == 0 or self._recount_effort(budget))
        )

    def _sweep(self, costs: cython.bint, budget: Budget) -> cython.bint:
        """Set `mark` of all nodes from the root down: their costs, or whether they are kept.

        In a tree an edge into a node comes before those out of it, and one sweep is enough. In a
        graph of which a part was kept it may not be.

        :param costs: true to set costs; false to mark nodes OPEN (they keep their children) or
            CLOSED (they stay without), by the costs.
        :returns: false if the time was up.
        """
        again: cython.bint = True
        edge: cython.int
        node: cython.int
        poll: cython.int
        while again:
            again = False
            edge = poll = 0
            while edge < self.edges:
                if edge >= poll:
                    poll = edge + BETWEEN_POLLS
                    if not budget.in_time():
                        return False
                node = self.edge[edge].source
                if costs and self.mark[node] >= 0:
                    again |= self._mark_child_costs(node)
                elif self.mark[node] == OPEN:
                    again |= self._mark_kept_children(node)
                edge += self.node[node].children
        return True

    def _mark_child_costs(self, node: cython.int) -> cython.bint:
        """Set `mark` of a node's children to their costs; return whether another sweep is needed.

        A child that has a cost keeps it. A point has MOST_COST. Another child has the node's cost
        and more, by how far its optimistic value is below the best child's. Those of high cost are
        pruned first.
        """
        best: cython.int = self.best(node)
        top: cython.longlong = self.node[child_at(self, best)].optimistic
        again: cython.bint = False
        edge: cython.int
        child: cython.int
        for edge in range(self.node[node].first, self.node[node].first + self.node[node].children):
            child = child_at(self, edge)
            if self.mark[child] >= 0:
                continue
            if self.node[child].optimistic == self.node[child].pessimistic:
                self.mark[child] = MOST_COST
            else:
                self.mark[child] = child_cost(
                    self.mark[node], top - self.node[child].optimistic, edge == best
                )
            again |= self.node[child].children > 0 and self.node[child].first < edge
        return again

    def _mark_kept_children(self, node: cython.int) -> cython.bint:
        """Mark children OPEN that keep their own children, the others CLOSED.

        Only children that still have a cost are marked.

        :returns: whether another sweep is needed.
        """
        again: cython.bint = False
        edge: cython.int
        child: cython.int
        for edge in range(self.node[node].first, self.node[node].first + self.node[node].children):
            child = child_at(self, edge)
            if self.mark[child] < 0:
                continue
            if self.node[child].children > 0 and self.selection.keeps_children(
                self.mark[child], self.node[child].children
            ):
                self.mark[child] = OPEN
                again |= self.node[child].first < edge
            else:
                self.mark[child] = CLOSED
        return again

    def _move_nodes(self, root: cython.int, plies: cython.int, budget: Budget) -> cython.bint:
        """Move the nodes marked OPEN or CLOSED to the front, the root before the others.

        The others keep their order. CLOSED nodes lose their children. Afterwards the marks are the
        new numbers.

        :param plies: how far the root is below the old one, for the depths of bounds.
        :returns: false if the time was up.
        """
        kept: cython.int = 0
        node: cython.int
        index: cython.int
        state: cython.int
        for node in range(self.size):
            if node & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                return False
            state = self.mark[node]
            if state != OPEN and state != CLOSED:
                self.mark[node] = DROPPED
                continue
            if node == root:
                index = 0
            else:
                kept += 1
                index = kept
            self.mark[node] = index
            self.node[index] = self.node[node]
            self.node[index].into = -1
            if state == CLOSED and self.node[index].children > 0:
                self.node[index].first, self.node[index].children = FORGOTTEN, 0
            if self.deep:
                self.node[index].optimistic_depth -= plies
                self.node[index].pessimistic_depth -= plies
            if self.keyed:
                self.key[index] = self.key[node]
        self.size = kept + 1
        return True

    def _move_edges(self, budget: Budget) -> cython.bint:
        """Move the edges of the nodes that keep their children to the front, in their order.

        :returns: false if the time was up.
        """
        kept: cython.int = 0
        edge: cython.int
        node: cython.int
        child: cython.int
        self.crossed = False
        for edge in range(self.edges):
            if edge & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                return False
            node = self.mark[self.edge[edge].source]
            if node < 0 or self.node[node].children == 0:
                continue
            if self.node[node].first == edge:
                self.node[node].first = kept
            child = self.mark[self.edge[edge].child]
            self.edge[kept] = Edge(
                move=self.edge[edge].move, child=child, source=node, next=self.node[child].into
            )
            self.node[child].into = kept
            kept += 1
            if child != kept:
                self.crossed = True
        self.edges = kept
        return True

    def _recount_effort(self, budget: Budget) -> cython.bint:
        """Recount the expanded nodes below each root child; return false if the time was up.

        A node below several of them counts for the first.
        """
        top: cython.p_int = self.mark
        node: cython.int
        edge: cython.int
        child: cython.int
        self.reserve_effort()
        for node in range(self.size):
            top[node] = DROPPED
        for edge in range(self.edges):
            if edge & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                return False
            node, child = self.edge[edge].source, self.edge[edge].child
            if node == 0:
                top[child] = edge - self.node[0].first
            elif top[node] != DROPPED and top[child] == DROPPED:
                top[child] = top[node]
            if node != 0 and edge == self.node[node].first and top[node] != DROPPED:
                self.effort[top[node]] += 1
        return True

    def duplicate(self, budget: Budget) -> Any:
        """Return a copy of all that the tree has, for `restore`.

        :returns: None if the time ended.
        :raises MemoryError: if there is not enough memory.
        """
        nodes: cython.longlong = self.size
        edges: cython.longlong = self.edges
        ends = (self._nodes, NODE * nodes), (self._edges, EDGE * edges)
        others = (self._key, self.size), (self._effort, len(self._effort))
        columns = copies((*ends, *others), budget)
        if columns is None:
            return None
        records: Any = None
        if not cython.compiled:
            records = (
                [shallow(one) for one in self.node[: self.size]],
                [shallow(one) for one in self.edge[: self.edges]],
            )
        backed_up: Any = None
        if self.distributions is not None:
            backed_up = self.distributions.copy(budget)
            if backed_up is None:
                return None
        facts = self.adversary, self.time, self.size, self.edges, self.crossed, self.deep
        return columns, records, backed_up, facts, self.slot_room

    def restore(self, copy: Any, budget: Budget) -> bool:
        """Replace the tree by a copy of `duplicate`, which it then owns.

        :returns: false if the time ended; then the tree is of no use.
        """
        columns, records, backed_up, facts, self.slot_room = copy
        self._nodes, self._edges, self._key, self._effort = columns
        self.adversary, self.time, self.size, self.edges, self.crossed, self.deep = facts
        self.node_room, self.edge_room = self.size, self.edges
        if not cython.compiled:
            self.node, self.edge = records
        self._set_pointers()
        if self.distributions is not None:
            self.distributions.paste(backed_up)
        return bool(self.slot_room == 0 or self.reserve_slots(self.slot_room, budget))

    # -- the methods that `KeptTree` calls ---------------------------------------------------

    def allocated(self) -> cython.int:
        """Return the number of nodes that memory is allocated for."""
        return self.node_room

    def is_full(self, more: cython.int) -> cython.bint:
        """Return whether so many more children exceed `most` or the memory; if not, allocate it.

        If the memory of the machine ends, `most` becomes what the tree has now.
        """
        if self.size + more > self.most or self.edges + more > self.most:
            return True
        if self.size + more <= self.node_room and self.edges + more <= self.edge_room:
            return False
        try:
            self.reserve(more)
        except MemoryError:
            self.most = max(self.size, self.edges)
            return True
        return False

    def is_draw(self, node: cython.int) -> cython.bint:
        """Return whether a node is a leaf, not a pruned one, whose interval is the point DRAW."""
        if self.node[node].children > 0 or self.node[node].first == FORGOTTEN:
            return False
        return self.node[node].optimistic == DRAW and self.node[node].pessimistic == DRAW

    def count_children(self, node: cython.int) -> cython.int:
        """Return the number of a node's children; 0 for a leaf."""
        return self.node[node].children

    def parent_of(self, node: cython.int) -> cython.int:
        """Return the parent of a node other than the root; in a graph the one linked to it last."""
        return self.edge[self.node[node].into].source

    def move_into(self, node: cython.int) -> cython.int:
        """Return the move into a node from `parent_of(node)`."""
        return self.edge[self.node[node].into].move

    def move_of_step(self, step: cython.int) -> cython.int:
        """Return the move of an edge, by its number."""
        return self.edge[step].move

    # -- memory ------------------------------------------------------------------------------

    def reserve(self, more: cython.int) -> None:
        """Make room for more children, each with an edge, by longer columns if necessary.

        The limit `most` is not checked; see `is_full`.

        :param more: the number of children.
        :raises MemoryError: if memory runs out. The tree stays as it was.
        """
        nodes: cython.longlong = self.node_room
        edges: cython.longlong = self.edge_room
        if self.size + more > nodes:
            nodes = grown_length(self.node_room, self.size + more, self.most)
        if self.edges + more > edges:
            edges = grown_length(self.edge_room, self.edges + more, self.most)
        try:
            lengthen((self._nodes,), NODE * nodes)
            lengthen((self._edges,), EDGE * edges)
            if self.keyed:
                lengthen((self._key,), nodes)
        finally:
            self._set_pointers()
        self.node_room = cython.cast(cython.int, nodes)
        self.edge_room = cython.cast(cython.int, edges)

    def _set_pointers(self) -> None:
        """Set the C pointers to the columns, which may have been reallocated."""
        if cython.compiled:
            self.node = cython.cast(cython.pointer(Node), ints(self._nodes))
            self.edge = cython.cast(cython.pointer(Edge), ints(self._edges))
        else:
            self.node += [Node()] * (len(self._nodes) // NODE - len(self.node))
            self.edge += [Edge()] * (len(self._edges) // EDGE - len(self.edge))
        self.key, self.effort = ulonglongs(self._key), ints(self._effort)

    def reserve_queue(self, length: cython.int) -> None:
        """Lengthen the queue of nodes to back up to at least `length` places.

        :raises MemoryError: if memory runs out.
        """
        room: cython.int = grown_length(self.queue_room, length)
        lengthen((self._queue,), room)  # a single column: it grows, or nothing changes
        self.queue = ints(self._queue)
        self.queue_room = room

    def reserve_effort(self) -> None:
        """Replace the counts of expansions below the top-level nodes by new ones, all 0."""
        fresh = column()
        lengthen((fresh,), self.node[0].children)
        self._effort = fresh
        self.effort = ints(self._effort)

    # -- for Python --------------------------------------------------------------------------

    @classmethod
    def of(cls, data: Any) -> IntervalTree:
        """Return a tree from nested data: each node is (optimistic, pessimistic, children).

        Bounds are taken as written, and nothing is backed up. Realistic values are the middles of
        the intervals. Moves are numbered from 0 at each node.
        """
        tree = cls()
        tree._append_written(0, data)
        return tree

    def _append_written(self, node: int, data: Any) -> None:
        """Set a node's interval and its middle, and append all below it.

        :param data: optimistic value, pessimistic value and a list of the same for each child.
        """
        self.node[node].optimistic, self.node[node].pessimistic, children = data
        self.node[node].real = (data[0] + data[1]) // 2
        first = self.edges
        for move, child in enumerate(children):
            self.link(node, move, self.add(child[0], child[1], 1))
        if children:
            self.open(node, first)
        for (_, index), child in zip(self.edges_of(node), children, strict=True):
            self._append_written(index, child)

    def bytes(self) -> int:
        """Return the bytes in use by nodes, edges and table of keys, without reserved room."""
        nodes: cython.longlong = self.size
        edges: cython.longlong = self.edges
        slots: cython.longlong = self.slot_room
        return 32 * nodes + 16 * edges + (8 * nodes + 4 * slots if self.keyed else 0)

    def bounds(self, node: int) -> tuple[int, int]:
        """Return a node's (pessimistic, optimistic) value, for the side that moved into it."""
        self.check_node(node)
        return self.node[node].pessimistic, self.node[node].optimistic

    def realistic(self, node: int) -> int:
        """Return a node's realistic value, for the side that moved into it."""
        self.check_node(node)
        return self.node[node].real

    def move_of(self, edge: int) -> int:
        """Return the move of an edge."""
        self.check_edge(edge)
        return self.edge[edge].move

    def child_of(self, edge: int) -> int:
        """Return the node that an edge leads to."""
        self.check_edge(edge)
        return self.edge[edge].child

    def edges_of(self, node: int) -> list[tuple[int, int]]:
        """Return the (move, child) pairs of a node, in order; none for a leaf.

        :raises IndexError: if there is no such node.
        """
        self.check_node(node)
        first = self.node[node].first if self.node[node].children else 0
        edges = range(first, first + self.node[node].children)
        return [(self.edge[edge].move, self.edge[edge].child) for edge in edges]

    def check_node(self, node: cython.int) -> None:
        """Raise `IndexError` for a number without a node."""
        if not (0 <= node < self.size):
            self.refuse("node", node)

    def check_inner(self, node: cython.int) -> None:
        """Raise `IndexError` for a number without a node that has children."""
        if not (0 <= node < self.size and self.node[node].children > 0):
            self.refuse("inner node", node)

    def check_edge(self, edge: cython.int) -> None:
        """Raise `IndexError` for a number without an edge."""
        if not (0 <= edge < self.edges):
            self.refuse("edge", edge)

    def refuse(self, kind: str, number: cython.int) -> None:
        """Raise the IndexError for a number that is out of range; `kind` says of what."""
        raise IndexError(f"{kind} {number}: expected one of this tree")


if not cython.compiled:  # compiled modules use the function of interval_tree.pxd
    child_at = IntervalTree.child_of
