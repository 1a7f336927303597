"""Worked examples as data: a game whose tree is in a JSON file.

A number is a leaf, a list is an inner node, and an object is a node with a static value or an
interval::

    {"value": 11, "bounds": [3, 20], "children": [9, 5]}

Every number is from MAX's view; MAX moves at the root. A leaf given as an object needs a value. In
a tree without an adversary MAX makes every move; its root is an object that says so::

    {"adversary": false, "children": [[9, 5], 7]}
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, TypedDict, Unpack

from msgspec import UNSET, Meta, UnsetType, field

from games.core.history import copy_with_lists
from games.core.position import Position
from games.core.scores import MATE_BOUND, MAX_PLY
from games.errors import FileError, quoted
from games.parts.files import read_json
from games.parts.part import Option
from games.parts.records import Record, plain, record


@dataclass(frozen=True)
class Node:
    """A node of an explicit tree, with numbers from MAX's view.

    :param value: the node's static value.
    :param low: the lower end of the node's own interval.
    :param high: the upper end.
    :param adversary: of the root, whether an opponent makes every other move.
    """

    value: int
    low: int
    high: int
    children: tuple[Node, ...] = ()
    adversary: bool = True


class ExplicitOptions(TypedDict, total=False):
    """The options of `Explicit`."""

    file: Annotated[str, Option("", "a JSON tree", literal=True)]


class Explicit(Position):
    """A node of a tree in a JSON file; a new one is the root. Moves number the children from 0.

    A leaf without bounds has its value alone as interval, an inner node that of all numbers in the
    file. An inner node without a static value has the middle of its interval.
    """

    NAME = "explicit"
    OPTIONS = ExplicitOptions

    def __init__(self, **options: Unpack[ExplicitOptions]) -> None:
        """Read the tree of the option `file` by `read_tree`, and begin at its root."""
        super().__init__(**options)
        self.tree = read_tree(self.options["file"])
        self.node = self.tree
        self.path: list[tuple[int, Node]] = []

    @property
    def one_player(self) -> bool:
        """Whether MAX makes every move."""
        return not self.tree.adversary

    @property
    def CONSTANT_STATIC(self) -> bool:  # type: ignore[override]  # depends on the file
        """Whether all inner nodes have the same value."""
        values: set[int] = set()
        waiting = [self.tree]
        while waiting and len(values) < 2:
            node = waiting.pop()
            if node.children:
                values.add(node.value)
                waiting.extend(node.children)
        return len(values) < 2

    def legal_moves(self) -> list[int]:
        """Return the numbers of the children, from 0 on."""
        return list(range(len(self.node.children)))

    def push(self, move: int) -> None:
        """Go to the child of that number."""
        child = self.node.children[move]
        self.path.append((move, self.node))
        self.node = child

    def pop(self) -> None:
        """Go back to the parent."""
        self.node = self.path.pop()[1]

    def outcome(self) -> int | None:
        """Return a leaf's value for the side to move; None at an inner node."""
        return None if self.node.children else self.static()

    def static(self) -> int:
        """Return the node's value for the side to move."""
        return -self.node.value if self._is_min() else self.node.value

    def static_bounds(self, side: int) -> int:
        """Return the lower (0) or upper (1) end of the node's interval, from the side to move."""
        if self._is_min():
            return -self.node.low if side else -self.node.high
        return self.node.high if side else self.node.low

    def _is_min(self) -> bool:
        """Return whether MIN is to move, so that scores are negated."""
        return self.tree.adversary and len(self.path) & 1 == 1

    @property
    def history(self) -> tuple[int, ...]:
        """The numbers of the children on the line from the root."""
        return tuple(move for move, _ in self.path)

    copy = copy_with_lists


def read_tree(file: str) -> Node:
    """Read a tree from a JSON file.

    :raises FileError: with the file, the place in the tree and what was expected there.
    """
    numbers: list[int] = []
    try:
        tree = _read(read_json(file, "a JSON tree"), "root", 0, numbers)
    except ValueError as error:
        raise FileError(f"{file}, {error}") from None
    return _built(tree, min(numbers), max(numbers))


_Whole = Annotated[
    int,
    Meta(gt=-MATE_BOUND, lt=MATE_BOUND, description="a whole number below 2^29 in size"),
]
_Bounds = Annotated[tuple[_Whole, _Whole], Meta(description="[low, high]")]


class _Written(Record, frozen=True):
    """A node in the file; its children are not read yet."""

    value: _Whole | UnsetType = UNSET
    bounds: _Bounds | UnsetType = UNSET
    children: list[Any] = field(default_factory=list)
    adversary: bool = True

    def __post_init__(self) -> None:
        """Check that a leaf has a value, and that bounds are in order and contain the value.

        :raises ValueError: if not.
        """
        if self.value is UNSET and not self.children:
            raise ValueError("a leaf needs a value")
        if self.bounds is not UNSET:
            low, high = self.bounds
            if not low <= (low if self.value is UNSET else self.value) <= high:
                raise ValueError(f"{quoted(plain(self))}: expected low <= value <= high")


_Tree = tuple[_Written, list["_Tree"]]
"""A node with the trees below it."""


def _read(data: Any, where: str, ply: int, numbers: list[int]) -> _Tree:
    """Return a tree of the file, and append to `numbers` its values and bounds.

    :param ply: the depth of its root in the whole tree, which is limited.
    :raises ValueError: with the place in the tree.
    """
    if ply > MAX_PLY:
        raise ValueError(f"root: the tree is too deep; expected at most {MAX_PLY} plies")
    node = _node(data, where)
    if not node.adversary and where != "root":
        raise ValueError(f"{where}: adversary=false belongs to the root, for the whole tree")
    numbers += [] if node.value is UNSET else [node.value]
    numbers += [] if node.bounds is UNSET else node.bounds
    below = []
    for number, child in enumerate(node.children, 1):
        place = f"node {number}" if where == "root" else f"{where}.{number}"
        below.append(_read(child, place, ply + 1, numbers))
    return node, below


def _node(data: Any, where: str) -> _Written:
    """Return a node of the file: an object, a list of children, or a number for a leaf.

    :raises ValueError: if it is none of these.
    """
    if isinstance(data, dict):
        return record(data, _Written, where)
    if not isinstance(data, list):
        return _Written(record(data, _Whole, where))
    if not data:
        raise ValueError(f"{where}: a node needs children; a leaf is a number")
    return _Written(children=data)


def _built(tree: _Tree, lowest: int, highest: int) -> Node:
    """Return the node of the game tree that a written node means, with all below it.

    A leaf without bounds is a point, its value. An inner node without bounds has `lowest` and
    `highest`. Without a value it has the middle of its bounds.
    """
    node, below = tree
    children = []
    for child in below:  # a comprehension would need another stack frame
        children.append(_built(child, lowest, highest))
    if not children:
        lowest = highest = 0 if node.value is UNSET else node.value  # a leaf has a value
    low, high = (lowest, highest) if node.bounds is UNSET else node.bounds
    value = low + (high - low) // 2 if node.value is UNSET else node.value
    return Node(value, low, high, tuple(children), node.adversary)
