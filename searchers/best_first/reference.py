"""Best-first minimax as Korf's text has it (1992, sections 2 and 3), to be read first.

This is plain Python without budget, kept tree or completion. The tests compare `bfms`, `bfext`,
`rbfms` and `descent` with it. A search ends when it first chooses a node at a given depth (section
4). Values are for MAX, who moves at the root; static values are from the side to move.

>>> from games import make
>>> position = make("ngame:b=3,d=9")
>>> best_first_minimax(position, 5).move == RecursiveBestFirst(position, 5).move
True
"""

from __future__ import annotations

from typing import NamedTuple

from games.core.position import Position
from games.core.scores import INFINITY


class Found(NamedTuple):
    """The move chosen, the root's value, and the nodes generated."""

    move: int
    value: int
    nodes: int


class Node:
    """A node of the explicit tree. Its value is from the side to move at it."""

    def __init__(self, move: int, value: int) -> None:
        self.move, self.value = move, value
        self.children: list[Node] = []

    def best(self) -> Node:
        """Return the child that is worst for its side to move, the first of equal ones."""
        return min(self.children, key=lambda child: child.value)


def expand(position: Position, node: Node) -> int:
    """Append all children of a node, set its value by their static ones; return their number."""
    for move in position.legal_moves():
        position.push(move)
        node.children.append(Node(move, position.static()))
        position.pop()
    node.value = -node.best().value
    return len(node.children)


def grow(position: Position, node: Node, depth: int) -> None:
    """Expand a node, and all nodes less than `depth` plies below it; set their values."""
    if depth > 0:
        expand(position, node)
        for child in node.children:
            position.push(child.move)
            grow(position, child, depth - 1)
            position.pop()
        node.value = -node.best().value


def best_first_minimax(position: Position, stop_depth: int, horizon: int = 0) -> Found:
    """Expand the minimax node, the leaf that gives the root its value, until it is at a depth.

    :param stop_depth: that depth, at least 1. The game must not end before it.
    :param horizon: the depth of the full tree in which the search begins; its nodes do not count.
    :returns: the best move, the root's value for its side to move, and the nodes generated.
    """
    root, nodes = Node(-1, position.static()), 0
    grow(position, root, horizon)
    while True:
        # Step 1: go down to the minimax node.
        line = [root]
        while line[-1].children:
            line.append(line[-1].best())
        if len(line) - 1 == stop_depth:
            return Found(line[1].move, root.value, nodes)
        # Step 2: expand it.
        for node in line[1:]:
            position.push(node.move)
        nodes += expand(position, line[-1])
        # Step 3: update the values of its ancestors.
        for node in reversed(line[:-1]):
            position.pop()
            node.value = -node.best().value


def descent(position: Position, lines: int) -> Found:
    """Follow best lines to the end of the game, so many times (Cohen-Solal 2020).

    A node without children gets them when a line reaches it. The line goes on below the best.

    :returns: as `best_first_minimax`; the position is restored.
    """
    root = Node(-1, position.static())
    nodes = expand(position, root)
    for _ in range(lines):
        line = [root]
        while position.outcome() is None:
            if not line[-1].children:
                nodes += expand(position, line[-1])
            line.append(line[-1].best())
            position.push(line[-1].move)
        for node in reversed(line[:-1]):
            position.pop()
            node.value = -node.best().value
    return Found(root.best().move, root.value, nodes)


class Chosen(Exception):
    """Raised when the search chooses a node at the stopping depth."""


class RecursiveBestFirst:
    """Recursive best-first minimax search, BFMAX and BFMIN as printed (section 3).

    `new` are the nodes generated for the first time, by a set of the lines expanded. `new_by_value`
    are those that the paper counts as new: children of nodes whose value is their static value.
    """

    def __init__(self, position: Position, stop_depth: int) -> None:
        """Search a position until a node at a depth is chosen, and leave the position there.

        `move` is then the best move, `nodes` the number of nodes generated.

        :param stop_depth: that depth, at least 1. The game must not end before it.
        """
        self.position, self.stop_depth = position, stop_depth
        self.plies = len(position.history)  # before the root
        self.nodes = self.new = self.new_by_value = 0
        self.expanded: set[tuple[int, ...]] = set()
        try:
            self.search(True, position.static(), -INFINITY, INFINITY)
        except Chosen:  # the position is at the node
            self.move = position.history[self.plies]

    def search(self, is_max: bool, value: int, alpha: int, beta: int) -> int:
        """Search below a node while its value is inside alpha and beta; return the value.

        All values are for MAX, who moves at the root. The position is at the node.

        :param is_max: whether MAX moves at the node (BFMAX), or MIN (BFMIN).
        :param value: the node's value so far, which its children may inherit.
        :raises Chosen: if the search chooses a node at the stopping depth; the position stays
            there.
        """
        position = self.position
        line = tuple(position.history[self.plies :])
        if len(line) == self.stop_depth:
            raise Chosen
        inherit, sign = (min, -1) if is_max else (max, 1)
        is_stored = value != -sign * position.static()
        moves = position.legal_moves()
        self.nodes += len(moves)
        self.new_by_value += 0 if is_stored else len(moves)
        self.new += 0 if line in self.expanded else len(moves)
        self.expanded.add(line)
        children = []
        for move in moves:
            position.push(move)
            static = sign * position.static()
            position.pop()
            children.append((move, inherit(value, static) if is_stored else static))
        children.sort(key=lambda child: (sign * child[1], child[0]))
        while alpha <= children[0][1] <= beta:
            move, value = children[0]
            second = children[1][1] if len(children) > 1 else sign * INFINITY
            position.push(move)
            if is_max:
                value = self.search(False, value, max(alpha, second), beta)
            else:
                value = self.search(True, value, alpha, min(beta, second))
            position.pop()
            children[0] = move, value
            children.sort(key=lambda child: (sign * child[1], child[0]))
        return children[0][1]
