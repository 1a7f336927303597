"""The minimax tree of best-first minimax, in columns.

`GuidedTree` is one in which every node also has what guides the search to its next leaf.
"""

from __future__ import annotations

from typing import Any

import cython

from evaluators.core.budget import Budget
from games.core.columns import column, grown_length, lengthen
from searchers.storage.kept_tree import KeptTree, Selection, copies

if not cython.compiled:
    from games.core.array import ints, longlongs
    from games.core.scores import DRAW, INFINITY, LOSS, MATE_BOUND, WIN
    from searchers.storage.constants import BETWEEN_POLLS, FINISHED, LEAF, MOST_COST, PRUNED
    from searchers.storage.kept_tree import child_cost


def node_bytes(proving: bool) -> int:
    """Return the bytes of a node of a `MinimaxTree`, with its `mark`, without `expansions`.

    :param proving: whether nodes have certain bounds.
    """
    return 36 if proving else 28


class MinimaxTree(KeptTree):
    """A tree in six columns of four bytes a node. Children are neighbours, after their parents.

    Values are from the side to move at the node. `first` is the first child of an inner node, or
    one of LEAF, FINISHED, PRUNED, LOWER_BOUND and TWIN (see the `constants` of this folder and of
    `best_first`).
    `best` numbers the best child among its siblings.

    :param proving: whether nodes also have certain bounds of their true value, in the columns `low`
        and `high`. The `value` is between them. A node is *resolved* when they meet.
    :param counting: whether nodes also have a column `expansions`, in which the searcher counts the
        nodes that it expands on lines through them.
    """

    def __init__(self, most: int = 0, proving: bool = False, counting: bool = False) -> None:
        super().__init__(most)
        self.proving, self.counting = proving, counting
        # Move, value, first, children, best, parent; low, high; expansions; those of a subclass.
        self._columns: list[Any] = [column() for _ in range(8 if proving else 6)]
        if counting:
            self._columns.append(column("q"))
        self._columns += self._more_columns()
        self.capacity = 0
        self.reset()

    def reset(self) -> None:
        """Remove all nodes but the root, a leaf with the value -INFINITY and the widest bounds.

        The columns keep their length.
        """
        self.size = 0
        self.reserve(1)
        self.size = 1
        self.first[0] = LEAF
        self.children[0] = 0
        self.parent[0] = -1
        self.value[0] = -INFINITY
        if self.proving:
            self.low[0], self.high[0] = LOSS, WIN

    def set_bounds(self, node: cython.int, ply: cython.int) -> None:
        """Set a leaf's `low` and `high`, its least and greatest value, from its side to move.

        In a finished game both are its value, else a loss and a win by the next move.

        :param ply: the ply of the leaf, counted from the start of the game.
        """
        if self.first[node] == FINISHED:
            self.low[node] = self.high[node] = self.value[node]
        else:
            self.low[node], self.high[node] = LOSS + ply + 1, WIN - ply - 1

    def append_children(self, node: cython.int, count: cython.int) -> None:
        """Make a leaf an inner node, whose children the caller has written after the last node.

        Their number `count` is added to `size`, and their `expansions` become 0. The value and the
        bounds of the node do not change.
        """
        child: cython.int
        if self.counting:
            for child in range(self.size, self.size + count):
                self.expansions[child] = 0
        self.first[node] = self.size
        self.children[node] = count
        self.size += count

    def back_up_ancestors(self, node: cython.int) -> None:
        """Back up a node, then its ancestors in turn, until one does not change.

        A graph does so along all lines to the root.
        """
        while self.back_up(node) and node > 0:
            node = self.parent[node]

    def owner(self, node: cython.int) -> cython.int:
        """Return the node with the children of a node's position: in a tree, the node itself."""
        return node

    def back_up(self, node: cython.int) -> cython.bint:
        """Set a node's value and best child from its children; return whether the value changed.

        With certain bounds (`proving`) they are set too, and a change of one counts. Of equal
        children the first is the best. With bounds, resolved ones come before others.
        """
        first: cython.int = self.first[node]
        best: cython.int = 0
        lowest: cython.int = self.value[first]
        i: cython.int
        if self.proving:
            return self._back_up_bounds(node)
        for i in range(1, self.children[node]):
            if self.value[first + i] < lowest:
                lowest = self.value[first + i]
                best = i
        self.best[node] = best
        changed: cython.bint = self.value[node] != -lowest
        self.value[node] = -lowest
        return changed

    def _back_up_bounds(self, node: cython.int) -> cython.bint:
        """Back up a node's value and bounds from its children; return whether one changed.

        Of equal children the first resolved one is the best, else the first. So the line of a
        resolved node is resolved.
        """
        first: cython.int = self.first[node]
        best: cython.int = first
        lowest: cython.int = self.low[first]
        highest: cython.int = self.high[first]
        child: cython.int
        for child in range(first + 1, first + self.children[node]):
            if self.value[child] < self.value[best] or (
                self.value[child] == self.value[best]
                and self.resolved(child)
                and not self.resolved(best)
            ):
                best = child
            lowest = min(lowest, self.low[child])
            highest = min(highest, self.high[child])
        changed: cython.bint = (
            self.value[node] != -self.value[best]
            or self.high[node] != -lowest
            or self.low[node] != -highest
        )
        self.best[node] = best - first
        self.value[node] = -self.value[best]
        self.low[node], self.high[node] = -highest, -lowest
        return changed

    def resolved(self, node: cython.int) -> cython.bint:
        """Return whether a node's value is certain: its bounds meet. False without bounds."""
        return self.proving and self.low[node] >= self.high[node]

    def best_relevant(self, node: cython.int, bound: cython.int) -> cython.int:
        """Return the best child that may still be worth more to its parent than a bound.

        There is such a child if the node's `high` is more than the bound. Otherwise the result is
        -1.

        :param bound: from the node's side to move, at least its `low`.
        """
        first: cython.int = self.first[node]
        best: cython.int = first + self.best[node]
        child: cython.int
        if -self.low[best] > bound:
            return best
        best = -1
        for child in range(first, first + self.children[node]):
            if -self.low[child] > bound and (best < 0 or self.value[child] < self.value[best]):
                best = child
        return best

    def next_best(self, node: cython.int) -> cython.int:
        """Return the value of a node's best sibling: the least, from the sibling's side to move.

        It is INFINITY if there is no sibling.
        """
        parent: cython.int = self.parent[node]
        found: cython.int = INFINITY
        child: cython.int
        for child in range(self.first[parent], self.first[parent] + self.children[parent]):
            if child != node and self.value[child] < found:
                found = self.value[child]
        return found

    def discard_draw_bounds(self, budget: Budget) -> cython.bint:
        """Discard bounds of pruned nodes that draws may have made, and back up all nodes again.

        A draw may depend on the moves before the old root. A proved win keeps its lower bound, a
        proved loss its upper one. Every leaf gets its `set_leaf`. Without certain bounds
        (`proving`) nothing changes.

        :returns: false if the time ended; then call it again before the tree is searched.
        """
        node: cython.int
        if not self.proving:
            return True
        for node in range(self.size - 1, -1, -1):  # children come after their parents
            if node & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                return False
            if self.first[node] > 0:
                self.back_up(node)
                continue
            if self.first[node] == PRUNED:
                if self.low[node] < MATE_BOUND:
                    self.low[node] = LOSS
                if self.high[node] > -MATE_BOUND:
                    self.high[node] = WIN
            self.set_leaf(node)
        return True

    def set_leaf(self, node: cython.int) -> None:
        """Set a leaf's numbers that guide the selection, from its value; here there are none."""

    def best_line(self, node: cython.int) -> list[int]:
        """Return the move into a child, then the moves to the best children down to a leaf."""
        line = [self.move[node]]
        node = self.owner(node)
        while self.first[node] > 0:
            node = self.first[node] + self.best[node]
            line.append(self.move[node])
            node = self.owner(node)
        return line

    # -- keeping a part ----------------------------------------------------------------------

    def mark_costs(self, root: cython.int, budget: Budget) -> cython.bint:
        """Set `mark` of every node below `root` to its pruning cost, by `cost_of`.

        Other nodes get -1, the root 0. Inner nodes below the root are counted in `selection`.

        :returns: false if the time ended.
        """
        selection: Selection = self.selection
        cost: cython.p_int = self.mark
        node: cython.int
        parent: cython.int
        selection.clear()
        for node in range(self.size):
            if node & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                return False
            parent = self.parent[node]
            if node == root:
                cost[node] = 0
            elif node < root or cost[parent] < 0:
                cost[node] = -1
            else:
                cost[node] = self.cost_of(node, cost[parent])
                if self.first[node] > 0:
                    selection.count(cost[node], self.children[node])
        return True

    def cost_of(self, node: cython.int, above: cython.int) -> cython.int:
        """Return the pruning cost of a node other than the root: high ones lose children first.

        It is `child_cost`, by the difference to the best sibling. A resolved node that is not the
        best child has MOST_COST, since its value is known.

        :param above: the cost of its parent.
        """
        parent: cython.int = self.parent[node]
        best: cython.bint = node == self.first[parent] + self.best[parent]
        # below 0 where a search ended before the parent was backed up
        gap: cython.longlong = cython.cast(cython.longlong, self.value[node]) + self.value[parent]
        if self.resolved(node) and not best:
            return MOST_COST
        return child_cost(above, max(0, gap), best)

    def compact(self, root: cython.int, plies: cython.int, budget: Budget) -> cython.bint:
        """Move the root and the nodes that `selection` keeps to the front, and drop the others.

        The order stays. Nodes that `selection` leaves without children become PRUNED leaves.

        :param root: the node that becomes node 0.
        :param plies: how far it is below the old root; of no use here.
        :returns: false if the time ended, and then the tree is inconsistent.
        """
        selection: Selection = self.selection
        index: cython.p_int = self.mark
        kept: cython.int = 0
        node: cython.int
        cost: cython.int
        parent: cython.int
        first: cython.int
        for node in range(self.size):
            if node & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                return False
            # Children come after their parents. So a parent already has its new place, or -1 if it
            # does not keep its children.
            cost = index[node]
            index[node] = -1
            parent = -1 if cost < 0 or node == root else index[self.parent[node]]
            if parent < 0 and node != root:
                continue
            if parent >= 0 and self.first[parent] == node:
                self.first[parent] = kept
            first = self.first[node]
            if first > 0:
                if node == root or selection.keeps_children(cost, self.children[node]):
                    index[node] = kept
                else:
                    first = PRUNED
            self.move_node(node, kept)
            self.first[kept] = first
            self.parent[kept] = parent
            kept += 1
        self.size = kept
        return True

    def move_node(self, node: cython.int, kept: cython.int) -> None:
        """Copy the fields of a node to an earlier place `kept`, except `first` and `parent`.

        `compact` sets those. A subclass with more columns extends this.
        """
        self.move[kept] = self.move[node]
        self.value[kept] = self.value[node]
        self.children[kept] = self.children[node]
        self.best[kept] = self.best[node]
        if self.proving:
            self.low[kept], self.high[kept] = self.low[node], self.high[node]
        if self.counting:
            self.expansions[kept] = self.expansions[node]

    def duplicate(self, budget: Budget) -> Any:
        """Return a copy of the columns, for `restore`.

        :returns: None if the time ended.
        :raises MemoryError: if there is not enough memory.
        """
        return copies([(one, self.size) for one in self._columns], budget)

    def restore(self, copy: Any, budget: Budget) -> bool:
        """Replace the columns by those of a copy of `duplicate`, which the tree then owns.

        :returns: true always, since it takes no time that matters.
        """
        self._columns = copy
        self.size = self.capacity = len(self._columns[0])
        self._lengthen(self.capacity)
        self._update_pointers()
        return True

    def allocated(self) -> cython.int:
        """Return the number of nodes that memory is allocated for."""
        return self.capacity

    def is_full(self, more: cython.int) -> cython.bint:
        """Return whether `more` further nodes do not fit; if they do, allocate memory for them.

        The limit is `most`. If the memory of the machine ends, `most` becomes `size`.
        """
        if self.size + more > self.most:
            return True
        if self.size + more <= self.capacity:
            return False
        try:
            self.reserve(more)
        except MemoryError:
            self.most = self.size
            return True
        return False

    def is_draw(self, node: cython.int) -> cython.bint:
        """Return whether the game ended at a node, in a draw."""
        return self.first[node] == FINISHED and self.value[node] == DRAW

    def count_children(self, node: cython.int) -> cython.int:
        """Return the number of a node's children; 0 for a leaf."""
        return self.children[node] if self.first[node] > 0 else 0

    def parent_of(self, node: cython.int) -> cython.int:
        """Return the parent of a node; -1 for the root."""
        return self.parent[node]

    def move_into(self, node: cython.int) -> cython.int:
        """Return the move from the parent to the node."""
        return self.move[node]

    def move_of_step(self, step: cython.int) -> cython.int:
        """Return the move into a child; a step has the child's number."""
        return self.move[step]

    def edges_of(self, node: int) -> list[tuple[int, int]]:
        """Return the (move, child) pairs of a node, in order; none for a leaf.

        :raises IndexError: if there is no such node.
        """
        if not 0 <= node < self.size:
            raise IndexError(f"node {node}: expected one of this tree, below {self.size}")
        first = self.first[node]
        return [
            (self.move[child], child) for child in range(first, first + self.count_children(node))
        ]

    # -- room --------------------------------------------------------------------------------

    def _more_columns(self) -> list[Any]:
        """Return empty columns for what a subclass stores of its nodes; by default none.

        Its `_update_pointers` finds them at the end of `_columns`.
        """
        return []

    def reserve(self, more: cython.int) -> None:
        """Make the columns long enough for `more` further nodes; set `capacity` and the pointers.

        :raises MemoryError: if there is not enough memory.
        """
        if self.size + more > self.capacity:
            capacity: cython.int = grown_length(self.capacity, self.size + more, self.most)
            try:
                self._lengthen(capacity)
            finally:
                self._update_pointers()
            self.capacity = capacity

    def _lengthen(self, capacity: cython.int) -> None:
        """Lengthen the arrays of nodes to `capacity` nodes; the C pointers are then invalid.

        :raises MemoryError: if there is not enough memory; some arrays may then be longer.
        """
        lengthen(tuple(self._columns), capacity)

    def _update_pointers(self) -> None:
        """Set the C pointers to the arrays of nodes, which may have moved."""
        move, value, first, children, best, parent, *others = self._columns
        self.move, self.value = ints(move), ints(value)
        self.first, self.children = ints(first), ints(children)
        self.best, self.parent = ints(best), ints(parent)
        if self.proving:
            low, high, *others = others
            self.low, self.high = ints(low), ints(high)
        if self.counting:
            self.expansions = longlongs(others[0])


class GuidedTree(MinimaxTree):
    """The base class of trees with certain bounds and further columns that guide the search.

    These columns depend on the leaves below a node. A subclass defines `set_leaf` and `update`.
    They are found again for the whole tree after a part of it was kept.
    """

    def __init__(self, most: int = 0) -> None:
        super().__init__(most, True)

    def update(self, node: cython.int) -> cython.bint:
        """Set an inner node's guiding numbers from its children's; return whether one changed.

        A subclass defines it; `back_up` calls it after value and bounds are set.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks update")

    def set_bounds(self, node: cython.int, ply: cython.int) -> None:
        """Set a leaf's bounds, the outcomes it can have, and what guides the selection.

        :param ply: the ply of the leaf, counted from the start of the game.
        """
        MinimaxTree.set_bounds(self, node, ply)
        self.set_leaf(node)

    def back_up(self, node: cython.int) -> cython.bint:
        """Set a node's value, best child, bounds and guiding numbers from its children.

        :returns: whether the value, a bound or a guiding number changed.
        """
        changed: cython.bint = self._back_up_bounds(node)
        return self.update(node) or changed

    def refresh(self, budget: Budget) -> cython.bint:
        """Compute all nodes' guiding numbers, leaves first; return false if the time ended."""
        node: cython.int
        for node in range(self.size - 1, -1, -1):  # children come after their parents
            if node & BETWEEN_POLLS - 1 == 0 and not budget.in_time():
                return False
            if self.first[node] > 0:
                self.update(node)
            else:
                self.set_leaf(node)
        return True

    def compact(self, root: cython.int, plies: cython.int, budget: Budget) -> cython.bint:
        """Move the root and the nodes that `selection` keeps to the front, and call `refresh`.

        :param root: the node that becomes node 0.
        :param plies: how far it is below the old root.
        :returns: false if the time ended, and then the tree is inconsistent.
        """
        return MinimaxTree.compact(self, root, plies, budget) and self.refresh(budget)

    def restore(self, copy: Any, budget: Budget) -> bool:
        """Replace the tree by a copy of `duplicate`, which it then owns, and `refresh` all.

        :returns: false if the time ended; then the tree is of no use.
        """
        return MinimaxTree.restore(self, copy, budget) and bool(self.refresh(budget))
