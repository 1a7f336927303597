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
    from searchers.best_first.constants import NEARNESS, STEP, SWING

__all__ = ["InfluenceTree", "influence_bytes"]

NODE_BYTES, SPIKE_BYTES = 28, 16  # besides those of a tree of distributions


def influence_bytes(spikes: int) -> int:
    """Bytes of a node whose leaves have so many spikes, were every distribution no longer."""
    return spike_bytes(spikes) + NODE_BYTES + SPIKE_BYTES * spikes


class InfluenceTree(SpikeTree):
    """A tree of distributions that tells which of its leaves do most to U, one after the other.

    A node's *influence* is, for each of its spikes, the mean of the root, and of the root's move
    above it, were the node worth that. From one spike to the next the parent's value rises with it
    as far as no sibling is worth more: its step is the parent's times the siblings' chance, the
    parent's over the node's own.

    A leaf matters as U is expected to step: by how much U changes, on average, if one of the leaf's
    spikes comes true. That is a mean of what an inner node above it does, so that no leaf below a
    node matters more than the node's own influence allows: influences are passed down only where
    that is more than what the leaves known so far do.

    :param spikes: of a leaf.
    :param room: of all nodes together, at most; 0 is no limit.
    :param inner: how many an inner node has at most; 0 is all that its children's make.
    :param spread: of a leaf's spikes, in percent of what the evaluator says.
    """

    def __init__(
        self, most: int = 0, spikes: int = 8, room: int = 0, inner: int = 0, spread: int = 100
    ) -> None:
        self._level, self._branch, self._queue = column(), column(), column()
        self._alpha, self._beta = column(), column()
        self._weight = column("d")
        self._root, self._move_mean = column("d"), column("d")
        super().__init__(most, spikes, room, inner, spread)

    def reset(self) -> cython.int:
        SpikeTree.reset(self)
        self.waiting = 0
        return 0

    def rank_leaves(self, deepest: cython.int) -> cython.int:
        """Prepare `next_leaf`, once all distributions are backed up.

        :param deepest: from this depth on leaves stay leaves.
        """
        index: cython.longlong
        self.deepest = deepest
        self._compare_moves()
        self.level[0] = 0
        self.alpha[0], self.beta[0] = -INFINITY, INFINITY
        for index in range(self.at[0], self.at[0] + self.count[0]):
            self.root[index] = self.spike[index]
        self._measure_by(STEP)
        return 0

    def next_leaf(self, budget: Budget) -> cython.int:
        """The leaf that matters most of those not told yet, of equal ones the oldest; -1 if there
        is none, or no time to find it.

        If none changes U, it is the root's value that counts instead, or else how near to the root
        they are: expectations may be wrong.
        """
        node: cython.int
        passed: cython.int = 0
        while True:
            while self.waiting > 0:
                node = self._take()
                if self.first[node] <= 0:
                    self.told = True
                    return node
                passed += 1
                if passed & 63 == 0 and not budget.in_time():
                    return -1
                self._pass_down(node)
            if self.told or self.measure == NEARNESS:
                return -1
            self._measure_by(self.measure + 1)

    def _measure_by(self, measure: cython.int) -> cython.int:
        """Begin again at the root with the queue of what may matter."""
        self.measure = measure
        self.told = False
        self.waiting = 0
        self._pass_down(0)
        return 0

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
        has for certain, and queue them; those that are settled, or cannot matter, are left out."""
        enough: cython.int = max(self.alpha[node], self.low[node])
        child: cython.int
        self._add_up(node)
        for child in range(self.first[node], self.first[node] + self.children[node]):
            self.alpha[child] = -min(self.beta[node], self.high[node])
            self.beta[child] = -enough
            if self.resolved(child) or self.low[child] >= self.beta[child]:
                continue
            self.level[child] = self.level[node] + 1
            if self.first[child] <= 0 and self.level[child] >= self.deepest:
                continue
            self.branch[child] = child if node == 0 else self.branch[node]
            self._influence(node, child)
            self.weight[child] = self._weigh(child)
            if self.weight[child] > 1e-6:  # what rounding may leave of nothing
                self._put(child)
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

    def _weigh(self, node: cython.int) -> cython.double:
        """How much a leaf matters, or what no leaf below an inner node exceeds.

        U is the root's mean less that of the best move: the node's own, or its rival. Of what a
        spike changes, one part is linear in the influences, the other the convex one by which the
        two moves trade places. The mean size of either can only shrink from a node to those below
        it, that of their difference may not.
        """
        leads: cython.bint = self.branch[node] == self.first[0] + self.best[0]
        weight: cython.double = 0.0
        before: cython.double = 0.0
        part: cython.double
        linear: cython.double
        traded: cython.double
        index: cython.longlong
        if self.measure == NEARNESS:
            return 1.0 / (1 + self.level[node])
        for index in range(self.at[node], self.at[node] + self.count[node]):
            part = self.chance[index] - before
            before = self.chance[index]
            if self.measure == SWING:
                weight += part * abs(self.root[index] - self.mean[0])
                continue
            if leads:
                linear = self.root[index] - self.move_mean[index] - self.gain
                traded = max(0.0, self.second_mean - self.move_mean[index])
            else:
                linear = self.root[index] - self.mean[0]
                traded = max(0.0, self.move_mean[index] - self.best_mean)
            if self.first[node] > 0:
                weight += part * (abs(linear) + traded)
            else:
                weight += part * abs(linear - traded)
        return weight

    # -- the queue, a heap -------------------------------------------------------------------

    def _put(self, node: cython.int) -> cython.int:
        """Put a node into the queue."""
        index: cython.int = self.waiting
        above: cython.int = (index - 1) >> 1
        self.waiting += 1
        while index > 0 and self._precedes(node, self.queue[above]):
            self.queue[index] = self.queue[above]
            index, above = above, (above - 1) >> 1
        self.queue[index] = node
        return 0

    def _take(self) -> cython.int:
        """Take the first node out of the queue."""
        first: cython.int = self.queue[0]
        index: cython.int = 0
        below: cython.int = 1
        self.waiting -= 1
        node: cython.int = self.queue[self.waiting]
        while below < self.waiting:
            if below + 1 < self.waiting and self._precedes(
                self.queue[below + 1], self.queue[below]
            ):
                below += 1
            if not self._precedes(self.queue[below], node):
                break
            self.queue[index] = self.queue[below]
            index, below = below, 2 * below + 1
        self.queue[index] = node
        return first

    def _precedes(self, one: cython.int, other: cython.int) -> cython.bint:
        """Whether a node is to be taken before another: of equals one with leaves below it, then
        the older."""
        if self.weight[one] != self.weight[other]:
            return self.weight[one] > self.weight[other]
        if (self.first[one] > 0) != (self.first[other] > 0):
            return self.first[one] > 0
        return one < other

    # -- room --------------------------------------------------------------------------------

    def _lengthen(self, capacity: cython.int) -> cython.int:
        lengthen((self._level, self._branch, self._queue, self._alpha, self._beta), capacity)
        lengthen((self._weight,), capacity)
        return SpikeTree._lengthen(self, capacity)

    def _point(self) -> cython.int:
        self.level, self.branch = ints(self._level), ints(self._branch)
        self.queue = ints(self._queue)
        self.alpha, self.beta = ints(self._alpha), ints(self._beta)
        self.weight = doubles(self._weight)
        return SpikeTree._point(self)

    def _lengthen_spikes(self, room: cython.longlong) -> cython.int:
        try:
            lengthen((self._root, self._move_mean), room)
        finally:
            self.root, self.move_mean = doubles(self._root), doubles(self._move_mean)
        return SpikeTree._lengthen_spikes(self, room)

    # -- for Python --------------------------------------------------------------------------

    def expected_steps(self, deepest: int) -> dict[int, float]:
        """Every leaf that may be expanded and matters, the first first, with the expected step of
        U, or what counts instead."""
        budget, steps = Budget(), {}
        self.rank_leaves(deepest)
        while (leaf := self.next_leaf(budget)) >= 0:
            steps[leaf] = self.weight[leaf]
        return steps
