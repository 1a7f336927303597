"""The tree of Monte Carlo tree search: a minimax tree with visits, rewards and priors."""

from __future__ import annotations

from typing import Any

import cython

from games.core.columns import column
from searchers.storage.minimax_tree import MinimaxTree, node_bytes

if not cython.compiled:
    from games.core.array import doubles, ints
    from games.core.scores import INFINITY, LOSS, WIN
    from searchers.monte_carlo.constants import UNTRIED
    from searchers.storage.constants import MOST_COST

__all__ = ["VisitTree", "visit_bytes"]


def visit_bytes(proving: bool) -> int:
    """Return the bytes of a node, with its mark while a part of the tree is kept."""
    return node_bytes(proving) + 16


class VisitTree(MinimaxTree):
    """A minimax tree whose nodes also have `visits`, a `total` of rewards and a `prior`.

    The rewards are from the side to move at the node, like the values. A child whose move was not
    made yet is UNTRIED. Its value is INFINITY, so that it is never the best.
    """

    def reset(self) -> None:
        MinimaxTree.reset(self)
        self.visits[0] = 0
        self.total[0] = 0.0
        self.prior[0] = 0

    def list_child(
        self, child: cython.int, parent: cython.int, move: cython.int, ply: cython.int
    ) -> None:
        """Write an untried child at place `child`; `append_children` then adds it to the tree.

        It has no visits and no value yet. `reserve` must have made room for it.

        :param child: `size` for the parent's first child, then one more for each.
        :param ply: the ply of the child, counted from the start of the game.
        """
        self.move[child] = move
        self.parent[child] = parent
        self.first[child] = UNTRIED
        self.value[child] = INFINITY
        self.visits[child] = 0
        self.total[child] = 0.0
        if self.proving:  # the move may end the game
            self.low[child], self.high[child] = LOSS + ply, WIN - ply

    def back_up(self, node: cython.int) -> cython.bint:
        """Back up a node as a `MinimaxTree` does; with untried children only it keeps its value."""
        value: cython.int = self.value[node]
        changed: cython.bint = MinimaxTree.back_up(self, node)
        if self.value[node] == -INFINITY:
            self.value[node] = value
        return changed

    def _back_up_bounds(self, node: cython.int) -> cython.bint:
        """Back up as `MinimaxTree` does, but keep the node's own value while no child is tried."""
        value: cython.int = self.value[node]
        changed: cython.bint = MinimaxTree._back_up_bounds(self, node)
        if self.value[node] == -INFINITY:
            self.value[node] = value
        return changed

    def visits_of(self, node: int) -> int:
        """Return the number of simulations of a node; see `edges_of` for its children.

        :raises IndexError: if there is no such node.
        """
        if not 0 <= node < self.size:
            raise IndexError(f"node {node}: expected one of this tree, below {self.size}")
        return self.visits[node]

    # -- keeping a part ----------------------------------------------------------------------

    def cost_of(self, node: cython.int, above: cython.int) -> cython.int:
        """Return the pruning cost of a node that is not the root: the fewer visits, the higher."""
        return max(above, MOST_COST // (1 + max(0, self.visits[node])))

    def move_node(self, node: cython.int, kept: cython.int) -> None:
        MinimaxTree.move_node(self, node, kept)
        self.visits[kept] = self.visits[node]
        self.total[kept] = self.total[node]
        self.prior[kept] = self.prior[node]

    def _more_columns(self) -> list[Any]:
        return [column(), column("d"), column()]

    def _point(self) -> None:
        MinimaxTree._point(self)
        visits, total, prior = self._columns[6:]
        self.visits, self.total, self.prior = ints(visits), doubles(total), ints(prior)
