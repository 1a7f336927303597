"""A tree that outlives its search: of a kept tree a part stays, and the rest is forgotten."""

from __future__ import annotations

from typing import Any

import cython

from evaluators.core.budget import Budget
from games.core.columns import column, lengthen
from games.core.moves import Moves
from searchers.storage.forgetting import Selection

if not cython.compiled:
    from games.core.array import ints

__all__ = ["MOST_NODES", "KeptTree", "copied", "zeros"]

LITTLE = 2**14
"""Nodes whose room may stay."""

AT_ONCE = 2**18
"""Places that a column is lengthened by before the clock is looked at again."""

MOST_NODES = 2**31 - 2**16
"""Nodes, or edges, that places of four bytes can number."""


def zeros(length: int, budget: Budget) -> Any:
    """A column of so many zeros, which may be a long one; None if the budget's time was up."""
    made = column()
    while len(made) < length:
        if not budget.in_time():
            return None
        lengthen((made,), min(length, len(made) + AT_ONCE))
    return made


def copied(one: Any, length: int, budget: Budget) -> Any:
    """Copy the first places of a column.

    :param length: how many; all there are if they are fewer.
    :returns: None if the budget's time was up.
    :raises MemoryError: if there is not enough.
    """
    made = column(one.typecode)
    while len(made) < min(length, len(one)):
        if not budget.in_time():
            return None
        made.extend(one[len(made) : min(length, len(made) + AT_ONCE)])
    return made


class KeptTree:
    """What trees in columns have in common that are kept from move to move, within some room.

    Where the machine has less room than that, what there is becomes the limit.

    Node 0 is the root. A node that loses its children becomes a leaf that keeps its values, and may
    be expanded again.

    :param most: nodes to make room for at most; 0: no limit.
    """

    def __init__(self, most: int = 0) -> None:
        self.most = self.asked = most or MOST_NODES
        self.size = 0
        self.selection = Selection()
        self._mark: Any = None  # before the first move

    def is_small(self) -> bool:
        """Whether the room is what was asked for, and so little that it may stay for another game:
        to give it back and take it again would cost a short search a tenth of its time."""
        return bool(self.most == self.asked and self.allocated() <= LITTLE)

    def retain(
        self,
        root: cython.int,
        plies: cython.int,
        room: cython.int,
        budget: Budget,
        patient: bool = False,
    ) -> bool:
        """Make a node the root, and keep of what lies below it the most promising part; the
        root's own children stay in any case. This takes no nodes, but time.

        :param plies: how far the node lies below the root.
        :param room: how many nodes to keep at most, all if they are no more.
        :param patient: whether to go on to the end once the tree is in pieces.
        :returns: false if the budget's time was up, or there was no memory for the marks: before
            anything was lost, or when all but the root was.
        """
        try:
            marks = zeros(self.size, budget)
        except MemoryError:
            return False
        if marks is None:
            return False
        self._mark = marks
        self.mark = ints(self._mark)
        whole: cython.bint = self.mark_costs(root, budget)
        if whole:
            self.selection.set_limit(room - 1 - self.count_children(root))
            whole = self.compact(root, plies, Budget() if patient else budget)
            if not whole:
                self.reset()
        self._mark = column()
        return bool(whole)

    def line_to(self, node: cython.int, moves: Moves) -> cython.int:
        """List the moves that lead to a node, the last first."""
        moves.drop(0)
        while node != 0:
            moves.append(self.move_into(node))
            node = self.parent_of(node)
        return 0

    def set_aside(self, budget: Budget) -> Any:
        """Copy the tree for `take_back`. Until then there is so much less room for it.

        A tree that fills more than half of its room is first halved, as `retain` does it.

        :returns: None if there was no time or no memory for it: then it has its whole room.
        """
        half: cython.int = self.most // 2
        if self.size > half and not self.retain(0, 0, half, budget, True):
            return None
        try:
            copy = self.duplicate(budget)
        except MemoryError:
            return None
        if copy is None or self.size > half:
            return None
        most, self.most = self.most, self.most - self.size
        return most, copy

    def bring_back(self, aside: Any, budget: Budget) -> bool:
        """Make the tree what it was when it was set aside; false if the budget's time was up: then
        the tree is of no use."""
        self.most, copy = aside
        return bool(self.restore(copy, budget))

    def release(self, aside: Any) -> None:
        """Give the room of a tree that was set aside back to this one."""
        self.most = aside[0]

    def duplicate(self, budget: Budget) -> Any:
        """Copy all that the tree holds, for `restore`.

        :returns: None if the budget's time was up, or this kind of tree cannot be copied.
        :raises MemoryError: if there is not enough.
        """
        return None

    def restore(self, copy: Any, budget: Budget) -> bool:
        """Hold what `duplicate` copied, which is this tree's from now on.

        :returns: false if the budget's time was up.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks restore")

    # -- what every kind of tree has to say --------------------------------------------------

    def allocated(self) -> cython.int:
        """How many nodes there is room for now."""
        raise NotImplementedError(f"{type(self).__name__} lacks allocated")

    def mark_costs(self, root: cython.int, budget: Budget) -> cython.bint:
        """Mark every node that lies below a node with its cost (see `Selection`), and count the
        inner ones; false if it gave up."""
        raise NotImplementedError(f"{type(self).__name__} lacks rank")

    def compact(self, root: cython.int, plies: cython.int, budget: Budget) -> cython.bint:
        """Move the marked nodes that the selection lets stay to the front; false if it gave up,
        and then the tree is in pieces."""
        raise NotImplementedError(f"{type(self).__name__} lacks compact")

    def reset(self) -> cython.int:
        """Let go of all but a root."""
        raise NotImplementedError(f"{type(self).__name__} lacks lose")

    def is_full(self, more: cython.int) -> cython.bint:
        """Whether there is no room for so many children more, nor can be had; else there is now."""
        raise NotImplementedError(f"{type(self).__name__} lacks is_full")

    def is_draw(self, node: cython.int) -> cython.bint:
        """Whether a node is a leaf that is worth a draw for certain."""
        raise NotImplementedError(f"{type(self).__name__} lacks is_draw")

    def count_children(self, node: cython.int) -> cython.int:
        """How many children a node has."""
        raise NotImplementedError(f"{type(self).__name__} lacks count_children")

    def parent_of(self, node: cython.int) -> cython.int:
        """The node above one that is not the root."""
        raise NotImplementedError(f"{type(self).__name__} lacks above")

    def move_into(self, node: cython.int) -> cython.int:
        """The move from there to the node."""
        raise NotImplementedError(f"{type(self).__name__} lacks move_into")

    def move_of_step(self, step: cython.int) -> cython.int:
        """The move of a step down, by the number of its edge; where a node has but one place, by
        that of the place that it leads to."""
        raise NotImplementedError(f"{type(self).__name__} lacks move_of_step")

    def edges_of(self, node: int) -> list[tuple[int, int]]:
        """The (move, child) pairs of a node."""
        raise NotImplementedError(f"{type(self).__name__} lacks edges_of")
