"""The selection rules of B*: which top-level node to explore, and which child further down.

A rule is a class; `TOP_RULES` and `LOWER_RULES` name them, and a rule of your own is one more
entry. All of them choose among the edges of a node, whose children's bounds are in the frame of the
side that moved into them; at the top level that is the player's. To choose the best top-level node
is the strategy PROVEBEST, to choose another is DISPROVEREST.
"""

from __future__ import annotations

import cython

from searchers.bstar.interval_tree import IntervalTree

if not cython.compiled:
    from games.core.scores import INFINITY, adjust_mate
    from searchers.bstar.interval_store import child_at
    from searchers.bstar.records import Node

__all__ = ["ALIASES", "LOWER_RULES", "TOP_RULES", "LowerRule", "TopRule", "chance"]


class TopRule:
    """Chooses a strategy and, with it, the top-level node to explore.

    :param every: "depth" compares with every alternative, not only with the relevant ones, and
        counts the top level as depth 0.
    :ivar top_depth: the depth at which "depth" counts the top level, 0 or 1.
    :ivar guarded: whether "depth" chooses PROVEBEST where the second best is embedded in the best.
    """

    DEEP = False
    """Whether it looks at the depths from which bounds were backed up."""
    AIMS = False
    """Whether it sets `point`, the targets of both sides further down, itself."""

    def __init__(self, every: bool = False) -> None:
        self.every = every
        self.top_depth = 0 if every else 1
        self.guarded = True
        self.fixed = False
        self.point = 0.0
        self.doubt = 0.0

    def fix(self, point: float) -> None:
        """Judge by a separation point given in advance, not by the bounds as they move."""
        self.fixed = True
        self.point = point

    def choose(self, tree: IntervalTree, best: cython.int, second: cython.int) -> cython.int:
        """The edge from the root to explore; the termination test has failed.

        -1: a rule that knows chances deems another move better by at most the chance `doubt`.

        :param best: the edge to the best top-level node.
        :param second: the edge to the second best.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks choose(tree, best, second)")


class Best(TopRule):
    """Always PROVEBEST."""

    def choose(self, tree: IntervalTree, best: cython.int, second: cython.int) -> cython.int:
        return best


class Probability(TopRule):
    """The strategy with the lower probability of failure (Palay 1980, section 3)."""

    def choose(self, tree: IntervalTree, best: cython.int, second: cython.int) -> cython.int:
        leader: cython.int = child_at(tree, best)
        top: cython.int = tree.node[leader].optimistic
        low: cython.int = tree.node[leader].pessimistic
        # Several nodes have the highest optimistic value: disprove the least of them.
        if tree.node[child_at(tree, second)].optimistic == top:
            return self._least_of(tree, best, top)
        # (3.3) against the sum of (3.4), unless a node is embedded in the best: then no
        # DISPROVEREST could succeed.
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
            disprove += chance(tree, child, point)
        return best if prove < disprove else second

    def _least_of(self, tree: IntervalTree, best: cython.int, top: cython.int) -> cython.int:
        """Of the nodes tied with the best, the one of lowest pessimistic value."""
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
    """Berliner's: the squared depths from which the bounds were backed up (Palay, section 5).

    A point cannot be explored: where the second best is one, the best is chosen. That the best is
    chosen too where the second best is embedded in it (`guarded`) is not in the text.
    """

    DEEP = True

    def choose(self, tree: IntervalTree, best: cython.int, second: cython.int) -> cython.int:
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
    """The one of the two best nodes that has the smaller tree, as an encyclopedia suggests.

    It notes that DISPROVEREST is pointless until the lower bound of the best node is the highest of
    all: some other's may be so even where the second best's is not.
    """

    def choose(self, tree: IntervalTree, best: cython.int, second: cython.int) -> cython.int:
        first: cython.int = tree.node[0].first
        if tree.node[child_at(tree, best)].pessimistic < tree.highest_pessimistic(0):
            return best
        if tree.effort[second - first] < tree.effort[best - first]:
            return second if _may_disprove(tree, best, second) else best
        return best


def _may_disprove(tree: IntervalTree, best: cython.int, second: cython.int) -> cython.bint:
    """Whether DISPROVEREST could succeed: the second is no point and not embedded in the best."""
    leader: cython.int = child_at(tree, best)
    child: cython.int = child_at(tree, second)
    if tree.node[child].optimistic == tree.node[child].pessimistic:
        return False
    return (
        tree.node[child].pessimistic < tree.node[leader].pessimistic
        or tree.node[child].optimistic == tree.node[leader].optimistic
    )


class LowerRule:
    """Chooses the child to explore below the top level. Points, whose value is known, are out."""

    def choose(self, tree: IntervalTree, node: cython.int, target: cython.double) -> cython.int:
        """The edge to explore from a node that is no point, and whose bounds are backed up.

        :param target: the value to be beaten, in the frame of the side to move.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks choose(tree, node, target)")


class Optimistic(LowerRule):
    """The child of highest optimistic value."""

    def choose(self, tree: IntervalTree, node: cython.int, target: cython.double) -> cython.int:
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
    """The child most likely to beat the target, or to fail its opponent (Palay 1980, section 4).

    (4.1) to (4.5) are one formula when bounds and target are the mover's own: the chance that the
    child's true value lies beyond the target. It is not clipped to [0, 1]. Children irrelevant to
    their node are passed over, unless all are.
    """

    def choose(self, tree: IntervalTree, node: cython.int, target: cython.double) -> cython.int:
        chosen: cython.int
        if not 0 <= node < tree.size:
            tree.refuse("node", node)
        chosen = _likeliest(tree, node, target, _floor(tree, node))
        return chosen if chosen >= 0 else _likeliest(tree, node, target, -INFINITY)


def _floor(tree: IntervalTree, node: cython.int) -> cython.int:
    """The highest pessimistic value among a node's children, by its own bounds."""
    if tree.adversary:
        return adjust_mate(-tree.node[node].optimistic, -1)
    return adjust_mate(tree.node[node].pessimistic, -1)


def _likeliest(
    tree: IntervalTree, node: cython.int, target: cython.double, above: cython.int
) -> cython.int:
    """The likeliest of the children whose optimistic value lies above a bound; -1 if there is
    none."""
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
        probability = (high - target) / (high - low)  # `chance`, without a call
        if chosen < 0 or probability > most:
            chosen, most = edge, probability
    return chosen


def chance(tree: IntervalTree, node: cython.int, target: cython.double) -> cython.double:
    """(optimistic - target) / (optimistic - pessimistic): the chance that a node's true value,
    uniform over its interval, lies beyond the target."""
    high: cython.double = tree.node[node].optimistic
    return (high - target) / (high - tree.node[node].pessimistic)


TOP_RULES: dict[str, type[TopRule]] = {
    "probability": Probability,
    "depth": Depth,
    "best": Best,
    "smaller": Smaller,
}
"""The top-level rules by name."""

LOWER_RULES: dict[str, type[LowerRule]] = {"probability": LikelySuccess, "optimistic": Optimistic}
"""The lower-level rules by name."""

ALIASES = {
    "bf": ("best", "optimistic"),
    "ll": ("best", "probability"),
    "db": ("depth", "optimistic"),
    "tl": ("probability", "optimistic"),
    "al": ("probability", "probability"),
    "smaller": ("smaller", "optimistic"),
}
"""Palay's versions (section 5), and the encyclopedia's, as pairs of rules."""
