"""A minimax tree in which every node also has what guides the search to its next leaf."""

from __future__ import annotations

from typing import Any

import cython

from evaluators.core.budget import Budget
from searchers.storage.minimax_tree import MinimaxTree

if not cython.compiled:
    from searchers.storage.constants import BETWEEN_POLLS

__all__ = ["GuidedTree"]


class GuidedTree(MinimaxTree):
    """The base class of trees with certain bounds and further columns that guide the search.

    These columns depend on the leaves below a node. A subclass defines `set_leaf` and `update`.
    They are found again for the whole tree after a part of it was kept.
    """

    def __init__(self, most: int = 0) -> None:
        super().__init__(most, True)

    def set_leaf(self, node: cython.int) -> None:
        """Set a leaf's numbers that guide the selection (penalty, conspiracy), from its value."""
        raise NotImplementedError(f"{type(self).__name__} lacks set_leaf")

    def update(self, node: cython.int) -> cython.bint:
        """Compute an inner node's guiding numbers from its children's; return true on a change."""
        raise NotImplementedError(f"{type(self).__name__} lacks update")

    def set_bounds(self, node: cython.int, ply: cython.int) -> None:
        MinimaxTree.set_bounds(self, node, ply)
        self.set_leaf(node)

    def back_up(self, node: cython.int) -> cython.bint:
        changed: cython.bint = self._back_up_bounds(node)
        return self.update(node) or changed

    def refresh(self, budget: Budget) -> cython.bint:
        """Compute all nodes' guiding numbers, leaves first; return false if the time ended."""
        node: cython.int
        for node in range(self.size - 1, -1, -1):  # children come after their parents
            if node & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                return False
            if self.first[node] > 0:
                self.update(node)
            else:
                self.set_leaf(node)
        return True

    def compact(self, root: cython.int, plies: cython.int, budget: Budget) -> cython.bint:
        return MinimaxTree.compact(self, root, plies, budget) and self.refresh(budget)

    def discard_draw_bounds(self) -> None:
        MinimaxTree.discard_draw_bounds(self)
        self.refresh(Budget())

    def restore(self, copy: Any, budget: Budget) -> bool:
        MinimaxTree.restore(self, copy, budget)
        self._lengthen(self.capacity)
        self._point()
        return bool(self.refresh(budget))
