"""The records of an A-B tree and its lists (Lindstrom 1979, section 2.3 and appendix A).

Values are from the side to move at the node, so the paper's two players are one: BETTER is `>`,
INITVAL is -INFINITE, and the best son is the one of the lowest value. A node can only be cut by one
with the same side to move, so a threshold cuts as soon as its value is lower than the node's.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import cython

from searchers.columns import column, grown, lengthen

if not cython.compiled:
    from games.scores import INFINITE

    TOP, RESTART, FREE = 0, 1, -1
    UNKNOWN, FINISHED = 0, -1
    NO_RECUT, ON_PATH, SWEPT = 1, 2, 4

__all__ = ["ABStore", "Node"]


class Node(NamedTuple):
    """What is stored of one node; nodes are named by their places, 0 is none.

    :param place: the node itself.
    :param move: the move that leads to it.
    :param parent: 0 for the root.
    :param sons: the sons generated and still held, best first.
    :param moves: the number of legal moves; 0 as long as it is unknown, -1 if the game is over.
    :param value: from the side to move at the node.
    :param cutter: the node that cuts this one; 0 for none, 1 if the node is marked for restart.
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
    """The nodes, in fourteen columns of four bytes; places 0 and 1 are the pseudo nodes.

    TOP stands for topmax and topmin: no value is beyond its own. RESTART is restarthead, whose
    list of cut nodes is that of the nodes marked for restart. Free places are chained.
    """

    def __init__(self) -> None:
        self._move, self._value, self._parent = column(), column(), column()
        self._first, self._after, self._nr_desc, self._nr_moves = (column() for _ in range(4))
        self._cutter, self._cut_nodes, self._next_cut, self._prev_cut = (
            column() for _ in range(4)
        )
        self._mark, self._held, self._forgotten = column(), column(), column()
        self.capacity = 0
        self.clear()

    def clear(self) -> cython.int:
        """Forget every node."""
        self.root = self.size = self.free = self.stored = 0
        for _ in (TOP, RESTART):
            self.new_node(FREE, 0)
        self.stored = 0
        self.value[TOP] = INFINITE
        return 0

    def node(self, n: int) -> Node:
        """All that is stored of a node."""
        return Node(
            n,
            self.move[n],
            self.parent[n],
            tuple(self._chain(self.first[n], self._after)),
            self.nr_moves[n],
            self.value[n],
            self.cutter[n],
            tuple(self._chain(self.cut_nodes[n], self._next_cut)),
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
        return [n for n in range(2, self.size) if self.parent[n] != FREE]

    def _chain(self, n: int, links: Any) -> list[int]:
        found = []
        while n:
            found.append(n)
            n = links[n]
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
            self.size += 1
        self.move[n] = move
        self.parent[n] = p
        self.value[n] = -INFINITE
        self.first[n] = 0
        self.after[n] = 0
        self.nr_desc[n] = 0
        self.nr_moves[n] = UNKNOWN
        self.cutter[n] = 0
        self.cut_nodes[n] = 0
        self.mark[n] = 0
        self.held[n] = 0
        self.forgotten[n] = 0
        self.stored += 1
        return n

    def free_node(self, n: cython.int) -> cython.int:
        """Give a node's place back; nothing may point to it but cuts, which are undone."""
        if self.cut_nodes[n]:
            self.restart_all(n)
        if self.cutter[n]:
            self.uncut(n)
        self.parent[n] = FREE
        self.after[n] = self.free
        self.free = n
        self.stored -= 1
        return 0

    def erase_sons(self, r: cython.int) -> cython.int:
        """Free every node below r."""
        n: cython.int = self.first[r]
        up: cython.int
        after: cython.int
        if n == 0:
            return 0
        while True:
            while self.first[n]:
                n = self.first[n]
            after, up = self.after[n], self.parent[n]
            self.free_node(n)
            if after:
                n = after
                continue
            self.first[up] = 0
            if up == r:
                break
            n = up
        self.nr_desc[r] = 0
        return 0

    def erase_tree(self, r: cython.int) -> cython.int:
        """ERASETREE: free r and every node below it; r must already be nobody's son."""
        self.erase_sons(r)
        return self.free_node(r)

    # -- sons --------------------------------------------------------------------------------

    def sort_desc(self, p: cython.int) -> cython.int:
        """SORTDESC: the sons best first, equal ones as they were; the best gives p its value."""
        sorted_: cython.int = self.first[p]
        n: cython.int
        at: cython.int
        if sorted_ == 0:
            return 0
        last: cython.int = sorted_
        n = self.after[sorted_]
        while n:
            if self.value[n] >= self.value[last]:
                last = n
            else:
                self.after[last] = self.after[n]
                if self.value[n] < self.value[sorted_]:
                    self.after[n] = sorted_
                    sorted_ = n
                else:
                    at = sorted_
                    while self.value[self.after[at]] <= self.value[n]:
                        at = self.after[at]
                    self.after[n] = self.after[at]
                    self.after[at] = n
            n = self.after[last]
        self.first[p] = sorted_
        self.value[p] = -self.value[sorted_]
        return 0

    def best_sib(self, d: cython.int) -> cython.int:
        """BESTSIB: the best brother of d, which must have one."""
        first: cython.int = self.first[self.parent[d]]
        return self.after[d] if first == d else first

    def better_threshold(self, q: cython.int, threshold: cython.int) -> cython.int:
        """LOCALPHABETA: the threshold, or q if it is uncut and stricter."""
        if self.cutter[q] == 0 and self.value[q] < self.value[threshold]:
            return q
        return threshold

    # -- cuts --------------------------------------------------------------------------------

    def should_cut(self, n: cython.int, threshold: cython.int) -> cython.bint:
        """SHOULDDECUT, SHOULDRECUT, SHOULDDBECUT (errata, 2): strictly, and never a node all of
        whose sons are generated (3)."""
        return (
            self.nr_desc[n] < self.nr_moves[n] and self.value[n] > self.value[threshold]
        )

    def cut_off(self, n: cython.int, c: cython.int) -> cython.int:
        """CUTOFF, INSERT: n is cut by c from now on."""
        head: cython.int = self.cut_nodes[c]
        self.cutter[n] = c
        self.prev_cut[n] = 0
        self.next_cut[n] = head
        if head:
            self.prev_cut[head] = n
        self.cut_nodes[c] = n
        return 0

    def uncut(self, n: cython.int) -> cython.int:
        """UNCUT, REMOVE: a cut node, or one marked for restart, is neither any more."""
        before: cython.int = self.prev_cut[n]
        behind: cython.int = self.next_cut[n]
        if before:
            self.next_cut[before] = behind
        else:
            self.cut_nodes[self.cutter[n]] = behind
        if behind:
            self.prev_cut[behind] = before
        self.cutter[n] = 0
        return 0

    def add_restart(self, n: cython.int) -> cython.int:
        """ADDRESTART: mark an uncut node for restart."""
        return self.cut_off(n, RESTART)

    def restart_all(self, c: cython.int) -> cython.int:
        """RESTARTALL: mark every node that c cuts for restart."""
        n: cython.int = self.cut_nodes[c]
        while n:
            self.uncut(n)
            self.add_restart(n)
            n = self.cut_nodes[c]
        return 0

    def check_cuts(self, c: cython.int) -> cython.int:
        """CHECKCUTS: mark those nodes for restart that c no longer cuts."""
        n: cython.int = self.cut_nodes[c]
        behind: cython.int
        while n:
            behind = self.next_cut[n]
            if self.value[n] <= self.value[c]:
                self.uncut(n)
                self.add_restart(n)
            n = behind
        return 0

    def new_node_value(self, q: cython.int, oldvalue: cython.int) -> cython.int:
        """NEWNODEVAL: what a new value of q means for the nodes that it cuts."""
        if self.cutter[q]:
            self.restart_all(q)
        elif self.value[q] > oldvalue:
            self.check_cuts(q)
        return 0

    def clear_cuts_in_tree(self, c: cython.int, r: cython.int) -> cython.int:
        """CLEARCUTSINTREE: mark the nodes of r's tree that c cuts for restart."""
        n: cython.int = self.cut_nodes[c]
        behind: cython.int
        while n:
            behind = self.next_cut[n]
            if self.on_path(n, r):
                self.uncut(n)
                self.add_restart(n)
            n = behind
        return 0

    def on_path(self, p: cython.int, q: cython.int) -> cython.bint:
        """PATH: whether q is on the path from p to the root."""
        while p != self.root and p != q:
            p = self.parent[p]
        return p == q

    def _reserve(self) -> cython.int:
        """Make room for one more node."""
        self.capacity = grown(self.capacity, self.size + 1)
        lengthen(
            (self._move, self._value, self._parent, self._first, self._after, self._nr_desc),
            self.capacity,
        )
        lengthen(
            (self._nr_moves, self._cutter, self._cut_nodes, self._next_cut, self._prev_cut),
            self.capacity,
        )
        lengthen((self._mark, self._held, self._forgotten), self.capacity)
        if cython.compiled:
            self.move, self.value = self._move.data.as_ints, self._value.data.as_ints
            self.parent, self.first = self._parent.data.as_ints, self._first.data.as_ints
            self.after, self.nr_desc = self._after.data.as_ints, self._nr_desc.data.as_ints
            self.nr_moves, self.cutter = self._nr_moves.data.as_ints, self._cutter.data.as_ints
            self.cut_nodes = self._cut_nodes.data.as_ints
            self.next_cut = self._next_cut.data.as_ints
            self.prev_cut = self._prev_cut.data.as_ints
            self.mark, self.held = self._mark.data.as_ints, self._held.data.as_ints
            self.forgotten = self._forgotten.data.as_ints
        else:
            self.move, self.value, self.parent = self._move, self._value, self._parent
            self.first, self.after, self.nr_desc = self._first, self._after, self._nr_desc
            self.nr_moves, self.cutter, self.cut_nodes = (
                self._nr_moves,
                self._cutter,
                self._cut_nodes,
            )
            self.next_cut, self.prev_cut, self.mark = self._next_cut, self._prev_cut, self._mark
            self.held, self.forgotten = self._held, self._forgotten
        return 0
