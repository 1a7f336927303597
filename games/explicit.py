"""Worked examples as data: a game whose tree is read from a JSON file.

A number is a leaf, a list is an inner node, and an object gives a node its own static value or
interval::

    {"value": 11, "bounds": [3, 20], "children": [9, 5]}

Every number is from MAX's side; MAX moves at the root. A leaf given as an object needs a value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.errors import FileError, quoted
from games.files import read_json
from games.numbers import is_whole
from games.parts import Option
from games.position import Position
from games.scores import HEURISTIC, LONGEST_LINE

__all__ = ["Explicit", "Node", "read_tree"]


@dataclass(frozen=True)
class Node:
    """A node of an explicit tree, its numbers from MAX's side.

    :param value: the node's static value.
    :param low, high: the node's own interval.
    """

    value: int
    low: int
    high: int
    children: tuple[Node, ...] = ()


class Explicit(Position):
    """A node of a tree that is written down in a file. Moves are the numbers of the sons, from 0.

    A node without bounds has the interval of all numbers of the file, which is true but says
    little; an inner node without a value of its own is worth the middle of its interval.
    """

    NAME = "explicit"
    OPTIONS = (Option("file", "", "a JSON tree", literal=True),)

    def __init__(self, **options: str) -> None:
        super().__init__(**options)
        self.tree = read_tree(self.options["file"])
        self.node = self.tree
        self.path: list[tuple[int, Node]] = []

    def legal_moves(self) -> list[int]:
        return list(range(len(self.node.children)))

    def push(self, move: int) -> None:
        self.path.append((move, self.node))
        self.node = self.node.children[move]

    def pop(self) -> None:
        self.node = self.path.pop()[1]

    def outcome(self) -> int | None:
        return None if self.node.children else self.static()

    def static(self) -> int:
        return -self.node.value if len(self.path) & 1 else self.node.value

    def static_bounds(self, side: int) -> int:
        if len(self.path) & 1:
            return -self.node.low if side else -self.node.high
        return self.node.high if side else self.node.low

    @property
    def history(self) -> tuple[int, ...]:
        return tuple(move for move, _ in self.path)

    def copy(self) -> Explicit:
        twin = Explicit.__new__(Explicit)
        twin.options, twin.tree, twin.node = self.options, self.tree, self.node
        twin.path = self.path[:]
        return twin


def read_tree(file: str) -> Node:
    """Read a tree from a JSON file.

    :raises FileError: naming the file, the place in the tree and what was expected there.
    """
    data = read_json(file, "a JSON tree")
    leaves: list[int] = []
    _collect(data, file, "root", 0, leaves)
    return _built(data, min(leaves), max(leaves))


def _collect(data: Any, file: str, place: str, ply: int, leaves: list[int]) -> None:
    """Check the data and gather every number that bounds the tree's values."""
    if ply > LONGEST_LINE:
        raise FileError(f"{file}: the tree is too deep; expected at most {LONGEST_LINE} plies")
    if isinstance(data, dict):
        unknown = set(data) - {"value", "bounds", "children"}
        if unknown:
            key = quoted(min(unknown))
            raise FileError(f"{file}, {place}: unknown key {key}; expected value, bounds, children")
        bounds = data.get("bounds", [])
        if not isinstance(bounds, list) or (len(bounds) not in (0, 2) and "bounds" in data):
            raise FileError(f"{file}, {place}: bounds {quoted(bounds)}: expected [low, high]")
        for number in [data[k] for k in ("value",) if k in data] + bounds:
            leaves.append(_number(number, file, place))
        if bounds and not bounds[0] <= data.get("value", bounds[0]) <= bounds[1]:
            raise FileError(f"{file}, {place}: expected low <= value <= high in {quoted(data)}")
        children = data.get("children", [])
        if not isinstance(children, list):
            raise FileError(f"{file}, {place}: children {quoted(children)}: expected a list")
        if not children and "value" not in data:
            raise FileError(f"{file}, {place}: a leaf needs a value")
        data = children
        if not children:
            return
    if isinstance(data, list):
        if not data:
            raise FileError(f"{file}, {place}: a node needs children; a leaf is a number")
        for number, child in enumerate(data, 1):
            below = f"node {number}" if place == "root" else f"{place}.{number}"
            _collect(child, file, below, ply + 1, leaves)
    else:
        leaves.append(_number(data, file, place))


def _number(data: Any, file: str, place: str) -> int:
    if not is_whole(data, 1 - HEURISTIC, HEURISTIC - 1):
        expected = "a whole number below 2^29 in size"
        raise FileError(f"{file}, {place}: {quoted(data)}: expected {expected}")
    number: int = data
    return number


def _built(data: Any, lowest: int, highest: int) -> Node:
    if isinstance(data, int):
        return Node(data, data, data)
    facts = data if isinstance(data, dict) else {"children": data}
    sons = []
    for child in facts.get("children", []):  # no comprehension, which takes a frame of its own
        sons.append(_built(child, lowest, highest))
    children = tuple(sons)
    if not children:
        return Node(facts["value"], *facts.get("bounds", [facts["value"]] * 2))
    low, high = facts.get("bounds", (lowest, highest))
    value = facts.get("value", low + (high - low) // 2)
    return Node(value, low, high, children)
