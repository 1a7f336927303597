"""The tree of proof-number search, in columns."""

from __future__ import annotations

import cython

from games.core.columns import column, grown, lengthen

if not cython.compiled:
    from games.core.array import ints
    from games.core.scores import LOSS, WIN
    from searchers.proof_number.constants import (
        ENDLESS,
        HORIZON,
        LEAF,
        PRUNED,
        RECYCLED,
    )

__all__ = ["NODE_BYTES", "ProofTree"]

NODE_BYTES = 32
"""The memory of a node."""
MOST_NODES = 2**30


class ProofTree:
    """An AND/OR tree whose nodes are alike, since all numbers are from the side to move there.

    Node 0 is the root. Children are neighbours. `first` is the first child of an inner node, or one
    of LEAF, FINISHED, HORIZON and PRUNED. `low` and `high` are certain bounds of the value. `phi`
    is the proof number of the side to move: the least number of leaves that must turn out well for
    what it wants. `delta` is the same for its opponent. At the root, and wherever the same side
    moves, `phi` is the proof number of the paper and `delta` the disproof number. Elsewhere it is
    the reverse.

    The side to move at the root wants at least `threshold`, its opponent less than that. Children
    that are dropped leave their place to others of the same number.

    :param most: the most nodes.
    """

    def __init__(self, most: int, weak: bool = False) -> None:
        self.most = min(most, MOST_NODES)
        self.weak = weak
        self._move, self._first, self._count = column(), column(), column()
        self._parent, self._low, self._high = column(), column(), column()
        self._phi, self._delta = column(), column()
        self._free = column()
        lengthen((self._free,), RECYCLED)
        self.free = ints(self._free)
        self.capacity = 0
        self.size = 0
        self.reset(0)

    def reset(self, ply: cython.int) -> None:
        """Remove all nodes but the root.

        :param ply: the root's ply, counted from the start of the game.
        """
        count: cython.int
        for count in range(RECYCLED):
            self.free[count] = 0
        self.size = 0
        self._reserve(1)
        self.size = self.used = 1
        self.first[0] = LEAF
        self.count[0] = 0
        self.parent[0] = -1
        self.low[0], self.high[0] = LOSS + ply + 1, WIN - ply - 1
        self.phi[0] = self.delta[0] = 1

    # -- numbers -----------------------------------------------------------------------------------

    def set_numbers(
        self, node: cython.int, wanted: cython.int, attacks: cython.bint, replies: cython.int
    ) -> None:
        """Set a leaf's proof numbers: solved if its bounds decide the question, else initial.

        A line that is as long as lines may be fails for the side to move at the root.

        :param wanted: the value that the side to move wants at least.
        :param attacks: whether it is the side that moves at the root.
        :param replies: its number of moves; 1 if that does not count.
        """
        if self.low[node] >= wanted or (self.first[node] == HORIZON and not attacks):
            self.phi[node], self.delta[node] = 0, ENDLESS
        elif self.high[node] < wanted or self.first[node] == HORIZON:
            self.phi[node], self.delta[node] = ENDLESS, 0
        else:
            self.phi[node], self.delta[node] = 1, replies

    def back_up(self, node: cython.int) -> cython.bint:
        """Set the numbers and bounds of an inner node from its children.

        :returns: whether anything changed.
        """
        first: cython.int = self.first[node]
        child: cython.int
        number: cython.int
        phi: cython.int = ENDLESS
        delta: cython.longlong = 0
        largest: cython.int = 0
        others: cython.int = -1
        low: cython.int = LOSS
        high: cython.int = LOSS
        for child in range(first, first + self.count[node]):
            phi = min(phi, self.delta[child])
            number = self.phi[child]
            delta += number
            largest = max(largest, number)
            others += number > 0
            low = max(low, -self.high[child])
            high = max(high, -self.low[child])
        if self.weak and others > 0:
            delta = largest + others
        if phi == 0:
            delta = ENDLESS
        elif delta >= ENDLESS:
            delta = ENDLESS - 1
        changed: cython.bint = (
            phi != self.phi[node]
            or delta != self.delta[node]
            or low != self.low[node]
            or high != self.high[node]
        )
        self.phi[node], self.delta[node] = phi, cython.cast(cython.int, delta)
        self.low[node], self.high[node] = low, high
        return changed

    def select(self, node: cython.int) -> cython.int:
        """Return the child on the way to the most-proving node, the first of equal ones."""
        best: cython.int = self.first[node]
        child: cython.int
        for child in range(best + 1, self.first[node] + self.count[node]):
            if self.delta[child] < self.delta[best]:
                best = child
        return best

    def solved(self, node: cython.int) -> cython.bint:
        """Return whether a node's value is proved to reach the threshold, or not to."""
        return self.phi[node] == 0 or self.delta[node] == 0

    def renumber_for(self, threshold: cython.int) -> None:
        """Compute the numbers of all nodes for a new threshold, children before their parents.

        Those of a leaf are set from its bounds, those of an inner node from its children. The tree
        does not store the threshold: pass it to `set_numbers` for nodes that are added later.

        :param threshold: what the side to move at the root wants at least.
        """
        node: cython.int = 0
        attacks: cython.bint = True
        parent: cython.int
        while True:
            while self.first[node] > 0:
                node = self.first[node]
                attacks = not attacks
            self.set_numbers(node, threshold if attacks else 1 - threshold, attacks, 1)
            while node != 0:
                parent = self.parent[node]
                if node + 1 < self.first[parent] + self.count[parent]:
                    break
                node = parent
                attacks = not attacks
                self.back_up(node)
            if node == 0:
                return
            node += 1

    # -- nodes -------------------------------------------------------------------------------------

    def add_children(self, node: cython.int, count: cython.int) -> cython.int:
        """Allocate adjacent places for a leaf's children, which the caller fills.

        They are linked to the parent, and have no children. The parent is not linked to them.

        :returns: the first place, or -1 if there is no memory.
        """
        first: cython.int = self.free[count] if count < RECYCLED else 0
        child: cython.int
        if first > 0:
            self.free[count] = self.parent[first]
        elif count <= self.most - self.size and self._try_reserve(count):
            first = self.size
            self.size += count
        else:
            first = self._split(count)
            if first < 0:
                return -1
        self.used += count
        for child in range(first, first + count):
            self.parent[child] = node
            self.first[child] = LEAF
            self.count[child] = 0
        return first

    def _split(self, count: cython.int) -> cython.int:
        """Take `count` adjacent places from a larger free block, the rest of which stays free.

        :returns: the first place, or -1 if there is no such block.
        """
        size: cython.int
        first: cython.int
        for size in range(count + 1, RECYCLED):
            first = self.free[size]
            if first > 0:
                self.free[size] = self.parent[first]
                self.parent[first + count] = self.free[size - count]
                self.free[size - count] = first + count
                return first
        return -1

    def release(self, first: cython.int, count: cython.int) -> None:
        """Free the places of children that have none of their own."""
        self.used -= count
        if count < RECYCLED:
            self.parent[first] = self.free[count]
            self.free[count] = first

    def drop_children(self, node: cython.int) -> None:
        """Remove all nodes below a node, which keeps its bounds and numbers, as a PRUNED leaf.

        A leaf does not change.
        """
        at: cython.int = node
        parent: cython.int
        while True:
            if self.first[at] > 0:
                at = self.first[at]
                continue
            if at == node:
                return
            parent = self.parent[at]
            if at + 1 < self.first[parent] + self.count[parent]:
                at += 1
                continue
            self.release(self.first[parent], self.count[parent])
            self.first[parent] = PRUNED
            at = parent

    def drop_solved(self) -> cython.int:
        """Remove all nodes below solved nodes; return how many."""
        before: cython.int = self.used
        node: cython.int = 0
        parent: cython.int
        while True:
            if self.first[node] > 0 and self.solved(node):
                self.drop_children(node)
            if self.first[node] > 0:
                node = self.first[node]
                continue
            while node != 0:
                parent = self.parent[node]
                if node + 1 < self.first[parent] + self.count[parent]:
                    break
                node = parent
            if node == 0:
                return before - self.used
            node += 1

    def reroot(self, node: cython.int) -> None:
        """Make an inner node the root, and remove all nodes outside its subtree.

        The root gets the node's bounds. Its proof numbers are void until `renumber_for` computes
        them.
        """
        first: cython.int = self.first[node]
        count: cython.int = self.count[node]
        low: cython.int = self.low[node]
        high: cython.int = self.high[node]
        child: cython.int
        self.first[node] = LEAF
        self.drop_children(0)
        self.first[0], self.count[0] = first, count
        self.low[0], self.high[0] = low, high
        for child in range(first, first + count):
            self.parent[child] = 0

    def edges_of(self, node: int) -> list[tuple[int, int]]:
        """Return the (move, child) pairs of a node, for Python."""
        first = self.first[node]
        if first <= 0:
            return []
        return [(self.move[child], child) for child in range(first, first + self.count[node])]

    # -- memory ------------------------------------------------------------------------------------

    def _try_reserve(self, more: cython.int) -> cython.bint:
        """Lengthen the columns by `more` nodes; return false if memory ran out."""
        try:
            self._reserve(more)
        except MemoryError:
            return False
        return True

    def _reserve(self, more: cython.int) -> None:
        """Lengthen the columns, if necessary, for `more` nodes; MemoryError if that fails."""
        if self.size + more > self.capacity:
            capacity: cython.int = grown(self.capacity, self.size + more, self.most)
            columns = self._move, self._first, self._count, self._parent, self._low, self._high
            try:
                lengthen((*columns, self._phi, self._delta), capacity)
            finally:
                self._point()
            self.capacity = capacity

    def _point(self) -> None:
        """Set the C pointers to the columns, which may have been reallocated."""
        self.move, self.first, self.count = ints(self._move), ints(self._first), ints(self._count)
        self.parent, self.low, self.high = ints(self._parent), ints(self._low), ints(self._high)
        self.phi, self.delta = ints(self._phi), ints(self._delta)
