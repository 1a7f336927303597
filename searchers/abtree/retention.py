"""An A-B tree that gives up what there is no room for (Lindstrom 1979, section 9.3, D1)."""

from __future__ import annotations

from typing import Any

import cython

from games.core.position import Position
from searchers.abtree.cuts import CutTree

if not cython.compiled:
    from games.core.array import array, ints
    from games.core.scores import MAX_PLY
    from searchers.abtree.constants import (
        FINISHED,
        FREE,
        MOST_STORED,
        NO_RECUT,
        ON_PATH,
        RESTART,
        SOLVED,
    )
    from searchers.storage.constants import BETWEEN_POLLS

__all__ = ["RetainingTree"]


class RetainingTree(CutTree):
    """An A-B tree within its room.

    :param retain: nodes held at most; beyond it subtrees are forgotten.
    """

    def __init__(self, position: Position, evaluator: Any, retain: int) -> None:
        super().__init__(position, evaluator)
        self.retain = min(retain, MOST_STORED)
        self._path = array("i", bytes(4 * (MAX_PLY + 2)))
        self.path = ints(self._path)

    # -- section 9.3, D1: selective subtree non-retention ----------------------------------------

    def _make_room(self, depth: cython.int) -> cython.bint:
        """Forget subtrees; false if less than an eighth of the room could be had, and there was
        time.

        :param depth: of the node being grown: it and its ancestors are left alone.
        """
        goal: cython.int = self.retain - max(1, self.retain // 8)
        self._forget_down(depth, goal)
        return self.stored <= goal or self.budget.over

    def _forget_down(self, depth: cython.int, goal: cython.int) -> cython.int:
        """Forget weak children, and last ones where that leaves more nodes than the goal; then some
        of them may have no children, and come next."""
        level: cython.int
        before: cython.int = self.stored
        for level in range(depth + 1):
            self.mark[self.path[level]] |= ON_PATH
        self._forget_everywhere(True)
        if self.stored > goal:
            self._forget_everywhere(False)
        for level in range(depth + 1):
            self.mark[self.path[level]] &= ~ON_PATH
        self.counts.forgotten += before - self.stored
        return 0

    def _forget_everywhere(self, weak: cython.bint) -> cython.int:
        """Forget, from node to node as long as there is time, weak children or last ones."""
        looked: cython.int = 0
        n: cython.int = self.next_held(RESTART)
        while n:
            looked += 1
            if looked % BETWEEN_POLLS == 0 and not self.budget.in_time():
                return 0
            if self.first[n] and not self.mark[n] & ON_PATH:
                if weak:
                    self._forget_weak_children(n)
                else:
                    self._forget_last_children(n)
            n = self.next_held(n)
        return 0

    def _forget_weak_children(self, n: cython.int) -> cython.int:
        """Forget the subtrees of children of n that are not key: of a cut node all but the best."""
        child: cython.int = self.after[self.first[n]] if self.cutter[n] else 0
        while child:
            if self.first[child]:
                self._forget(child, 0)
            child = self.after[child]
        return 0

    def _forget_last_children(self, n: cython.int) -> cython.int:
        """Forget the children of n if its value stands without them, up to the horizon of them all,
        or as a bound, where n is cut, to that of the best: they have no children of their own, none
        is cut by another than a sibling, and none is missing but by a cut."""
        if self.cutter[n] == 0 and self.nr_desc[n] < self.nr_moves[n]:
            return 0
        child: cython.int = self.first[n]
        ply: cython.int = self.ply + self._depth(n) + 1
        held: cython.int = 0 if self.mark[n] & NO_RECUT else self._horizon_of(child, ply)
        one: cython.int
        while child:
            if self.first[child] or (self.cutter[child] and self.parent[self.cutter[child]] != n):
                return 0
            one = self._horizon_of(child, ply)
            if self.cutter[n] == 0 and one != held and one != SOLVED:
                held = one if held == SOLVED else 0
            child = self.after[child]
        return self._forget(n, held)

    def _horizon_of(self, n: cython.int, ply: cython.int) -> cython.int:
        """The horizon to which the value of a terminal node holds; 0 for none."""
        if self.nr_moves[n] == FINISHED:
            return SOLVED
        return self.held[n] if self.forgotten[n] else ply

    def _forget(self, n: cython.int, held: cython.int) -> cython.int:
        """Forget the children of n, whose value holds up to the horizon `held` (0: to none)."""
        if self.tracing:
            self._tell_forgotten(n)
        self.forgotten[n] = self.nr_desc[n]
        self.held[n] = held
        self.erase_children(n)
        return 0

    # -- nodes given back ------------------------------------------------------------------------

    def free_node(self, n: cython.int) -> cython.int:
        """Give a node's place back; nothing may point to it but cuts, which are undone."""
        if self.cut_nodes[n]:
            self.restart_all(n)
        if self.cutter[n]:
            self._uncut(n)
        self.parent[n] = FREE
        self.after[n] = self.free
        self.free = n
        self.stored -= 1
        return 0

    def erase_children(self, r: cython.int) -> cython.int:
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
