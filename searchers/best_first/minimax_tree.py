"""A minimax tree in columns: what best-first minimax keeps and backs up."""

from __future__ import annotations

import cython

from evaluators.core.budget import Budget
from games.core.columns import column, grown, lengthen
from searchers.storage.forgetting import Selection
from searchers.storage.kept_tree import KeptTree

if not cython.compiled:
    from games.core.scores import DRAW, INFINITY
    from searchers.storage.forgetting import dearer
    from searchers.storage.kept_tree import BETWEEN_POLLS

    LEAF, FINISHED, FORGOTTEN = 0, -1, -2

__all__ = ["NODE_BYTES", "MinimaxTree"]

NODE_BYTES = 7 * 4
"""Bytes of a node, with its mark while a part is kept."""


class MinimaxTree(KeptTree):
    """A tree in six columns of four bytes a node; children are neighbours, behind their parents.

    Values are from the side to move at the node; `first` is the place of the first child, 0 for a
    leaf, -1 for a finished game, -2 for a leaf that had children; `best` numbers the best child
    among its siblings.
    """

    def __init__(self, most: int = 0) -> None:
        super().__init__(most)
        self._move, self._value, self._first = column(), column(), column()
        self._children, self._best, self._parent = column(), column(), column()
        self.capacity = 0
        self.plant()

    def plant(self) -> cython.int:
        """Begin anew with the root alone; the room stays."""
        self.size = 0
        self.reserve(1)
        self.size = 1
        self.first[0] = LEAF
        self.children[0] = 0
        self.parent[0] = -1
        self.value[0] = -INFINITY
        return 0

    def open(self, node: cython.int, count: cython.int) -> cython.int:
        """Make a leaf an inner node: so many children, already written behind the last node."""
        self.first[node] = self.size
        self.children[node] = count
        self.size += count
        return 0

    def back_up(self, node: cython.int) -> cython.bint:
        """Set a node's value and best child from its children; true if the value changed. Of equal
        children the first is the best."""
        first: cython.int = self.first[node]
        best: cython.int = 0
        lowest: cython.int = self.value[first]
        i: cython.int
        for i in range(1, self.children[node]):
            if self.value[first + i] < lowest:
                lowest = self.value[first + i]
                best = i
        self.best[node] = best
        changed: cython.bint = self.value[node] != -lowest
        self.value[node] = -lowest
        return changed

    # -- keeping a part ----------------------------------------------------------------------

    def rank(self, root: cython.int, budget: Budget) -> cython.bint:
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
            else:
                cost[node] = dearer(
                    cost[above],
                    cython.cast(cython.longlong, self.value[node]) + self.value[above],
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
                if node == root or selection.stays(cost, self.children[node]):
                    index[node] = kept
                else:
                    first = FORGOTTEN
            self.first[kept] = first
            self.parent[kept] = above
            self.move[kept] = self.move[node]
            self.value[kept] = self.value[node]
            self.children[kept] = self.children[node]
            self.best[kept] = self.best[node]
            kept += 1
        self.size = kept
        return True

    def lose(self) -> cython.int:
        return self.plant()

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

    def above(self, node: cython.int) -> cython.int:
        return self.parent[node]

    def move_into(self, node: cython.int) -> cython.int:
        return self.move[node]

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
        if self.size + more <= self.capacity:
            return 0
        capacity: cython.int = grown(self.capacity, self.size + more, self.most)
        columns = self._move, self._value, self._first, self._children, self._best, self._parent
        try:
            lengthen(columns, capacity)
        finally:
            self._point()
        self.capacity = capacity
        return 0

    def _point(self) -> cython.int:
        """Take the columns' data anew."""
        if cython.compiled:
            self.move, self.value = self._move.data.as_ints, self._value.data.as_ints
            self.first, self.children = self._first.data.as_ints, self._children.data.as_ints
            self.best, self.parent = self._best.data.as_ints, self._parent.data.as_ints
        else:
            self.move, self.value, self.first = self._move, self._value, self._first
            self.children, self.best, self.parent = self._children, self._best, self._parent
        return 0
