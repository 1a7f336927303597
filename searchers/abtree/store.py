"""The nodes of an A-B tree and their lists (Lindstrom 1979, section 2.3 and appendix A).

Values are from the side to move at the node. So one procedure serves both players: BETTER is `>`,
INITVAL is -INFINITY, and the best child has the lowest value. A node can be cut only by a node with
the same side to move. It is cut when its value exceeds that node's value.
"""

from __future__ import annotations

from typing import NamedTuple

import cython

from evaluators.core.budget import Budget
from games.core.columns import column, grown_length, lengthen
from games.errors import ContractError
from searchers.storage.kept_tree import copies

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


class Node(NamedTuple):
    """A copy of the record of one node.

    A node is named by its slot, the place of its record; 0 is no node.

    :param slot: the node itself.
    :param move: the move that leads to it.
    :param parent: 0 for the root, -1 if the slot is not in use.
    :param children: the children generated and still stored, best first.
    :param moves: the number of legal moves; 0 while it is unknown, -1 if the game is over.
    :param value: from the side to move at the node.
    :param cutter: the node that cuts this one; 0 for none, RESTART if it is marked for restart.
    :param no_recut: whether the node must be swept before it may be cut again (errata, 1).
    :param swept: of a child of the root: whether the current sweep has finished it.
    :param pruned_horizon: the ply of the horizon up to which the value remains valid although the
        children were pruned.
    :param pruned_children: the number of children that were generated before they were last pruned.
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
    pruned_horizon: int
    pruned_children: int


class ABStore:
    """The records of all nodes in one array. The fields of a node share a cache line.

    A slot is the index of the first field, so `self.value[slot]` reads like a column. The first two
    records are pseudo nodes. TOP is topmax and topmin: no value is beyond its value. RESTART is
    restarthead: its list of cut nodes has the nodes marked for restart. Free records are linked.
    """

    def __init__(self) -> None:
        self._table, self._copies = column(), column()
        self.capacity = self.copy_capacity = 0
        self.clear()

    def clear(self) -> None:
        """Remove every node, also the root; the memory stays."""
        self.root = self.size = self.free = self.node_count = 0
        self.new_node(FREE, 0)  # TOP
        self.new_node(FREE, 0)  # RESTART
        self.node_count = 0
        self.value[TOP] = INFINITY

    # -- what is stored, for Python ----------------------------------------------------------------

    def node(self, n: int) -> Node:
        """Return a copy of a node's record, also of a pseudo node or a slot not in use.

        :raises IndexError: if the table has no such slot.
        """
        if not 0 <= n < self.size or n & RECORD - 1:
            raise IndexError(f"node {n}: expected one of this tree")
        children = self._linked(self.first[n], self.after)
        children.sort(key=lambda child: self.value[child])
        return Node(
            n,
            self.move[n],
            self.parent[n],
            tuple(children),
            self.move_count[n],
            self.value[n],
            self.cutter[n],
            bool(self.mark[n] & NO_RECUT),
            bool(self.mark[n] & SWEPT),
            self.pruned_horizon[n],
            self.pruned_children[n],
        )

    def slots(self) -> list[int]:
        """Return the slots (places in the table) of all nodes, ascending."""
        found = []
        n = self.next_node(RESTART)
        while n:
            found.append(n)
            n = self.next_node(n)
        return found

    def cut_by(self, n: int) -> list[int]:
        """Return the nodes that a node cuts."""
        return self._linked(self.cut_nodes[n], self.next_cut)

    def _linked(self, n: cython.int, following: cython.p_int) -> list[int]:
        """Return the numbers of a linked list from node `n` on; an empty list for 0.

        :param following: the column that links each node to the next.
        """
        found = []
        while n:
            found.append(n)
            n = following[n]
        return found

    def dewey(self, n: int) -> str:
        """Return the node's Dewey number: the ranks on the path from the root. The root is "0".

        :raises IndexError: if the slot is not one of this tree.
        """
        if n not in self.slots():
            raise IndexError(f"node {n}: expected one of this tree")
        ranks: list[str] = []
        while n != self.root:
            ranks.append(str(1 + self.node(self.parent[n]).children.index(n)))
            n = self.parent[n]
        return ".".join(reversed(ranks)) or "0"

    def _line_to(self, n: int) -> list[int]:
        """Return the moves from the root to n."""
        line: list[int] = []
        while n != self.root:
            line.insert(0, self.move[n])
            n = self.parent[n]
        return line

    # -- records -----------------------------------------------------------------------------------

    def new_node(self, p: cython.int, move: cython.int) -> cython.int:
        """Return a new node below p, without children and with value -INFINITY (INITNODE).

        It is not yet linked among p's children.
        """
        n: cython.int = self.free
        if n:
            self.free = self.after[n]
        else:
            if self.size == self.capacity:
                self._reserve()
            n = self.size
            self.size += RECORD
        record: cython.p_int = self.move
        field: cython.longlong
        start: cython.longlong = n
        for field in range(RECORD):
            record[start + field] = 0
        self.move[n] = move
        self.parent[n] = p
        self.value[n] = -INFINITY
        self.node_count += 1
        return n

    def free_node(self, n: cython.int) -> None:
        """Free the record of a node.

        Its cut is removed, and the nodes that it cuts are marked for restart. The caller has freed
        its children, and unlinks it from its parent and siblings.
        """
        if self.cut_nodes[n]:
            self.restart_all(n)
        if self.cutter[n]:
            self._uncut(n)
        self.parent[n] = FREE
        self.after[n] = self.free
        self.free = n
        self.node_count -= 1

    def erase_children(self, r: cython.int) -> None:
        """Free every node below r, and mark the nodes that they cut for restart (ERASETREE).

        r has no children then.
        """
        n: cython.int = self.first[r]
        up: cython.int
        after: cython.int
        if n == 0:
            return
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
        self.child_count[r] = 0

    def next_node(self, n: cython.int) -> cython.int:
        """Return the next used slot after n; 0 after the last. From RESTART on it is the first."""
        n += RECORD
        while n < self.size and self.parent[n] == FREE:
            n += RECORD
        return n if n < self.size else 0

    def _reserve(self) -> None:
        """Lengthen the full table for one more node at least.

        :raises MemoryError: if memory runs out. The table stays as it was.
        """
        capacity: cython.int = RECORD * grown_length(
            self.capacity // RECORD, self.size // RECORD + 1
        )
        if not cython.compiled:
            self._table = self._table[:]  # an array cannot grow while there are views of it
        lengthen((self._table,), capacity)  # if it fails, the old array remains
        self._update_pointers(capacity)

    def _update_pointers(self, capacity: cython.int) -> None:
        """Set `capacity`, and the pointers to the columns of the table, which may have moved."""
        self.capacity = capacity
        if cython.compiled:
            table: cython.p_int = ints(self._table)
            self.move, self.value, self.parent, self.first = table, table + 1, table + 2, table + 3
            self.after, self.child_count, self.move_count = table + 4, table + 5, table + 6
            self.cutter, self.cut_nodes = table + 7, table + 8
            self.next_cut, self.prev_cut = table + 9, table + 10
            self.mark, self.pruned_horizon, self.pruned_children = (
                table + 11,
                table + 12,
                table + 13,
            )
            self.copied = table + 14
        else:
            views = [memoryview(self._table)[field:] for field in range(15)]
            self.move, self.value, self.parent, self.first, self.after, self.child_count = views[:6]
            self.move_count, self.cutter, self.cut_nodes, self.next_cut = views[6:10]
            self.prev_cut, self.mark, self.pruned_horizon, self.pruned_children, self.copied = (
                views[10:]
            )

    # -- sorted children: SORTDESC -----------------------------------------------------------------

    def pick_best(self, p: cython.int) -> None:
        """Move p's best child to the front, and give p its value: the first part of SORTDESC.

        p has a child. Of equal children the first is the best. The others are sorted later, by
        `sort_others`: few of them are ever read again.
        """
        value: cython.p_int = self.value
        after: cython.p_int = self.after
        best: cython.int = self.first[p]
        last: cython.int = best
        previous: cython.int = 0
        n: cython.int = after[best]
        while n:
            if value[n] < value[best]:
                best, previous = n, last
            last = n
            n = after[n]
        if previous:
            after[previous] = after[best]
            after[best] = self.first[p]
            self.first[p] = best
        value[p] = -value[best]
        self.mark[p] |= UNSORTED

    def sort_others(self, p: cython.int) -> None:
        """Sort p's children best first, the rest of SORTDESC. Equal ones keep their order."""
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

    def replace(self, p: cython.int, d: cython.int) -> None:
        """Move d to its place among p's sorted children after its value changed (SORTDESC).

        p gets the value of its best child.
        """
        value: cython.p_int = self.value
        after: cython.p_int = self.after
        n: cython.int = self.first[p]
        previous: cython.int = 0
        at: cython.int
        while n != d and value[n] <= value[d]:
            previous, n = n, after[n]
        if n != d:  # move d forward, before n
            at = n
            while after[at] != d:
                at = after[at]
            after[at] = after[d]
            after[d] = n
            self._link(p, previous, d)
        elif value[after[d]] < value[d]:  # move d back
            at = after[d]
            self._link(p, previous, at)
            while value[after[at]] < value[d]:
                at = after[at]
            after[d] = after[at]
            after[at] = d
        value[p] = -value[self.first[p]]

    def _link(self, p: cython.int, previous: cython.int, n: cython.int) -> None:
        """Link child `n` of `p` after a sibling, or as the first child if `previous` is 0."""
        if previous:
            self.after[previous] = n
        else:
            self.first[p] = n

    # -- lists of cut nodes (appendix A) -----------------------------------------------------------

    def _cut_off(self, n: cython.int, c: cython.int) -> None:
        """Record that node `c` cuts `n`: put `n` into c's list of cut nodes (CUTOFF, INSERT)."""
        head: cython.int = self.cut_nodes[c]
        self.cutter[n] = c
        self.prev_cut[n] = 0
        self.next_cut[n] = head
        if head:
            self.prev_cut[head] = n
        self.cut_nodes[c] = n

    def _uncut(self, n: cython.int) -> None:
        """Remove `n` from its cutter's list, or from the list of restarts (UNCUT, REMOVE)."""
        previous: cython.int = self.prev_cut[n]
        following: cython.int = self.next_cut[n]
        if previous:
            self.next_cut[previous] = following
        else:
            self.cut_nodes[self.cutter[n]] = following
        if following:
            self.prev_cut[following] = previous
        self.cutter[n] = 0

    def restart_all(self, c: cython.int) -> None:
        """Mark every node that c cuts for restart; c then cuts none (RESTARTALL).

        The cuts of these nodes no longer hold, so RESTART becomes their cutter (ADDRESTART).
        """
        n: cython.int = self.cut_nodes[c]
        while n:
            self._uncut(n)
            self._cut_off(n, RESTART)
            n = self.cut_nodes[c]

    def check_cuts(self, c: cython.int) -> None:
        """Mark for restart the nodes of c's list whose value no longer exceeds c's (CHECKCUTS)."""
        n: cython.int = self.cut_nodes[c]
        following: cython.int
        while n:
            following = self.next_cut[n]
            if self.value[n] <= self.value[c]:
                self._uncut(n)
                self._cut_off(n, RESTART)
            n = following

    def _clear_cuts_in_tree(self, c: cython.int, r: cython.int, budget: Budget) -> cython.bint:
        """Mark for restart those nodes of r's subtree whose cutter is c (CLEARCUTSINTREE).

        They leave c's list of cut nodes, and RESTART becomes their cutter. The subtree includes r.

        :returns: false if time ran out; then only some of them are marked.
        """
        n: cython.int = self.cut_nodes[c]
        visited: cython.int = 0
        following: cython.int
        while n:
            visited += 1
            if visited % BETWEEN_POLLS == 0 and not budget.in_time():
                return False
            following = self.next_cut[n]
            if self.on_path(n, r):
                self._uncut(n)
                self._cut_off(n, RESTART)
            n = following
        return True

    # -- places in the tree ------------------------------------------------------------------------

    def on_path(self, p: cython.int, q: cython.int) -> cython.bint:
        """Return whether q is on the path from p to the root (PATH)."""
        while p != self.root and p != q:
            p = self.parent[p]
        return p == q

    def _depth(self, n: cython.int) -> cython.int:
        """Return how many plies n is below the root."""
        depth: cython.int = 0
        while n != self.root:
            n = self.parent[n]
            depth += 1
        return depth

    def _require(self, n: cython.int) -> None:
        """Check that n is a node of this tree.

        :raises ContractError: if it is none.
        """
        if not RESTART < n < self.size or n & RECORD - 1 or self.parent[n] == FREE:
            self._refuse(n, "is none of this tree")

    def _refuse(self, n: cython.int, fault: str) -> None:
        """Raise the ContractError for a fault of a node."""
        name = self.dewey(n) if n in self.slots() else n
        raise ContractError(f"node {name} {fault}")

    # -- a new root, and copies --------------------------------------------------------------------

    def reroot(self, m: cython.int, budget: Budget) -> cython.bint:
        """Make m the root, and free all nodes outside its subtree (ERASETREE in MAKEMOVE).

        The nodes that remain move to the front, siblings side by side. Every node has a new slot.
        No node of the subtree may cut one outside it, or be cut by one.

        :returns: false if time ran out; then the tree has not changed.
        :raises MemoryError: if there is not enough memory.
        """
        slot: cython.p_int = self.copied
        end: cython.int = 2 * RECORD
        n: cython.int
        child: cython.int
        if not self._reserve_copies(budget):
            return False
        copies: cython.p_int = self.copies
        # Step 1: copy the nodes in breadth-first order, linked to their children.
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
        # Step 3: move the copies to the front.
        self.cut_nodes[RESTART] = slot[self.cut_nodes[RESTART]]
        self._move_to_front(2 * RECORD, end)
        self.root = 2 * RECORD
        self.size = end
        self.node_count = end // RECORD - 2
        self.free = 0
        return True

    def _copy(self, n: cython.longlong, to: cython.longlong) -> None:
        """Copy node `n`, its children sorted, to slot `to` of the copies, and note that slot."""
        if self.mark[n] & UNSORTED:
            self.sort_others(n)
        record: cython.p_int = self.move
        copies: cython.p_int = self.copies
        field: cython.longlong
        self.copied[n] = to
        for field in range(0, RECORD, 2):
            copies[to + field], copies[to + field + 1] = record[n + field], record[n + field + 1]

    def _move_to_front(self, start: cython.int, end: cython.int) -> None:
        """Copy this range of the copies over the same range of the table."""
        memoryview(self._table)[start:end] = memoryview(self._copies)[start:end]

    def _reserve_copies(self, budget: Budget) -> cython.bint:
        """Allocate the memory to copy all nodes; return false if time ran out.

        :raises MemoryError: if there is not enough memory.
        """
        if not cython.compiled:
            self._copies = self._copies[:]
        try:
            while self.copy_capacity < self.node_count + 2:
                if not budget.in_time():
                    return False
                lengthen((self._copies,), RECORD * (self.copy_capacity + BETWEEN_POLLS))
                self.copy_capacity += BETWEEN_POLLS
        finally:
            self.copies = ints(self._copies)
        return True

    def copy_from(self, other: ABStore, budget: Budget) -> cython.bint:
        """Replace all nodes by copies of those of another store, in the same slots.

        :returns: false if time or memory ran out; then this store has not changed.
        """
        try:
            tables = copies(((other._table, other.size),), budget)
        except MemoryError:
            return False
        if tables is None:
            return False
        self._table = tables[0]
        self.root, self.size, self.node_count = other.root, other.size, other.node_count
        self.free = other.free
        self._update_pointers(self.size)
        return True
