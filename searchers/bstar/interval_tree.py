"""A tree of intervals, or a graph without cycles: what B* keeps and backs up."""

from __future__ import annotations

from typing import Any

import cython

from evaluators.core.budget import Budget
from games.core.moves import Moves
from searchers.bstar.interval_keeping import KeptIntervals

if not cython.compiled:
    from games.core.scores import INFINITY, adjust_mate
    from searchers.bstar.constants import BOUND, FINISHED, REAL
    from searchers.bstar.interval_store import child_at
    from searchers.bstar.records import Edge, Node
    from searchers.storage.constants import BETWEEN_POLLS

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

    def copy(self, budget: Budget) -> Any:
        """Copy all that is held of the tree, for `paste`; None if the budget's time was up."""
        return None

    def paste(self, copy: Any) -> None:
        """Hold what `copy` copied; the tree is again what it was then."""
        raise NotImplementedError(f"{type(self).__name__} lacks paste(copy)")


class IntervalTree(KeptIntervals):
    """Nodes with an interval each, joined by edges. Node 0 is the root.

    A node's optimistic and pessimistic value are in the frame of the side that *moved into* it, as
    in Palay's figures: children are compared without a change of sign. Wins and losses count their
    distance from the node. Beside them a node has a realistic value: what `real` was set to at a
    leaf, and the minimax value of that above.

    :param adversary: whether the sides alternate; else children and parents share one frame.
    :param keyed: whether nodes are looked up by the key of their position.
    :param most: nodes, and edges, to make room for at most; 0: no limit.
    :param quiet: how wide the interval of a leaf may be that is worth its realistic value.
    """

    def __init__(
        self, adversary: bool = True, keyed: bool = False, most: int = 0, quiet: int = 0
    ) -> None:
        super().__init__(keyed, most)
        self.quiet = quiet
        self.distributions: Any = None  # a `Backed`, if any
        self.clear(adversary)

    def clear(self, adversary: bool, deep: bool = False) -> None:
        """Begin anew with the root alone; the room stays.

        :param deep: whether to keep up with the depths from which bounds were backed up.
        """
        self.adversary = adversary
        self.deep = deep
        self.size = self.edges = self.time = self.slot_room = 0
        self.crossed = False
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
        """Add an edge; those of one node are added one after the other, before `open`."""
        if not (0 <= source < self.size and 0 <= child < self.size):
            self.refuse("edge", self.edges)
        edge: cython.int = self.edges
        if edge >= self.edge_room:
            self.reserve_edges(1)
        self.edge[edge] = Edge(move=move, child=child, source=source, next=self.node[child].into)
        self.node[child].into = edge
        self.edges += 1
        if child != self.edges:
            self.crossed = True
        return edge

    def add_child(
        self,
        source: cython.int,
        move: cython.int,
        low: cython.int,
        high: cython.int,
        real: cython.int,
        finished: cython.bint,
        depth: cython.int,
    ) -> cython.int:
        """`add` and `link` a leaf, as `set_leaf` takes it; returns its number."""
        self.reserve(1)
        return self.append_child(source, move, low, high, real, finished, depth)

    def append_child(
        self,
        source: cython.int,
        move: cython.int,
        low: cython.int,
        high: cython.int,
        real: cython.int,
        finished: cython.bint,
        depth: cython.int,
    ) -> cython.int:
        """`add_child` where there is room."""
        child: cython.int = self.size
        edge: cython.int = self.edges
        self.node[child] = Node(
            optimistic=0,
            pessimistic=0,
            real=0,
            first=FINISHED if finished else 0,
            children=0,
            into=edge,
            changed=0,
            optimistic_depth=depth,
            pessimistic_depth=depth,
        )
        self.edge[edge] = Edge(move=move, child=child, source=source, next=-1)
        self.size, self.edges = child + 1, edge + 1
        if child != edge + 1:
            self.crossed = True
        self.set_leaf(child, low, high, real)
        return child

    def add_children(self, source: cython.int, moves: Moves, depth: cython.int) -> cython.int:
        """`add_child` for every listed move, of which an evaluator told bounds and score."""
        i: cython.int
        self.reserve(moves.count)
        for i in range(moves.count):
            self.append_child(
                source,
                moves.move[i],
                moves.low[i],
                moves.high[i],
                moves.score[i],
                moves.tag[i] != 0,
                depth,
            )
        return 0

    def set_leaf(
        self, node: cython.int, low: cython.int, high: cython.int, real: cython.int
    ) -> cython.int:
        """Set what a leaf is worth, told from the side to move there; if that is certain enough to
        be `quiet`, it is a point."""
        if self.quiet > 0 and high - self.quiet <= low:
            low = high = real
        if self.adversary:
            low, high, real = -high, -low, -real
        self.node[node].optimistic, self.node[node].pessimistic = high, low
        self.node[node].real = real
        return 0

    def open(self, node: cython.int, first: cython.int) -> cython.int:
        """Make a leaf an inner node, with the edges from index `first` on."""
        if not (0 <= node < self.size and 0 <= first < self.edges):
            self.refuse("node", node)
        self.node[node].first = first
        self.node[node].children = self.edges - first
        if node == 0:
            self.reserve_effort()
        return 0

    def cut(self, nodes: cython.int, edges: cython.int) -> cython.int:
        """Take the last nodes and edges away again, down to so many; none of them was opened."""
        node: cython.int
        edge: cython.int
        for edge in range(self.edges - 1, edges - 1, -1):
            self.node[child_at(self, edge)].into = self.edge[edge].next
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
        if not 0 <= node < self.size or (node > 0 and self.node[node].children == 0):
            self.refuse("inner node", node)
        self.time += 1
        return self._back_up_graph(node) if self.crossed else self._back_up_line(node)

    def _back_up_line(self, node: cython.int) -> cython.bint:
        """`back_up` in a tree, where one line leads to a node."""
        updated: cython.int = BOUND
        while node > 0:
            updated = self._renew(node)
            if not updated & BOUND:
                break
            self.node[node].changed = self.time
            node = self.edge[self.node[node].into].source
        top: cython.bint = node == 0
        while node > 0 and updated:
            node = self.edge[self.node[node].into].source
            updated = self._update_real(node)
        return top

    def _back_up_graph(self, node: cython.int) -> cython.bint:
        """`back_up` where several lines may lead to a node, breadth first."""
        head: cython.int = 0
        tail: cython.int = 1
        late: cython.int = 0
        updated: cython.int
        top: cython.bint = False
        if self.queue_room == 0:
            self.reserve_queue(1024)
        self.queue[0] = node
        while head < tail:
            node = self.queue[head]
            head += 1
            if node == 0:
                top = True
                continue
            updated = self._renew(node)
            if updated & BOUND:
                self.node[node].changed = self.time
                tail = self._queue_above(node, tail)
            elif updated:
                self.queue[late] = node
                late += 1
        # The realistic values, by which nothing is decided, for themselves.
        head = 0
        while head < late:
            late = self._update_reals_above(self.queue[head], late)
            head += 1
        return top

    def _renew(self, node: cython.int) -> cython.int:
        """`_update`, and what else there is to back up: a change of that is one of a bound."""
        updated: cython.int = self._update(node)
        if self.distributions is not None and (self.distributions.back_up(node) or updated):
            updated = BOUND
        return updated

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
                if self.node[node].children == 0:
                    continue
                updated |= self._update(node) != 0
                if self.distributions is not None:
                    updated |= self.distributions.back_up(node)
            updated &= self.keyed
        return True

    def _queue_above(self, node: cython.int, tail: cython.int) -> cython.int:
        """Put the nodes above one into the queue, from that place on; returns the place behind."""
        edge: cython.int = self.node[node].into
        while edge >= 0:
            if tail == self.queue_room:
                self.reserve_queue(tail + 1)
            self.queue[tail] = self.edge[edge].source
            tail += 1
            edge = self.edge[edge].next
        return tail

    def _update(self, node: cython.int) -> cython.int:
        """Set a node's bounds and its realistic value from its children.

        The best that the mover can do defines the worst for the side that moved into the node.

        :returns: what changed, a BOUND, the REAL value, or both.
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

    def _update_depths(self, node: cython.int, high: cython.int, low: cython.int) -> cython.int:
        """Set the depths of a node's bounds: of several children that give one the smallest depth.

        :param high: the highest optimistic value among the children.
        :param low: the highest pessimistic value among them.
        """
        high_depth: cython.int = 32767
        low_depth: cython.int = 32767
        edge: cython.int
        child: cython.int
        for edge in range(self.node[node].first, self.node[node].first + self.node[node].children):
            child = child_at(self, edge)
            if (
                self.node[child].optimistic == high
                and self.node[child].optimistic_depth < high_depth
            ):
                high_depth = self.node[child].optimistic_depth
            if (
                self.node[child].pessimistic == low
                and self.node[child].pessimistic_depth < low_depth
            ):
                low_depth = self.node[child].pessimistic_depth
        if self.adversary:
            high_depth, low_depth = low_depth, high_depth
        self.node[node].optimistic_depth = high_depth
        self.node[node].pessimistic_depth = low_depth
        return 0

    def _update_reals_above(self, node: cython.int, tail: cython.int) -> cython.int:
        """Set the realistic values of the nodes above one from their children's, and put those that
        changed into the queue, from that place on; returns the place behind."""
        into: cython.int = self.node[node].into
        while into >= 0:
            node = self.edge[into].source
            into = self.edge[into].next
            if self._update_real(node):
                if tail == self.queue_room:
                    self.reserve_queue(tail + 1)
                self.queue[tail] = node
                tail += 1
        return tail

    def _update_real(self, node: cython.int) -> cython.bint:
        """Set a realistic value from the children's; true if it changed: never the root's."""
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

    # -- comparing the children of a node --------------------------------------------------------

    def best(self, node: cython.int) -> cython.int:
        """The edge to the child of highest optimistic value; ties: higher pessimistic, then
        first."""
        if not (0 <= node < self.size and self.node[node].children > 0):
            self.refuse("inner node", node)
        return self.leader(node)

    def second(self, node: cython.int, best: cython.int) -> cython.int:
        """The edge to the child of next highest optimistic value; ties: first. -1: there is
        none."""
        if not (0 <= node < self.size and self.node[node].children > 0):
            self.refuse("inner node", node)
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
        """The highest pessimistic value among a node's children."""
        if not (0 <= node < self.size and self.node[node].children > 0):
            self.refuse("inner node", node)
        first: cython.int = self.node[node].first
        edge: cython.int
        value: cython.int
        highest: cython.int = self.node[child_at(self, first)].pessimistic
        for edge in range(first + 1, first + self.node[node].children):
            value = self.node[child_at(self, edge)].pessimistic
            highest = value if value > highest else highest
        return highest

    def is_relevant(self, node: cython.int, edge: cython.int, highest: cython.int) -> cython.bint:
        """Whether no other child's pessimistic value reaches this one's optimistic value.

        Of two equal points, which eliminate each other, the first stays.

        :param highest: the highest pessimistic value among the node's children.
        """
        if not (0 <= node < self.size and self.node[node].children > 0 and 0 <= edge < self.edges):
            self.refuse("edge", edge)
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

    # -- keeping a part ----------------------------------------------------------------------

    def compact(self, root: cython.int, plies: cython.int, budget: Budget) -> cython.bint:
        return (
            self.select(root, budget)
            and self.move_nodes(root, plies, budget)
            and self.move_edges(budget)
            and (self.slot_room == 0 or self.reserve_slots(self.slot_room, budget))
            and (self.distributions is None or self.distributions.rebuild(budget))
            and (root == 0 or self.share_effort(budget))
        )

    def reset(self) -> cython.int:
        self.clear(self.adversary, self.deep)
        return 0

    def duplicate(self, budget: Budget) -> Any:
        stored = KeptIntervals.duplicate(self, budget)
        backed = None if self.distributions is None else self.distributions.copy(budget)
        if stored is None or (self.distributions is not None and backed is None):
            return None
        return stored, backed, (self.adversary, self.time)

    def restore(self, copy: Any, budget: Budget) -> bool:
        stored, backed, (self.adversary, self.time) = copy
        if self.distributions is not None:
            self.distributions.paste(backed)
        return bool(KeptIntervals.restore(self, stored, budget))

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
        self.node[node].optimistic, self.node[node].pessimistic, children = data
        self.node[node].real = (data[0] + data[1]) // 2
        first = self.edges
        for move, child in enumerate(children):
            self.link(node, move, self.add(child[0], child[1], 1))
        if children:
            self.open(node, first)
        for (_, index), child in zip(self.edges_of(node), children, strict=True):
            self._plant(index, child)
