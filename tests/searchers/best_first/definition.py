"""Best-first minimax by the definition, on a tree of lists."""

from __future__ import annotations

from typing import Any


def best_first(position: Any, stop_depth: int, horizon: int = 0) -> tuple[int, int, int]:
    """Best-first minimax beyond a full minimax tree: (move, value, nodes beyond that tree) when
    depth s is first chosen. A node is [move, value, children].

    :param horizon: the depth of the full tree; 0: it is the root alone.
    """

    def full(depth: int, move: int = -1) -> list[Any]:
        if depth == horizon:
            return [move, position.static(), []]
        children = []
        for next_move in position.legal_moves():
            position.push(next_move)
            children.append(full(depth + 1, next_move))
            position.pop()
        return [move, 0, children]

    def value(node: list[Any]) -> int:
        return max(-value(child) for child in node[2]) if node[2] else node[1]

    root, nodes = full(0), 0
    while True:
        node, line = root, []
        while node[2]:
            node = max(node[2], key=lambda child: -value(child))
            line.append(node[0])
        if len(line) == stop_depth:
            return line[0], value(root), nodes
        for move in line:
            position.push(move)
        for move in position.legal_moves():
            position.push(move)
            node[2].append([move, position.static(), []])
            nodes += 1
            position.pop()
        for _ in line:
            position.pop()
