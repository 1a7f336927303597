"""Attention in an A-B tree (Lindstrom 1979, sections 1.2 and 9.1, appendix C): which node is grown
next, and where growing pauses, as a player's author sees fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.parts.part import Option, Part
from games.parts.registry import Registry

if TYPE_CHECKING:
    from searchers.abtree.tree import ABTree

__all__ = ["ATTENTIONS", "Attention", "Cheapest", "Narrow"]

ATTENTIONS: Registry[Attention] = Registry(
    "attention",
    {
        "cheapest": "searchers.abtree.attention:Cheapest",
        "narrow": "searchers.abtree.attention:Narrow",
    },
    group="starling.attentions",
)
"""Every attention by name; others are added by entry points, group `starling.attentions`."""


class Attention(Part):
    """Heuristic control of an A-B tree. A subclass overrides one of the two methods, or both.

    A player and its clones share it, so it keeps nothing from call to call.
    """

    def promise(self, tree: ABTree, node: int) -> float:
        """Return how promising a node is, from any side; `grow=best` grows the one of most.

        The node is a key node: a terminal one that may be expanded, or a suspended one, with
        children, that may be resumed. `tree.node(node)` has its facts, `tree.depth(node)` its
        depth; neither may be changed.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks promise")

    def heuristic_stop(self, tree: ABTree, node: int) -> bool:
        """Return whether to suspend a node before its next child is generated (HEURISTICSTOP).

        `tree.position` stands at the node. A suspended node has the value of the children it has,
        so nothing is proved by it. Every sweep of the tree calls this again, and resumes what it no
        longer stops. A node that was chosen by its promise is resumed without a call.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks heuristic_stop")


class Cheapest(Attention):
    """Promises most where the moves that lead to a node give away least, and where they are few.

    A move gives away what the best of its siblings is worth more, to the side that makes it.
    """

    NAME = "cheapest"
    OPTIONS = (
        Option("ply", 10, "what a ply costs, in the units of the values", low=0, high=2**20),
    )

    def promise(self, tree: ABTree, node: int) -> float:
        cost = 0
        at = tree.node(node)
        while at.parent:
            above = tree.node(at.parent)
            cost += self.options["ply"] + max(0, at.value + above.value)
            at = above
        return -cost


class Narrow(Attention):
    """Stops at so many children of a node, in the game's own order of moves."""

    NAME = "narrow"
    OPTIONS = (Option("most", 8, "children of a node", low=1, high=2**16),)

    def heuristic_stop(self, tree: ABTree, node: int) -> bool:
        return len(tree.node(node).children) >= self.options["most"]
