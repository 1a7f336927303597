"""B* as Palay (1980) has it, to be read first.

This is plain Python without budget, transpositions or kept tree. The tests compare `bstar` with it.
Sections and figures are Palay's. The rules are those of version AL, or with `best_first` of BF.

>>> from games import make
>>> search = BStarReference(make("canonical:b=5,range=3200,seed=3"))
>>> search.prove().move, search.expanded
(3, 24)
"""

from __future__ import annotations

from dataclasses import dataclass, field

from games.core.position import Position
from games.core.scores import adjust_mate


@dataclass(eq=False)
class Node:
    """A node with the range of its true value, from the side that moved into it."""

    move: int
    optimistic: int
    pessimistic: int
    children: list[Node] = field(default_factory=list)

    def above(self, target: float) -> float:
        """Return the probability that the true value, taken as uniform, is above a target.

        The target is for the side that moved into the node, which is no point. The result is not
        clipped to [0, 1].
        """
        return (self.optimistic - target) / (self.optimistic - self.pessimistic)


class BStarReference:
    """One search of B*, with the counts of section 5."""

    def __init__(self, position: Position, best_first: bool = False) -> None:
        self.position, self.best_first = position, best_first
        self.adversary = not position.one_player
        self.expanded = self.explored = 0

    def prove(self) -> Node:
        """Explore until a top-level node is separated; return it (BSTAR!TOP!LEVEL, figure 2-8).

        A single node is its own rival: it is separated where it is a point. The position is
        restored.
        """
        self.top = self.expand()
        while True:
            best = max(self.top, key=lambda node: (node.optimistic, node.pessimistic))
            others = [node for node in self.top if node is not best]
            second = max(others or [best], key=lambda node: node.optimistic)
            if best.pessimistic >= second.optimistic:
                return best
            chosen = best if self.best_first else self.strategy(best, second, others)
            # The targets of section 4: (4.1) and (4.3) for PROVEBEST, else (4.4) and (4.5).
            lambda_, gamma = second.optimistic, max(node.pessimistic for node in self.top)
            middle = (lambda_ + gamma) / 2
            player, opponent = (lambda_, -middle) if chosen is best else (middle, -gamma)
            self.lower_level(chosen, *((opponent, player) if self.adversary else (player, player)))

    def strategy(self, best: Node, second: Node, others: list[Node]) -> Node:
        """Return the node to explore: the best, or another to disprove the rest (section 3.2).

        If others have the best one's optimistic value, it is that of lowest pessimistic value among
        them. If a relevant node's pessimistic value is at least the best one's, it is the best.
        Else it is the best if (3.3) is less than (3.4), otherwise the second.
        """
        tied = [node for node in others if node.optimistic == best.optimistic]
        if tied:
            return min(tied, key=lambda node: node.pessimistic)
        relevant = [node for node in others if self.is_relevant(node)]
        if any(node.pessimistic >= best.pessimistic for node in relevant):
            return best  # a node is embedded in the best
        span = best.optimistic - best.pessimistic
        prove = (second.optimistic - best.pessimistic) / span  # (3.3)
        disprove = sum(node.above(best.pessimistic) for node in relevant)  # (3.4)
        return best if prove < disprove else second

    def is_relevant(self, node: Node) -> bool:
        """Return whether no other top-level pessimistic value reaches a node's optimistic value.

        Of equal points the first is relevant (section 2).
        """
        rivals = [one for one in self.top if one.pessimistic >= node.optimistic]
        equal = all(one.optimistic == node.optimistic for one in rivals)
        return not rivals or (rivals[0] is node and equal)

    def lower_level(self, node: Node, target: float, next_target: float) -> None:
        """Explore below a node until its bounds change (BSTAR!LOWER!LEVEL, figure 2-8).

        The position is at the node's parent before and after.

        :param target: the value that the side to move at the node is to reach (section 4);
            `next_target` is the other side's.
        """
        self.explored += 1
        self.position.push(node.move)
        if not node.children:
            node.children = self.expand()
        while self.backed_up(node) == (node.optimistic, node.pessimistic):
            self.lower_level(self.choose(node, target), next_target, target)
        node.optimistic, node.pessimistic = self.backed_up(node)
        self.position.pop()

    def choose(self, node: Node, target: float) -> Node:
        """Return the child most likely to reach the target; by `best_first` the most optimistic.

        Points are left out, as are irrelevant children unless all are. There must be a child left.
        """
        children = [one for one in node.children if one.optimistic > one.pessimistic]
        if self.best_first:
            return max(children, key=lambda child: child.optimistic)
        highest = max(child.pessimistic for child in node.children)
        relevant = [child for child in children if child.optimistic > highest]
        return max(relevant or children, key=lambda child: child.above(target))  # (4.1) to (4.5)

    def backed_up(self, node: Node) -> tuple[int, int]:
        """Return the (optimistic, pessimistic) values that a node gets from its children.

        The node does not change. Wins and losses become one ply longer.
        """
        high = adjust_mate(max(child.optimistic for child in node.children), 1)
        low = adjust_mate(max(child.pessimistic for child in node.children), 1)
        return (-low, -high) if self.adversary else (high, low)

    def expand(self) -> list[Node]:
        """Return a new node for every legal move, with its range; count one expansion."""
        self.expanded += 1
        return [self.child(move) for move in self.position.legal_moves()]

    def child(self, move: int) -> Node:
        """Return a new node for a move, with static bounds, or as a point if the game is over."""
        self.position.push(move)
        low = high = self.position.outcome()
        if low is None or high is None:
            low, high = self.position.static_bounds(0), self.position.static_bounds(1)
        self.position.pop()
        return Node(move, -low, -high) if self.adversary else Node(move, high, low)
