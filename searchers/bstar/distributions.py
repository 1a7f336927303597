"""The distributions of true values in B*'s tree, and the probability that a move is best.

Palay suggests to back up more than a range: an expected true value, and where it lies in 95 of 100
cases (1980, sections 7 and 10). A distribution has both. The rules `pb` of `selection.py` use it.
"""

from __future__ import annotations

from math import prod
from typing import Any

import cython

from evaluators.core.budget import Budget
from evaluators.core.evaluator import Evaluator
from games.core.columns import column, grown_length, lengthen
from searchers.bstar.interval_tree import Distributions, IntervalTree
from searchers.storage.kept_tree import copies

if not cython.compiled:
    from games.core.array import ints
    from games.core.scores import adjust_mate
    from searchers.bstar.constants import BITS, HALF, PARTS
    from searchers.bstar.interval_tree import child_at
    from searchers.storage.constants import BETWEEN_POLLS

MOST_VALUES = 2**62
NODE_BYTES = 38
"""The bytes of a node where every inner node has two children; more children take fewer."""
LEAF_BYTES = 68
"""The bytes that a node takes besides where evaluators give the quantiles of leaves."""
_SAMPLES = 32
"""The values of each interval that `uniform_best_probabilities` tries."""


class Quantiles(Distributions):
    """The quantiles 0/16 ... 16/16 of every node's true value, for the side that moved into it.

    The first and the last are its bounds. Between two quantiles the value is uniform.

    * A leaf's value is as likely below its realistic value as above it, and uniform on each side.
      Or its quantiles are those of the evaluator (`read_leaf`), cut off at its bounds.
    * With `lean` a leaf leans to the side to move, which has a choice of children. Its quantile p
      is then the quantile p - lean p (1 - p) of a leaf without, or with + where the side that moved
      in moves again. For a uniform leaf, 100 percent give the mean of the better of two draws.
    * A node gets the maximum over its children. Fully dependent children give the maximum of their
      quantiles, so the median is backed up as the realistic value is. Independent children give the
      product of their probabilities to be at most x.

    An inner node takes 68 bytes more, every node 4.

    :param product: whether children are independent; else they are fully dependent.
    :param lean: the lean of leaves to the side to move, in percent.
    :param reads_leaves: whether evaluators give the quantiles of leaves.
    """

    def __init__(
        self, tree: IntervalTree, product: bool = False, lean: int = 0, reads_leaves: bool = False
    ) -> None:
        self.tree = tree
        self.product = product
        self.lean = lean
        self.reads_leaves = reads_leaves
        if not cython.compiled:
            self.share, self.combined, self.listed = [0] * 17, [0] * 17, [0] * 17
            self.at, self.up_to_at, self.below_at = [0.0] * 17, [0.0] * 17, [0.0] * 17
        self.clear()

    def clear(self) -> None:
        """Free the quantiles of all nodes."""
        self.leaf_room = 0
        self._leaf = column()
        self._clear_inner()

    def _clear_inner(self) -> None:
        """Free the quantiles of all inner nodes, and recompute the constants `share` of leaves."""
        part: cython.int
        leaning: cython.int
        self.used = self.room = self.value_room = 0
        self._index, self._value = column(), column()
        for part in range(PARTS + 1):
            leaning = part * (PARTS - part) * self.lean * 2 * HALF // (100 * PARTS * PARTS)
            if self.tree.adversary:  # the opponent of the side that moved in is to move
                leaning = -leaning
            self.share[part] = part * 2 * HALF // PARTS + leaning

    # -- reading -----------------------------------------------------------------------------

    def quantile(self, node: cython.int, part: cython.int) -> cython.int:
        """Return the value that a node's true value is below with probability part/16.

        It is for the side that moved into the node. Parts 0 and 16 give its bounds.

        :raises IndexError: if there is no such part or node, or an inner node is not backed up.
        """
        if not 0 <= part <= PARTS:
            raise IndexError(f"part {part}: expected one from 0 to {PARTS}")
        self.check(node)
        return self._quantile(node, part)

    def check(self, node: cython.int) -> None:
        """Raise `IndexError` for a number without a node, or without a distribution."""
        tree: IntervalTree = self.tree
        tree.check_node(node)
        if tree.node[node].children and (node >= self.room or self.index[node] == 0):
            tree.refuse("inner node not backed up,", node)

    def _quantile(self, node: cython.int, part: cython.int) -> cython.int:
        """Return quantile `part` of a node, without checking the arguments."""
        if self.tree.node[node].children:
            return self.value[self._first(node) + part]
        return self._leaf_quantile(node, part)

    def _first(self, node: cython.int) -> cython.longlong:
        """Return the index in the column of an inner node's first quantile."""
        index: cython.longlong = self.index[node]
        return index * (PARTS + 1)

    def _leaf_quantile(self, node: cython.int, part: cython.int) -> cython.int:
        """Return quantile `part` of a leaf; parts 0 and 16 are its bounds.

        It is the stored one of the evaluator, cut off at the bounds, with `reads_leaves`. Otherwise
        it follows from the interval, the realistic value and `lean`.
        """
        tree: IntervalTree = self.tree
        low: cython.longlong
        real: cython.longlong
        high: cython.longlong
        low, high = tree.node[node].pessimistic, tree.node[node].optimistic
        if self.reads_leaves and 0 < part < PARTS:
            real = self.leaf[cython.cast(cython.longlong, node) * (PARTS + 1) + part]
            return cython.cast(cython.int, max(low, min(high, real)))
        return self._within(low, tree.node[node].real, high, self.share[part])

    def _within(
        self,
        low: cython.longlong,
        real: cython.longlong,
        high: cython.longlong,
        share: cython.longlong,
    ) -> cython.int:
        """Return the value below which a share of a leaf's distribution lies.

        :param share: from 0 (for which it is `low`) over HALF (`real`) to 2 * HALF (`high`). In
            between the value is interpolated.
        """
        if share <= HALF:
            return cython.cast(cython.int, low + ((real - low) * share >> BITS))
        return cython.cast(cython.int, real + ((high - real) * (share - HALF) >> BITS))

    def up_to(self, node: cython.int, target: cython.double) -> cython.double:
        """Return the probability that a node's true value is at most the target, from 0 to 1.

        :raises IndexError: if there is no such node, or an inner node is not backed up.
        """
        return self._share(node, target, True)

    def below(self, node: cython.int, target: cython.double) -> cython.double:
        """Return the probability that a node's true value is less than the target, from 0 to 1.

        :raises IndexError: if there is no such node, or an inner node is not backed up.
        """
        return self._share(node, target, False)

    def _share(self, node: cython.int, target: cython.double, equal: cython.bint) -> cython.double:
        """Return the probability that a node's true value is below a target, or if `equal` at most.

        Between quantiles it is interpolated.
        """
        self.check(node)
        part: cython.int = 0
        end: cython.int = PARTS
        middle: cython.int
        value: cython.int
        low: cython.double = self.tree.node[node].pessimistic
        high: cython.double = self.tree.node[node].optimistic
        if target > high or (equal and target == high):
            return 1.0
        if target < low or (target == low and not equal):
            return 0.0
        while end - part > 1:
            middle = (part + end) >> 1
            value = self._quantile(node, middle)
            if value < target or (equal and value == target):
                part = middle
            else:
                end = middle
        low, high = self._quantile(node, part), self._quantile(node, part + 1)
        return (part + (target - low) / (high - low)) / PARTS

    def multiply(
        self,
        node: cython.int,
        at: cython.p_double,
        factors: cython.p_double,
        equal: cython.bint,
    ) -> None:
        """Multiply 17 factors by the probabilities that a node's true value is below 17 values.

        :param at: the values, in rising order.
        :param factors: one for each value; they are changed in place.
        :param equal: whether to take "at most" in place of "below".
        """
        low: cython.double = self.tree.node[node].pessimistic
        high: cython.double = self.tree.node[node].optimistic
        part: cython.int = 0
        index: cython.int
        below: cython.double
        above: cython.double
        self._copy_quantiles(node)
        for index in range(PARTS + 1):
            if at[index] > high or (equal and at[index] == high):
                break  # the probability is 1 here and at all later values
            if at[index] < low or (at[index] == low and not equal):
                factors[index] = 0.0
                continue
            while part < PARTS - 1 and (
                self.listed[part + 1] < at[index] or (equal and self.listed[part + 1] == at[index])
            ):
                part += 1
            below, above = self.listed[part], self.listed[part + 1]
            factors[index] *= (part + (at[index] - below) / (above - below)) / PARTS

    def _copy_quantiles(self, node: cython.int) -> None:
        """Copy all quantiles of a node to `listed`."""
        tree: IntervalTree = self.tree
        low: cython.longlong = tree.node[node].pessimistic
        real: cython.longlong = tree.node[node].real
        high: cython.longlong = tree.node[node].optimistic
        at: cython.longlong
        part: cython.int
        if tree.node[node].children > 0:
            at = self._first(node)
            for part in range(PARTS + 1):
                self.listed[part] = self.value[at + part]
        elif self.reads_leaves:
            for part in range(PARTS + 1):
                self.listed[part] = self._leaf_quantile(node, part)
        else:  # the same without reading the node again for each part
            for part in range(PARTS + 1):
                self.listed[part] = self._within(low, real, high, self.share[part])

    # -- the quantiles of leaves from their evaluator ----------------------------------------

    def read_leaf(self, node: cython.int, evaluator: Evaluator) -> None:
        """Store quantiles 1 to 15 of a leaf from the evaluator, which evaluated it last.

        They are for the side that moved into the leaf, and include `lean`.
        """
        part: cython.int
        share: cython.double
        at: cython.longlong = node
        at *= PARTS + 1
        self._reserve_leaf(at + PARTS + 1)
        for part in range(1, PARTS):
            share = 100.0 * self.share[part] / (2 * HALF)
            if self.tree.adversary:
                self.leaf[at + part] = -evaluator.quantile(100.0 - share)
            else:
                self.leaf[at + part] = evaluator.quantile(share)

    def _reserve_leaf(self, end: cython.longlong) -> None:
        """Lengthen the column of leaves' quantiles to at least `end` numbers, 17 for each node."""
        if end <= self.leaf_room:
            return
        room: cython.longlong = grown_length(self.leaf_room, end, MOST_VALUES)
        lengthen((self._leaf,), room)
        self.leaf = ints(self._leaf)
        self.leaf_room = room

    def _move_leaves(self) -> None:
        """Move the quantiles of leaves to the new numbers of their nodes after rerooting."""
        tree: IntervalTree = self.tree
        node: cython.longlong
        place: cython.longlong
        part: cython.int
        if tree._mark is None:  # before the first move
            return
        for node in range(min(self.leaf_room // (PARTS + 1), len(tree._mark))):
            place = tree.mark[node]
            if place >= 0 and place != node:
                for part in range(PARTS + 1):
                    self.leaf[place * (PARTS + 1) + part] = self.leaf[node * (PARTS + 1) + part]

    # -- backing up --------------------------------------------------------------------------

    def back_up(self, node: cython.int) -> cython.bint:
        """Set an inner node's quantiles to those of the maximum over its children.

        The children are independent with `product`, else fully dependent. The node's bounds have
        been backed up before.

        :returns: whether a quantile of the node changed.
        :raises IndexError: if it is no inner node.
        """
        self.tree.check_inner(node)
        self._reserve(node)
        self._maximum(node)
        if self.product:
            self._product(node)
            self._product(node)  # again, on a grid that fits better
        return self._store(node)

    def rebuild(self, budget: Budget) -> cython.bint:
        """Compute all distributions again, after the nodes of the tree were renumbered.

        In a tree children come after their parent, and one sweep from the last node is enough. In
        a graph every inner node begins with its value as a leaf, and the sweep is repeated until
        nothing changes.

        :returns: false if the time was up.
        """
        tree: IntervalTree = self.tree
        changed: cython.bint = True
        node: cython.int
        part: cython.int
        self._clear_inner()
        if self.reads_leaves:
            self._move_leaves()
        if tree.keyed:
            for node in range(1, tree.size):
                if tree.node[node].children:
                    self._reserve(node)
                    for part in range(PARTS + 1):
                        self.value[self._first(node) + part] = self._leaf_quantile(node, part)
        while changed:
            changed = False
            for node in range(tree.size - 1, 0, -1):
                if node & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                    return False
                if tree.node[node].children:
                    changed |= self.back_up(node)
            changed &= tree.keyed
        return True

    def copy(self, budget: Budget) -> Any:
        """Return a copy for `paste`; None if the time of the budget was up.

        :raises MemoryError: if there is not enough memory.
        """
        size: cython.longlong = self.tree.size
        leaves = (self._leaf, (PARTS + 1) * size if self.reads_leaves else 0)
        used: cython.longlong = self.used + 1
        values = (self._value, (PARTS + 1) * used)
        columns = copies(((self._index, size), values, leaves), budget)
        return None if columns is None else (self.used, columns)

    def paste(self, copy: Any) -> None:
        """Replace all quantiles by those of a copy, which it then owns."""
        self.used, (self._index, self._value, self._leaf) = copy
        self.index, self.value = ints(self._index), ints(self._value)
        self.leaf = ints(self._leaf)
        self.room, self.value_room = len(self._index), len(self._value)
        self.leaf_room = len(self._leaf)

    def _maximum(self, node: cython.int) -> None:
        """Set `combined` to the quantiles of the maximum of fully dependent children."""
        tree: IntervalTree = self.tree
        first: cython.int = tree.node[node].first
        least: cython.int = tree.highest_pessimistic(node)
        edge: cython.int
        child: cython.int
        part: cython.int
        for part in range(PARTS + 1):
            self.combined[part] = least
        for edge in range(first, first + tree.node[node].children):
            child = child_at(tree, edge)
            if tree.node[child].optimistic <= least:
                continue
            self._copy_quantiles(child)
            for part in range(PARTS + 1):
                self.combined[part] = max(self.combined[part], self.listed[part])

    def _product(self, node: cython.int) -> None:
        """Set `combined` to the quantiles of the maximum of independent children.

        They are computed from the probabilities of the values that `combined` had before.
        """
        tree: IntervalTree = self.tree
        first: cython.int = tree.node[node].first
        edge: cython.int
        child: cython.int
        part: cython.int
        for part in range(PARTS + 1):
            self.at[part] = self.combined[part]
            self.up_to_at[part] = self.below_at[part] = 1.0
        for edge in range(first, first + tree.node[node].children):
            child = child_at(tree, edge)
            if tree.node[child].optimistic >= self.combined[0]:  # else it is below all values
                self.multiply(child, self.at, self.up_to_at, True)
                self.multiply(child, self.at, self.below_at, False)
        self._invert()

    def _invert(self) -> None:
        """Replace the values in `combined` by the quantiles 1/16 to 15/16; both ends stay.

        They are interpolated by `up_to_at` and `below_at`, the probabilities of these values.
        """
        index: cython.int = 0
        part: cython.int
        wanted: cython.double
        low: cython.double
        step: cython.double
        for part in range(1, PARTS):
            wanted = cython.cast(cython.double, part) / PARTS
            while index < PARTS and self.up_to_at[index] < wanted:
                index += 1
            self.listed[part] = self.combined[index]
            if index > 0 and self.below_at[index] > wanted:
                low = self.combined[index - 1]
                step = (wanted - self.up_to_at[index - 1]) / (
                    self.below_at[index] - self.up_to_at[index - 1]
                )
                step *= self.combined[index] - low
                self.listed[part] = self.combined[index - 1] + cython.cast(cython.int, step)
        for part in range(1, PARTS):
            self.combined[part] = self.listed[part]

    def _store(self, node: cython.int) -> cython.bint:
        """Set the quantiles of an inner node from `combined`; return whether one has changed.

        `combined` is for the side that moves into the children. The quantiles are for the side that
        moved into the node. Wins and losses become one ply longer.
        """
        index: cython.longlong = self._first(node)
        part: cython.int
        at: cython.longlong
        value: cython.int
        changed: cython.bint = False
        for part in range(PARTS + 1):
            at = index + part
            value = adjust_mate(self.combined[part], 1)
            if self.tree.adversary:
                at = index + PARTS - part
                value = -value
            if self.value[at] != value:
                self.value[at] = value
                changed = True
        return changed

    def _reserve(self, node: cython.int) -> None:
        """Allocate memory for the quantiles of an inner node, unless it has some already."""
        if node >= self.room:
            room: cython.int = grown_length(self.room, node + 1)
            lengthen((self._index,), room)  # a single column: it grows, or nothing changes
            self.index = ints(self._index)
            self.room = room
        if self.index[node] > 0:
            return
        self.used += 1  # index 0 means none
        self.index[node] = self.used
        end: cython.longlong = self._first(node) + PARTS + 1
        if end > self.value_room:
            value_room: cython.longlong = grown_length(self.value_room, end, MOST_VALUES)
            lengthen((self._value,), value_room)
            self.value = ints(self._value)
            self.value_room = value_room

    # -- for Python --------------------------------------------------------------------------

    def bytes(self) -> int:
        """Return the bytes in use, without reserved room."""
        nodes: cython.longlong = self.tree.size
        used: cython.longlong = self.used
        leaves = LEAF_BYTES * nodes if self.reads_leaves else 0
        return 4 * nodes + 4 * (PARTS + 1) * used + leaves

    def line_of(self, node: int) -> list[int]:
        """Return the 17 quantiles of a node, from the lowest."""
        return [self.quantile(node, part) for part in range(PARTS + 1)]


# -- probabilities at the root -----------------------------------------------------------------


def best_probability(tree: IntervalTree, quantiles: Quantiles, edge: cython.int) -> cython.double:
    """Return the probability that no other root move is better than that of an edge.

    All moves are taken as independent. The mean is taken over the middles of the 16 parts of the
    move's distribution. It is from 0 to 1.
    """
    total: cython.double = 0.0
    all_below: cython.double
    value: cython.double
    part: cython.int
    other: cython.int
    for part in range(PARTS):
        value = quantiles.quantile(child_at(tree, edge), part)
        value = (value + quantiles.quantile(child_at(tree, edge), part + 1)) / 2
        all_below = 1.0
        for other in range(tree.node[0].first, tree.node[0].first + tree.node[0].children):
            if other != edge:
                all_below *= quantiles.up_to(child_at(tree, other), value)
        total += all_below
    return total / PARTS


def best_probabilities(tree: IntervalTree) -> list[float]:
    """Return for each root move, in order, the probability (0 to 1) that no other is better.

    They follow from the tree's `distributions`.
    """
    first: cython.int = tree.node[0].first
    return [
        best_probability(tree, tree.distributions, edge)
        for edge in range(first, first + tree.node[0].children)
    ]


def uniform_best_probabilities(intervals: list[tuple[int, int]]) -> list[float]:
    """Return for each interval (low, high) the probability that its true value is the highest.

    True values are taken as uniform. The probability that all others are lower is averaged over
    evenly spread values of the interval.

    >>> uniform_best_probabilities([(0, 10), (20, 30)])
    [0.0, 1.0]
    """
    probabilities = []
    for index, (low, high) in enumerate(intervals):
        others = intervals[:index] + intervals[index + 1 :]
        total = 0.0
        for sample in range(_SAMPLES):
            value = low + (high - low) * (sample + 0.5) / _SAMPLES
            total += prod([_uniform_below(least, most, value) for least, most in others])
        probabilities.append(total / _SAMPLES)
    return probabilities


def _uniform_below(low: cython.double, high: cython.double, value: cython.double) -> cython.double:
    """Return the probability that a uniform variable from `low` to `high` is below a value.

    If both are equal to the value, it is a half.
    """
    if low == high:
        return 0.5 if value == low else 1.0 if value > low else 0.0
    return min(1.0, max(0.0, (value - low) / (high - low)))
