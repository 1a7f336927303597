"""The verification of B*'s proofs: wider intervals, and the probability that a proof is wrong.

A proof is as good as its intervals, which may miss the true value (Palay 1980, section 9). Maven
widens them and proves again, as an encyclopedia says. Berliner & McConnell (1996) verify: they try
to show that the move may be worse than the second best. `BStar._after_separation` uses both.
"""

from __future__ import annotations

from typing import Any

import cython

from evaluators.core.budget import Budget
from evaluators.core.evaluator import Evaluator
from searchers.bstar.interval_tree import IntervalTree

if not cython.compiled:
    from games.core.array import array, doubles, ints
    from games.core.scores import INFINITY, MATE_BOUND, MAX_PLY, adjust_mate
    from searchers.bstar.constants import (
        FARTHEST,
        FINISHED,
        GRID,
        MARGIN,
        STEPS,
        UNIT,
        VISITS,
        WIDEST,
        Node,
    )
    from searchers.bstar.interval_tree import child_at
    from searchers.storage.constants import BETWEEN_POLLS


class Widening:
    """The amount by which a tree's leaves have wider intervals than those of the evaluator.

    Either all intervals are `times` sixteenths as wide on both sides of their realistic values.
    Then points stay points. Or all bounds are moved outwards `by` an amount, as in Maven. Then
    finished games keep their values. In both cases certain wins and losses stay, and estimates stay
    estimates.

    `restore` brings the exact bounds back, with two exceptions. Where children were dropped from
    the tree in between, bounds are rounded. Bounds that would have become wins or losses stay wide.
    """

    def __init__(self, tree: IntervalTree) -> None:
        self.tree = tree
        self.begin(0)

    def begin(self, by: int) -> None:
        """Set how far the leaves of a new tree have their bounds moved outwards; 0 is not at all.

        The tree itself does not change. `widen_leaf` moves the bounds of each leaf that is added. A
        width set before no longer counts.

        :param by: the distance, in the unit of the values.
        """
        self.times, self.by = UNIT, min(by, MATE_BOUND)

    @property
    def percent(self) -> float:
        """The width to which intervals are stretched, in percent of the evaluator's.

        It is 100 also where bounds were moved `by` an amount instead.
        """
        return 100.0 * self.times / UNIT

    def is_on(self) -> cython.bint:
        """Return whether intervals are wider than those of the evaluator."""
        return self.times != UNIT or self.by != 0

    def stretch(self, budget: Budget) -> bool:
        """Widen all intervals by about a quarter, once more; back up the tree.

        Bounds that were moved by `move` first move back.

        :returns: false if they cannot be wider, or if the time was up and the tree is inconsistent.
        """
        times: cython.int = min(WIDEST, self.times + (self.times + 2) // 4)
        return times > self.times and bool(self._change(times, 0, budget))

    def move(self, by: cython.int, budget: Budget) -> bool:
        """Move the bounds of all leaves outwards by an amount, and back up the tree.

        It counts from the evaluator's bounds, and replaces earlier amounts and stretches. Certain
        wins and losses and finished games stay.

        :returns: false if the time was up, and then the tree is inconsistent.
        """
        return bool(self._change(UNIT, min(by, MATE_BOUND), budget))

    def restore(self, budget: Budget) -> bool:
        """Bring all intervals back to the evaluator's widths, and back up the tree.

        :returns: false if the time was up, and then the tree is inconsistent.
        """
        return not self.is_on() or bool(self._change(UNIT, 0, budget))

    def widen_leaf(self, node: cython.int) -> None:
        """Widen the interval of a new leaf as the others are, by `times` or by `by`, if at all.

        `by` does not move the bounds of finished games. Certain wins and losses stay.
        """
        tree: IntervalTree = self.tree
        leaf: Node = tree.node[node]
        if self.times != UNIT:
            tree.node[node].pessimistic = _stretched(leaf.pessimistic, leaf.real, self.times)
            tree.node[node].optimistic = _stretched(leaf.optimistic, leaf.real, self.times)
        elif self.by != 0 and leaf.first != FINISHED:
            tree.node[node].pessimistic = _moved(leaf.pessimistic, -self.by)
            tree.node[node].optimistic = _moved(leaf.optimistic, self.by)

    def _narrow_leaf(self, node: cython.int, times: cython.int, by: cython.int) -> None:
        """Set a leaf's interval back to what it was before it was widened.

        :param times: the width to which it was stretched, in sixteenths of its own.
        :param by: how far its bounds were moved outwards.
        """
        tree: IntervalTree = self.tree
        leaf: Node = tree.node[node]
        if times != UNIT:
            tree.node[node].pessimistic = _shrunk(leaf.pessimistic, leaf.real, times)
            tree.node[node].optimistic = _shrunk(leaf.optimistic, leaf.real, times)
        elif by != 0 and leaf.first != FINISHED:
            tree.node[node].pessimistic = _moved_back(leaf.pessimistic, by)
            tree.node[node].optimistic = _moved_back(leaf.optimistic, -by)

    def _change(self, times: cython.int, by: cython.int, budget: Budget) -> cython.bint:
        """Give the intervals of all leaves another width, and back up the whole tree.

        The amounts replace those that were set before.

        :param times: the new width, in sixteenths of the evaluator's.
        :param by: how far each bound is moved outwards; it counts only with `times` UNIT.
        :returns: false if the time was up, and then the tree is inconsistent.
        """
        tree: IntervalTree = self.tree
        old_times: cython.int = self.times
        old_by: cython.int = self.by
        node: cython.int
        self.times, self.by = times, by
        for node in range(1, tree.size):
            if node & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                return False
            if tree.node[node].children == 0:
                self._narrow_leaf(node, old_times, old_by)
                self.widen_leaf(node)
        return tree.back_up_all(budget)


def _is_estimate(bound: cython.int) -> cython.bint:
    """Return whether a bound may be moved: it is no certain win or loss, nor next to one."""
    return 1 - MATE_BOUND < bound < MATE_BOUND - 1


def _stretched(bound: cython.int, real: cython.int, times: cython.int) -> cython.int:
    """Return a bound `times` sixteenths as far from the realistic value, rounded towards it.

    It does not become a win or a loss. A bound that is one, or next to one, stays.
    """
    far: cython.longlong = bound
    if not _is_estimate(bound):
        return bound
    far -= real
    far = far * times // UNIT if far >= 0 else -(-far * times // UNIT)
    far += real
    return cython.cast(cython.int, max(1 - MATE_BOUND, min(far, MATE_BOUND - 1)))


def _shrunk(bound: cython.int, real: cython.int, times: cython.int) -> cython.int:
    """Return the bound that `_stretched` moves to this one; rounded away from `real`.

    The distance to `real` is divided by `times` / UNIT. A bound that is no estimate stays.
    """
    far: cython.longlong = bound
    if not _is_estimate(bound):
        return bound
    far -= real
    far = (far * UNIT + times - 1) // times if far >= 0 else -((-far * UNIT + times - 1) // times)
    return cython.cast(cython.int, real + far)


def _moved(bound: cython.int, by: cython.int) -> cython.int:
    """Return a bound plus a distance, but not in the range of certain wins and losses.

    A bound that is a win or a loss is returned unchanged.
    """
    if bound >= MATE_BOUND or bound <= -MATE_BOUND:
        return bound
    return max(1 - MATE_BOUND, min(bound + by, MATE_BOUND - 1))


def _moved_back(bound: cython.int, by: cython.int) -> cython.int:
    """Return the bound that `_moved` moved to this one; a win, a loss or one next to it stays.

    :param by: the way back, so minus that of `_moved`.
    """
    return bound + by if _is_estimate(bound) else bound


class ProofVerifier:
    """The probability that a proof is wrong, by the evaluator's statement of its errors.

    A leaf's value is as likely above its realistic value as below it. Its distance follows the
    evaluator's `coverage`. The values below one leaf are taken to be independent of those below
    another. So the value of the better of two children is at most x with the product of their
    probabilities. The leaves' distributions, backed up so, give the probability that another move
    is truly better.

    Probabilities are kept at the points of a grid, around the values where the intervals of the
    root's moves meet. They are from the point of view of the root's side.

    In a graph a node counts once for every line to it. After four visits a node on average, the
    rest count by their own intervals.

    :param product: whether children are independent; else they are fully dependent.
    """

    def __init__(self, tree: IntervalTree, product: bool = False) -> None:
        self.tree = tree
        self.product = product
        self._covered, self._rows = array("d"), array("d")  # until they are needed
        self.start = self.step = self.tie = 0.0
        self.narrowing = 1.0
        self.visits = self.most_visits = 0
        self.budget: Any = None

    def error_probability(
        self, place: cython.int, evaluator: Evaluator, widened: cython.double, budget: Budget
    ) -> float | None:
        """Return the probability that a root move is worse than another, from 0 to 1.

        It is 0 for a certain win.

        :param place: the index of the move among those at the root.
        :param widened: the width of the leaves' intervals, in widths of the evaluator's.
        :returns: None if the evaluator does not state its errors, or if the time was up.
        """
        tree: IntervalTree = self.tree
        edge: cython.int = tree.node[0].first + place
        other: cython.int
        own: cython.double
        total: cython.double = 0.0
        before: cython.double = 0.0
        under: cython.double
        rival: cython.int = 2 * GRID
        if evaluator.coverage(1.0) < 0:
            return None
        if len(self._rows) == 0:
            self._covered = array("d", bytes(8 * (STEPS * FARTHEST + 2)))
            self._rows = array("d", bytes(8 * (MAX_PLY + 3) * GRID))
            self.covered, self.rows = doubles(self._covered), doubles(self._rows)
        for step in range(STEPS * FARTHEST + 2):
            self.covered[step] = evaluator.coverage(step / STEPS) / 100
        self.narrowing, self.budget = widened, budget
        self.visits = 0
        self.most_visits = 4 * tree.size
        if not self._place_grid(edge):
            return 0.0
        # The first row is for the product of all rivals, the second for the move, the third for
        # one rival.
        for place in range(GRID):
            self.rows[place] = 1.0
        self.tie = self.step
        if not self._fill(child_at(tree, edge), True, 1):
            return None
        self.tie = 0.0
        for other in range(tree.node[0].first, tree.node[0].first + tree.node[0].children):
            if other == edge:
                continue
            if not self._fill(child_at(tree, other), True, 2):
                return None
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
        """Set the grid of values at which distributions are computed, in equal steps.

        It covers the values where the move and its rivals overlap.

        :param edge: the edge of the move that is claimed to be best.
        :returns: false if nothing can be wrong. A certain win is not wrong if a rival also wins.
        """
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
        """Set a row to the probabilities that a node's true value is at most each grid value.

        Values are for the root's side. An inner node counts as a leaf once `most_visits` is
        exceeded, or below MAX_PLY plies.

        :param mine: whether the root's side moved into the node.
        :param number: the row; later rows are overwritten.
        :returns: false if the time was up.
        """
        tree: IntervalTree = self.tree
        edge: cython.int
        place: cython.int
        chance: cython.double
        row: cython.int = number * GRID
        child: cython.int = row + GRID
        least: cython.bint = mine and tree.adversary  # the opponent is to move: the minimum
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

    def _fill_leaf(self, node: cython.int, mine: cython.bint, row: cython.int) -> None:
        """Set a row to the probabilities that a leaf's true value is at most each grid value.

        They follow from its interval and the table of errors. The row of a point is a step from 0
        to 1, at its value plus `tie`. Values are for the root's side.

        :param mine: whether the root's side moved into the leaf.
        :param row: the first place of the row.
        """
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
            real += self.tie  # a tie is no error: points below the move itself count for more
            for place in range(GRID):
                self.rows[row + place] = 1.0 if value >= real else 0.0
                value += self.step
            return
        low = STEPS * self.narrowing / max(real - low, 1.0)
        high = STEPS * self.narrowing / max(high - real, 1.0)
        for place in range(GRID):
            if value < real:
                self.rows[row + place] = 0.5 - self._within((real - value) * low) / 2
            else:
                self.rows[row + place] = 0.5 + self._within((value - real) * high) / 2
            value += self.step

    def _within(self, steps: cython.double) -> cython.double:
        """Return the probability (0 to 1) that an error is at most so many steps of the table.

        A step is an eighth of an interval's half-width. Between steps it is interpolated; beyond
        the table it is that of the last step.
        """
        index: cython.int
        if steps >= FARTHEST * STEPS:
            return self.covered[FARTHEST * STEPS]
        index = cython.cast(cython.int, steps)
        return self.covered[index] + (self.covered[index + 1] - self.covered[index]) * (
            steps - index
        )

    def rests_on_outcomes(self, budget: Budget) -> bool:
        """Return whether the best root move is proved by outcomes of finished games alone.

        It would then be separated however wide the intervals of unfinished games were. Certain wins
        and losses count as outcomes. False if the time was up.
        """
        tree: IntervalTree = self.tree
        size: cython.int = tree.size
        lows, highs = array("i", bytes(4 * size)), array("i", bytes(4 * size))
        low: cython.p_int = ints(lows)
        high: cython.p_int = ints(highs)
        node: cython.int
        edge: cython.int
        child: cython.int
        least: cython.int
        most: cython.int
        changed: cython.bint = True
        while changed:  # children come after their parent: in a tree one sweep is enough
            changed = False
            for node in range(size - 1, 0, -1):
                if node & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                    return False
                if tree.node[node].children == 0:
                    least, most = tree.node[node].pessimistic, tree.node[node].optimistic
                    if tree.node[node].first != FINISHED:
                        least = least if abs(least) >= MATE_BOUND else 1 - MATE_BOUND
                        most = most if abs(most) >= MATE_BOUND else MATE_BOUND - 1
                else:
                    least = most = -INFINITY
                    for edge in range(
                        tree.node[node].first, tree.node[node].first + tree.node[node].children
                    ):
                        child = child_at(tree, edge)
                        least, most = max(least, low[child]), max(most, high[child])
                    least, most = adjust_mate(least, 1), adjust_mate(most, 1)
                    if tree.adversary:
                        least, most = -most, -least
                changed |= tree.keyed and (least != low[node] or most != high[node])
                low[node], high[node] = least, most
        node = child_at(tree, tree.best(0))
        for edge in range(tree.node[0].first, tree.node[0].first + tree.node[0].children):
            child = child_at(tree, edge)
            if child != node and high[child] > low[node]:
                return False
        return True
