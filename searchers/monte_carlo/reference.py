"""UCT and PUCT as the papers have them, to be read first.

This is plain Python without budget, proofs, kept tree or rollouts: the static value evaluates new
nodes. The tests compare the visits of every node of `uct` and `puct` with it. Totals of rewards are
from the side to move at their node.

>>> from games import make
>>> root = uct(make("ngame:b=3,d=4"), 100, c=1.0, scale=30000)
>>> root.visits, sum(child.visits for child in root.children)
(100, 100)
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, inf, log, sqrt

from games.core.position import Position
from games.core.scores import is_decided


class Node:
    """A node of the tree: its move, static value, prior, visits and total reward."""

    def __init__(self, move: int = -1, value: int = 0) -> None:
        self.move, self.value, self.prior = move, value, 0.0
        self.visits, self.total = 0, 0.0
        self.children: list[Node] = []

    @property
    def worth(self) -> float:
        """The mean reward of a visited node, from the side that moves into it."""
        return -self.total / self.visits


Rating = Callable[[Node, Node], float]
Expansion = Callable[[Position, Node], float | None]


def reward(value: int, scale: int) -> float:
    """Return the reward of a value v: 1 for a win, -1 for a loss, else v / (|v| + scale)."""
    if is_decided(value):
        return 1.0 if value > 0 else -1.0
    return value / (abs(value) + scale)


def simulate(position: Position, node: Node, scale: int, expand: Expansion, rate: Rating) -> float:
    """Run one simulation below a node; return its reward for the side to move.

    The visit and the reward are added to the node and to those of the line below it. The position
    is at the node, before and after.

    :param expand: gives a leaf children, a reward, or both. Without one the simulation goes on.
    :param rate: takes a node and its child; the child of highest rating is simulated.
    """
    outcome = position.outcome()
    found = None if outcome is None else reward(outcome, scale)
    if found is None and not node.children:
        found = expand(position, node)
    if found is None:
        child = max(node.children, key=lambda child: rate(node, child))
        position.push(child.move)
        found = -simulate(position, child, scale, expand, rate)
        position.pop()
    node.visits += 1
    node.total += found
    return found


def uct(position: Position, simulations: int, c: float, scale: int) -> Node:
    """Return the root of a tree after simulations by UCT (Kocsis and Szepesvari 2006, section 2.3).

    A new node is evaluated at its first simulation and gets children at its second.

    :param simulations: how many.
    :param c: the weight of exploration in UCB1.
    :param scale: the value whose reward is 1/2: a value v has v / (|v| + scale).
    """

    def expand(position: Position, node: Node) -> float | None:
        """Return a new node's static reward; at its second visit add its children instead."""
        if node.visits == 0 and node is not root:
            return reward(position.static(), scale)
        node.children = [Node(move) for move in position.legal_moves()]
        return None

    def rate(node: Node, child: Node) -> float:
        """Return the UCB1 score of a child; infinity before its first visit."""
        if child.visits == 0:
            return inf
        return child.worth + c * sqrt(log(node.visits) / child.visits)

    root = Node()
    for _ in range(simulations):
        simulate(position, root, scale, expand, rate)
    return root


def puct(position: Position, simulations: int, c: float, scale: int, temperature: float) -> Node:
    """Return the root of a tree after simulations by PUCT (Silver et al. 2017, methods).

    All children of a leaf are evaluated when it is expanded. The best of them is the leaf's reward.
    Priors are a softmax over the children's rewards. A child without visits has its own reward.

    :param simulations: how many.
    :param c: the weight of exploration.
    :param scale: the value whose reward is 1/2: a value v has v / (|v| + scale).
    :param temperature: the difference of rewards that changes a prior by the factor e.
    """

    def expand(position: Position, node: Node) -> float:
        """Add and evaluate all children with their priors; return the best child's reward."""
        for move in position.legal_moves():
            position.push(move)
            outcome = position.outcome()
            node.children.append(Node(move, position.static() if outcome is None else outcome))
            position.pop()
        rewards = [reward(-child.value, scale) for child in node.children]
        weights = [exp((one - max(rewards)) / temperature) for one in rewards]
        for child, weight in zip(node.children, weights, strict=True):
            child.prior = weight / sum(weights)
        return max(rewards)

    def rate(node: Node, child: Node) -> float:
        """Return the PUCT score of a child: its mean reward plus its prior's exploration term."""
        worth = child.worth if child.visits else reward(-child.value, scale)
        return worth + c * child.prior * sqrt(node.visits) / (1 + child.visits)

    root = Node()
    for _ in range(simulations):
        simulate(position, root, scale, expand, rate)
    return root
