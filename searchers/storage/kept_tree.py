"""Trees that are kept between searches, and the choice of the part that stays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import cython

from evaluators.core.budget import Budget
from games.core.columns import column, lengthen
from games.core.moves import Moves

if not cython.compiled:
    from games.core.array import ints, longlongs
    from games.core.bits import msb
    from searchers.storage.constants import BUCKETS, MOST_COST

SMALL = 2**14
"""The most allocated nodes of a small tree."""

CHUNK = 2**18
"""The number of places that a column grows by before the clock is checked again."""

MOST_NODES = 2**29 - 1
"""The most nodes, or edges: a table of their positions has twice as many slots."""


class Selection:
    """The choice of the inner nodes that keep their children: the cheapest that fit.

    The cost of a node is the sum of what the moves to it lose. Each counts the difference to the
    best move of its node, in the units of the values, and 1 if it is not the best. So the
    principal variation costs nothing, and a cost never falls along a line. Costs within a
    sixteenth of each other count as equal. Of those the first ones stay.

    First `count` all inner nodes, then `set_limit`, then call `keeps_children`.
    """

    def __init__(self) -> None:
        self._held = column("q")
        lengthen((self._held,), BUCKETS)
        self.held = longlongs(self._held)
        self.clear()

    def clear(self) -> None:
        """Forget the counted nodes."""
        bucket: cython.int
        for bucket in range(BUCKETS):
            self.held[bucket] = 0

    def count(self, cost: cython.int, children: cython.int) -> None:
        """Add an inner node's number of children to the sum of the node's class of cost.

        The node itself is not added, since it is a child of another node. The order of the calls
        does not matter.

        :param cost: the pruning cost of the inner node.
        :param children: how many it has.
        :raises ValueError: if the cost is negative.
        """
        if cost < 0:
            raise ValueError(f"cost={cost}: expected at least 0")
        self.held[_bucket(cost)] += children

    def set_limit(self, room: cython.longlong) -> None:
        """Set the highest cost of nodes that keep their children, so that these fit in `room`.

        :param room: how many of the counted children may stay.
        """
        self.limit = 0
        while self.limit < BUCKETS and self.held[self.limit] <= room:
            room -= self.held[self.limit]
            self.limit += 1
        self.left = room

    def keeps_children(self, cost: cython.int, children: cython.int) -> cython.bint:
        """Return whether a node of this cost keeps its children when the tree is pruned.

        Call it once for each counted node whose parent keeps its own. In the first class of cost
        that does not fit whole, nodes keep theirs while there is room, in the order of the calls.
        """
        bucket: cython.int = _bucket(cost)
        if bucket != self.limit:
            return bucket < self.limit
        if children > self.left:
            return False
        self.left -= children
        return True


def child_cost(cost: cython.int, gap: cython.longlong, best: cython.bint) -> cython.int:
    """Return the pruning cost of a child: the costs on the way to it, at most MOST_COST.

    A move costs its gap, and one more unless it is the best.

    :param cost: its parent's.
    :param gap: how much worse than its best sibling it is, 0 or more.
    :param best: whether it is the best sibling.
    """
    total: cython.longlong = cost + gap + (not best)
    return cython.cast(cython.int, min(total, MOST_COST))


def _bucket(cost: cython.int) -> cython.int:
    """Return the class of a pruning cost: one each below 16, then sixteen for every doubling."""
    shift: cython.int
    if cost < 16:
        return cost
    shift = msb(cost) - 4
    return 16 * shift + (cost >> shift)


def zeros(length: int, budget: Budget) -> Any:
    """Return a column of `length` C integers, all 0; None if the time ended.

    :raises MemoryError: if there is not enough memory.
    """
    made = column()
    while len(made) < length:
        if not budget.in_time():
            return None
        lengthen((made,), min(length, len(made) + CHUNK))
    return made


def copies(columns: Iterable[tuple[Any, int]], budget: Budget) -> list[Any] | None:
    """Return copies of the first places of columns, in order; None if the time ended.

    :param columns: each with the number of places; all are copied if there are fewer.
    :raises MemoryError: if there is not enough memory.
    """
    made = []
    for one, length in columns:
        copy = column(one.typecode)
        while len(copy) < min(length, len(one)):
            if not budget.in_time():
                return None
            copy.extend(one[len(copy) : min(length, len(copy) + CHUNK)])
        made.append(copy)
    return made


def node_at(tree: Any, line: list[int]) -> int:
    """Return the node of a tree that moves lead to from the root; -1 if there is none."""
    node = 0
    for move in line:
        node = dict(tree.edges_of(node)).get(move, -1)
        if node < 0:
            break
    return node


class KeptTree:
    """The base class of trees in columns that are kept from one search to the next.

    Node 0 is the root, and the tree has `size` nodes, at most `most`. If the machine has less
    memory than that, `most` becomes smaller. A node that loses its children becomes a leaf that
    keeps its values, and may be expanded again.

    :param most: the most nodes; 0: no limit.
    """

    def __init__(self, most: int = 0) -> None:
        self.most = self.requested = most or MOST_NODES
        self.size = 0
        self.selection = Selection()
        self._mark: Any = None  # before the first move

    def is_small(self) -> bool:
        """Return whether the tree takes so little memory that a new game can use it again.

        It is false also if `most` is lower than at first, as after the memory ran out.
        """
        return bool(self.most == self.requested and self.allocated() <= SMALL)

    def retain(
        self,
        root: cython.int,
        plies: cython.int,
        room: cython.int,
        budget: Budget,
        patient: bool = False,
    ) -> bool:
        """Make a node the root, and keep the most promising part of the tree below it.

        The root's children stay in any case. Nodes get new numbers. This takes no nodes, but time.

        :param root: the node; 0 to prune the tree without a new root.
        :param plies: how far the node is below the root.
        :param room: the most nodes to keep, the root included.
        :param patient: whether the end of the time no longer counts once nodes are being moved.
        :returns: false if the time ended, or there was no memory for the marks. Then either the
            tree has not changed, or it has been emptied by `reset`.
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

    def line_to(self, node: cython.int, moves: Moves) -> None:
        """Replace the content of `moves` by the moves from the root to a node, the last first."""
        moves.drop(0)
        while node != 0:
            moves.append(self.move_into(node))
            node = self.parent_of(node)

    def set_aside(self, budget: Budget) -> Any:
        """Return a copy of the tree for `bring_back`, and reduce `most` by its nodes.

        Call `bring_back` or `release` to undo that. A tree that fills more than half of its memory
        is first halved by `retain`.

        :returns: None if there was no time or no memory. Then the tree has all of its memory, but
            may have been halved.
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
        """Replace the tree by the copy that `set_aside` returned, and set `most` back.

        :returns: false if the time ended. Then the tree is of no use.
        """
        self.most, copy = aside
        return bool(self.restore(copy, budget))

    def release(self, aside: Any) -> None:
        """Set `most` back to its value before `set_aside`, whose copy is not used any more."""
        self.most = aside[0]

    def duplicate(self, budget: Budget) -> Any:
        """Return a copy of all that the tree has, for `restore`.

        :returns: None if the time ended.
        :raises MemoryError: if there is not enough memory.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks duplicate")

    def restore(self, copy: Any, budget: Budget) -> bool:
        """Replace the tree by a copy of `duplicate`, which it then owns.

        :returns: false if the time ended; then the tree is of no use.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks restore")

    def discard_draw_bounds(self, budget: Budget) -> cython.bint:
        """Discard bounds that draws may have made, after the root has moved; here there are none.

        It is for games in which draws depend on earlier moves. Proved wins and losses remain.

        :returns: false if the time ended; then call it again before the tree is searched.
        """
        return True

    # A subclass defines these

    def allocated(self) -> cython.int:
        """Return the number of nodes that memory is allocated for."""
        raise NotImplementedError(f"{type(self).__name__} lacks allocated")

    def mark_costs(self, root: cython.int, budget: Budget) -> cython.bint:
        """Set `mark` of every node below `root` to its pruning cost, for `compact`.

        `retain` calls it. An override also clears `selection`, and counts the inner nodes there.

        :returns: false if the time ended.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks mark_costs")

    def compact(self, root: cython.int, plies: cython.int, budget: Budget) -> cython.bint:
        """Move the nodes that the selection keeps to the front, and drop the others.

        :param root: the node that becomes node 0; it keeps its children.
        :param plies: how far it is below the old root.
        :returns: false if the time ended. Then the tree is inconsistent.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks compact")

    def reset(self) -> None:
        """Remove all nodes but the root, which becomes a leaf without a value."""
        raise NotImplementedError(f"{type(self).__name__} lacks reset")

    def is_full(self, more: cython.int) -> cython.bint:
        """Return whether `more` further nodes do not fit; if they do, allocate memory for them.

        The limit is `most`. If the memory of the machine ends, it becomes what the tree has now.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks is_full")

    def is_draw(self, node: cython.int) -> cython.bint:
        """Return whether a node is a leaf and a draw by its own value; a subclass defines it.

        The game ended there, or both ends of its interval are a draw. False if its children were
        pruned.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks is_draw")

    def count_children(self, node: cython.int) -> cython.int:
        """Return the number of a node's children; 0 for a leaf."""
        raise NotImplementedError(f"{type(self).__name__} lacks count_children")

    def parent_of(self, node: cython.int) -> cython.int:
        """Return the parent of a node that is not the root."""
        raise NotImplementedError(f"{type(self).__name__} lacks parent_of")

    def move_into(self, node: cython.int) -> cython.int:
        """Return the move from the parent to the node."""
        raise NotImplementedError(f"{type(self).__name__} lacks move_into")

    def move_of_step(self, step: cython.int) -> cython.int:
        """Return the move of a step down, by the number of its edge; a subclass defines it.

        In a tree whose nodes have one parent, that is the number of the child.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks move_of_step")

    def edges_of(self, node: int) -> list[tuple[int, int]]:
        """Return the (move, child) pairs of a node, in order; none for a leaf.

        :raises IndexError: if there is no such node.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks edges_of")
