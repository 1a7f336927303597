"""Min/max approximation, conspiracy numbers and meta-greedy search in plain Python.

There is no budget and no kept tree. The tests compare `mma`, `conspiracy` and `mgss` with this: the
same leaves must be expanded. Values are from the side to move at a node. Games must have margins:
the distance of a win is not counted. MAX moves at the root.

>>> from games import make
>>> root, lines = min_max_approximation(make("ngame:b=2,d=9,seed=1"), 3)
>>> lines[0], len(lines), sum(len(node.children) for node in root.all())
((), 3, 6)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from games.core.position import Position

Line = tuple[int, ...]


class Node:
    """A node of the tree, with the line of moves to it."""

    def __init__(self, line: Line, value: int, over: bool) -> None:
        self.line, self.value, self.over = line, value, over
        self.children: list[Node] = []

    def all(self) -> Iterator[Node]:
        """Yield this node and those below it."""
        yield self
        for child in self.children:
            yield from child.all()

    def bounds(self) -> tuple[float, float]:
        """Return certain bounds of the value for the side to move, infinite if none are known."""
        if self.children:
            below = [child.bounds() for child in self.children]
            return max(-high for _, high in below), max(-low for low, _ in below)
        return (self.value, self.value) if self.over else (-math.inf, math.inf)

    def is_open(self) -> bool:
        """Return whether the node's value is not certain."""
        low, high = self.bounds()
        return low < high


def expand(position: Position, leaf: Node) -> None:
    """Add the children of a leaf, with their outcomes or static values.

    The position is at the root, before and after. The leaf's own value does not change.
    """
    for move in leaf.line:
        position.push(move)
    for move in position.legal_moves():
        position.push(move)
        outcome = position.outcome()
        value = position.static() if outcome is None else outcome
        leaf.children.append(Node((*leaf.line, move), value, outcome is not None))
        position.pop()
    for _ in leaf.line:
        position.pop()


def back_up(node: Node) -> int:
    """Set the minimax values of a tree; return the root's."""
    if node.children:
        node.value = max(-back_up(child) for child in node.children)
    return node.value


def grow(
    position: Position, expansions: int, select: Callable[[Node], Node]
) -> tuple[Node, list[Line]]:
    """Expand the root, then the leaf that `select` finds, until there are so many expansions.

    It ends earlier when the root's value is certain.

    :param select: takes the root and returns the leaf to expand next.
    :returns: the root, and the lines of moves to the expanded leaves in their order.
    """
    root, lines = Node((), 0, False), []
    leaf = root
    for _ in range(expansions):
        lines.append(leaf.line)
        expand(position, leaf)
        back_up(root)
        if not root.is_open():
            break
        leaf = select(root)
    return root, lines


# -- Rivest 1987 -------------------------------------------------------------------------------


def min_max_approximation(
    position: Position,
    expansions: int,
    p: int = 10,
    edge: float = 0.05,
    means: bool = False,
    scale: int = 100,
) -> tuple[Node, list[Line]]:
    """Expand the leaf of least penalty, so many times (Rivest 1987).

    It ends earlier when the root's value is certain.

    :param p: the degree of the generalised means.
    :param edge: the constant penalty of an edge; below 0, and with means: log n for n children.
    :param means: whether inner nodes have generalised means in the formula, not minimax values.
    :param scale: the value that is half of the way to a win.
    :returns: the root, and the lines of moves to the expanded leaves in their order.
    """

    def positive(node: Node) -> float:
        """Return the value of a node for MAX, from 1 to 1023; with `means` that of its children."""
        sign = -1 if len(node.line) % 2 else 1
        if means and node.children:
            degree = sign * p
            powers = [positive(child) ** degree for child in node.children]
            return float((sum(powers) / len(powers)) ** (1 / degree))
        return 512 + 511 * sign * node.value / (abs(node.value) + scale)

    def cheapest(node: Node) -> tuple[float, Node]:
        """Return the least penalty of a leaf below a node, and that leaf.

        :param node: a node with a leaf below that may be expanded.
        """
        if not node.children:
            return 0.0, node
        degree = -p if len(node.line) % 2 else p
        constant = math.log(len(node.children)) if means or edge < 0 else edge
        found = []
        for child in node.children:
            if child.is_open():
                penalty, leaf = cheapest(child)
                derivative = (positive(child) / positive(node)) ** (degree - 1)
                found.append((penalty + constant - math.log(derivative), leaf))
        return min(found, key=lambda one: one[0])

    return grow(position, expansions, lambda root: cheapest(root)[1])


# -- McAllester 1988 ---------------------------------------------------------------------------


def bucket_of(value: int, buckets: int, scale: int) -> int:
    """Return the bucket of a value that is no win or loss, less than `buckets` in size."""
    found = min(buckets - 1, buckets * abs(value) // (abs(value) + scale))
    return found if value >= 0 else -found


def conspirators(node: Node, bucket: int, buckets: int, scale: int) -> float:
    """Return how many leaves must change for a node to reach a bucket; infinity for never.

    :param bucket: from -buckets to buckets, from the side to move at the node.
    :param buckets: the number of buckets on each side of 0.
    :param scale: the value that is half of the way to a win.
    """
    own = bucket_of(node.value, buckets, scale)
    if bucket == own:
        return 0
    if not node.children:
        return math.inf if node.over else 1
    if bucket > own:  # one child is enough
        return min(conspirators(child, -bucket, buckets, scale) for child in node.children)
    above = [c for c in node.children if bucket_of(c.value, buckets, scale) < -bucket]
    return sum(conspirators(child, -bucket, buckets, scale) for child in above)


def conspiracy_search(
    position: Position, expansions: int, threshold: int, buckets: int = 16, scale: int = 100
) -> tuple[Node, list[Line]]:
    """Expand leaves that may make the value furthest from the root's, so many times.

    It ends earlier when no other bucket can be reached by so many conspirators.

    :param threshold: the most conspirators of a bucket that may be the target.
    :param buckets: the number of buckets on each side of 0.
    :param scale: the value that is half of the way to a win.
    :returns: the root, and the lines of moves to the expanded leaves in their order.
    """

    def number(node: Node, bucket: int) -> float:
        """Return the conspiracy number of a node for a bucket."""
        return conspirators(node, bucket, buckets, scale)

    def target(root: Node) -> int | None:
        """Return the furthest bucket from the root's that has few enough conspirators."""
        own = bucket_of(root.value, buckets, scale)
        likely = [b for b in range(-buckets, buckets + 1) if number(root, b) <= threshold]
        furthest = max(likely, key=lambda b: (abs(b - own), b))
        return None if furthest == own else furthest

    def member(node: Node, bucket: int) -> Node:
        """Return a leaf of a smallest conspiracy for a bucket."""
        while node.children:
            rising = bucket > bucket_of(node.value, buckets, scale)
            useful = [
                child
                for child in node.children
                if rising or bucket_of(child.value, buckets, scale) < -bucket
            ]
            bucket = -bucket
            node = min(useful, key=lambda child: number(child, bucket))
        return node

    root, lines = grow(position, 1, lambda root: root)
    while len(lines) < expansions and (aim := target(root)) is not None:
        leaf = member(root, aim)
        lines.append(leaf.line)
        expand(position, leaf)
        back_up(root)
    return root, lines


# -- Russell and Wefald 1989 -------------------------------------------------------------------


def meta_greedy(position: Position, expansions: int, error: int = 50) -> tuple[Node, list[Line]]:
    """Expand the leaf whose expansion gains most for the choice, so many times.

    It ends earlier when no expansion gains anything.

    :param error: the first guess of the standard deviation of the change of a leaf's value.
    :returns: the root, and the lines of moves to the expanded leaves in their order.
    """
    changes: list[int] = []

    def excess(mean: float, deviation: float) -> float:
        """Return the mean of the positive part of a normal variable."""
        at = mean / deviation
        density = math.exp(-at * at / 2) / math.sqrt(2 * math.pi)
        return deviation * density + mean * (1 + math.erf(at / math.sqrt(2))) / 2

    def worth(root: Node, leaf: Node) -> float:
        """Return the mean gain of the choice after a leaf's expansion over that before."""
        move = next(child for child in root.children if leaf in child.all())
        rivals = (-child.value for child in root.children if child is not move)
        others = max(rivals, default=-math.inf)
        value, reached = leaf.value, []
        for extreme in (-(2**30), 2**30):  # how far can it move the value of its root move
            leaf.value = extreme
            reached.append(-back_up(move))
        leaf.value = value
        mine = -back_up(move)
        low, high = sorted(reached)
        sign = 1 if reached[1] > reached[0] else -1
        shift = sum(changes) / (len(changes) + 10)
        squares = 10 * error**2 + sum(change**2 for change in changes)
        deviation = math.sqrt(squares / (len(changes) + 10) - shift**2)
        mean = sign * (value + shift)
        if mine >= others and move is min(root.children, key=lambda child: child.value):
            if low >= others:
                return 0.0
            return excess(others - mean, deviation) - excess(low - mean, deviation)
        best = max(-child.value for child in root.children)
        if high <= best:
            return 0.0
        return excess(mean - best, deviation) - excess(mean - high, deviation)

    root, lines = grow(position, 1, lambda root: root)
    while len(lines) < expansions:
        leaves = [node for node in root.all() if not node.children and not node.over]
        rated = [(worth(root, leaf), leaf) for leaf in leaves]
        most = max((gain for gain, _ in rated), default=0.0)
        if most <= 0:
            break
        leaf = next(leaf for gain, leaf in rated if gain == most)
        lines.append(leaf.line)
        expand(position, leaf)
        changes.append(max(-child.value for child in leaf.children) - leaf.value)
        back_up(root)
    return root, lines
