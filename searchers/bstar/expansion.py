"""How B* gives a leaf its children, and these their intervals: all at once, by a glance until they
matter, or as the nodes of their positions have them."""

from __future__ import annotations

from typing import Any

import cython

from evaluators.core.budget import Budget
from evaluators.core.evaluator import Evaluator
from games.core.moves import Moves
from games.core.position import Position
from searchers.bstar.doubting import Doubter
from searchers.bstar.interval_tree import IntervalTree
from searchers.bstar.quantiles import Quantiles
from searchers.bstar.widening import Widening

if not cython.compiled:
    from evaluators.core.budget import can_take, take
    from games.core.scores import ONGOING
    from searchers.bstar.constants import FORGOTTEN, GLANCED
    from searchers.bstar.interval_store import child_at
    from searchers.bstar.records import Node

__all__ = ["BStarExpansion"]


class BStarExpansion(Doubter):
    """A search that expands the leaves of an `IntervalTree`, by its options `dag` and `lazy`.

    With `lazy` a child is only glanced at, where the evaluator can (`Evaluator.glance`: by its
    static value, where the side to move may stand on that; no nodes are spent). That flatters the
    side that moved there, so those children that give their parent its values are looked at
    properly before it takes them: that of the highest optimistic, of the highest pessimistic and of
    the highest realistic value. A leaf of which there is only a glance is looked at when the search
    comes to it, before it is expanded. At the root the same three are looked at whenever the race
    goes on, and no move is played for a glance; all are, where several lines are asked for.
    """

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        self.dag = self.options["dag"]
        self.glancing = self.telling = False

    def _expand(
        self, tree: IntervalTree, position: Position, node: cython.int, depth: cython.int
    ) -> cython.int:
        """Give a leaf its children, the moves now listed; 0 if they do not all fit the budget, and
        then the node stays a leaf."""
        moves: Moves = self.moves
        first: cython.int = tree.edges
        before: cython.int = tree.size
        again: cython.bint = tree.node[node].first == FORGOTTEN
        whole: cython.bint
        self.glancing = self.lazy and (depth > 0 or not self.ranking)
        if self.dag or self.telling or self.glancing:
            whole = self._meet_children(tree, position, node, depth)
        else:
            whole = self._add_children(tree, position, node, depth)
        if not whole:
            tree.cut(before, first)
            return 0
        tree.open(node, first)
        if self.tracing:
            self.told.children(position, node, before)
        self.counts.generated += tree.size - before
        self.counts.regenerated += (tree.size - before) * again
        self.counts.evaluated += tree.size - before
        self.counts.steps += moves.count - (tree.size - before)
        self.counts.expand(depth, tree.size)
        return 1

    def _add_children(
        self, tree: IntervalTree, position: Position, node: cython.int, depth: cython.int
    ) -> cython.bint:
        """Add a child for every listed move; false if they do not all fit the budget."""
        before: cython.int = tree.size
        child: cython.int
        if not self.evaluator.look_at_children(position, self.moves, 0, self.budget):
            return False
        tree.add_children(node, self.moves, depth + 1)
        if self.widening.is_on():
            for child in range(before, tree.size):
                self.widening.leaf(child)
        return True

    def _meet_children(
        self, tree: IntervalTree, position: Position, node: cython.int, depth: cython.int
    ) -> cython.bint:
        """`_add_children` one by one: in a graph, where a child may be known, or to ask the
        evaluator more of each."""
        moves: Moves = self.moves
        budget: Budget = self.budget
        evaluator: Evaluator = self.evaluator
        widening: Widening = self.widening
        finished: cython.bint
        glanced: cython.bint
        child: cython.int = -1
        first: cython.int = tree.edges
        low: cython.int
        high: cython.int
        real: cython.int
        i: cython.int
        for i in range(moves.count):
            if not (can_take(budget, 1) or budget.poll()):  # only a move made tells its key
                return False
            position.push(moves.move[i])
            if self.dag:
                child = tree.find(position.key())
            if child >= 0:
                tree.link(node, moves.move[i], child)
            elif take(budget):
                low = high = real = position.result()
                finished = low != ONGOING
                glanced = not finished and self.glancing and evaluator.glance(position)
                if not finished:
                    if not glanced:
                        evaluator.look(position)
                    low, high, real = evaluator.low, evaluator.high, evaluator.real
                child = tree.add_child(node, moves.move[i], low, high, real, finished, depth + 1)
                if widening.is_on():
                    widening.leaf(child)
                if self.telling:
                    self._ask(tree, child)
                if glanced:
                    tree.node[child].first = GLANCED
                if self.dag:
                    tree.enter(child, position.key(), budget)
                child = -1
            position.pop()
            if budget.over:
                return False
        return not self.glancing or self._settle_new(tree, position, first)

    def _settle_new(self, tree: IntervalTree, position: Position, first: cython.int) -> cython.bint:
        """Look at those of the new children, the edges from `first` on, that the values of their
        parent, where the position stands, will come from; false if the budget ended."""
        edge: cython.int = self._flattered(tree, first, tree.edges)
        while edge >= 0:
            self.counts.steps += 1
            position.push(tree.edge[edge].move)
            self._look(tree, position, child_at(tree, edge))
            position.pop()
            if self.budget.over:
                return False
            edge = self._flattered(tree, first, tree.edges)
        return True

    def _settle_leaders(self, tree: IntervalTree, position: Position) -> cython.bint:
        """Look at those of the root's children that its values come from; false if the budget
        ended."""
        first: cython.int = tree.node[0].first
        last: cython.int = first + tree.node[0].children
        edge: cython.int = self._flattered(tree, first, last)
        while edge >= 0:
            self._go_to(position, 0)
            self._settle_edge(tree, position, edge)
            if self.budget.over:
                return False
            edge = self._flattered(tree, first, last)
        return True

    def _flattered(self, tree: IntervalTree, first: cython.int, last: cython.int) -> cython.int:
        """Of the edges from `first` to before `last` one that leads to the highest realistic,
        optimistic or pessimistic value by a glance alone; -1 if there is none."""
        high: cython.int = first
        low: cython.int = first
        real: cython.int = first
        edge: cython.int
        child: Node
        for edge in range(first + 1, last):
            child = tree.node[child_at(tree, edge)]
            if child.optimistic > tree.node[child_at(tree, high)].optimistic:
                high = edge
            if child.pessimistic > tree.node[child_at(tree, low)].pessimistic:
                low = edge
            if child.real > tree.node[child_at(tree, real)].real:
                real = edge
        if tree.node[child_at(tree, real)].first == GLANCED:
            return real
        if tree.node[child_at(tree, high)].first == GLANCED:
            return high
        return low if tree.node[child_at(tree, low)].first == GLANCED else -1

    def _settle_root(self, tree: IntervalTree, position: Position) -> cython.int:
        """Look at all of the root's children that were only glanced at: each is to be told."""
        edge: cython.int
        for edge in range(tree.node[0].first, tree.node[0].first + tree.node[0].children):
            if tree.node[child_at(tree, edge)].first == GLANCED and not self.budget.over:
                self._settle_edge(tree, position, edge)
        return 0

    def _settle_edge(self, tree: IntervalTree, position: Position, edge: cython.int) -> cython.int:
        """`_settle` the leaf that an edge leads to from where the position stands."""
        self.counts.steps += 1
        position.push(tree.edge[edge].move)
        self._settle(tree, position, child_at(tree, edge))
        position.pop()
        return 0

    def _settle(self, tree: IntervalTree, position: Position, node: cython.int) -> cython.bint:
        """Look at a leaf of the tree that was only glanced at, where the position stands; false if
        the budget ended."""
        if not self._look(tree, position, node):
            return False
        self.counts.evaluated += 1
        if self.tracing:
            self.told.bounds("evaluated", position, node)
        return True

    def _look(self, tree: IntervalTree, position: Position, node: cython.int) -> cython.bint:
        """Give a leaf the interval of a proper look, where the position stands; false if the budget
        ended."""
        evaluator: Evaluator = self.evaluator
        evaluator.look(position)
        if self.budget.over:
            return False
        tree.set_leaf(node, evaluator.low, evaluator.high, evaluator.real)
        tree.node[node].first = 0
        if self.widening.is_on():
            self.widening.leaf(node)
        if self.telling:
            self._ask(tree, node)
        return True

    def _ask(self, tree: IntervalTree, node: cython.int) -> cython.int:
        """Have the evaluator tell the quantiles of the leaf that it looked at last."""
        thought: Quantiles = tree.distributions
        return thought.tell(node, self.evaluator)
