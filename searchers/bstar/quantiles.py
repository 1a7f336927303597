"""What a probability B* thinks of true values: a distribution for every node of an interval tree.

Palay looked for more than a range to back up, such as an expected true value and where it lies in
95 of 100 cases (1980, sections 7 and 10). Distributions hold both.
"""

from __future__ import annotations

from typing import Any

import cython

from evaluators.core.budget import Budget
from evaluators.core.evaluator import Evaluator
from games.core.columns import column, grown, lengthen
from searchers.bstar.interval_tree import Backed, IntervalTree
from searchers.storage.kept_tree import copied

if not cython.compiled:
    from games.core.array import ints
    from games.core.scores import adjust_mate
    from searchers.bstar.constants import BITS, HALF, PARTS
    from searchers.bstar.interval_store import child_at
    from searchers.storage.constants import BETWEEN_POLLS

__all__ = ["NODE_BYTES", "TOLD_BYTES", "Quantiles"]

MOST_VALUES = 2**62
NODE_BYTES = 38
"""Bytes that a node takes where every inner node has two children; fewer where they have more."""
TOLD_BYTES = 68
"""Bytes that a node takes besides where evaluators tell the quantiles of leaves."""


class Quantiles(Backed):
    """The distribution of every node's true value, as the quantiles 0/16, 1/16 ... 16/16.

    Like bounds they are in the frame of the side that moved into the node, and the first and the
    last of them are its bounds. Between two quantiles the value is uniform.

    * A leaf's value lies below its realistic value as likely as above it, and is uniform on each
      side: uniform over the interval where the realistic value is its middle. Or its quantiles are
      those that the evaluator told (`tell`), as far as they lie in the interval, and the chance of
      what lies beyond an end is that of the end. With `lean` it leans
      to the side to move, which has a choice of children: its quantile p is that of p + lean p (1 -
      p) without. At 100 percent its mean is that of the better of two draws.
    * The mover gets the maximum over the children. Taken to be fully dependent, each of its
      quantiles is the maximum of the children's (so the median backs up as the realistic value
      does); taken to be independent, the chance that it is at most x is the product of the
      children's chances.

    An inner node costs 68 bytes more, every node 4.

    :param product: whether children are independent; else fully dependent.
    :param lean: how far leaves lean to the side to move, in percent.
    :param telling: whether the quantiles of leaves are told.
    """

    def __init__(
        self, tree: IntervalTree, product: bool = False, lean: int = 0, telling: bool = False
    ) -> None:
        self.tree = tree
        self.product = product
        self.lean = lean
        self.telling = telling
        if not cython.compiled:
            self.share, self.line, self.own = [0] * 17, [0] * 17, [0] * 17
            self.at, self.chance, self.chance_below = [0.0] * 17, [0.0] * 17, [0.0] * 17
        self.clear()

    def clear(self) -> cython.int:
        self.told_room = 0
        self._told = column()
        return self._begin()

    def _begin(self) -> cython.int:
        """Forget what was backed up."""
        part: cython.int
        leaning: cython.int
        self.used = self.room = self.value_room = 0
        self._index, self._value = column(), column()
        for part in range(PARTS + 1):
            leaning = part * (PARTS - part) * self.lean * 2 * HALF // (100 * PARTS * PARTS)
            if self.tree.adversary:  # the opponent of the side that moved in is to move
                leaning = -leaning
            self.share[part] = part * 2 * HALF // PARTS + leaning
        return 0

    # -- asking ------------------------------------------------------------------------------

    def quantile(self, node: cython.int, part: cython.int) -> cython.int:
        """The value that a node reaches down from with the chance part/16."""
        if not 0 <= part <= PARTS:
            raise IndexError(f"part {part}: expected one from 0 to {PARTS}")
        self.check(node)
        return self._quantile(node, part)

    def check(self, node: cython.int) -> cython.int:
        """Hold a number against the nodes whose values are thought of: who takes one asks first.

        :raises IndexError: if it is none.
        """
        tree: IntervalTree = self.tree
        if not 0 <= node < tree.size:
            tree.refuse("node", node)
        if tree.node[node].children and (node >= self.room or self.index[node] == 0):
            tree.refuse("inner node not backed up,", node)
        return 0

    def _quantile(self, node: cython.int, part: cython.int) -> cython.int:
        """`quantile` of a node that is known to be one."""
        if self.tree.node[node].children:
            return self.value[self._first(node) + part]
        return self._unexplored(node, part)

    def _first(self, node: cython.int) -> cython.longlong:
        """Where the quantiles of an inner node begin."""
        index: cython.longlong = self.index[node]
        return index * (PARTS + 1)

    def _unexplored(self, node: cython.int, part: cython.int) -> cython.int:
        """A quantile of what a leaf's interval and realistic value say."""
        tree: IntervalTree = self.tree
        low: cython.longlong
        real: cython.longlong
        high: cython.longlong
        low, high = tree.node[node].pessimistic, tree.node[node].optimistic
        if self.telling and 0 < part < PARTS:
            real = self.told[cython.cast(cython.longlong, node) * (PARTS + 1) + part]
            return cython.cast(cython.int, max(low, min(high, real)))
        return self._within(low, tree.node[node].real, high, self.share[part])

    def _within(
        self,
        low: cython.longlong,
        real: cython.longlong,
        high: cython.longlong,
        share: cython.longlong,
    ) -> cython.int:
        """What lies above so great a share of an interval: the realistic value, above one half."""
        if share <= HALF:
            return cython.cast(cython.int, low + ((real - low) * share >> BITS))
        return cython.cast(cython.int, real + ((high - real) * (share - HALF) >> BITS))

    def up_to(self, node: cython.int, target: cython.double) -> cython.double:
        """The chance that a node's true value is at most the target."""
        self.check(node)
        part: cython.int = 0
        high: cython.int = PARTS
        middle: cython.int
        if target >= self.tree.node[node].optimistic:
            return 1.0
        if target < self.tree.node[node].pessimistic:
            return 0.0
        while high - part > 1:
            middle = (part + high) >> 1
            if self._quantile(node, middle) <= target:
                part = middle
            else:
                high = middle
        return self._between(node, part, target)

    def below(self, node: cython.int, target: cython.double) -> cython.double:
        """The chance that a node's true value is less than the target."""
        self.check(node)
        part: cython.int = 0
        high: cython.int = PARTS
        middle: cython.int
        if target > self.tree.node[node].optimistic:
            return 1.0
        if target <= self.tree.node[node].pessimistic:
            return 0.0
        while high - part > 1:
            middle = (part + high) >> 1
            if self._quantile(node, middle) < target:
                part = middle
            else:
                high = middle
        return self._between(node, part, target)

    def _between(self, node: cython.int, part: cython.int, target: cython.double) -> cython.double:
        """The chance of a target that lies between a quantile and the next, which differ."""
        low: cython.double = self._quantile(node, part)
        high: cython.double = self._quantile(node, part + 1)
        return (part + (target - low) / (high - low)) / PARTS

    def multiply(
        self,
        node: cython.int,
        at: cython.p_double,
        chances: cython.p_double,
        equal: cython.bint,
    ) -> cython.int:
        """Multiply 17 chances by those of a node's true value to lie below as many values, or to
        `equal` one at most. The values rise, so that one way up the quantiles finds them all."""
        low: cython.double = self.tree.node[node].pessimistic
        high: cython.double = self.tree.node[node].optimistic
        part: cython.int = 0
        index: cython.int
        below: cython.double
        above: cython.double
        self._list(node)
        for index in range(PARTS + 1):
            if at[index] > high or (equal and at[index] == high):
                break  # it lies below this value for certain, and below the rest
            if at[index] < low or (at[index] == low and not equal):
                chances[index] = 0.0
                continue
            while part < PARTS - 1 and (
                self.own[part + 1] < at[index] or (equal and self.own[part + 1] == at[index])
            ):
                part += 1
            below, above = self.own[part], self.own[part + 1]
            chances[index] *= (part + (at[index] - below) / (above - below)) / PARTS
        return 0

    def _list(self, node: cython.int) -> cython.int:
        """Set `own` to all quantiles of a node."""
        tree: IntervalTree = self.tree
        low: cython.longlong = tree.node[node].pessimistic
        real: cython.longlong = tree.node[node].real
        high: cython.longlong = tree.node[node].optimistic
        at: cython.longlong
        part: cython.int
        if tree.node[node].children > 0:
            at = self._first(node)
            for part in range(PARTS + 1):
                self.own[part] = self.value[at + part]
        elif self.telling:
            for part in range(PARTS + 1):
                self.own[part] = self._unexplored(node, part)
        else:
            for part in range(PARTS + 1):
                self.own[part] = self._within(low, real, high, self.share[part])
        return 0

    # -- being told --------------------------------------------------------------------------

    def tell(self, node: cython.int, evaluator: Evaluator) -> cython.int:
        """Take the quantiles of a leaf's value from the evaluator that looked at it last."""
        part: cython.int
        share: cython.double
        at: cython.longlong = node
        at *= PARTS + 1
        self._reserve_told(at + PARTS + 1)
        for part in range(1, PARTS):
            share = 100.0 * self.share[part] / (2 * HALF)
            if self.tree.adversary:
                self.told[at + part] = -evaluator.quantile(100.0 - share)
            else:
                self.told[at + part] = evaluator.quantile(share)
        return 0

    def _reserve_told(self, end: cython.longlong) -> cython.int:
        """Make room for so many numbers that were told."""
        if end <= self.told_room:
            return 0
        room: cython.longlong = grown(self.told_room, end, MOST_VALUES)
        lengthen((self._told,), room)
        self.told = ints(self._told)
        self.told_room = room
        return 0

    def _move_told(self) -> cython.int:
        """Follow the nodes to where the tree moved them: none but the root goes back."""
        tree: IntervalTree = self.tree
        node: cython.longlong
        place: cython.longlong
        part: cython.int
        if tree._mark is None:  # as before the first move
            return 0
        for node in range(min(self.told_room // (PARTS + 1), len(tree._mark))):
            place = tree.mark[node]
            if place >= 0 and place != node:
                for part in range(PARTS + 1):
                    self.told[place * (PARTS + 1) + part] = self.told[node * (PARTS + 1) + part]
        return 0

    # -- backing up --------------------------------------------------------------------------

    def back_up(self, node: cython.int) -> cython.bint:
        if not (0 <= node < self.tree.size and self.tree.node[node].children > 0):
            self.tree.refuse("inner node", node)
        self._reserve(node)
        self._maximum(node)
        if self.product:
            self._product(node)
            self._product(node)  # once more, on a grid that fits better
        return self._store(node)

    def rebuild(self, budget: Budget) -> cython.bint:
        """In a tree children come after their node, and one sweep does it; in a graph it may not,
        and a node whose children come later begins as the leaf that it was."""
        tree: IntervalTree = self.tree
        changed: cython.bint = True
        node: cython.int
        part: cython.int
        self._begin()
        if self.telling:
            self._move_told()
        if tree.keyed:
            for node in range(1, tree.size):
                if tree.node[node].children:
                    self._reserve(node)
                    for part in range(PARTS + 1):
                        self.value[self._first(node) + part] = self._unexplored(node, part)
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
        columns = []
        size: cython.longlong = self.tree.size
        told = (self._told, (PARTS + 1) * size if self.telling else 0)
        values = (self._value, (PARTS + 1) * (self.used + 1))
        for one, length in ((self._index, size), values, told):
            made = copied(one, length, budget)
            if made is None:
                return None
            columns.append(made)
        return self.used, columns

    def paste(self, copy: Any) -> None:
        self.used, (self._index, self._value, self._told) = copy
        self.index, self.value = ints(self._index), ints(self._value)
        self.told = ints(self._told)
        self.room, self.value_room = len(self._index), len(self._value)
        self.told_room = len(self._told)

    def _maximum(self, node: cython.int) -> cython.int:
        """Set `line` to the quantiles of the greatest of fully dependent children."""
        tree: IntervalTree = self.tree
        first: cython.int = tree.node[node].first
        least: cython.int = tree.highest_pessimistic(node)
        edge: cython.int
        child: cython.int
        part: cython.int
        for part in range(PARTS + 1):
            self.line[part] = least
        for edge in range(first, first + tree.node[node].children):
            child = child_at(tree, edge)
            if tree.node[child].optimistic <= least:
                continue
            self._list(child)
            for part in range(PARTS + 1):
                self.line[part] = max(self.line[part], self.own[part])
        return 0

    def _product(self, node: cython.int) -> cython.int:
        """Set `line` to the quantiles of the greatest of independent children, from the chances of
        the values it holds."""
        tree: IntervalTree = self.tree
        first: cython.int = tree.node[node].first
        edge: cython.int
        child: cython.int
        part: cython.int
        for part in range(PARTS + 1):
            self.at[part] = self.line[part]
            self.chance[part] = self.chance_below[part] = 1.0
        for edge in range(first, first + tree.node[node].children):
            child = child_at(tree, edge)
            if tree.node[child].optimistic >= self.line[0]:  # else it lies below them all
                self.multiply(child, self.at, self.chance, True)
                self.multiply(child, self.at, self.chance_below, False)
        return self._invert()

    def _invert(self) -> cython.int:
        """Set `line` to quantiles, given the chances that a value is at most, or below, its
        entries; both ends stay."""
        index: cython.int = 0
        part: cython.int
        wanted: cython.double
        low: cython.double
        step: cython.double
        for part in range(1, PARTS):
            wanted = cython.cast(cython.double, part) / PARTS
            while index < PARTS and self.chance[index] < wanted:
                index += 1
            self.own[part] = self.line[index]
            if index > 0 and self.chance_below[index] > wanted:
                low = self.line[index - 1]
                step = (wanted - self.chance[index - 1]) / (
                    self.chance_below[index] - self.chance[index - 1]
                )
                step *= self.line[index] - low
                self.own[part] = self.line[index - 1] + cython.cast(cython.int, step)
        for part in range(1, PARTS):
            self.line[part] = self.own[part]
        return 0

    def _store(self, node: cython.int) -> cython.bint:
        """Give a node the quantiles of its mover's best child; true if one of them is new."""
        index: cython.longlong = self._first(node)
        part: cython.int
        at: cython.longlong
        value: cython.int
        changed: cython.bint = False
        for part in range(PARTS + 1):
            at = index + part
            value = adjust_mate(self.line[part], 1)
            if self.tree.adversary:
                at = index + PARTS - part
                value = -value
            if self.value[at] != value:
                self.value[at] = value
                changed = True
        return changed

    def _reserve(self, node: cython.int) -> cython.int:
        """Make room for the quantiles of an inner node, unless it has them."""
        if node >= self.room:
            room: cython.int = grown(self.room, node + 1)
            lengthen((self._index,), room)  # one column grows, or stays where it was
            self.index = ints(self._index)
            self.room = room
        if self.index[node] > 0:
            return 0
        self.used += 1  # place 0 is no node's
        self.index[node] = self.used
        end: cython.longlong = self._first(node) + PARTS + 1
        if end > self.value_room:
            value_room: cython.longlong = grown(self.value_room, end, MOST_VALUES)
            lengthen((self._value,), value_room)
            self.value = ints(self._value)
            self.value_room = value_room
        return 0

    # -- for Python --------------------------------------------------------------------------

    def bytes(self) -> int:
        """Bytes in use, room for more left out."""
        told = TOLD_BYTES * self.tree.size if self.telling else 0
        return 4 * self.tree.size + 4 * (PARTS + 1) * self.used + told

    def line_of(self, node: int) -> list[int]:
        """A node's 17 quantiles."""
        return [self.quantile(node, part) for part in range(PARTS + 1)]
