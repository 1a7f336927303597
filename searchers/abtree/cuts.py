"""The cuts of an A-B tree, and what else its links tell (Lindstrom 1979, sections 3.2.2 and
4.3, appendix A).

Each procedure bears the paper's name in our spelling. The errata to the paper are cited by number.
"""

from __future__ import annotations

from typing import Any

import cython

from evaluators import make as make_evaluator
from evaluators.core.budget import Budget
from games.core.position import Position
from games.errors import ContractError
from searchers.abtree.store import ABStore
from searchers.core.counts import Counts

if not cython.compiled:
    from searchers.abtree.constants import FREE, NO_DEPTH, NOBODY, RECORD, RESTART
    from searchers.storage.constants import BETWEEN_POLLS

__all__ = ["CutTree"]


class CutTree(ABStore):
    """An A-B tree as it stands, at work for a search: what cuts a node, and what that means for
    others.
    """

    def __init__(self, position: Position, evaluator: Any) -> None:
        super().__init__()
        self.trace: Any = None
        self.begin(position, make_evaluator(evaluator), Budget(), Counts())

    def tell(self, trace: Any) -> None:
        """Tell a trace of the search that now begins, if it is one."""
        self.trace = trace
        self.tracing = trace is not None

    def begin(self, position: Position, evaluator: Any, budget: Budget, counts: Counts) -> None:
        """Work on with these from now on.

        :param position: the position of the root; of the tree held, or of one to be planted. Until
            `tell` names one, there is no trace.
        """
        self.position, self.evaluator = position, evaluator
        self.budget, self.counts = budget, counts
        self.ply = position.ply
        self.stopped = self.full = self.met_horizon = self.tracing = False
        self.restarts = self.restart_depths = 0

    # -- cuts ------------------------------------------------------------------------------------

    def _cut_off(self, n: cython.int, c: cython.int) -> cython.int:
        """CUTOFF, INSERT: n is cut by c from now on."""
        head: cython.int = self.cut_nodes[c]
        self.cutter[n] = c
        self.prev_cut[n] = 0
        self.next_cut[n] = head
        if head:
            self.prev_cut[head] = n
        self.cut_nodes[c] = n
        return 0

    def _uncut(self, n: cython.int) -> cython.int:
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

    def _add_restart(self, n: cython.int) -> cython.int:
        """ADDRESTART: mark an uncut node for restart."""
        return self._cut_off(n, RESTART)

    def restart_all(self, c: cython.int) -> cython.int:
        """RESTARTALL: mark every node that c cuts for restart."""
        n: cython.int = self.cut_nodes[c]
        while n:
            self._uncut(n)
            self._add_restart(n)
            n = self.cut_nodes[c]
        return 0

    def check_cuts(self, c: cython.int) -> cython.int:
        """CHECKCUTS: mark those nodes for restart that c no longer cuts."""
        n: cython.int = self.cut_nodes[c]
        behind: cython.int
        while n:
            behind = self.next_cut[n]
            if self.value[n] <= self.value[c]:
                self._uncut(n)
                self._add_restart(n)
            n = behind
        return 0

    def new_node_value(self, q: cython.int, oldvalue: cython.int) -> cython.int:
        """NEWNODEVAL: what a new value of q means for the nodes that it cuts."""
        if self.cut_nodes[q]:
            if self.cutter[q]:
                self.restart_all(q)
            elif self.value[q] > oldvalue:
                self.check_cuts(q)
        return 0

    def _clear_cuts_in_tree(self, c: cython.int, r: cython.int) -> cython.bint:
        """CLEARCUTSINTREE: mark the nodes of r's tree that c cuts for restart; false if the
        budget's time was up."""
        n: cython.int = self.cut_nodes[c]
        looked: cython.int = 0
        behind: cython.int
        while n:
            looked += 1
            if looked % BETWEEN_POLLS == 0 and not self.budget.in_time():
                return False
            behind = self.next_cut[n]
            if self.on_path(n, r):
                self._uncut(n)
                self._add_restart(n)
            n = behind
        return True

    def on_path(self, p: cython.int, q: cython.int) -> cython.bint:
        """PATH: whether q is on the path from p to the root."""
        while p != self.root and p != q:
            p = self.parent[p]
        return p == q

    # -- places --------------------------------------------------------------------------------

    def _depth(self, n: cython.int) -> cython.int:
        """How many plies below the root n is."""
        depth: cython.int = 0
        while n != self.root:
            n = self.parent[n]
            depth += 1
        return depth

    def _require(self, n: cython.int) -> cython.int:
        if not RESTART < n < self.size or n & RECORD - 1 or self.parent[n] == FREE:
            self._refuse(n, "is none of this tree")
        return 0

    def _refuse(self, n: cython.int, fault: str) -> cython.int:
        name = self.dewey(n) if n in self.slots() else n
        raise ContractError(f"node {name} {fault}")

    # -- tracing ---------------------------------------------------------------------------------

    def _tell_visit(self, own: cython.int, other: cython.int) -> cython.int:
        """Trace that the node where the position stands is looked at, under its thresholds."""
        return self.trace.window(
            "visited", self.position, NO_DEPTH, -self.value[other], self.value[own]
        )

    def _tell_value(self, n: cython.int) -> cython.int:
        """Trace a value that comes from the children of n, where the position stands."""
        return self.trace.note("backed up", self.position, self.value[n])

    def _tell_leaves(self, n: cython.int, previous: cython.int, void: cython.int) -> cython.int:
        """Trace the children that n, where the position stands, has been given behind a previous
        one (0: none).

        :param void: the move of a last child that the budget left without a value; NOBODY for none.
        """
        child: cython.int = self.after[previous] if previous else self.first[n]
        if previous == 0 and child:
            self.trace.note("expanded", self.position)
        while child:
            self.trace.child("generated", self.position, self.move[child])
            self.trace.child("evaluated", self.position, self.move[child], self.value[child])
            child = self.after[child]
        if void != NOBODY:
            self.trace.child("generated", self.position, void)
        return self._tell_cut(n) if self.cutter[n] else 0

    def _tell_cut(self, n: cython.int) -> cython.int:
        """Trace that n is cut, and by which node."""
        line = self._line_to(n)
        by = self.trace.number(self._line_to(self.cutter[n]))
        self.trace.tell("cut", line, value=self.trace.seen(self.value[n], line), by=by)
        return 0

    def _tell_restart(self, n: cython.int) -> cython.int:
        """Trace that n, which nothing cuts any more, is to be revalidated."""
        self.trace.tell("restarted", self._line_to(n))
        return 0

    def _tell_forgotten(self, n: cython.int) -> cython.int:
        """Trace that the children of n are given up."""
        self.trace.tell("forgotten", self._line_to(n))
        return 0

    def _line_to(self, n: int) -> list[int]:
        """The moves from the root to n."""
        line: list[int] = []
        while n != self.root:
            line.insert(0, self.move[n])
            n = self.parent[n]
        return line
