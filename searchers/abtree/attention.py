"""Attention in an A-B tree: the node to grow next, and the nodes to suspend.

Lindstrom 1979, sections 1.2 and 9.1, appendix C.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypedDict, Unpack

from games.parts.part import Option, Part
from games.parts.registry import Registry

if TYPE_CHECKING:
    from searchers.abtree.tree import ABTree

ATTENTIONS: Registry[Attention] = Registry(
    "attention",
    {
        "cheapest": "searchers.abtree.attention:Cheapest",
        "narrow": "searchers.abtree.attention:Narrow",
    },
    group="starling.attentions",
    base="searchers.abtree.attention:Attention",
)
"""Every attention by name. Packages add others by entry points, group `starling.attentions`."""


class Attention(Part):
    """Heuristic control of an A-B tree. A subclass overrides one of the two methods, or both.

    A player and its clones share it, so it has no state.
    """

    def promise(self, tree: ABTree, node: int) -> float:
        """Return how promising a node is to expand, for either side; the highest are grown first.

        `grow=best` grows the node of highest promise. The node is a key node: a terminal node that
        can be expanded, or a suspended node, with children, that can be resumed. `tree.node(node)`
        has its record and `tree.depth(node)` its depth. The method must not change the tree.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks promise")

    def heuristic_stop(self, tree: ABTree, node: int) -> bool:
        """Return whether to suspend a node before its next child is generated (HEURISTICSTOP).

        The position `tree.position` is at the node. A suspended node has the value of the children
        it has, so it proves nothing. Every sweep of the tree calls this again, and resumes the
        nodes it no longer stops. A node chosen by its promise is resumed without a call.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks heuristic_stop")


class CheapestOptions(TypedDict, total=False):
    """The options of `Cheapest`."""

    ply: Annotated[int, Option(10, "cost of a ply, in the unit of the values", low=0, high=2**20)]


class Cheapest(Attention):
    """Prefers nodes with cheap moves and few moves on the path from the root.

    The cost of a move is the difference to the best of its siblings, for the side that makes it.
    """

    NAME = "cheapest"
    OPTIONS = CheapestOptions

    def __init__(self, **options: Unpack[CheapestOptions]) -> None:
        super().__init__(**options)

    def promise(self, tree: ABTree, node: int) -> float:
        """Return minus the cost of the line from the root: that of its plies and of its moves."""
        cost = 0
        at = tree.node(node)
        while at.parent:
            above = tree.node(at.parent)
            cost += self.options["ply"] + max(0, at.value + above.value)
            at = above
        return -cost


class NarrowOptions(TypedDict, total=False):
    """The options of `Narrow`."""

    most: Annotated[int, Option(8, "most children of a node", low=1, high=2**16)]


class Narrow(Attention):
    """Suspends a node after a number of children, in the game's own order of moves."""

    NAME = "narrow"
    OPTIONS = NarrowOptions

    def __init__(self, **options: Unpack[NarrowOptions]) -> None:
        super().__init__(**options)

    def heuristic_stop(self, tree: ABTree, node: int) -> bool:
        """Return whether a node has as many children as the option `most` allows."""
        return len(tree.node(node).children) >= self.options["most"]
