"""Which nodes of a tree keep their children when the store is full: the most promising."""

from __future__ import annotations

import cython

from games.core.columns import column, lengthen

if not cython.compiled:
    from games.core.array import longlongs
    from games.core.bits import msb
    from searchers.storage.constants import BUCKETS, MOST_COST

__all__ = ["Selection", "child_cost"]


class Selection:
    """Chooses the inner nodes that keep their children, cheapest first, until those fill the room.

    The cost of a node is what the moves that lead to it give away, in the units of the values,
    each against the best move at its place, and one for every move that is not the best: so the
    principal variation costs nothing, and a cost never falls along a line. Costs within a
    sixteenth of each other are taken for equal: of those the first that fit stay.
    """

    def __init__(self) -> None:
        self._held = column("q")
        lengthen((self._held,), BUCKETS)
        self.held = longlongs(self._held)
        self.clear()

    def clear(self) -> cython.int:
        """Begin anew."""
        bucket: cython.int
        for bucket in range(BUCKETS):
            self.held[bucket] = 0
        return 0

    def count(self, cost: cython.int, children: cython.int) -> cython.int:
        """Take note of an inner node: first of all of them, in any order."""
        if cost < 0:
            raise ValueError(f"cost={cost}: expected at least 0")
        self.held[_bucket(cost)] += children
        return 0

    def set_limit(self, room: cython.longlong) -> cython.int:
        """Draw the line: so many nodes there may be."""
        self.limit = 0
        while self.limit < BUCKETS and self.held[self.limit] <= room:
            room -= self.held[self.limit]
            self.limit += 1
        self.left = room
        return 0

    def keeps_children(self, cost: cython.int, children: cython.int) -> cython.bint:
        """Whether an inner node keeps its children; then of each one whose parent does."""
        bucket: cython.int = _bucket(cost)
        if bucket != self.limit:
            return bucket < self.limit
        if children > self.left:
            return False
        self.left -= children
        return True


def child_cost(cost: cython.int, gap: cython.longlong, best: cython.bint) -> cython.int:
    """The cost of a child.

    :param cost: its parent's.
    :param gap: how much worse than its best sibling it is, 0 or more.
    :param best: whether it is that sibling.
    """
    total: cython.longlong = cost + gap + (not best)
    return cython.cast(cython.int, min(total, MOST_COST))


def _bucket(cost: cython.int) -> cython.int:
    """Sixteen buckets for every doubling of the cost; below 16, one for each cost."""
    shift: cython.int
    if cost < 16:
        return cost
    shift = msb(cost) - 4
    return 16 * shift + (cost >> shift)
