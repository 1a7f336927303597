"""How much each leaf of a tree of distributions matters: what BPIP expands by.

After E. B. Baum and W. D. Smith, "A Bayesian approach to relevance in game playing", Artificial
Intelligence 97 (1997) 195-242.
"""

from __future__ import annotations

import cython

from evaluators.core.budget import Budget
from games.core.columns import column, lengthen
from searchers.best_first.spike_tree import SpikeTree, spike_bytes

if not cython.compiled:
    from games.core.array import doubles, ints
    from games.core.scores import INFINITY
    from searchers.storage.kept_tree import BETWEEN_POLLS

__all__ = ["InfluenceTree", "influence_bytes"]

NODE_BYTES, SPIKE_BYTES = 36, 16  # besides those of a tree of distributions


def influence_bytes(spikes: int) -> int:
    """Bytes of a node whose leaves have so many spikes, were every distribution no longer."""
    return spike_bytes(spikes) + NODE_BYTES + SPIKE_BYTES * spikes


class InfluenceTree(SpikeTree):
    """A tree of distributions that finds what each of its leaves does to U, for all of them in one
    pass from the root down.

    A node's *influence* is, for each of its spikes, the mean of the root, and of the root's move
    above it, were the node worth that. From one spike to the next the parent's value rises with it
    as far as no sibling is worth more: its step is the parent's times the siblings' chance, the
    parent's over the node's own.

    :param spikes: of a leaf.
    :param room: of all nodes together, at most; 0 is no limit.
    """

    def __init__(self, most: int = 0, spikes: int = 8, room: int = 0) -> None:
        self._level, self._branch, self._queue = column(), column(), column()
        self._alpha, self._beta = column(), column()
        self._weight, self._swing = column("d"), column("d")
        self._root, self._move_mean = column("d"), column("d")
        super().__init__(most, spikes, room)

    def plant(self) -> cython.int:
        SpikeTree.plant(self)
        self.waiting = 0
        return 0

    def weigh_leaves(self, deepest: cython.int, budget: Budget) -> cython.bint:
        """Find how much each leaf matters that may be expanded, and queue them; false if there was
        no time for it.

        A leaf matters as U is expected to step: by how much U changes, on average, if one of the
        leaf's spikes comes true. If none changes U, it is the root's value that counts instead, or
        else how near to the root they are: expectations may be wrong.

        :param deepest: from this depth on leaves stay leaves.
        """
        node: cython.int
        most: cython.double = 0.0
        most_swing: cython.double = 0.0
        index: cython.longlong
        self.waiting = 0
        self._compare_moves()
        self.level[0] = 0
        self.alpha[0], self.beta[0] = -INFINITY, INFINITY
        for index in range(self.at[0], self.at[0] + self.count[0]):
            self.root[index] = self.spike[index]
        for node in range(self.size):
            if node & BETWEEN_POLLS - 1 == BETWEEN_POLLS - 1 and not budget.in_time():
                return False
            if node > 0 and self.level[self.parent[node]] < 0:
                self.level[node] = -1
            if self.level[node] < 0:
                continue
            if self.first[node] > 0:
                self._pass_down(node)
            elif self.level[node] < deepest:
                self._weigh(node)
                most = max(most, self.weight[node])
                most_swing = max(most_swing, self.swing[node])
        self._rank(most, most_swing)
        return True

    def _compare_moves(self) -> cython.int:
        """Find the two highest means of the root's moves."""
        child: cython.int
        self.best_mean = self.second_mean = -1.0 * INFINITY
        for child in range(self.first[0], self.first[0] + self.children[0]):
            if child == self.first[0] + self.best[0]:
                self.best_mean = -self.mean[child]
            else:
                self.second_mean = max(self.second_mean, -self.mean[child])
        return 0

    def _pass_down(self, node: cython.int) -> cython.int:
        """Give the children of a node their influences, and the window between what either side
        has for certain; those that are settled, or cannot matter for certain, are left out."""
        enough: cython.int = max(self.alpha[node], self.low[node])
        child: cython.int
        self._add_up(node)
        for child in range(self.first[node], self.first[node] + self.children[node]):
            self.alpha[child] = -min(self.beta[node], self.high[node])
            self.beta[child] = -enough
            if self.resolved(child) or self.low[child] >= self.beta[child]:
                self.level[child] = -1
                continue
            self.level[child] = self.level[node] + 1
            self.branch[child] = child if node == 0 else self.branch[node]
            self._influence(node, child)
        return 0

    def _add_up(self, node: cython.int) -> cython.int:
        """Add the steps of a node's influences up, each times the chance that the node is worth
        less: in the two lines."""
        start: cython.longlong = self.at[node]
        index: cython.int
        self.product[0] = self.product_2[0] = 0.0
        for index in range(1, self.count[node]):
            self.product[index] = (
                self.product[index - 1]
                + (self.root[start + index] - self.root[start + index - 1])
                * self.chance[start + index - 1]
            )
            if node > 0:
                self.product_2[index] = (
                    self.product_2[index - 1]
                    + (self.move_mean[start + index] - self.move_mean[start + index - 1])
                    * self.chance[start + index - 1]
                )
        return 0

    def _influence(self, node: cython.int, child: cython.int) -> cython.int:
        """Set a child's influences by those of its parent, which were added up."""
        start: cython.longlong = self.at[child]
        index: cython.longlong
        above: cython.int = 0  # the parent's highest spike that is not above the child's
        last: cython.int
        at_most: cython.double
        step: cython.double
        for index in range(start + self.count[child] - 1, start - 1, -1):
            last = above
            while (
                above + 1 < self.count[node]
                and self.spike[self.at[node] + above + 1] <= -self.spike[index]
            ):
                above += 1
            if index == start + self.count[child] - 1:
                self.root[index] = self.move_mean[index] = 0.0
            else:
                at_most = 1.0 - self.chance[index]
                step = self.product[above] - self.product[last]
                self.root[index] = self.root[index + 1] + step / at_most
                step = self.product_2[above] - self.product_2[last]
                self.move_mean[index] = self.move_mean[index + 1] + step / at_most
            if node == 0:
                self.move_mean[index] = -self.spike[index]
        self._centre(child)
        return 0

    def _centre(self, node: cython.int) -> cython.int:
        """Move a node's influences, known up to a constant, to the means that they have."""
        before: cython.double = 0.0
        root: cython.double = self.mean[0]
        move: cython.double = -self.mean[self.branch[node]]
        index: cython.longlong
        for index in range(self.at[node], self.at[node] + self.count[node]):
            root -= self.root[index] * (self.chance[index] - before)
            move -= self.move_mean[index] * (self.chance[index] - before)
            before = self.chance[index]
        for index in range(self.at[node], self.at[node] + self.count[node]):
            self.root[index] += root
            self.move_mean[index] += move
        return 0

    def _weigh(self, leaf: cython.int) -> cython.int:
        """Queue a leaf with its expected step of U, and of the root's value."""
        branch: cython.int = self.branch[leaf]
        rival: cython.double = self.best_mean
        before: cython.double = 0.0
        part: cython.double
        gain: cython.double
        index: cython.longlong
        if branch == self.first[0] + self.best[0]:
            rival = self.second_mean
        self.weight[leaf] = self.swing[leaf] = 0.0
        for index in range(self.at[leaf], self.at[leaf] + self.count[leaf]):
            part = self.chance[index] - before
            before = self.chance[index]
            gain = self.root[index] - max(self.move_mean[index], rival)
            self.weight[leaf] += part * abs(gain - self.gain)
            self.swing[leaf] += part * abs(self.root[index] - self.mean[0])
        self.queue[self.waiting] = leaf
        self.waiting += 1
        return 0

    # -- the queue of leaves, a heap ---------------------------------------------------------

    def _rank(self, most: cython.double, most_swing: cython.double) -> cython.int:
        """Order the queue by the first measure that tells leaves apart, without those of none."""
        index: cython.int
        leaf: cython.int
        waiting: cython.int = 0
        slight: cython.double = 1e-6  # what rounding may leave of nothing
        for index in range(self.waiting):
            leaf = self.queue[index]
            if most <= slight:
                self.weight[leaf] = self.swing[leaf]
                if most_swing <= slight:
                    self.weight[leaf] = 1.0 / (1 + self.level[leaf])
            if self.weight[leaf] > slight:
                self.queue[waiting] = leaf
                waiting += 1
        self.waiting = waiting
        for index in range(waiting // 2 - 1, -1, -1):
            self._sink(index)
        return 0

    def next_leaf(self) -> cython.int:
        """Take the leaf that matters most out of the queue, of equal ones the oldest; -1 if there
        is none."""
        if self.waiting == 0:
            return -1
        leaf: cython.int = self.queue[0]
        self.waiting -= 1
        self.queue[0] = self.queue[self.waiting]
        self._sink(0)
        return leaf

    def _sink(self, index: cython.int) -> cython.int:
        """Move a place of the heap down to where it belongs."""
        leaf: cython.int = self.queue[index]
        below: cython.int = 2 * index + 1
        while below < self.waiting:
            if below + 1 < self.waiting and self._precedes(
                self.queue[below + 1], self.queue[below]
            ):
                below += 1
            if not self._precedes(self.queue[below], leaf):
                break
            self.queue[index] = self.queue[below]
            index, below = below, 2 * below + 1
        self.queue[index] = leaf
        return 0

    def _precedes(self, one: cython.int, other: cython.int) -> cython.bint:
        if self.weight[one] != self.weight[other]:
            return self.weight[one] > self.weight[other]
        return one < other

    # -- room --------------------------------------------------------------------------------

    def _lengthen(self, capacity: cython.int) -> cython.int:
        lengthen((self._level, self._branch, self._queue, self._alpha, self._beta), capacity)
        lengthen((self._weight, self._swing), capacity)
        return SpikeTree._lengthen(self, capacity)

    def _point(self) -> cython.int:
        self.level, self.branch = ints(self._level), ints(self._branch)
        self.queue = ints(self._queue)
        self.alpha, self.beta = ints(self._alpha), ints(self._beta)
        self.weight, self.swing = doubles(self._weight), doubles(self._swing)
        return SpikeTree._point(self)

    def _lengthen_spikes(self, room: cython.longlong) -> cython.int:
        try:
            lengthen((self._root, self._move_mean), room)
        finally:
            self.root, self.move_mean = doubles(self._root), doubles(self._move_mean)
        return SpikeTree._lengthen_spikes(self, room)

    # -- for Python --------------------------------------------------------------------------

    def expected_steps(self, deepest: int) -> dict[int, float]:
        """Every leaf that waits to be expanded, with the expected step of U."""
        self.weigh_leaves(deepest, Budget())
        return {self.queue[index]: self.weight[self.queue[index]] for index in range(self.waiting)}
