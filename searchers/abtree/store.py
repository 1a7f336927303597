"""The records of an A-B tree and its lists (Lindstrom 1979, section 2.3 and appendix A).

Values are from the side to move at the node, so the paper's two players are one: BETTER is `>`,
INITVAL is -INFINITY, and the best child is the one of the lowest value. A node can only be cut by
one with the same side to move, so a threshold cuts as soon as its value is lower than the node's.
"""

from __future__ import annotations

from typing import NamedTuple

import cython

from evaluators.core.budget import Budget
from games.core.columns import column, grown, lengthen
from searchers.storage.kept_tree import copied

if not cython.compiled:
    from games.core.array import ints
    from games.core.scores import INFINITY
    from searchers.abtree.constants import (
        AFTER,
        CUT_NODES,
        CUTTER,
        FIRST,
        FREE,
        NEXT_CUT,
        NO_RECUT,
        PARENT,
        PREV_CUT,
        RECORD,
        RESTART,
        SWEPT,
        TOP,
        UNSORTED,
    )
    from searchers.storage.constants import BETWEEN_POLLS

__all__ = ["RESTARTS", "ABStore", "Node"]

RESTARTS = 16
"""The pseudo node whose cut nodes are those marked for restart."""


class Node(NamedTuple):
    """What is stored of one node; nodes are named by their places, 0 is none.

    :param slot: the node itself.
    :param move: the move that leads to it.
    :param parent: 0 for the root.
    :param children: the children generated and still held, best first.
    :param moves: the number of legal moves; 0 as long as it is unknown, -1 if the game is over.
    :param value: from the side to move at the node.
    :param cutter: the node that cuts this one; 0 for none, RESTARTS if it is marked for restart.
    :param no_recut: it must be swept before it may be cut again (errata, 1).
    :param swept: of a child of the root: whether the sweep under way is through with it.
    :param held: the ply of the horizon to which the value holds although the children are
        forgotten.
    :param forgotten: how many of its children were generated before they were last forgotten.
    """

    slot: int
    move: int
    parent: int
    children: tuple[int, ...]
    moves: int
    value: int
    cutter: int
    no_recut: bool
    swept: bool
    held: int
    forgotten: int


class ABStore:
    """The nodes, in columns that are interleaved: the facts of a node share a cache line.

    A node's place is where its record begins, so that `self.value[slot]` reads as with columns of
    their own. The first two records are pseudo nodes. TOP stands for topmax and topmin: no value is
    beyond its own. RESTART is restarthead, whose list of cut nodes is that of the nodes marked for
    restart. Free records are chained.
    """

    def __init__(self) -> None:
        self._table, self._copies = column(), column()
        self.capacity = self.room = 0
        self.clear()

    def clear(self) -> cython.int:
        """Forget every node."""
        self.root = self.size = self.free = self.stored = 0
        self.new_node(FREE, 0)  # TOP
        self.new_node(FREE, 0)  # RESTART
        self.stored = 0
        self.value[TOP] = INFINITY
        return 0

    def node(self, n: int) -> Node:
        """What is stored of a node, but what it cuts, which may be much of the tree."""
        if not 0 <= n < self.size or n & RECORD - 1:
            raise IndexError(f"node {n}: expected one of this tree")
        return Node(
            n,
            self.move[n],
            self.parent[n],
            tuple(self._children(n)),
            self.nr_moves[n],
            self.value[n],
            self.cutter[n],
            bool(self.mark[n] & NO_RECUT),
            bool(self.mark[n] & SWEPT),
            self.held[n],
            self.forgotten[n],
        )

    def dewey(self, n: int) -> str:
        """The node's Dewey number: the ranks on the way from the root, whose own is 0."""
        if n not in self.slots():
            raise IndexError(f"node {n}: expected one of this tree")
        ranks: list[str] = []
        while n != self.root:
            ranks.append(str(1 + self.node(self.parent[n]).children.index(n)))
            n = self.parent[n]
        return ".".join(reversed(ranks)) or "0"

    def slots(self) -> list[int]:
        """Every node held."""
        found = []
        n = self.next_held(RESTART)
        while n:
            found.append(n)
            n = self.next_held(n)
        return found

    def _children(self, n: int) -> list[int]:
        return sorted(self._linked(self.first[n], self.after), key=self._value_of)

    def _value_of(self, n: int) -> int:
        return self.value[n]

    def cut_by(self, n: int) -> list[int]:
        """The nodes that a node cuts."""
        return self._linked(self.cut_nodes[n], self.next_cut)

    def _linked(self, n: cython.int, following: cython.p_int) -> list[int]:
        """A node, if it is one, and those behind it in a list."""
        found = []
        while n:
            found.append(n)
            n = following[n]
        return found

    # -- children --------------------------------------------------------------------------------

    def pick_best(self, p: cython.int) -> cython.int:
        """The part of SORTDESC that cannot wait: the best child, of equal ones the first, takes the
        first place and gives p its value. The others, few of which are ever looked at again, wait
        for `sort_others`."""
        value: cython.p_int = self.value
        after: cython.p_int = self.after
        best: cython.int = self.first[p]
        last: cython.int = best
        before: cython.int = 0
        n: cython.int = after[best]
        while n:
            if value[n] < value[best]:
                best, before = n, last
            last = n
            n = after[n]
        if before:
            after[before] = after[best]
            after[best] = self.first[p]
            self.first[p] = best
        value[p] = -value[best]
        self.mark[p] |= UNSORTED
        return 0

    def sort_others(self, p: cython.int) -> cython.int:
        """The rest of SORTDESC: the children best first, equal ones as they were."""
        value: cython.p_int = self.value
        after: cython.p_int = self.after
        sorted_: cython.int = self.first[p]
        last: cython.int = sorted_
        n: cython.int = after[sorted_]
        at: cython.int
        while n:
            if value[n] >= value[last]:
                last = n
            else:
                after[last] = after[n]
                if value[n] < value[sorted_]:
                    after[n] = sorted_
                    sorted_ = n
                else:
                    at = sorted_
                    while value[after[at]] <= value[n]:
                        at = after[at]
                    after[n] = after[at]
                    after[at] = n
            n = after[last]
        self.first[p] = sorted_
        self.mark[p] &= ~UNSORTED
        return 0

    def replace(self, p: cython.int, d: cython.int) -> cython.int:
        """SORTDESC where of p's children, in order, only d's value has changed."""
        value: cython.p_int = self.value
        after: cython.p_int = self.after
        n: cython.int = self.first[p]
        before: cython.int = 0
        at: cython.int
        while n != d and value[n] <= value[d]:
            before, n = n, after[n]
        if n != d:  # forward, before n
            at = n
            while after[at] != d:
                at = after[at]
            after[at] = after[d]
            after[d] = n
            self._link(p, before, d)
        elif value[after[d]] < value[d]:  # back
            at = after[d]
            self._link(p, before, at)
            while value[after[at]] < value[d]:
                at = after[at]
            after[d] = after[at]
            after[at] = d
        value[p] = -value[self.first[p]]
        return 0

    def _link(self, p: cython.int, before: cython.int, n: cython.int) -> cython.int:
        """Let n stand behind a sibling, or first (0)."""
        if before:
            self.after[before] = n
        else:
            self.first[p] = n
        return 0

    # -- records -----------------------------------------------------------------------------

    def new_node(self, p: cython.int, move: cython.int) -> cython.int:
        """INITNODE: a node below p, without children, not yet among p's."""
        n: cython.int = self.free
        if n:
            self.free = self.after[n]
        else:
            if self.size == self.capacity:
                self._reserve()
            n = self.size
            self.size += RECORD
        record: cython.p_int = self.move
        fact: cython.longlong
        start: cython.longlong = n
        for fact in range(RECORD):
            record[start + fact] = 0
        self.move[n] = move
        self.parent[n] = p
        self.value[n] = -INFINITY
        self.stored += 1
        return n

    def next_held(self, n: cython.int) -> cython.int:
        """The next node held, by place; 0 if n is the last."""
        n += RECORD
        while n < self.size and self.parent[n] == FREE:
            n += RECORD
        return n if n < self.size else 0

    def keep_tree(self, m: cython.int, budget: Budget) -> cython.bint:
        """What ERASETREE leaves in MAKEMOVE: m becomes the root, and all nodes not below it are
        free. Those kept move to the front, siblings side by side; every node has a new place.

        :returns: false if the budget's time was up, and then the tree is as it was.
        """
        slot: cython.p_int = self.copied
        end: cython.int = 2 * RECORD
        n: cython.int
        child: cython.int
        if not self._reserve_copies(budget):
            return False
        copies: cython.p_int = self.copies
        # Step 1: copies in the order of breadth, linked to their children.
        slot[TOP], slot[RESTART] = TOP, RESTART
        self._copy(m, end)
        copies[end + PARENT], copies[end + AFTER] = TOP, 0
        n = end
        end += RECORD
        while n < end:
            if n % (RECORD * BETWEEN_POLLS) == 0 and not budget.in_time():
                return False
            child = copies[n + FIRST]
            if child:
                copies[n + FIRST] = end
            while child:
                self._copy(child, end)
                child = self.after[child]
                copies[end + PARENT] = n
                if child:
                    copies[end + AFTER] = end + RECORD
                end += RECORD
            n += RECORD
        # Step 2: the lists of cut nodes.
        n = 2 * RECORD
        while n < end:
            if n % (RECORD * BETWEEN_POLLS) == 0 and not budget.in_time():
                return False
            copies[n + CUTTER] = slot[copies[n + CUTTER]]
            copies[n + CUT_NODES] = slot[copies[n + CUT_NODES]]
            copies[n + NEXT_CUT] = slot[copies[n + NEXT_CUT]]
            copies[n + PREV_CUT] = slot[copies[n + PREV_CUT]]
            n += RECORD
        # Step 3: they move to the front.
        self.cut_nodes[RESTART] = slot[self.cut_nodes[RESTART]]
        self._paste(2 * RECORD, end)
        self.root = 2 * RECORD
        self.size = end
        self.stored = end // RECORD - 2
        self.free = 0
        return True

    def _copy(self, n: cython.longlong, to: cython.longlong) -> cython.int:
        """Copy a record, its children in order, and note where to."""
        if self.mark[n] & UNSORTED:
            self.sort_others(n)
        record: cython.p_int = self.move
        copies: cython.p_int = self.copies
        fact: cython.longlong
        self.copied[n] = to
        for fact in range(0, RECORD, 2):
            copies[to + fact], copies[to + fact + 1] = record[n + fact], record[n + fact + 1]
        return 0

    def _paste(self, start: cython.int, end: cython.int) -> cython.int:
        """Take the copies from one place to another for the records there."""
        memoryview(self._table)[start:end] = memoryview(self._copies)[start:end]
        return 0

    def _reserve_copies(self, budget: Budget) -> cython.bint:
        """Make room to copy as many nodes as are stored; false if the budget's time was up."""
        if not cython.compiled:
            self._copies = self._copies[:]
        while self.room < self.stored + 2:
            if not budget.in_time():
                return False
            lengthen((self._copies,), RECORD * (self.room + BETWEEN_POLLS))
            self.room += BETWEEN_POLLS
        self.copies = ints(self._copies)
        return True

    def _reserve(self) -> cython.int:
        """Make room for one more node."""
        capacity: cython.int = RECORD * grown(self.capacity // RECORD, self.size // RECORD + 1)
        if not cython.compiled:
            self._table = self._table[:]  # an array cannot grow while there are views of it
        lengthen((self._table,), capacity)  # one column grows, or stays where it was
        return self._point(capacity)

    def hold(self, other: ABStore, budget: Budget) -> cython.bint:
        """Hold a copy of all that another store does; false if the budget's time was up, or there
        is no memory for it: then this one is as it was."""
        try:
            table = copied(other._table, other.size, budget)
        except MemoryError:
            return False
        if table is None:
            return False
        self._table = table
        self.root, self.size, self.stored = other.root, other.size, other.stored
        self.free = other.free
        self._point(self.size)
        return True

    def _point(self, capacity: cython.int) -> cython.int:
        """Take the table's data anew, of so many places."""
        self.capacity = capacity
        if cython.compiled:
            table: cython.p_int = ints(self._table)
            self.move, self.value, self.parent, self.first = table, table + 1, table + 2, table + 3
            self.after, self.nr_desc, self.nr_moves = table + 4, table + 5, table + 6
            self.cutter, self.cut_nodes = table + 7, table + 8
            self.next_cut, self.prev_cut = table + 9, table + 10
            self.mark, self.held, self.forgotten = table + 11, table + 12, table + 13
            self.copied = table + 14
        else:
            views = [memoryview(self._table)[fact:] for fact in range(15)]
            self.move, self.value, self.parent, self.first, self.after, self.nr_desc = views[:6]
            self.nr_moves, self.cutter, self.cut_nodes, self.next_cut = views[6:10]
            self.prev_cut, self.mark, self.held, self.forgotten, self.copied = views[10:]
        return 0
