"""How best-first minimax gives a leaf its children, and these their values: all at once, only where
the line depends on them, or as other nodes of their positions have them."""

from __future__ import annotations

from typing import Any

import cython

from evaluators.core.budget import Budget
from games.core.moves import Moves
from games.core.position import Position
from searchers.best_first.minimax_graph import MinimaxGraph
from searchers.best_first.minimax_tree import MinimaxTree
from searchers.storage.keeper import TreeKeeper

if not cython.compiled:
    from evaluators.core.budget import can_take, take
    from games.core.bits import GOLDEN, M64
    from games.core.scores import INFINITY, ONGOING, VOID, adjust_mate
    from searchers.best_first.constants import AT_LEAST, FINISHED, FORGOTTEN, LEAF, UNTESTED, VALUED

__all__ = ["Expansion"]


class Expansion(TreeKeeper):
    """A search that expands the leaves of a `MinimaxTree`, by its options `dag` and `lazy`.

    A child has its whole value at once, unless the evaluator tells that a side to move is worth no
    less than its static value (`Evaluator.may_stand`: in a quiescence search it may stand on that,
    if it is not in check). Then, with `lazy`, that bound is all that is known of it at first. The
    whole value is found where the child would be its parent's best, before the parent's value
    changes, and only as far as it decides between that child and the next best. So every value
    backed up, and every node expanded, is the same as if all children had whole values, but for
    what a quiescence search leaves out by its margin; only the evaluator's nodes are fewer.
    """

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        self.dag = self.options.get("dag", False)
        self.proving = self.options["stop"] == "proved"

    def _back_up(self, position: Position, node: cython.int, depth: cython.int) -> cython.bint:
        """Back up an inner node at a depth of the way down, with the whole value of its best child;
        true if anything changed. Where the budget ends before that, its value stays as it was."""
        tree: MinimaxTree = self.tree
        value: cython.int = tree.value[node]
        best: cython.int = tree.best[node]
        changed: cython.bint = tree.back_up(node)
        child: cython.int = tree.first[node] + tree.best[node]
        while self.lazy and tree.first[child] == AT_LEAST:
            self._go_to(position, depth)
            self.counts.steps += 1
            position.push(tree.move[child])
            self._settle(position, child, depth + 1, tree.next_best(child) + 1)
            position.pop()
            if self.budget.over:
                tree.value[node] = value
                if node == 0:
                    tree.best[node] = best
                return False
            changed = tree.back_up(node) or changed
            child = tree.first[node] + tree.best[node]
        return changed

    def _expand(self, position: Position, node: cython.int, depth: cython.int) -> cython.int:
        """Give a leaf its children, the moves now listed; 0 if they do not all fit the budget, and
        then the tree is as it was. VALUED if the leaf got another value instead, and is one still.
        """
        tree: MinimaxTree = self.tree
        moves: Moves = self.moves
        first: cython.int = tree.size
        i: cython.int
        if self.dag:
            return self._meet_children(position, node, depth)
        if tree.first[node] == AT_LEAST:
            return self._settle(position, node, depth, INFINITY)
        if self.lazy and (depth > 0 or not self.ranking):
            moves.mark(UNTESTED)
            return self._make_children(position, node, depth)
        tree.reserve(moves.count)
        made: cython.int = self.evaluator.evaluate_children(
            position, moves, 0, self.root_ply + depth + 1, INFINITY, self.budget, False
        )
        valued: cython.int = made - (made > 0 and moves.tag[made - 1] == VOID)
        self.counts.generated += made
        self.counts.evaluated += valued
        if tree.first[node] == FORGOTTEN:
            self.counts.regenerated += made
        if self.tracing:
            self._tell_children(position, made, valued)
        if self.budget.over:
            return 0
        for i in range(made):
            tree.value[first + i] = moves.score[i]
            tree.first[first + i] = FINISHED if moves.tag[i] else LEAF
            tree.move[first + i] = moves.move[i]
            tree.parent[first + i] = node
            if self.proving:
                tree.bound(first + i, self.root_ply + depth + 1)
        tree.open(node, moves.count)
        return self._count_expanded(position, depth)

    def _make_children(self, position: Position, node: cython.int, depth: cython.int) -> cython.int:
        """Give a node its children, the moves now listed, one by one; 0 if they do not all fit the
        budget. Their tags tell what is known of them: of those UNTESTED nothing, of others their
        scores, which are values (LEAF) or AT_LEAST so much, from their own side."""
        tree: MinimaxTree = self.tree
        moves: Moves = self.moves
        first: cython.int = tree.size
        result: cython.int
        i: cython.int
        tree.reserve(moves.count)
        for i in range(moves.count):
            if not take(self.budget):
                return 0
            self.counts.generated += 1
            if self.tracing:
                self.trace.child("generated", position, moves.move[i])
            position.push(moves.move[i])
            result = position.result()
            if result != ONGOING:
                moves.score[i] = adjust_mate(result, self.root_ply + depth + 1)
                moves.tag[i] = FINISHED
                self.counts.evaluated += 1
                if self.tracing:
                    self.trace.leaf(position, moves.score[i])
            elif moves.tag[i] == UNTESTED:
                self._test(position, i, -tree.value[node], depth + 1)
            position.pop()
            if self.budget.over:
                return 0
            tree.value[first + i] = moves.score[i]
            tree.first[first + i] = moves.tag[i]
            tree.move[first + i] = moves.move[i]
            tree.parent[first + i] = node
            if self.proving:
                tree.bound(first + i, self.root_ply + depth + 1)
        if tree.first[node] == FORGOTTEN:
            self.counts.regenerated += moves.count
        tree.open(node, moves.count)
        return self._count_expanded(position, depth)

    def _test(
        self, position: Position, index: cython.int, value: cython.int, depth: cython.int
    ) -> cython.int:
        """Find what is to be known at first of a child, where the position stands.

        :param value: what its parent's value promises that it is worth to its side.
        """
        standing: cython.bint = not position.in_check()
        self.moves.tag[index] = AT_LEAST if standing else LEAF
        self.moves.score[index] = (
            self.evaluator.static(position) if standing else self.evaluator.value(position)
        )
        if not self.budget.over:
            self.counts.evaluated += 1
            if self.tracing:
                self.trace.leaf(position, self.moves.score[index])
        return 0

    def _settle_root(self, position: Position) -> cython.bint:
        """Find the whole values of the root's children, where all are to be told, and of the best
        one in any case; false if the budget ended."""
        tree: MinimaxTree = self.tree
        child: cython.int
        self._reset_path()
        if self.ranking:
            for child in range(tree.first[0], tree.first[0] + tree.children[0]):
                if tree.first[child] == AT_LEAST and not self.budget.over:
                    self.counts.steps += 1
                    position.push(tree.move[child])
                    self._settle(position, child, 1, INFINITY)
                    position.pop()
        self._back_up(position, 0, 0)
        return not self.budget.over

    def _settle(
        self, position: Position, node: cython.int, depth: cython.int, enough: cython.int
    ) -> cython.int:
        """Find the value of a leaf, where the position stands, of which a bound is known: as far as
        it lies below `enough`, else a better bound. 0 if the budget ends on the way."""
        tree: MinimaxTree = self.tree
        value: cython.int = self.evaluator.value_within(position, -INFINITY, enough)
        if self.budget.over:
            return 0
        if self.tracing:
            self.trace.leaf(position, value)
        self.counts.evaluated += 1
        tree.first[node] = LEAF if value < enough else AT_LEAST
        tree.value[node] = max(value, tree.value[node])
        return VALUED

    def _meet_children(self, position: Position, node: cython.int, depth: cython.int) -> cython.int:
        """`_expand` in a graph, where a child may be known: that one is no node."""
        graph: MinimaxGraph = self.tree
        moves: Moves = self.moves
        budget: Budget = self.budget
        first: cython.int = graph.size
        made: cython.int = 0
        child: cython.int
        i: cython.int
        graph.reserve(moves.count)
        for i in range(moves.count):
            if not (can_take(budget, 1) or budget.poll()):  # only a move made tells its key
                return 0
            child = first + i
            position.push(moves.move[i])
            graph.key[child] = _key_at(position, self.root_ply + depth + 1)
            graph.children[child] = graph.find(graph.key[child])
            if graph.children[child] < 0 and take(budget):
                made += 1
                self._value_child(position, child, depth + 1)
            position.pop()
            if budget.over:
                return 0
            graph.move[child] = moves.move[i]
            graph.parent[child] = node
            graph.twin[child] = 0
            if self.proving and graph.children[child] < 0:
                graph.bound(child, self.root_ply + depth + 1)
        if graph.first[node] == FORGOTTEN:
            self.counts.regenerated += made
        self.counts.steps += moves.count - made
        graph.open(node, moves.count)
        for child in range(first, first + moves.count):
            if graph.children[child] >= 0:
                graph.meet(child, graph.children[child])
            elif graph.first[child] != FINISHED:
                graph.enter(child)
        return self._count_expanded(position, depth)

    def _count_expanded(self, position: Position, depth: cython.int) -> cython.int:
        """A node at a depth, where the position stands, has its children; 1, as `_expand`."""
        tree: MinimaxTree = self.tree
        self.counts.expand(depth, tree.size)
        if self.tracing:
            self.trace.note("expanded", position)
        return 1

    def _value_child(self, position: Position, child: cython.int, depth: cython.int) -> cython.int:
        """Evaluate a child new in the graph, where the position stands."""
        tree: MinimaxTree = self.tree
        value: cython.int = position.result()
        tree.first[child] = LEAF if value == ONGOING else FINISHED
        self.counts.generated += 1
        if self.tracing:
            self.trace.note("generated", position)
        if value == ONGOING:
            value = self.evaluator.value(position)
        else:
            value = adjust_mate(value, self.root_ply + depth)
        if self.budget.over:
            return 0
        self.counts.evaluated += 1
        if self.tracing:
            self.trace.leaf(position, value)
        tree.value[child] = value
        return 0

    def _rejoin(self, position: Position, node: cython.int) -> cython.bint:
        """Let a leaf that lost its twins when a part was kept meet their owner again, if there is
        one."""
        graph: MinimaxGraph = self.tree
        owner: cython.int = graph.find(graph.key[node])
        if owner < 0 or owner == node:
            return False
        graph.meet(node, owner)
        return True

    def _tell_children(
        self, position: Position, made: cython.int, valued: cython.int
    ) -> cython.int:
        """Trace the children made of the moves listed, of which so many have a value."""
        i: cython.int
        for i in range(made):
            self.trace.child("generated", position, self.moves.move[i])
            if i < valued:
                self.trace.child("evaluated", position, self.moves.move[i], self.moves.score[i])
        return 0


def _key_at(position: Position, ply: cython.int) -> cython.ulonglong:
    """What tells a position at a ply from all others."""
    return position.key() ^ (cython.cast(cython.ulonglong, ply) * GOLDEN & M64)
