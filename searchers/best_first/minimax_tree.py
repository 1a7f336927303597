"""A minimax tree in columns: what best-first minimax keeps and backs up."""

from __future__ import annotations

from typing import Any

import cython

from evaluators.core.budget import Budget
from games.core.columns import column, grown, lengthen
from searchers.storage.forgetting import Selection
from searchers.storage.kept_tree import KeptTree, copied

if not cython.compiled:
    from games.core.array import ints
    from games.core.scores import DRAW, INFINITY, LOSS, MATE_BOUND, WIN
    from searchers.best_first.constants import FINISHED, FORGOTTEN, LEAF
    from searchers.storage.constants import BETWEEN_POLLS, MOST_COST
    from searchers.storage.forgetting import child_cost

__all__ = ["MinimaxTree", "node_bytes"]


def node_bytes(proving: bool) -> int:
    """Bytes of a node, with its mark while a part is kept."""
    return 36 if proving else 28


class MinimaxTree(KeptTree):
    """A tree in six columns of four bytes a node; children are neighbours, behind their parents.

    Values are from the side to move at the node; `first` is the place of the first child, 0 for a
    leaf, -1 for a finished game, -2 for a leaf that had children, -3 for one whose value is a lower
    bound (-4: see `MinimaxGraph`); `best` numbers the best child
    among its siblings.

    :param proving: whether nodes also have bounds, in two columns more: `low` and `high`, between
        which the node's true value is certain to lie, and its `value` lies. Where they meet the
        node is *resolved*.
    """

    def __init__(self, most: int = 0, proving: bool = False) -> None:
        super().__init__(most)
        self.proving = proving
        self._move, self._value, self._first = column(), column(), column()
        self._children, self._best, self._parent = column(), column(), column()
        self._low, self._high = column(), column()
        self.capacity = 0
        self.reset()

    def reset(self) -> cython.int:
        """Remove all nodes but the root; the columns keep their length."""
        self.size = 0
        self.reserve(1)
        self.size = 1
        self.first[0] = LEAF
        self.children[0] = 0
        self.parent[0] = -1
        self.value[0] = -INFINITY
        if self.proving:
            self.low[0], self.high[0] = LOSS, WIN
        return 0

    def bound(self, node: cython.int, ply: cython.int) -> cython.int:
        """Give a leaf its bounds: those of a finished game are its value, those of others what the
        next move can bring.

        :param ply: at which the leaf stands, counted from the start of the game.
        """
        if self.first[node] == FINISHED:
            self.low[node] = self.high[node] = self.value[node]
        else:
            self.low[node], self.high[node] = LOSS + ply + 1, WIN - ply - 1
        return 0

    def open(self, node: cython.int, count: cython.int) -> cython.int:
        """Make a leaf an inner node: so many children, already written behind the last node."""
        self.first[node] = self.size
        self.children[node] = count
        self.size += count
        return 0

    def spread(self, node: cython.int) -> cython.int:
        """Back up a node and whatever lies above it, by whatever line, as far as that changes."""
        while self.back_up(node) and node > 0:
            node = self.parent[node]
        return 0

    def owner(self, node: cython.int) -> cython.int:
        """The node that has the children of a node's position: in a tree, itself."""
        return node

    def back_up(self, node: cython.int) -> cython.bint:
        """Set a node's value and best child from its children; true if the value changed. Of equal
        children the first is the best."""
        first: cython.int = self.first[node]
        best: cython.int = 0
        lowest: cython.int = self.value[first]
        i: cython.int
        if self.proving:
            return self._back_up_bounds(node)
        for i in range(1, self.children[node]):
            if self.value[first + i] < lowest:
                lowest = self.value[first + i]
                best = i
        self.best[node] = best
        changed: cython.bint = self.value[node] != -lowest
        self.value[node] = -lowest
        return changed

    def _back_up_bounds(self, node: cython.int) -> cython.bint:
        """`back_up` of value and bounds; true if any of them changed. Of equal children the
        first resolved one is the best, or the first, so that a resolved node's line is resolved."""
        first: cython.int = self.first[node]
        best: cython.int = first
        lowest: cython.int = self.low[first]
        highest: cython.int = self.high[first]
        child: cython.int
        for child in range(first + 1, first + self.children[node]):
            if self.value[child] < self.value[best] or (
                self.value[child] == self.value[best]
                and self.resolved(child)
                and not self.resolved(best)
            ):
                best = child
            lowest = min(lowest, self.low[child])
            highest = min(highest, self.high[child])
        changed: cython.bint = (
            self.value[node] != -self.value[best]
            or self.high[node] != -lowest
            or self.low[node] != -highest
        )
        self.best[node] = best - first
        self.value[node] = -self.value[best]
        self.low[node], self.high[node] = -highest, -lowest
        return changed

    def resolved(self, node: cython.int) -> cython.bint:
        """Whether a node's value is certain."""
        return self.proving and self.low[node] >= self.high[node]

    def relevant(self, node: cython.int, enough: cython.int) -> cython.int:
        """The best of an inner node's children that may still be worth more to the node than
        something that is certain; there is one where the node's `high` is more.

        :param enough: that, at least the node's `low`.
        """
        first: cython.int = self.first[node]
        best: cython.int = first + self.best[node]
        child: cython.int
        if -self.low[best] > enough:
            return best
        best = -1
        for child in range(first, first + self.children[node]):
            if -self.low[child] > enough and (best < 0 or self.value[child] < self.value[best]):
                best = child
        return best

    def next_best(self, node: cython.int) -> cython.int:
        """The value of the best sibling of a node, from that one's side to move; INFINITY if it has
        none."""
        above: cython.int = self.parent[node]
        found: cython.int = INFINITY
        child: cython.int
        for child in range(self.first[above], self.first[above] + self.children[above]):
            if child != node and self.value[child] < found:
                found = self.value[child]
        return found

    def loosen(self) -> cython.int:
        """Take back what may be no longer certain once the root is another one, of a game in which
        draws depend on the moves before: wins and losses that were proved remain."""
        node: cython.int
        for node in range(self.size - 1, -1, -1):
            if self.first[node] > 0:
                self._back_up_bounds(node)
            elif self.first[node] == FORGOTTEN:
                if self.low[node] < MATE_BOUND:
                    self.low[node] = LOSS
                if self.high[node] > -MATE_BOUND:
                    self.high[node] = WIN
        return 0

    def weigh(self, node: cython.int) -> cython.longlong:
        """How many nodes from a node on downwards have been expanded, and are not forgotten."""
        expanded: cython.longlong = 0
        at: cython.int = node
        above: cython.int
        while True:
            if self.first[at] > 0:
                expanded += 1
                at = self.first[at]
                continue
            while at != node:
                above = self.parent[at]
                if at + 1 < self.first[above] + self.children[above]:
                    break
                at = above
            if at == node:
                return expanded
            at += 1

    # -- keeping a part ----------------------------------------------------------------------

    def mark_costs(self, root: cython.int, budget: Budget) -> cython.bint:
        """What lies below a resolved node goes first, unless it is the line to be played."""
        selection: Selection = self.selection
        cost: cython.p_int = self.mark
        node: cython.int
        above: cython.int
        selection.clear()
        for node in range(self.size):
            if node & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                return False
            above = self.parent[node]
            if node == root:
                cost[node] = 0
            elif node < root or cost[above] < 0:
                cost[node] = -1
            elif self.resolved(node) and node != self.first[above] + self.best[above]:
                cost[node] = MOST_COST
                if self.first[node] > 0:
                    selection.count(cost[node], self.children[node])
            else:
                cost[node] = child_cost(
                    cost[above],
                    # less than 0 where a search ended before the node above was backed up
                    max(0, cython.cast(cython.longlong, self.value[node]) + self.value[above]),
                    node == self.first[above] + self.best[above],
                )
                if self.first[node] > 0:
                    selection.count(cost[node], self.children[node])
        return True

    def compact(self, root: cython.int, plies: cython.int, budget: Budget) -> cython.bint:
        """All nodes keep their order."""
        selection: Selection = self.selection
        index: cython.p_int = self.mark
        kept: cython.int = 0
        node: cython.int
        cost: cython.int
        above: cython.int
        first: cython.int
        for node in range(self.size):
            if node & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                return False
            # Children lie behind their parents: a parent has its new place when a child is met, if
            # it keeps its children, else -1.
            cost = index[node]
            index[node] = -1
            above = -1 if cost < 0 or node == root else index[self.parent[node]]
            if above < 0 and node != root:
                continue
            if above >= 0 and self.first[above] == node:
                self.first[above] = kept
            first = self.first[node]
            if first > 0:
                if node == root or selection.keeps_children(cost, self.children[node]):
                    index[node] = kept
                else:
                    first = FORGOTTEN
            self.move_node(node, kept)
            self.first[kept] = first
            self.parent[kept] = above
            kept += 1
        self.size = kept
        return True

    def move_node(self, node: cython.int, kept: cython.int) -> cython.int:
        """Move what a node has to itself to a place before it."""
        self.move[kept] = self.move[node]
        self.value[kept] = self.value[node]
        self.children[kept] = self.children[node]
        self.best[kept] = self.best[node]
        if self.proving:
            self.low[kept], self.high[kept] = self.low[node], self.high[node]
        return 0

    def duplicate(self, budget: Budget) -> Any:
        columns = []
        for one in self._columns():
            copy = copied(one, self.size, budget)
            if copy is None:
                return None
            columns.append(copy)
        return columns

    def _columns(self) -> list[Any]:
        """The columns of nodes."""
        columns = [self._move, self._value, self._first, self._children, self._best, self._parent]
        return [*columns, self._low, self._high]

    def restore(self, copy: Any, budget: Budget) -> bool:
        self._move, self._value, self._first, self._children, self._best, self._parent = copy[:6]
        self._low, self._high = copy[6:8]
        self.size = self.capacity = len(self._move)
        self._point()
        return True

    def allocated(self) -> cython.int:
        return self.capacity

    def is_full(self, more: cython.int) -> cython.bint:
        if self.size + more > self.most:
            return True
        return self.size + more > self.capacity and not self.make_room(more)

    def make_room(self, more: cython.int) -> cython.bint:
        """`reserve`; false if the machine has no more: what is in use is then the most."""
        try:
            self.reserve(more)
        except MemoryError:
            self.most = self.size
            return False
        return True

    def is_draw(self, node: cython.int) -> cython.bint:
        return self.first[node] == FINISHED and self.value[node] == DRAW

    def count_children(self, node: cython.int) -> cython.int:
        return self.children[node] if self.first[node] > 0 else 0

    def parent_of(self, node: cython.int) -> cython.int:
        return self.parent[node]

    def move_into(self, node: cython.int) -> cython.int:
        return self.move[node]

    def move_of_step(self, step: cython.int) -> cython.int:
        return self.move[step]

    def edges_of(self, node: int) -> list[tuple[int, int]]:
        if not 0 <= node < self.size:
            raise IndexError(f"node {node}: expected one of this tree, below {self.size}")
        first = self.first[node]
        return [
            (self.move[child], child) for child in range(first, first + self.count_children(node))
        ]

    # -- room --------------------------------------------------------------------------------

    def reserve(self, more: cython.int) -> cython.int:
        """Make room for `more` nodes behind the last."""
        if self.size + more > self.capacity:
            capacity: cython.int = grown(self.capacity, self.size + more, self.most)
            try:
                self._lengthen(capacity)
            finally:
                self._point()
            self.capacity = capacity
        return 0

    def _lengthen(self, capacity: cython.int) -> cython.int:
        """Lengthen the columns of nodes."""
        columns = self._move, self._value, self._first, self._children, self._best, self._parent
        lengthen(columns, capacity)
        if self.proving:
            lengthen((self._low, self._high), capacity)
        return 0

    def _point(self) -> cython.int:
        """Take the columns' data anew."""
        self.move, self.value = ints(self._move), ints(self._value)
        self.first, self.children = ints(self._first), ints(self._children)
        self.best, self.parent = ints(self._best), ints(self._parent)
        self.low, self.high = ints(self._low), ints(self._high)
        return 0
