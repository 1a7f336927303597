"""A tree of distributions: what BPIP backs up.

After E. B. Baum and W. D. Smith, "A Bayesian approach to relevance in game playing", Artificial
Intelligence 97 (1997) 195-242.
"""

from __future__ import annotations

import cython

from evaluators.core.budget import Budget
from evaluators.core.evaluator import Evaluator
from games.core.columns import column, grown, lengthen
from searchers.best_first.minimax_tree import MinimaxTree, node_bytes

if not cython.compiled:
    from games.core.array import doubles, ints, longlongs
    from games.core.scores import INFINITY, MATE_BOUND
    from searchers.best_first.constants import FINISHED
    from searchers.storage.constants import BETWEEN_POLLS

__all__ = ["SpikeTree", "spike_bytes"]

NODE_BYTES, SPIKE_BYTES = 16, 12  # besides a minimax tree's, whose mark is never made


def spike_bytes(spikes: int) -> int:
    """Bytes of a node whose leaves have so many spikes, were every distribution no longer."""
    return node_bytes(True) + NODE_BYTES + (4 + SPIKE_BYTES) * spikes


def rounded(value: cython.double) -> cython.int:
    """The nearest whole number."""
    if value < 0:
        return -cython.cast(cython.int, 0.5 - value)
    return cython.cast(cython.int, value + 0.5)


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

    :param spikes: of a leaf.
    :param room: of all nodes together, at most; 0 is no limit.
    :param inner: how many an inner node has at most; 0 is all that its children's make.
    :param spread: how far a leaf's spikes lie from its realistic value, in percent of what the
        evaluator says.
    """

    def __init__(
        self, most: int = 0, spikes: int = 8, room: int = 0, inner: int = 0, spread: int = 100
    ) -> None:
        self.spikes, self.share = spikes, spread / 100
        self.least = 1.0 / inner if inner > 0 else 1e-12  # what the chance of a spike exceeds
        self.most_spikes = room or 2**62
        self.spike_room = self.line_room = self.live = 0
        self._leaf, self._count = column(), column()
        self._at, self._mean = column("q"), column("d")
        self._spike, self._chance = column(), column("d")
        self._line, self._line_2 = column(), column()
        self._product, self._product_2 = column("d"), column("d")
        self.line, self.line_2 = ints(self._line), ints(self._line_2)
        self.product, self.product_2 = doubles(self._product), doubles(self._product_2)
        super().__init__(most, True)

    def reset(self) -> cython.int:
        MinimaxTree.reset(self)
        self.used = self.live = 0
        self.at[0], self.count[0] = -1, 0
        self.gain = 0.0
        return 0

    def open(self, node: cython.int, count: cython.int) -> cython.int:
        child: cython.int
        for child in range(self.size, self.size + count):
            self.at[child], self.count[child] = -1, 0
        MinimaxTree.open(self, node, count)
        return self.outdate(node)

    def outdate(self, node: cython.int) -> cython.int:
        """Have the distributions of a node and of all above it found anew by `back_up_all`; those
        of the nodes above one that is out of date are."""
        while node >= 0 and self.at[node] >= 0:
            self.at[node] = -1
            node = self.parent[node]
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
            value = evaluator.real + rounded((value - evaluator.real) * self.share)
            self.leaf[start + part] = max(1 - MATE_BOUND, min(MATE_BOUND - 1, value))
        self.value[node] = max(1 - MATE_BOUND, min(MATE_BOUND - 1, evaluator.real))
        return 0

    # -- upwards -----------------------------------------------------------------------------

    def back_up_all(self, budget: Budget) -> cython.bint:
        """Find all distributions anew that are out of date; false if there was no time for it, or
        no room: then some are so still."""
        if self.used > 2 * self.live:
            self._outdate_all()
        if not self._back_up_outdated(budget):
            if self.used == self.live or not budget.in_time():
                return False
            self._outdate_all()
            if not self._back_up_outdated(budget):
                return False
        self.gain = self.mean[0] + self.mean[self.first[0] + self.best[0]]
        return True

    def _back_up_outdated(self, budget: Budget) -> cython.bint:
        """`back_up_all` in the room that is left, children before their parents."""
        node: cython.int
        for node in range(self.size - 1, -1, -1):
            if node & BETWEEN_POLLS - 1 == BETWEEN_POLLS - 1 and not budget.in_time():
                return False
            if self.at[node] >= 0:
                continue
            if not self._reserve_spikes(node):
                return False
            self.live -= self.count[node]
            self.at[node], self.count[node] = self.used, 0
            if self.first[node] > 0:
                self._multiply(node)
            elif self.first[node] == FINISHED:
                self._add_spike(node, self.value[node], 1.0)
            else:
                self._list_leaf(node)
            self.live += self.count[node]
            self._average(node)
        return True

    def _outdate_all(self) -> cython.int:
        """Forget all distributions: what was out of date takes no more room."""
        node: cython.int
        for node in range(self.size):
            self.at[node], self.count[node] = -1, 0
        self.used = self.live = 0
        return 0

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
        """Give an inner node the product of its children's distributions, and bounds. Spikes of
        too little chance go together with the next ones, all as their mean."""
        first: cython.int = self.first[node]
        child: cython.int
        floor: cython.int = -INFINITY
        low: cython.int = -INFINITY
        high: cython.int = -INFINITY
        index: cython.int
        length: cython.int = 1
        before: cython.double = 0.0  # the chance up to the spike that was noted last
        last: cython.double = 0.0  # up to the line's
        total: cython.double = 0.0  # of the values between, each by its chance
        least: cython.double = self.least
        for child in range(first, first + self.children[node]):
            floor = max(floor, -self.spike[self.at[child] + self.count[child] - 1])
            low = max(low, -self.high[child])
            high = max(high, -self.low[child])
        self.low[node], self.high[node] = low, high
        self.line[0], self.product[0] = floor, 1.0
        for child in range(first, first + self.children[node]):
            if -self.spike[self.at[child]] > floor:  # else it is never the best
                length = self._merge(child, length, floor)
        for index in range(length):
            total += self.line[index] * (self.product[index] - last)
            last = self.product[index]
            if last - before > (least if index < length - 1 else 1e-12):
                self._add_spike(node, rounded(total / (last - before)), last)
                before, total = last, 0.0
        self.chance[self.used - 1] = 1.0
        return 0

    def _merge(self, child: cython.int, length: cython.int, floor: cython.int) -> cython.int:
        """Multiply the line of spikes by those of a child, as its parent sees them; returns the
        new length. No spike is below the floor."""
        start: cython.longlong = self.at[child]
        line: cython.p_int = self.line
        product: cython.p_double = self.product
        out: cython.p_int = self.line_2
        out_product: cython.p_double = self.product_2
        mine: cython.int = 0
        other: cython.int = self.count[child] - 1  # the parent's lowest is the child's highest
        made: cython.int = 0
        value: cython.int
        at_most: cython.double = 0.0
        child_at_most: cython.double = 0.0
        while mine < length or other >= 0:
            if other < 0 or (mine < length and line[mine] <= -self.spike[start + other]):
                value = line[mine]
                at_most = product[mine]
                mine += 1
            else:
                value = -self.spike[start + other]
                child_at_most = 1.0 if other == 0 else 1.0 - self.chance[start + other - 1]
                other -= 1
            value = max(value, floor)
            made -= made > 0 and out[made - 1] == value
            out[made] = value
            out_product[made] = at_most * child_at_most
            made += 1
        self.line, self.line_2 = out, line
        self.product, self.product_2 = out_product, product
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
        self.value[node] = rounded(mean)
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

    # -- room --------------------------------------------------------------------------------

    def _lengthen(self, capacity: cython.int) -> cython.int:
        spikes: cython.longlong = capacity
        spikes *= self.spikes
        lengthen((self._count, self._at, self._mean), capacity)
        lengthen((self._leaf,), spikes)
        return MinimaxTree._lengthen(self, capacity)

    def _point(self) -> cython.int:
        self.leaf, self.count = ints(self._leaf), ints(self._count)
        self.at, self.mean = longlongs(self._at), doubles(self._mean)
        return MinimaxTree._point(self)

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
        """Make room for so many spikes of all nodes together."""
        try:
            lengthen((self._spike, self._chance), room)
        finally:
            self.spike, self.chance = ints(self._spike), doubles(self._chance)
        self.spike_room = room
        return 0

    # -- for Python --------------------------------------------------------------------------

    def distribution(self, node: int) -> list[tuple[int, float]]:
        """A node's spikes, rising, each with the chance that the node is worth at most so much."""
        self.edges_of(node)
        place = range(self.at[node], self.at[node] + self.count[node])
        return [(self.spike[index], self.chance[index]) for index in place]
