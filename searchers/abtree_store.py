"""The records of an A-B tree and its lists (Lindstrom 1979, section 2.3 and appendix A).

Values are from the side to move at the node, so the paper's two players are one: BETTER is `>`,
INITVAL is -INFINITE, and the best son is the one of the lowest value. A node can only be cut by one
with the same side to move, so a threshold cuts as soon as its value is lower than the node's.
"""

from __future__ import annotations

from typing import NamedTuple

import cython

from searchers.columns import column, grown, lengthen

if not cython.compiled:
    from games.scores import INFINITE

    RECORD, FACTS = 16, 14
    TOP, RESTART, FREE = 0, RECORD, -1
    FINISHED = -1
    NO_RECUT, ON_PATH, SWEPT = 1, 2, 4

__all__ = ["RESTARTS", "ABStore", "Node"]

RESTARTS = 16
"""The pseudo node whose cut nodes are those marked for restart."""


class Node(NamedTuple):
    """What is stored of one node; nodes are named by their places, 0 is none.

    :param place: the node itself.
    :param move: the move that leads to it.
    :param parent: 0 for the root.
    :param sons: the sons generated and still held, best first.
    :param moves: the number of legal moves; 0 as long as it is unknown, -1 if the game is over.
    :param value: from the side to move at the node.
    :param cutter: the node that cuts this one; 0 for none, RESTARTS if it is marked for restart.
    :param cut_nodes: the nodes it cuts.
    :param no_recut: it must be swept before it may be cut again (errata, 1).
    :param swept: of a son of the root: whether the sweep under way is through with it.
    :param held: the ply of the horizon to which the value holds although the sons are forgotten.
    :param forgotten: how many of its sons were generated before they were last forgotten.
    """

    place: int
    move: int
    parent: int
    sons: tuple[int, ...]
    moves: int
    value: int
    cutter: int
    cut_nodes: tuple[int, ...]
    no_recut: bool
    swept: bool
    held: int
    forgotten: int


class ABStore:
    """The nodes, in columns that are interleaved: the facts of a node share a cache line.

    A node's place is where its record begins, so that `self.value[place]` reads as with columns of
    their own. The first two records are pseudo nodes. TOP stands for topmax and topmin: no value is
    beyond its own. RESTART is restarthead, whose list of cut nodes is that of the nodes marked for
    restart. Free records are chained.
    """

    def __init__(self) -> None:
        self._table, self._order, self._copies = column(), column(), column()
        self.capacity = self.room = 0
        self.clear()

    def clear(self) -> cython.int:
        """Forget every node."""
        self.root = self.size = self.free = self.stored = 0
        self.new_node(FREE, 0)  # TOP
        self.new_node(FREE, 0)  # RESTART
        self.stored = 0
        self.value[TOP] = INFINITE
        return 0

    def node(self, n: int) -> Node:
        """All that is stored of a node."""
        return Node(
            n,
            self.move[n],
            self.parent[n],
            tuple(self._sons(n)),
            self.nr_moves[n],
            self.value[n],
            self.cutter[n],
            tuple(self._cut_list(n)),
            bool(self.mark[n] & NO_RECUT),
            bool(self.mark[n] & SWEPT),
            self.held[n],
            self.forgotten[n],
        )

    def dewey(self, n: int) -> str:
        """The node's Dewey number: the ranks on the way from the root, whose own is 0."""
        ranks: list[str] = []
        while n != self.root:
            ranks.append(str(1 + self.node(self.parent[n]).sons.index(n)))
            n = self.parent[n]
        return ".".join(reversed(ranks)) or "0"

    def places(self) -> list[int]:
        """Every node held."""
        found = []
        n = self.next_held(RESTART)
        while n:
            found.append(n)
            n = self.next_held(n)
        return found

    def _sons(self, n: int) -> list[int]:
        found = []
        son = self.first[n]
        while son:
            found.append(son)
            son = self.after[son]
        return found

    def _cut_list(self, n: int) -> list[int]:
        found = []
        cut = self.cut_nodes[n]
        while cut:
            found.append(cut)
            cut = self.next_cut[cut]
        return found

    # -- records -----------------------------------------------------------------------------

    def new_node(self, p: cython.int, move: cython.int) -> cython.int:
        """INITNODE: a node below p, without sons, not yet among p's."""
        n: cython.int = self.free
        if n:
            self.free = self.after[n]
        else:
            if self.size == self.capacity:
                self._reserve()
            n = self.size
            self.size += RECORD
        record: cython.p_int = self.move
        fact: cython.int
        for fact in range(n, n + FACTS):
            record[fact] = 0
        self.move[n] = move
        self.parent[n] = p
        self.value[n] = -INFINITE
        self.stored += 1
        return n

    def next_held(self, n: cython.int) -> cython.int:
        """The next node held, by place; 0 if n is the last."""
        n += RECORD
        while n < self.size and self.parent[n] == FREE:
            n += RECORD
        return n if n < self.size else 0

    def keep_tree(self, m: cython.int) -> cython.int:
        """What ERASETREE leaves in MAKEMOVE: m becomes the root, and all nodes not below it are
        free. Those kept move to the front, brothers side by side; every node has a new place."""
        if self.room < self.stored:
            self._reserve_copies()
        order: cython.p_int = self.order
        kept: cython.int = 1
        son: cython.int
        i: cython.int = 0
        # Step 1: the new places, in the order of breadth.
        self.copied[TOP], self.copied[RESTART] = TOP, RESTART
        order[0] = m
        self.copied[m] = 2 * RECORD
        while i < kept:
            son = self.first[order[i]]
            while son:
                order[kept] = son
                self.copied[son] = (kept + 2) * RECORD
                kept += 1
                son = self.after[son]
            i += 1
        self.parent[m] = TOP
        self.after[m] = 0
        # Step 2: a copy of what is kept, its links renewed; then it moves to the front.
        for i in range(kept):
            self._copy(order[i], FACTS * i)
        self.cut_nodes[RESTART] = self.copied[self.cut_nodes[RESTART]]
        for i in range(kept):
            self._paste(FACTS * i, (i + 2) * RECORD)
        self.root = 2 * RECORD
        self.size = (kept + 2) * RECORD
        self.stored = kept
        self.free = 0
        return 0

    def _reserve_copies(self) -> cython.int:
        """Make room to copy as many nodes as are stored."""
        self.room = grown(self.room, self.stored)
        lengthen((self._order,), self.room)
        lengthen((self._copies,), FACTS * self.room)
        if cython.compiled:
            self.order, self.copies = self._order.data.as_ints, self._copies.data.as_ints
        else:
            self.order, self.copies = self._order, self._copies
        return 0

    def _copy(self, n: cython.int, to: cython.int) -> cython.int:
        copies: cython.p_int = self.copies
        place: cython.p_int = self.copied
        copies[to], copies[to + 1] = self.move[n], self.value[n]
        copies[to + 2], copies[to + 3] = place[self.parent[n]], place[self.first[n]]
        copies[to + 4] = place[self.after[n]]
        copies[to + 5], copies[to + 6] = self.nr_desc[n], self.nr_moves[n]
        copies[to + 7], copies[to + 8] = place[self.cutter[n]], place[self.cut_nodes[n]]
        copies[to + 9], copies[to + 10] = place[self.next_cut[n]], place[self.prev_cut[n]]
        copies[to + 11], copies[to + 12] = self.mark[n], self.held[n]
        copies[to + 13] = self.forgotten[n]
        return 0

    def _paste(self, at: cython.int, n: cython.int) -> cython.int:
        fact: cython.int
        record: cython.p_int = self.move
        copies: cython.p_int = self.copies
        for fact in range(FACTS):
            record[n + fact] = copies[at + fact]
        return 0

    def _reserve(self) -> cython.int:
        """Make room for one more node."""
        self.capacity = RECORD * grown(self.capacity // RECORD, self.size // RECORD + 1)
        if not cython.compiled:
            self._table = self._table[:]  # an array cannot grow while there are views of it
        lengthen((self._table,), self.capacity)
        if cython.compiled:
            table: cython.p_int = self._table.data.as_ints
            self.move, self.value, self.parent, self.first = table, table + 1, table + 2, table + 3
            self.after, self.nr_desc, self.nr_moves = table + 4, table + 5, table + 6
            self.cutter, self.cut_nodes = table + 7, table + 8
            self.next_cut, self.prev_cut = table + 9, table + 10
            self.mark, self.held, self.forgotten = table + 11, table + 12, table + 13
            self.copied = table + FACTS
        else:
            views = [memoryview(self._table)[fact:] for fact in range(FACTS + 1)]
            self.move, self.value, self.parent, self.first, self.after, self.nr_desc = views[:6]
            self.nr_moves, self.cutter, self.cut_nodes, self.next_cut = views[6:10]
            self.prev_cut, self.mark, self.held, self.forgotten, self.copied = views[10:]
        return 0
