"""The selection rules of B*: the strategy with its top-level node, and the child further down.

A rule is a class. `TOP_RULES` and `LOWER_RULES` name them, and another rule is one more entry.
`ALIASES` names pairs of them, among them the versions BF, DB, LL, TL and AL of Palay (1980, section
5). All rules choose among the edges of a node. The bounds of its children are from the point of
view of the side that moved into them; at the top level that is the player. To choose the best
top-level node is the strategy PROVEBEST, to choose another is DISPROVEREST.
"""

from __future__ import annotations

import cython

from searchers.bstar.distributions import Quantiles, best_probability
from searchers.bstar.interval_tree import IntervalTree

if not cython.compiled:
    from games.core.scores import INFINITY, adjust_mate
    from searchers.bstar.constants import PARTS, Node
    from searchers.bstar.interval_tree import child_at

PB = "pb"
"""The name of the rules that use distributions, and of the pair of them."""


# -- the top level (section 3) -----------------------------------------------------------------


class TopRule:
    """A rule that chooses the strategy and, with it, the top-level node to explore.

    :ivar every: whether "depth" adds up the depths of all alternatives, not of the relevant ones
        only.
    :ivar top_depth: the depth at which "depth" counts the top level, 0 or 1.
    :ivar guarded: whether "depth" chooses PROVEBEST where the second best is embedded in the best.
    :ivar error_limit: `choose` returns -1 where a rule with distributions finds that another move
        is better with at most this probability; 0: never.
    """

    DEEP = False
    """Whether the rule needs the depths that bounds come from."""
    SETS_POINT = False
    """Whether the rule sets the `point` at which both sides aim further down."""

    def __init__(self) -> None:
        self.every, self.top_depth, self.guarded = False, 1, True
        self.fixed = False
        self.point = 0.0
        self.error_limit = 0.0

    def fix(self, point: float) -> None:
        """Set the separation point to a value that the search does not change (section 3.3)."""
        self.fixed = True
        self.point = point

    def choose(self, tree: IntervalTree, best: cython.int, second: cython.int) -> cython.int:
        """Return the edge from the root to explore next; a subclass defines it for `BStar` to call.

        No move is separated yet. `best` means PROVEBEST. Any other edge means DISPROVEREST; it need
        not be `second`.

        :param best: the edge to the best top-level node.
        :param second: the edge to the second best.
        :returns: -1 to stop the search, by `error_limit`.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks choose(tree, best, second)")


class Best(TopRule):
    """Always PROVEBEST (versions BF and LL)."""

    def choose(self, tree: IntervalTree, best: cython.int, second: cython.int) -> cython.int:
        """Return the edge to the best top-level node, always (PROVEBEST)."""
        return best


class Probability(TopRule):
    """The strategy with the lower probability of failure (section 3; versions TL and AL).

    The probabilities are (3.3) for the best node and (3.4) for the second, which is chosen if they
    are equal. Two cases come before. If others have the optimistic value of the best, it is the one
    of lowest pessimistic value among these. If a relevant node is embedded in the best, it is the
    best.
    """

    def choose(self, tree: IntervalTree, best: cython.int, second: cython.int) -> cython.int:
        """Return the root's edge to explore: the best if PROVEBEST is less likely to fail.

        Otherwise it is the second. It is also the best if a relevant child's pessimistic value is
        at least the best one's. If others share the highest optimistic value, it is the one of
        these with the lowest pessimistic value.
        """
        leader: cython.int = child_at(tree, best)
        top: cython.int = tree.node[leader].optimistic
        low: cython.int = tree.node[leader].pessimistic
        # Section 3.2: several nodes have the highest optimistic value. DISPROVEREST.
        if tree.node[child_at(tree, second)].optimistic == top:
            return self._lowest_tied(tree, best, top)
        # A node is embedded in the best. PROVEBEST: DISPROVEREST cannot succeed.
        # Else (3.3) against the sum of (3.4).
        point: cython.double = (
            self.point if self.fixed else tree.node[child_at(tree, second)].optimistic
        )
        prove: cython.double = (point - low) / (top - low)
        disprove: cython.double = 0.0
        highest: cython.int = tree.highest_pessimistic(0)
        edge: cython.int
        child: cython.int
        point = self.point if self.fixed else low
        for edge in range(tree.node[0].first, tree.node[0].first + tree.node[0].children):
            child = child_at(tree, edge)
            if edge == best or not tree.is_relevant(0, edge, highest):
                continue
            if tree.node[child].pessimistic >= low:
                return best
            disprove += success_probability(tree, child, point)
        return best if prove < disprove else second

    def _lowest_tied(self, tree: IntervalTree, best: cython.int, top: cython.int) -> cython.int:
        """Return the edge to the child of lowest pessimistic value among others tied with the best.

        :param top: the optimistic value by which they are tied.
        """
        least: cython.int = -1
        edge: cython.int
        child: cython.int
        for edge in range(tree.node[0].first, tree.node[0].first + tree.node[0].children):
            child = child_at(tree, edge)
            if edge == best or tree.node[child].optimistic < top:
                continue
            if (
                least < 0
                or tree.node[child].pessimistic < tree.node[child_at(tree, least)].pessimistic
            ):
                least = edge
        return least


class Depth(TopRule):
    """Berliner's rule: the squared depths that the bounds come from (section 5, version DB).

    PROVEBEST costs the squared depth of the best child's pessimistic value. DISPROVEREST costs the
    sum of those of the other children's optimistic values; irrelevant children count only with
    `every`. The second best is chosen if that is less. A point cannot be explored: where the second
    best is one, the best is chosen. The text does not say that the best is also chosen where the
    second best is embedded in it (`guarded`).
    """

    DEEP = True

    def choose(self, tree: IntervalTree, best: cython.int, second: cython.int) -> cython.int:
        """Return `best` or `second`: that of less cost, by the squared depths of their bounds.

        It is `best` if the costs are equal, or the second cannot be disproved.
        """
        other: cython.int = child_at(tree, second)
        if self.guarded:
            if not _may_disprove(tree, best, second):
                return best
        elif tree.node[other].optimistic == tree.node[other].pessimistic:
            return best
        highest: cython.int = tree.highest_pessimistic(0)
        above: cython.int = 1 - self.top_depth
        depth: cython.longlong = tree.node[child_at(tree, best)].pessimistic_depth - above
        prove: cython.longlong = depth * depth
        disprove: cython.longlong = 0
        edge: cython.int
        for edge in range(tree.node[0].first, tree.node[0].first + tree.node[0].children):
            if edge != best and (self.every or tree.is_relevant(0, edge, highest)):
                depth = tree.node[child_at(tree, edge)].optimistic_depth - above
                disprove += depth * depth
        return second if disprove < prove else best


class Smaller(TopRule):
    """The one of the two best nodes below which fewer nodes were expanded (an encyclopedia's idea).

    DISPROVEREST is pointless until the pessimistic value of the best node is the highest of all. So
    the best is chosen before, and where DISPROVEREST cannot succeed.
    """

    def choose(self, tree: IntervalTree, best: cython.int, second: cython.int) -> cython.int:
        """Return `second` if fewer nodes were expanded below it than below `best`, else `best`.

        It is also `best` until that has the highest pessimistic value, or if the second cannot be
        disproved.
        """
        first: cython.int = tree.node[0].first
        if tree.node[child_at(tree, best)].pessimistic < tree.highest_pessimistic(0):
            return best
        if tree.effort[second - first] < tree.effort[best - first]:
            return second if _may_disprove(tree, best, second) else best
        return best


def _may_disprove(tree: IntervalTree, best: cython.int, second: cython.int) -> cython.bint:
    """Return whether DISPROVEREST could succeed against the second child.

    It cannot if that is a point. Nor can it if its interval is inside the best child's, with a
    lower optimistic value.
    """
    leader: cython.int = child_at(tree, best)
    child: cython.int = child_at(tree, second)
    if tree.node[child].optimistic == tree.node[child].pessimistic:
        return False
    return (
        tree.node[child].pessimistic < tree.node[leader].pessimistic
        or tree.node[child].optimistic == tree.node[leader].optimistic
    )


class SelectVerify(TopRule):
    """The weaker side of the point at which separation is most likely.

    This is a probability B* after Palay (sections 7 and 10) and Berliner & McConnell (1996). The
    leader is the move of highest realistic value. Separation at a point succeeds if the leader's
    value is at least the point (phase VERIFY) and no rival's exceeds it (phase SELECT).

    Palay compares the probabilities of either strategy alone. Here both must succeed, so the one
    more likely to fail comes first. The points of Berliner & McConnell do not aim at separation: on
    canonical trees they cost many times as much.
    """

    SETS_POINT = True

    def __init__(self) -> None:
        super().__init__()
        if not cython.compiled:
            self.points, self.success = [0.0] * 17, [0.0] * 17

    def choose(self, tree: IntervalTree, best: cython.int, second: cython.int) -> cython.int:
        """Set `point`, unless it is fixed, and return the edge to explore.

        It leads to the leader or a rival: the one more likely to be on the wrong side of the point.
        If neither has to be explored, `best` is returned.

        :returns: -1 to stop: `error_limit` is above 0, and the probability that another move is
            better than the leader is at most that.
        """
        quantiles: Quantiles = tree.distributions
        leader: cython.int = self._leader(tree)
        self._separate(tree, quantiles, leader, best if leader != best else second)
        if self.error_limit > 0 and (
            1 - best_probability(tree, quantiles, leader) <= self.error_limit
        ):
            return -1
        chosen: cython.int = self._weaker(tree, quantiles, leader)
        return best if chosen < 0 else chosen  # before separation the best is no point

    def _leader(self, tree: IntervalTree) -> cython.int:
        """Return the root's edge to the child of highest realistic value.

        Of equal ones it is that of higher optimistic value, then the first.
        """
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
        self, tree: IntervalTree, quantiles: Quantiles, leader: cython.int, rival: cython.int
    ) -> None:
        """Set `point` to the value at which the leader and its rivals are most likely to separate.

        Of equal values it is the lowest. The range is from the highest pessimistic value to what
        both the leader and some rival may reach. A fixed point stays.

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
            return
        for step in range(PARTS + 1):
            self.points[step] = low + (high - low) * step / PARTS
            self.success[step] = 1.0
        quantiles.multiply(child_at(tree, leader), self.points, self.success, False)
        for step in range(PARTS + 1):
            self.success[step] = 1.0 - self.success[step]
        for other in range(tree.node[0].first, tree.node[0].first + tree.node[0].children):
            if other != leader and tree.node[child_at(tree, other)].optimistic > low:
                quantiles.multiply(child_at(tree, other), self.points, self.success, True)
        for step in range(PARTS + 1):
            if self.success[step] > most:
                most, self.point = self.success[step], self.points[step]

    def _weaker(self, tree: IntervalTree, quantiles: Quantiles, leader: cython.int) -> cython.int:
        """Return the edge to explore: the leader's (VERIFY), or its most likely rival's (SELECT).

        It is the one more likely to be on the wrong side of `point`.

        :returns: -1 if neither has to be explored.
        """
        child: cython.int = child_at(tree, leader)
        verify: cython.double = 1.0 - quantiles.below(child, self.point)
        select: cython.double = 1.0
        rival: cython.int = -1
        most: cython.double = -1.0
        above: cython.double
        edge: cython.int
        for edge in range(tree.node[0].first, tree.node[0].first + tree.node[0].children):
            child = child_at(tree, edge)
            if edge == leader or tree.node[child].optimistic <= self.point:
                continue
            above = 1.0 - quantiles.up_to(child, self.point)
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


# -- the lower levels (section 4) --------------------------------------------------------------


class LowerRule:
    """A rule that chooses the child to explore below the top level, never a point."""

    def choose(self, tree: IntervalTree, node: cython.int, target: cython.double) -> cython.int:
        """Return the edge to explore from a node; a subclass defines it for `BStar` to call.

        The node is no point, and its bounds are backed up.

        :param target: the value to reach, from the point of view of the side to move.
        :raises IndexError: if there is no such node.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks choose(tree, node, target)")


class Optimistic(LowerRule):
    """The child of highest optimistic value, of equal ones the first (versions BF, DB and TL).

    The target has no influence.
    """

    def choose(self, tree: IntervalTree, node: cython.int, target: cython.double) -> cython.int:
        """Return the edge to the most optimistic child that is no point, the first of equal ones.

        :returns: -1 if all children are points.
        :raises IndexError: if there is no such node.
        """
        tree.check_node(node)
        chosen: cython.int = -1
        high: cython.int = 0
        edge: cython.int
        child: cython.int
        for edge in range(tree.node[node].first, tree.node[node].first + tree.node[node].children):
            child = child_at(tree, edge)
            if tree.node[child].optimistic == tree.node[child].pessimistic:
                continue
            if chosen < 0 or tree.node[child].optimistic > high:
                chosen, high = edge, tree.node[child].optimistic
        return chosen


class LikelySuccess(LowerRule):
    """The child most likely to reach the target (section 4, versions LL and AL).

    (4.1) to (4.5) are one formula when bounds and target are from the mover's point of view. It is
    not clipped to [0, 1]. Children irrelevant to their parent are passed over, unless all are.
    """

    def choose(self, tree: IntervalTree, node: cython.int, target: cython.double) -> cython.int:
        """Return the edge to the child most likely to reach the target, relevant children first.

        A child's value counts as uniform in its interval. Points are left out.

        :returns: -1 if all children are points.
        :raises IndexError: if there is no such node.
        """
        tree.check_node(node)
        chosen: cython.int = _likeliest(tree, node, target, _highest_pessimistic(tree, node))
        return chosen if chosen >= 0 else _likeliest(tree, node, target, -INFINITY)


def _highest_pessimistic(tree: IntervalTree, node: cython.int) -> cython.int:
    """Return the highest pessimistic value of a node's children, read from the node's bounds."""
    if tree.adversary:
        return adjust_mate(-tree.node[node].optimistic, -1)
    return adjust_mate(tree.node[node].pessimistic, -1)


def _likeliest(
    tree: IntervalTree, node: cython.int, target: cython.double, above: cython.int
) -> cython.int:
    """Return the edge to the child most likely to reach the target, the first of equal ones.

    A child's value counts as uniform in its interval. Points are left out.

    :param above: children of no higher optimistic value are left out.
    :returns: -1 if there is none.
    """
    chosen: cython.int = -1
    most: cython.double = 0.0
    probability: cython.double
    child: Node
    high: cython.int
    low: cython.int
    edge: cython.int
    for edge in range(tree.node[node].first, tree.node[node].first + tree.node[node].children):
        child = tree.node[child_at(tree, edge)]
        high, low = child.optimistic, child.pessimistic
        if high <= above or high == low:
            continue
        probability = (high - target) / (high - low)  # `success_probability`, without a call
        if chosen < 0 or probability > most:
            chosen, most = edge, probability
    return chosen


def success_probability(
    tree: IntervalTree, node: cython.int, target: cython.double
) -> cython.double:
    """Return the share of a node's interval above a target: the chance to reach it if uniform.

    This is (3.4) and (4.1) to (4.5), by the uniform assumption of section 3.1. It is not clipped to
    [0, 1]. The node is no point, and the target is for the side that moved into it.
    """
    high: cython.double = tree.node[node].optimistic
    return (high - target) / (high - tree.node[node].pessimistic)


class LikelyReach(LowerRule):
    """The child most likely to reach the target, by its distribution.

    Like "probability" it passes over points and, if possible, children irrelevant to their parent.
    Both sides choose so in both phases. Berliner & McConnell make one side of each follow realistic
    values: on canonical trees that took a fifth more expansions, in chess it made no difference.
    """

    def choose(self, tree: IntervalTree, node: cython.int, target: cython.double) -> cython.int:
        """Return the edge to the child most likely to reach the target, by its distribution.

        Relevant children come before others; points are left out.

        :returns: -1 if all children are points.
        """
        quantiles: Quantiles = tree.distributions
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
                reach = 1.0 - quantiles.below(child, target)
            else:
                reach = success_probability(tree, child, target)  # not clipped: nearer is better
            if (
                chosen < 0
                or reach > most
                or (not relevant and tree.node[child].optimistic > highest)
            ):
                chosen, most = edge, reach
                relevant = tree.node[child].optimistic > highest
        return chosen


# -- the rules by name -------------------------------------------------------------------------

TOP_RULES: dict[str, type[TopRule]] = {
    "probability": Probability,
    "depth": Depth,
    "best": Best,
    "smaller": Smaller,
    PB: SelectVerify,
}
"""The top-level rules by name."""

LOWER_RULES: dict[str, type[LowerRule]] = {
    "probability": LikelySuccess,
    "optimistic": Optimistic,
    PB: LikelyReach,
}
"""The lower-level rules by name."""

ALIASES = {
    "bf": ("best", "optimistic"),
    "ll": ("best", "probability"),
    "db": ("depth", "optimistic"),
    "tl": ("probability", "optimistic"),
    "al": ("probability", "probability"),
    "smaller": ("smaller", "optimistic"),
    PB: (PB, PB),
}
"""Pairs of a top-level and a lower-level rule by name."""
