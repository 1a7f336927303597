"""A tree of distributions: what BPIP backs up, and how much each of its leaves matters.

After E. B. Baum and W. D. Smith, "A Bayesian approach to relevance in game playing", Artificial
Intelligence 97 (1997) 195-242.
"""

from __future__ import annotations

from typing import Any

import cython

from evaluators.core.budget import Budget
from evaluators.core.evaluator import Evaluator
from games.core.columns import column, grown, lengthen
from searchers.best_first.minimax_tree import MinimaxTree, node_bytes

if not cython.compiled:
    from games.core.array import doubles, ints, longlongs
    from games.core.scores import INFINITY, MATE_BOUND
    from searchers.best_first.minimax_tree import FINISHED
    from searchers.storage.kept_tree import BETWEEN_POLLS

__all__ = ["SpikeTree", "spike_bytes"]

NODE_BYTES, SPIKE_BYTES = 52, 28  # besides what a minimax tree has


def spike_bytes(spikes: int) -> int:
    """Bytes of a node whose leaves have so many spikes, were every distribution no longer."""
    return node_bytes(True) + NODE_BYTES + (4 + SPIKE_BYTES) * spikes


def _doubles() -> Any:
    return column("d")


class SpikeTree(MinimaxTree):
    """A minimax tree whose nodes have distributions of their values: a few values, the *spikes*,
    each with a chance. All are taken to be independent.

    A leaf's spikes are what a deeper look may find, each as likely as another; a finished game is
    one spike. The mover gets the maximum of the children, so the chance that a node is worth at
    most x is the product of the children's chances. Distributions are from the side to move, as
    values are, and `value` is their mean, rounded; `best` is the child of highest mean for the
    mover. Certain bounds are backed up beside them, and rule spikes out as they meet.

    `gain` is Baum and Smith's U: by how much the mean of the best of the root's children, once it
    is known which one that is, exceeds the mean of the one that looks best now.

    What a leaf does to U is found for all in one pass from the root down. A node's *influence* is,
    for each spike, the mean of the root, and of the root's move above it, were the node worth that.
    From one spike to the next the parent's value rises with it as far as no sibling is worth more:
    its step is the parent's times the siblings' chance, the parent's over the node's own.

    :param spikes: of a leaf.
    :param room: of all nodes together, at most; 0 is no limit.
    """

    def __init__(self, most: int = 0, spikes: int = 8, room: int = 0) -> None:
        self.spikes = spikes
        self.most_spikes = room or 2**62
        self.spike_room = self.line_room = 0
        self._leaf, self._count, self._level, self._branch = (column() for _ in range(4))
        self._alpha, self._beta, self._queue = column(), column(), column()
        self._at = column("q")
        self._mean, self._weight, self._swing = _doubles(), _doubles(), _doubles()
        self._spike = column()
        self._chance, self._root, self._move_mean = _doubles(), _doubles(), _doubles()
        self._line, self._line_2 = column(), column()
        self._product, self._product_2 = _doubles(), _doubles()
        self.line, self.line_2 = ints(self._line), ints(self._line_2)
        self.product, self.product_2 = doubles(self._product), doubles(self._product_2)
        super().__init__(most, True)

    def plant(self) -> cython.int:
        MinimaxTree.plant(self)
        self.used = 0
        self.waiting = 0
        self.gain = 0.0
        return 0

    # -- leaves ------------------------------------------------------------------------------

    def tell(self, node: cython.int, evaluator: Evaluator) -> cython.int:
        """Take a leaf's spikes from the evaluator that looked at it last: quantiles in the middle
        of as many equal parts. None is a win or a loss: those have to be found."""
        part: cython.int
        value: cython.int
        start: cython.longlong = node
        start *= self.spikes
        for part in range(self.spikes):
            value = evaluator.quantile(100.0 * (2 * part + 1) / (2 * self.spikes))
            self.leaf[start + part] = max(1 - MATE_BOUND, min(MATE_BOUND - 1, value))
        self.value[node] = max(1 - MATE_BOUND, min(MATE_BOUND - 1, evaluator.real))
        return 0

    # -- upwards -----------------------------------------------------------------------------

    def back_up_all(self, budget: Budget) -> cython.bint:
        """Find all distributions anew, children before their parents; false if there was no time
        for it, or no room: then some are as they were."""
        node: cython.int
        self.used = 0
        self.waiting = 0
        for node in range(self.size - 1, -1, -1):
            if node & BETWEEN_POLLS - 1 == BETWEEN_POLLS - 1 and not budget.in_time():
                return False
            if not self._reserve_spikes(node):
                return False
            self.at[node], self.count[node] = self.used, 0
            if self.first[node] > 0:
                self._multiply(node)
            elif self.first[node] == FINISHED:
                self._add_spike(node, self.value[node], 1.0)
            else:
                self._list_leaf(node)
            self._average(node)
        self.gain = self.mean[0] + self.mean[self.first[0] + self.best[0]]
        return True

    def _add_spike(self, node: cython.int, value: cython.int, chance: cython.double) -> cython.int:
        """Note the chance that a node is worth at most so much; of equal spikes the last counts."""
        if self.count[node] > 0 and self.spike[self.used - 1] == value:
            self.used -= 1
            self.count[node] -= 1
        self.spike[self.used] = value
        self.chance[self.used] = chance
        self.used += 1
        self.count[node] += 1
        return 0

    def _list_leaf(self, node: cython.int) -> cython.int:
        part: cython.int
        start: cython.longlong = node
        start *= self.spikes
        for part in range(self.spikes):
            self._add_spike(
                node, self.leaf[start + part], cython.cast(cython.double, part + 1) / self.spikes
            )
        return 0

    def _multiply(self, node: cython.int) -> cython.int:
        """Give an inner node the product of its children's distributions, and bounds. Spikes of no
        chance to speak of go with the next one."""
        first: cython.int = self.first[node]
        child: cython.int
        floor: cython.int = -INFINITY
        low: cython.int = -INFINITY
        high: cython.int = -INFINITY
        index: cython.int
        length: cython.int = 1
        before: cython.double = 0.0
        for child in range(first, first + self.children[node]):
            floor = max(floor, -self.spike[self.at[child] + self.count[child] - 1])
            low = max(low, -self.high[child])
            high = max(high, -self.low[child])
        self.low[node], self.high[node] = low, high
        self.line[0], self.product[0] = floor, 1.0
        for child in range(first, first + self.children[node]):
            length = self._merge(child, length, floor)
        for index in range(length):
            if self.product[index] - before > 1e-12:
                before = self.product[index]
                self._add_spike(node, self.line[index], before)
        self.chance[self.used - 1] = 1.0
        return 0

    def _merge(self, child: cython.int, length: cython.int, floor: cython.int) -> cython.int:
        """Multiply the line of spikes by those of a child, as its parent sees them; returns the
        new length. No spike is below the floor."""
        start: cython.longlong = self.at[child]
        mine: cython.int = 0
        other: cython.int = self.count[child] - 1  # the parent's lowest is the child's highest
        made: cython.int = 0
        value: cython.int
        at_most: cython.double = 0.0
        child_at_most: cython.double = 0.0
        while mine < length or other >= 0:
            if other < 0 or (mine < length and self.line[mine] <= -self.spike[start + other]):
                value = self.line[mine]
                at_most = self.product[mine]
                mine += 1
            else:
                value = -self.spike[start + other]
                child_at_most = 1.0 if other == 0 else 1.0 - self.chance[start + other - 1]
                other -= 1
            value = max(value, floor)
            made -= made > 0 and self.line_2[made - 1] == value
            self.line_2[made] = value
            self.product_2[made] = at_most * child_at_most
            made += 1
        self.line, self.line_2 = self.line_2, self.line
        self.product, self.product_2 = self.product_2, self.product
        return made

    def _average(self, node: cython.int) -> cython.int:
        """Set a node's mean, its value and its best child."""
        mean: cython.double = 0.0
        before: cython.double = 0.0
        index: cython.longlong
        child: cython.int
        best: cython.int = self.first[node]
        for index in range(self.at[node], self.at[node] + self.count[node]):
            mean += self.spike[index] * (self.chance[index] - before)
            before = self.chance[index]
        self.mean[node] = mean
        if mean < 0:
            self.value[node] = -cython.cast(cython.int, 0.5 - mean)
        else:
            self.value[node] = cython.cast(cython.int, mean + 0.5)
        if best > 0:
            for child in range(best + 1, best + self.children[node]):
                if self.mean[child] < self.mean[best] or (
                    self.mean[child] == self.mean[best]
                    and self.resolved(child)
                    and not self.resolved(best)
                ):
                    best = child
            self.best[node] = best - self.first[node]
        return 0

    # -- downwards ---------------------------------------------------------------------------

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

    def reserve(self, more: cython.int) -> cython.int:
        if self.size + more <= self.capacity:
            return 0
        capacity: cython.longlong = grown(self.capacity, self.size + more, self.most)
        small = self._count, self._level, self._branch, self._alpha, self._beta, self._queue
        try:
            lengthen((*small, self._at, self._mean, self._weight, self._swing), capacity)
            lengthen((self._leaf,), capacity * self.spikes)
        finally:
            self._point_more()
        return MinimaxTree.reserve(self, more)

    def _reserve_spikes(self, node: cython.int) -> cython.bint:
        """Make room for a node's distribution, and for it alone in the lines; false if there is
        none."""
        child: cython.int
        count: cython.longlong = max(1, self.spikes)
        if self.first[node] > 0:
            count = 1
            for child in range(self.first[node], self.first[node] + self.children[node]):
                count += self.count[child]
        try:
            if count > self.line_room:
                self._lengthen_lines(grown(self.line_room, count))
            if self.used + count > self.spike_room:
                if self.used + count > self.most_spikes:
                    return False
                self._lengthen_spikes(grown(self.spike_room, self.used + count, self.most_spikes))
        except MemoryError:
            return False
        return True

    def _lengthen_lines(self, room: cython.longlong) -> cython.int:
        try:
            lengthen((self._line, self._line_2, self._product, self._product_2), room)
        finally:
            self.line, self.line_2 = ints(self._line), ints(self._line_2)
            self.product, self.product_2 = doubles(self._product), doubles(self._product_2)
        self.line_room = room
        return 0

    def _lengthen_spikes(self, room: cython.longlong) -> cython.int:
        try:
            lengthen((self._spike, self._chance, self._root, self._move_mean), room)
        finally:
            self.spike = ints(self._spike)
            self.chance = doubles(self._chance)
            self.root, self.move_mean = doubles(self._root), doubles(self._move_mean)
        self.spike_room = room
        return 0

    def _point_more(self) -> cython.int:
        """Take the data anew of the columns that are not a minimax tree's."""
        self.leaf, self.count = ints(self._leaf), ints(self._count)
        self.level, self.branch = ints(self._level), ints(self._branch)
        self.alpha, self.beta, self.queue = ints(self._alpha), ints(self._beta), ints(self._queue)
        self.at, self.mean = longlongs(self._at), doubles(self._mean)
        self.weight, self.swing = doubles(self._weight), doubles(self._swing)
        return 0

    # -- for Python --------------------------------------------------------------------------

    def distribution(self, node: int) -> list[tuple[int, float]]:
        """A node's spikes, rising, each with the chance that the node is worth at most so much."""
        self.edges_of(node)
        place = range(self.at[node], self.at[node] + self.count[node])
        return [(self.spike[index], self.chance[index]) for index in place]

    def expected_steps(self, deepest: int) -> dict[int, float]:
        """Every leaf that waits to be expanded, with the expected step of U."""
        self.weigh_leaves(deepest, Budget())
        return {self.queue[index]: self.weight[self.queue[index]] for index in range(self.waiting)}
