"""Min/max approximation: expand the leaf on which the root's value depends most.

R. L. Rivest, "Game tree searching by min/max approximation", Artificial Intelligence 34 (1987)
77-96. A generalised mean of large degree p is almost the maximum, one of degree -p almost the
minimum. Unlike them, it has a derivative by each child. The penalty of an edge is minus the
logarithm of that derivative. The penalty of a leaf is the sum over its line. So the leaf of
least penalty is the one that changes the root's value most.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict, Unpack

import cython

from evaluators.core.evaluator import EvaluatorOrSpec
from games.core.columns import column
from games.parts.part import Option
from searchers.best_first.bfms import BestFirstMinimax
from searchers.storage.keeper import HashOption
from searchers.storage.minimax_tree import GuidedTree, MinimaxTree, node_bytes

if not cython.compiled:
    from math import exp, log

    from games.core.array import doubles, ints

_MORE_BYTES = 24
"""Bytes of a node in the columns of a `PenaltyTree`."""


class MinMaxApproximationOptions(TypedDict, total=False):
    """The options of `MinMaxApproximation`."""

    penalty: Annotated[
        Literal["values", "means", "rank"],
        Option(
            "values",
            "of an edge: by minimax values (the reverse approximation), by generalised means, or "
            "the logarithm of the child's rank",
        ),
    ]
    p: Annotated[int, Option(10, "degree of the means", low=2, high=1000)]
    edge: Annotated[
        int,
        Option(
            5,
            "constant penalty of an edge in hundredths; -1: the logarithm of the number of "
            "children, as derived, which means always have",
            low=-1,
            high=10_000,
        ),
    ]
    scale: Annotated[
        int, Option(100, "evaluator's value that is half of the way to a win", low=1, high=2**20)
    ]
    hash: HashOption


class MinMaxApproximation(BestFirstMinimax):
    """Rivest's search, with minimax values for the choice of the move.

    Generalised means need positive values. A value v becomes 512 + 511 v / (|v| + `scale`), from
    the point of view of the side that moves at even plies of the game (MAX). So all values are
    between 1 and 1023, the range of Rivest's evaluator.

    * `penalty=means` follows the derivation: values of inner nodes are generalised means.
    * `penalty=values` is the reverse approximation: the minimax values replace the means in the
      formula of the derivative. An edge from x to c then costs (p - 1) (log x - log c) where MAX
      moves, and (p + 1) (log c - log x) where MIN moves, and its constant.
    * `penalty=rank` takes the logarithm of the child's rank among its siblings, 0 for the best.

    The constant of an edge is log n for n children by derivation. With means it stays so, since
    other constants would make penalties negative.

    Certain bounds are backed up as in `bfms`. Nodes whose bounds meet are not searched. The search
    ends `proved` when the bounds of the root meet; then its value is exact. A depth limit s ends it
    when it first chooses a node at depth s. The tree is kept from move to move, and pruned when
    it is full.
    """

    NAME = "mma"
    OPTIONS = MinMaxApproximationOptions

    def __init__(
        self, evaluator: EvaluatorOrSpec = None, **options: Unpack[MinMaxApproximationOptions]
    ) -> None:
        super().__init__(evaluator, **options)  # type: ignore[misc]  # has options of its own

    def _new_tree(self) -> MinimaxTree:
        """Return an empty tree with penalties, which fits the option `hash`."""
        options = self.options
        return PenaltyTree(
            self._most_nodes(node_bytes(True) + _MORE_BYTES),
            options["penalty"],
            options["p"],
            options["edge"] / 100,
            options["scale"],
        )

    def _select_child(self, node: cython.int, depth: cython.int) -> cython.int:
        """Return the child on the way to the leaf of least penalty; no window is set."""
        tree: PenaltyTree = self.tree
        return tree.first[node] + tree.toward[node]


class PenaltyTree(GuidedTree):
    """A tree in which every node has the way to the leaf of least penalty below it.

    `level` is the logarithm of a node's positive value, for MAX. `least` is the penalty of the best
    leaf below an unresolved node, counted from that node. `toward` numbers the child that leads
    to that leaf. `for_min` is whether MIN moves at the node.

    :param most: the most nodes; 0: no limit.
    :param penalty: the option of `mma`, as are `p` and `scale`.
    :param edge: the constant penalty of an edge; below 0: the logarithm of the number of children.
    """

    def __init__(self, most: int, penalty: str, p: int, edge: float, scale: int) -> None:
        self.by_means, self.by_rank = penalty == "means", penalty == "rank"
        self.p, self.edge, self.scale = p, edge, scale
        super().__init__(most)

    def set_bounds(self, node: cython.int, ply: cython.int) -> None:
        """Set a leaf's bounds, `level` and penalty, and by its ply whether MIN moves there."""
        self.for_min[node] = ply & 1
        GuidedTree.set_bounds(self, node, ply)

    def append_children(self, node: cython.int, count: cython.int) -> None:
        """Make a leaf an inner node with the children already written, and set its `for_min`."""
        self.for_min[node] = 1 - self.for_min[self.size]
        MinimaxTree.append_children(self, node, count)

    def set_leaf(self, node: cython.int) -> None:
        """Set a leaf's `level` from its value, and its `least` penalty to 0."""
        value: cython.double = -self.value[node] if self.for_min[node] else self.value[node]
        self.level[node] = log(512 + 511 * value / (abs(value) + self.scale))
        self.least[node] = 0.0

    def update(self, node: cython.int) -> cython.bint:
        """Set a node's `level`, `least` penalty and `toward` from its children's.

        The level is the generalised mean with `penalty=means`, else that of the best child.
        Resolved children are passed over; `toward` is -1 if all are.

        :returns: whether any of them changed.
        """
        first: cython.int = self.first[node]
        count: cython.int = self.children[node]
        degree: cython.double = -self.p if self.for_min[node] else self.p
        edge: cython.double = log(count) if self.by_means or self.edge < 0 else self.edge
        level: cython.double = self.level[first + self.best[node]]
        least: cython.double = 0.0
        penalty: cython.double
        toward: cython.int = -1  # none
        child: cython.int
        if self.by_means:
            level = self._mean_level(first, count, degree)
        for child in range(first, first + count):
            if self.resolved(child):
                continue
            if self.by_rank:
                penalty = log(self._rank(child, first, count))
            else:
                penalty = (degree - 1) * (level - self.level[child])
            penalty += edge + self.least[child]
            if toward < 0 or penalty < least:
                least, toward = penalty, child - first
        changed: cython.bint = (
            level != self.level[node] or least != self.least[node] or toward != self.toward[node]
        )
        self.level[node], self.least[node], self.toward[node] = level, least, toward
        return changed

    def _mean_level(
        self, first: cython.int, count: cython.int, degree: cython.double
    ) -> cython.double:
        """Return the logarithm of the generalised mean, of this degree, of siblings' values."""
        top: cython.double = degree * self.level[first]
        total: cython.double = 0.0
        child: cython.int
        for child in range(first + 1, first + count):
            top = max(top, degree * self.level[child])
        for child in range(first, first + count):
            total += exp(degree * self.level[child] - top)
        return (top + log(total / count)) / degree

    def _rank(self, node: cython.int, first: cython.int, count: cython.int) -> cython.int:
        """Return the rank of a node by value among its siblings, 1 for the best.

        Of equal ones the first is better.
        """
        rank: cython.int = 1
        child: cython.int
        for child in range(first, first + count):
            if self.value[child] < self.value[node] + (child < node):
                rank += 1
        return rank

    # -- columns -----------------------------------------------------------------------------

    def move_node(self, node: cython.int, kept: cython.int) -> None:
        """Copy a node's fields to an earlier place `kept`.

        The fields `first` and `parent` and the penalties are set later.
        """
        self.for_min[kept] = self.for_min[node]
        MinimaxTree.move_node(self, node, kept)

    def _more_columns(self) -> list[Any]:
        """Return the empty columns `level`, `least`, `toward` and `for_min` of the nodes."""
        return [column("d"), column("d"), column(), column()]

    def _update_pointers(self) -> None:
        """Set the C pointers to the arrays of nodes, which may have moved."""
        MinimaxTree._update_pointers(self)
        level, least, toward, for_min = self._columns[-4:]
        self.level, self.least = doubles(level), doubles(least)
        self.toward, self.for_min = ints(toward), ints(for_min)
