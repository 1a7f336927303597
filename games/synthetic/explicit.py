"""Worked examples as data: a game whose tree is read from a JSON file.

A number is a leaf, a list is an inner node, and an object gives a node its own static value or
interval::

    {"value": 11, "bounds": [3, 20], "children": [9, 5]}

Every number is from MAX's side; MAX moves at the root. A leaf given as an object needs a value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.core.position import Position
from games.core.scores import MATE_BOUND, MAX_PLY
from games.errors import FileError, quoted
from games.parts.files import read_json
from games.parts.numbers import is_whole
from games.parts.part import Option

__all__ = ["Explicit", "Node", "read_tree"]


@dataclass(frozen=True)
class Node:
    """A node of an explicit tree, its numbers from MAX's side.

    :param value: the node's static value.
    :param low: the lower end of the node's own interval.
    :param high: the upper end.
    """

    value: int
    low: int
    high: int
    children: tuple[Node, ...] = ()


class Explicit(Position):
    """A node of a tree that is written down in a file. Moves are the numbers of the children, from
    0.

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
        copy = Explicit.__new__(Explicit)
        copy.options, copy.tree, copy.node = self.options, self.tree, self.node
        copy.path = self.path[:]
        return copy


def read_tree(file: str) -> Node:
    """Read a tree from a JSON file.

    :raises FileError: naming the file, the place in the tree and what was expected there.
    """
    data = read_json(file, "a JSON tree")
    leaves: list[int] = []
    _collect(data, file, "root", 0, leaves)
    return _built(data, min(leaves), max(leaves))


def _collect(data: Any, file: str, where: str, ply: int, leaves: list[int]) -> None:
    """Check the data and gather every number that bounds the tree's values."""
    if ply > MAX_PLY:
        raise FileError(f"{file}: the tree is too deep; expected at most {MAX_PLY} plies")
    if isinstance(data, dict):
        unknown = set(data) - {"value", "bounds", "children"}
        if unknown:
            key = quoted(min(unknown))
            raise FileError(f"{file}, {where}: unknown key {key}; expected value, bounds, children")
        bounds = data.get("bounds", [])
        if not isinstance(bounds, list) or (len(bounds) not in (0, 2) and "bounds" in data):
            raise FileError(f"{file}, {where}: bounds {quoted(bounds)}: expected [low, high]")
        for number in [data[k] for k in ("value",) if k in data] + bounds:
            leaves.append(_number(number, file, where))
        if bounds and not bounds[0] <= data.get("value", bounds[0]) <= bounds[1]:
            raise FileError(f"{file}, {where}: expected low <= value <= high in {quoted(data)}")
        children = data.get("children", [])
        if not isinstance(children, list):
            raise FileError(f"{file}, {where}: children {quoted(children)}: expected a list")
        if not children and "value" not in data:
            raise FileError(f"{file}, {where}: a leaf needs a value")
        data = children
        if not children:
            return
    if isinstance(data, list):
        if not data:
            raise FileError(f"{file}, {where}: a node needs children; a leaf is a number")
        for number, child in enumerate(data, 1):
            below = f"node {number}" if where == "root" else f"{where}.{number}"
            _collect(child, file, below, ply + 1, leaves)
    else:
        leaves.append(_number(data, file, where))


def _number(data: Any, file: str, where: str) -> int:
    if not is_whole(data, 1 - MATE_BOUND, MATE_BOUND - 1):
        expected = "a whole number below 2^29 in size"
        raise FileError(f"{file}, {where}: {quoted(data)}: expected {expected}")
    number: int = data
    return number


def _built(data: Any, lowest: int, highest: int) -> Node:
    if isinstance(data, int):
        return Node(data, data, data)
    facts = data if isinstance(data, dict) else {"children": data}
    built = []
    for child in facts.get("children", []):  # no comprehension, which takes a frame of its own
        built.append(_built(child, lowest, highest))
    children = tuple(built)
    if not children:
        return Node(facts["value"], *facts.get("bounds", [facts["value"]] * 2))
    low, high = facts.get("bounds", (lowest, highest))
    value = facts.get("value", low + (high - low) // 2)
    return Node(value, low, high, children)
