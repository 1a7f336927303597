"""The chance that a move is wrong, by what the evaluator says of its own errors.

What lies below one leaf is taken to be independent of what lies below another. So the value of the
better of two children is at most x with the product of their chances: leaves' distributions, backed
up so through the tree, say how likely another move is truly better than the one chosen, however the
search chose that tree.
"""

from __future__ import annotations

from typing import Any

import cython

from evaluators.core.budget import Budget
from evaluators.core.evaluator import Evaluator
from searchers.bstar.interval_tree import IntervalTree

if not cython.compiled:
    from games.core.array import array, doubles
    from games.core.scores import MATE_BOUND, MAX_PLY
    from searchers.bstar.constants import FARTHEST, GRID, MARGIN, STEPS, VISITS
    from searchers.bstar.interval_store import child_at

__all__ = ["Doubt"]


class Doubt:
    """Reckons with a tree of intervals as with one of distributions.

    A leaf's value lies above its realistic value as likely as below it, and on either side as far
    as the evaluator's `coverage` says. Chances are held at places of a grid, from the root's side,
    around the values at which intervals of the root's moves meet.

    In a graph a node counts once for every way to it; where these are more than four a node all in
    all, the rest are taken by their intervals alone.
    """

    def __init__(self, tree: IntervalTree, product: bool = False) -> None:
        self.tree = tree
        self.product = product
        self._covered, self._rows = array("d"), array("d")  # until they are needed
        self.start = self.step = self.tie = 0.0
        self.narrowing = 1.0
        self.visits = self.most_visits = 0
        self.budget: Any = None

    def chance(
        self, place: int, evaluator: Evaluator, widened: float, budget: Budget
    ) -> float | None:
        """The chance that a move at the root is worth less than another.

        :param place: the move's among those at the root.
        :param widened: how many times as wide the leaves' intervals are as the evaluator gave them.
        :returns: None where the evaluator does not say how often it errs, or time was up.
        """
        if evaluator.coverage(1.0) < 0:
            return None
        self._reserve()
        for step in range(STEPS * FARTHEST + 2):
            self.covered[step] = evaluator.coverage(step / STEPS) / 100
        self.narrowing = widened
        self.budget = budget
        wrong = self._chance(place)
        return None if wrong < 0 else float(wrong)

    def _reserve(self) -> None:
        """Make room for what is reckoned with."""
        if len(self._rows) == 0:
            self._covered = array("d", bytes(8 * (STEPS * FARTHEST + 2)))
            self._rows = array("d", bytes(8 * (MAX_PLY + 3) * GRID))
            self.covered, self.rows = doubles(self._covered), doubles(self._rows)

    def _chance(self, place: cython.int) -> cython.double:
        """`chance` by what is covered; -1: time was up."""
        tree: IntervalTree = self.tree
        edge: cython.int = tree.node[0].first + place
        other: cython.int
        own: cython.double
        total: cython.double = 0.0
        before: cython.double = 0.0
        under: cython.double
        rival: cython.int = 2 * GRID
        self.visits = 0
        self.most_visits = 4 * tree.size
        if not self._place_grid(edge):
            return 0.0
        # In the first row the chances of all rivals, in the second the move's, then a rival's.
        for place in range(GRID):
            self.rows[place] = 1.0
        self.tie = self.step
        if not self._fill(child_at(tree, edge), True, 1):
            return -1.0
        self.tie = 0.0
        for other in range(tree.node[0].first, tree.node[0].first + tree.node[0].children):
            if other == edge:
                continue
            if not self._fill(child_at(tree, other), True, 2):
                return -1.0
            for place in range(GRID):
                self.rows[place] *= self.rows[rival + place]
        for place in range(GRID):
            own = self.rows[GRID + place]
            under = (self.rows[max(0, place - 1)] + self.rows[place]) / 2
            total += (own - before) * under
            before = own
        total += (1.0 - before) * (1.0 + self.rows[GRID - 1]) / 2
        return max(0.0, 1.0 - total)

    def _place_grid(self, edge: cython.int) -> cython.bint:
        """Lay the grid over where the move and its rivals meet; false if nothing can be wrong, as
        with a certain win: that a rival may win too is no error."""
        tree: IntervalTree = self.tree
        own: cython.double = tree.node[child_at(tree, edge)].pessimistic
        rival: cython.double = -MATE_BOUND
        width: cython.double = 0.0
        half: cython.double
        leaves: cython.int = 0
        node: cython.int
        other: cython.int
        if own >= MATE_BOUND:
            return False
        for other in range(tree.node[0].first, tree.node[0].first + tree.node[0].children):
            if other != edge:
                rival = max(rival, tree.node[child_at(tree, other)].optimistic)
        for node in range(1, tree.size):
            if (
                tree.node[node].children == 0
                and tree.node[node].optimistic > tree.node[node].pessimistic
                and tree.node[node].pessimistic > -MATE_BOUND
                and tree.node[node].optimistic < MATE_BOUND
            ):
                half = tree.node[node].optimistic
                width += (half - tree.node[node].pessimistic) / 2
                leaves += 1
        if leaves == 0 and own >= rival:
            return False
        width = width / leaves / self.narrowing if leaves > 0 else 1.0
        half = min(abs(own - rival) / 2, 3 * MARGIN * width) + MARGIN * width
        own = max(-MATE_BOUND, min(own, MATE_BOUND))
        rival = max(-MATE_BOUND, min(rival, MATE_BOUND))
        self.start = (own + rival) / 2 - half
        self.step = 2 * half / (GRID - 1)
        return True

    def _fill(self, node: cython.int, mine: cython.bint, number: cython.int) -> cython.bint:
        """Set a row to the chances that a node's value, from the root's side, is at most that of
        each place; false if time was up.

        :param mine: whether the root's side moved into the node.
        """
        tree: IntervalTree = self.tree
        edge: cython.int
        place: cython.int
        chance: cython.double
        row: cython.int = number * GRID
        child: cython.int = row + GRID
        least: cython.bint = mine and tree.adversary  # the opponent moves on, and takes the least
        self.visits += 1
        if self.visits % VISITS == 0 and not self.budget.in_time():
            return False
        if tree.node[node].children == 0 or self.visits > self.most_visits or number > MAX_PLY:
            self._fill_leaf(node, mine, row)
            return True
        for place in range(GRID):
            self.rows[row + place] = 1.0
        for edge in range(tree.node[node].first, tree.node[node].first + tree.node[node].children):
            if not self._fill(child_at(tree, edge), mine != tree.adversary, number + 1):
                return False
            for place in range(GRID):
                chance = 1.0 - self.rows[child + place] if least else self.rows[child + place]
                if self.product:
                    self.rows[row + place] *= chance
                elif chance < self.rows[row + place]:
                    self.rows[row + place] = chance
        if least:
            for place in range(GRID):
                self.rows[row + place] = 1.0 - self.rows[row + place]
        return True

    def _fill_leaf(self, node: cython.int, mine: cython.bint, row: cython.int) -> cython.int:
        """`_fill` of a leaf."""
        tree: IntervalTree = self.tree
        low: cython.double = tree.node[node].pessimistic
        high: cython.double = tree.node[node].optimistic
        real: cython.double = tree.node[node].real
        value: cython.double = self.start
        place: cython.int
        if low == high:
            real = low
        if not mine:
            low, high, real = -high, -low, -real
        if low == high:
            real += self.tie  # a tie is no error: in the move's own tree it counts as more
            for place in range(GRID):
                self.rows[row + place] = 1.0 if value >= real else 0.0
                value += self.step
            return 0
        low = STEPS * self.narrowing / max(real - low, 1.0)
        high = STEPS * self.narrowing / max(high - real, 1.0)
        for place in range(GRID):
            if value < real:
                self.rows[row + place] = 0.5 - self._within((real - value) * low) / 2
            else:
                self.rows[row + place] = 0.5 + self._within((value - real) * high) / 2
            value += self.step
        return 0

    def _within(self, steps: cython.double) -> cython.double:
        """The chance that an error is no larger than so many steps of what is covered."""
        index: cython.int
        if steps >= FARTHEST * STEPS:
            return self.covered[FARTHEST * STEPS]
        index = cython.cast(cython.int, steps)
        return self.covered[index] + (self.covered[index + 1] - self.covered[index]) * (
            steps - index
        )
