"""A probability B*: rules for `bstar` that reckon with distributions instead of ranges.

After Palay (1980, sections 7 and 10) and what is known of Berliner & McConnell (1996): phases
SELECT and VERIFY, and an end when another move is hardly better.
"""

from __future__ import annotations

import cython

from searchers.bstar.interval_tree import IntervalTree
from searchers.bstar.quantiles import Quantiles
from searchers.bstar.rules import ALIASES, LOWER_RULES, TOP_RULES, LowerRule, TopRule

if not cython.compiled:
    from searchers.bstar.constants import PARTS
    from searchers.bstar.interval_store import child_at
    from searchers.bstar.rules import chance

__all__ = ["PB", "LikelyReach", "SelectVerify", "best_chance", "likeliest"]

PB = "pb"
"""The name of its rules, and of the pair of them."""


class SelectVerify(TopRule):
    """Chooses the point at which the leader is likeliest to be separated from its rivals, and works
    on the weaker side of it.

    The leader is the move of highest realistic value. A separation at a point succeeds if the
    leader's value is at least the point (VERIFY) and no rival's exceeds it (SELECT). Where Palay
    compares the chances of either strategy alone, both must succeed here, so the one likelier to
    fail comes first. Berliner & McConnell's points (halfway between the best realistic value and
    the second's optimistic one, and just above the second's realistic one) do not aim at
    separation: on canonical trees they cost many times as much.
    """

    AIMS = True

    def __init__(self, every: bool = False) -> None:
        super().__init__(every)
        if not cython.compiled:
            self.points, self.success = [0.0] * 17, [0.0] * 17

    def choose(self, tree: IntervalTree, best: cython.int, second: cython.int) -> cython.int:
        thought: Quantiles = tree.distributions
        leader: cython.int = self._leader(tree)
        self._separate(tree, thought, leader, best if leader != best else second)
        if self.doubt > 0 and 1 - best_chance(tree, thought, leader) <= self.doubt:
            return -1
        chosen: cython.int = self._weaker(tree, thought, leader)
        return best if chosen < 0 else chosen  # before separation the best is no point

    def _leader(self, tree: IntervalTree) -> cython.int:
        """The edge to the child of highest realistic value; ties: higher optimistic, then first."""
        leader: cython.int = tree.node[0].first
        first: cython.int = child_at(tree, leader)
        edge: cython.int
        child: cython.int
        for edge in range(leader + 1, tree.node[0].first + tree.node[0].children):
            child = child_at(tree, edge)
            if tree.node[child].real > tree.node[first].real or (
                tree.node[child].real == tree.node[first].real
                and tree.node[child].optimistic > tree.node[first].optimistic
            ):
                leader, first = edge, child
        return leader

    def _separate(
        self, tree: IntervalTree, thought: Quantiles, leader: cython.int, rival: cython.int
    ) -> cython.int:
        """Set `point` to where separation is likeliest, ties to the lowest: from the highest
        pessimistic value of all to what both the leader and some rival may reach.

        :param rival: the rival of highest optimistic value.
        """
        low: cython.double = tree.highest_pessimistic(0)
        high: cython.double = min(
            tree.node[child_at(tree, leader)].optimistic,
            tree.node[child_at(tree, rival)].optimistic,
        )
        most: cython.double = -1.0
        step: cython.int
        other: cython.int
        if self.fixed:
            return 0
        for step in range(PARTS + 1):
            self.points[step] = low + (high - low) * step / PARTS
            self.success[step] = 1.0
        thought.multiply(child_at(tree, leader), self.points, self.success, False)
        for step in range(PARTS + 1):
            self.success[step] = 1.0 - self.success[step]
        for other in range(tree.node[0].first, tree.node[0].first + tree.node[0].children):
            if other != leader and tree.node[child_at(tree, other)].optimistic > low:
                thought.multiply(child_at(tree, other), self.points, self.success, True)
        for step in range(PARTS + 1):
            if self.success[step] > most:
                most, self.point = self.success[step], self.points[step]
        return 0

    def _weaker(self, tree: IntervalTree, thought: Quantiles, leader: cython.int) -> cython.int:
        """The leader (VERIFY) or its likeliest rival (SELECT), whichever side of the point is
        likelier to fail; -1 if neither has to be explored."""
        child: cython.int = child_at(tree, leader)
        verify: cython.double = 1.0 - thought.below(child, self.point)
        select: cython.double = 1.0
        rival: cython.int = -1
        most: cython.double = -1.0
        above: cython.double
        edge: cython.int
        for edge in range(tree.node[0].first, tree.node[0].first + tree.node[0].children):
            child = child_at(tree, edge)
            if edge == leader or tree.node[child].optimistic <= self.point:
                continue
            above = 1.0 - thought.up_to(child, self.point)
            select *= 1.0 - above
            if above > most and tree.node[child].optimistic > tree.node[child].pessimistic:
                rival, most = edge, above
        child = child_at(tree, leader)
        if (
            tree.node[child].pessimistic >= self.point
            or tree.node[child].optimistic == tree.node[child].pessimistic
        ):
            return rival
        return leader if rival < 0 or verify < select else rival


class LikelyReach(LowerRule):
    """The child most likely to reach the target, by its distribution; as `probability` does, it
    passes over points and, if possible, children irrelevant to their node.

    Both sides choose so in both phases. Berliner & McConnell let one side of each follow realistic
    values instead: on canonical trees that took a fifth more expansions, and in chess it made no
    difference.
    """

    def choose(self, tree: IntervalTree, node: cython.int, target: cython.double) -> cython.int:
        thought: Quantiles = tree.distributions
        highest: cython.int = tree.highest_pessimistic(node)
        chosen: cython.int = -1
        relevant: cython.bint = False
        most: cython.double = 0.0
        reach: cython.double
        edge: cython.int
        child: cython.int
        for edge in range(tree.node[node].first, tree.node[node].first + tree.node[node].children):
            child = child_at(tree, edge)
            if tree.node[child].optimistic == tree.node[child].pessimistic:
                continue
            if relevant and tree.node[child].optimistic <= highest:
                continue
            if tree.node[child].pessimistic < target < tree.node[child].optimistic:
                reach = 1.0 - thought.below(child, target)
            else:
                reach = chance(tree, child, target)  # not clipped: nearer is better
            if (
                chosen < 0
                or reach > most
                or (not relevant and tree.node[child].optimistic > highest)
            ):
                chosen, most = edge, reach
                relevant = tree.node[child].optimistic > highest
        return chosen


def best_chance(tree: IntervalTree, thought: Quantiles, edge: cython.int) -> cython.double:
    """The chance that no other move at the root is better than this one, were all independent."""
    total: cython.double = 0.0
    all_below: cython.double
    value: cython.double
    part: cython.int
    other: cython.int
    for part in range(PARTS):
        value = thought.quantile(child_at(tree, edge), part)
        value = (value + thought.quantile(child_at(tree, edge), part + 1)) / 2
        all_below = 1.0
        for other in range(tree.node[0].first, tree.node[0].first + tree.node[0].children):
            if other != edge:
                all_below *= thought.up_to(child_at(tree, other), value)
        total += all_below
    return total / PARTS


def likeliest(tree: IntervalTree) -> list[float]:
    """For each move at the root, the chance that no other is better."""
    first: cython.int = tree.node[0].first
    return [
        best_chance(tree, tree.distributions, edge)
        for edge in range(first, first + tree.node[0].children)
    ]


TOP_RULES[PB] = SelectVerify
LOWER_RULES[PB] = LikelyReach
ALIASES[PB] = (PB, PB)
