"""Widening the intervals of a tree that stands, and making them what they were again."""

from __future__ import annotations

import cython

from evaluators.core.budget import Budget
from searchers.bstar.interval_tree import IntervalTree

if not cython.compiled:
    from games.core.scores import MATE_BOUND
    from searchers.bstar.constants import FINISHED, UNIT, WIDEST
    from searchers.storage.constants import BETWEEN_POLLS

__all__ = ["Widening"]


class Widening:
    """How much wider the intervals at a tree's leaves are than the evaluator gave them.

    Either every interval is some `times` sixteenths as wide on either side of its realistic value,
    or both its bounds are moved outwards `by` so much (Maven's way). Points stay points in the one
    case, finished games in the other, certain wins and losses in both, and estimates stay
    estimates. `restore` gives back the very bounds there were, but those of nodes whose children
    were forgotten in between, which are rounded.
    """

    def __init__(self, tree: IntervalTree) -> None:
        self.tree = tree
        self.begin(0)

    def begin(self, by: int) -> None:
        """Begin with a new tree whose bounds are all to be moved outwards by so much."""
        self.times, self.by = UNIT, min(by, MATE_BOUND)

    @property
    def percent(self) -> float:
        """How wide intervals are, in percent, as far as that is the same for all."""
        return 100.0 * self.times / UNIT

    def is_on(self) -> cython.bint:
        """Whether intervals are wider than given."""
        return self.times != UNIT or self.by != 0

    def further(self, budget: Budget) -> bool:
        """Widen all intervals once more, by about a quarter.

        :returns: false if they are as wide as they can be, or the budget's time was up and the
            tree is in pieces.
        """
        times: cython.int = min(WIDEST, self.times + (self.times + 2) // 4)
        return times > self.times and bool(self._make(times, 0, budget))

    def move(self, by: cython.int, budget: Budget) -> bool:
        """Have all bounds moved outwards by so much; false if the budget's time was up, and then
        the tree is in pieces."""
        return bool(self._make(UNIT, min(by, MATE_BOUND), budget))

    def restore(self, budget: Budget) -> bool:
        """Give all intervals their widths back; false if the budget's time was up, and then the
        tree is in pieces."""
        return not self.is_on() or bool(self._make(UNIT, 0, budget))

    def leaf(self, node: cython.int) -> cython.int:
        """Widen a leaf's interval, which is as it was given, as those of the others are."""
        tree: IntervalTree = self.tree
        if self.times != UNIT:
            tree.node[node].pessimistic = _wider(
                tree.node[node].pessimistic, tree.node[node].real, self.times
            )
            tree.node[node].optimistic = _wider(
                tree.node[node].optimistic, tree.node[node].real, self.times
            )
        elif self.by != 0 and tree.node[node].first != FINISHED:
            tree.node[node].pessimistic = _moved(tree.node[node].pessimistic, -self.by)
            tree.node[node].optimistic = _moved(tree.node[node].optimistic, self.by)
        return 0

    def _narrow(self, node: cython.int, times: cython.int, by: cython.int) -> cython.int:
        """Give a leaf back the interval that it had before it was widened so much."""
        tree: IntervalTree = self.tree
        if times != UNIT:
            tree.node[node].pessimistic = _narrower(
                tree.node[node].pessimistic, tree.node[node].real, times
            )
            tree.node[node].optimistic = _narrower(
                tree.node[node].optimistic, tree.node[node].real, times
            )
        elif by != 0 and tree.node[node].first != FINISHED:
            tree.node[node].pessimistic = _back(tree.node[node].pessimistic, by)
            tree.node[node].optimistic = _back(tree.node[node].optimistic, -by)
        return 0

    def _make(self, times: cython.int, by: cython.int, budget: Budget) -> cython.bint:
        """Widen all leaves so much instead, and back everything up."""
        tree: IntervalTree = self.tree
        old_times: cython.int = self.times
        old_by: cython.int = self.by
        node: cython.int
        self.times, self.by = times, by
        for node in range(1, tree.size):
            if node & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                return False
            if tree.node[node].children == 0:
                self._narrow(node, old_times, old_by)
                self.leaf(node)
        return tree.back_up_all(budget)


def _is_estimate(bound: cython.int) -> cython.bint:
    """Whether a bound is neither a certain win or loss nor the last estimate before one."""
    return 1 - MATE_BOUND < bound < MATE_BOUND - 1


def _wider(bound: cython.int, real: cython.int, times: cython.int) -> cython.int:
    """A bound so many sixteenths as far from the realistic value, rounded towards it."""
    far: cython.longlong = bound
    if not _is_estimate(bound):
        return bound
    far -= real
    far = far * times // UNIT if far >= 0 else -(-far * times // UNIT)
    far += real
    return cython.cast(cython.int, max(1 - MATE_BOUND, min(far, MATE_BOUND - 1)))


def _narrower(bound: cython.int, real: cython.int, times: cython.int) -> cython.int:
    """The bound that `_wider` made this one of: it rounded down, so this rounds up."""
    far: cython.longlong = bound
    if not _is_estimate(bound):
        return bound
    far -= real
    far = (far * UNIT + times - 1) // times if far >= 0 else -((-far * UNIT + times - 1) // times)
    return cython.cast(cython.int, real + far)


def _moved(bound: cython.int, by: cython.int) -> cython.int:
    """A bound moved, which stays an estimate; certain wins and losses stay where they are."""
    if bound >= MATE_BOUND or bound <= -MATE_BOUND:
        return bound
    return max(1 - MATE_BOUND, min(bound + by, MATE_BOUND - 1))


def _back(bound: cython.int, by: cython.int) -> cython.int:
    """A bound that was moved, moved back."""
    return bound + by if _is_estimate(bound) else bound
