"""Alpha-beta pruning on evolving game trees: the operations (Lindstrom 1979, sections 4 to 8).

Each procedure bears the paper's name in our spelling. The errata to the paper are cited by number;
the thresholds are those of `searchers.abtree.growing`.
"""

from __future__ import annotations

from typing import Any

import cython

from games.core.position import Position
from searchers.abtree.growing import GrowingTree
from searchers.abtree.invariants import check_invariants

if not cython.compiled:
    from games.core.array import array, ints
    from games.core.scores import DRAW, INFINITY, MAX_PLY, ONGOING
    from searchers.abtree.constants import FINISHED, NO_RECUT, RESTART, SOLVED, SWEPT, TOP
    from searchers.storage.constants import BETWEEN_POLLS

__all__ = ["ABTree"]


class ABTree(GrowingTree):
    """An A-B tree that grows from a position, which it owns and which stands at its root between
    two operations.

    DEEPENOUGH is by default the ply `horizon`, counted from the start of the game as plies in the
    tree are, so that making a move changes nothing; or, if `chosen` is a node (or 0, none) instead
    of -1, everything but growing that one terminal. Any callable in `deep_enough`, taking the
    position, replaces both. Games that are over, and lines of 400 plies, are always deep enough.

    HEURISTICSTOP is by default the end of the budget or of the room; then `stopped` is set, and
    nothing grows until it is cleared. A callable in `heuristic_stop`, taking this tree and the
    node, may suspend nodes too.

    :param evaluator: an evaluator or its spec.
    :param retain: nodes held at most; beyond it subtrees are forgotten (section 9.3, D1).
    :param fix: whether the errata's fix 1 is made; without it roots go wrong, rarely.
    :param best_sibling: whether only the best sibling of a node may give it and its children a
        threshold, as FINDPATH and TRYRECUT are printed. Where that one is marked for restart there
        is then none, and trees beyond the size of Lindstrom's table grow severalfold.
    """

    def __init__(
        self,
        position: Position,
        evaluator: Any,
        *,
        retain: int = 2**26,
        fix: bool = True,
        best_sibling: bool = False,
    ) -> None:
        super().__init__(position, evaluator, retain, best_sibling)
        self.fix = fix
        self.best_move = -1
        levels = MAX_PLY + 2
        self._own, self._other = array("i", bytes(4 * levels)), array("i", bytes(4 * levels))
        self._oldvalue, self._wascut = array("i", bytes(4 * levels)), array("i", bytes(4 * levels))
        self.own, self.other = ints(self._own), ints(self._other)
        self.oldvalue, self.wascut = ints(self._oldvalue), ints(self._wascut)

    # -- section 4: expanding a terminal node ----------------------------------------------------

    def find_path(self, d: cython.int) -> cython.int:
        """FINDPATH: retract the values on the way from the root to d, and note the thresholds that
        prevail at each node of it; the position walks along. Returns d's depth."""
        depth: cython.int = self._depth(d)
        level: cython.int
        n: cython.int = d
        for level in range(depth, -1, -1):
            self.path[level] = n
            n = self.parent[n]
        self.own[0] = self.other[0] = TOP
        self.oldvalue[0] = self.value[self.root]
        self.wascut[0] = False
        for level in range(1, depth + 1):
            n = self.path[level]
            self.own[level], self.other[level] = self.other[level - 1], self.own[level - 1]
            self.oldvalue[level] = self.value[n]
            self.wascut[level] = self.cutter[n] != 0
            if self.wascut[level]:
                self._uncut(n)  # ends a mark for restart as well
            self.reoptimize(n, level)
            self.position.push(self.move[n])
            self.counts.steps += 1
        return depth

    def reoptimize(self, d: cython.int, level: cython.int) -> cython.int:
        """REOPTIMIZE: the value of d's parent without d, whose own threshold it may tighten."""
        p: cython.int = self.parent[d]
        sib: cython.int
        if self.nr_desc[p] == 1:
            self.value[p] = -INFINITY
        else:
            sib = self.best_sib(d)
            self.value[p] = -self.value[sib]
            self.own[level] = self.threshold_beside(d, self.own[level])
        return 0

    def backup(self, d: cython.int, depth: cython.int) -> cython.int:
        """BACKUP: bring a new value of d up to the root; the position walks back along."""
        q: cython.int = d
        child: cython.int
        rank_1: cython.int
        while q != self.root:
            self.position.pop()
            depth -= 1
            child, q = q, self.parent[q]
            rank_1 = self.first[q]
            self.replace(q, child)
            # Errata, 1: the new rank 1 child of a cut node may never have been revalidated.
            if self.fix and self.wascut[depth] and self.first[q] != rank_1 and self.first[q] != d:
                self.mark[q] |= NO_RECUT
            if self.tracing:
                self._tell_value(q)
            if not self.mark[q] & NO_RECUT and self.should_cut(q, self.own[depth]):
                self._cut_off(q, self.own[depth])
                if self.tracing:
                    self._tell_cut(q)
            elif self.wascut[depth]:
                self._add_restart(q)
            self.new_node_value(q, self.oldvalue[depth])
        return 0

    def expand_terminal(self, t: cython.int) -> cython.int:
        """EXPANDTERM: grow a terminal node as far as DEEPENOUGH tells."""
        self._require(t)
        if self.nr_desc[t]:
            self._refuse(t, "is no terminal node: resume_node goes on with it")
        depth: cython.int = self.find_path(t)
        if self.tracing:
            self._tell_visit(self.own[depth], self.other[depth])
        if not self.is_deep(t, depth):
            self.grow(t, self.own[depth], self.other[depth], depth)
        self.new_node_value(t, self.oldvalue[depth])
        return self.backup(t, depth)

    # -- section 5: resuming a suspended node ----------------------------------------------------

    def resume_node(self, p: cython.int) -> cython.int:
        """RESUMENODE: go on generating the children of a node that was stopped; a cut one stays."""
        self._require(p)
        if self.cutter[p]:
            return 0
        depth: cython.int = self.find_path(p)
        if self.tracing:
            self.trace.note("resumed", self.position)
        if not self.is_deep(p, depth):
            self.grow(p, self.own[depth], self.other[depth], depth)
        self.new_node_value(p, self.oldvalue[depth])
        return self.backup(p, depth)

    def suspended(self) -> list[int]:
        """The key nodes that are neither cut nor have all their children."""
        return [n for n in self.slots() if self._is_suspended(n) and self.is_key(n)]

    def _is_suspended(self, n: cython.int) -> cython.bint:
        return self.cutter[n] == 0 and 0 < self.nr_desc[n] < self.nr_moves[n]

    # -- section 6: re-rooting -------------------------------------------------------------------

    def make_move(self, rank: cython.int) -> cython.int:
        """MAKEMOVE: the root's child of that rank, counted from 1, becomes the root.

        Every node has a new place, the root that which is returned. The new root may be marked for
        restart: `revalidate` it before `redevelop` (errata, 3).

        :returns: 0 if the budget's time was up, and then the root is the old one.
        """
        m: cython.int = self.in_order(self.root) if rank > 0 else 0
        looked: cython.int = 0
        d: cython.int
        behind: cython.int
        cuts: cython.int
        move: cython.int
        while rank > 1:
            m = self.after[m]
            rank -= 1
        if m == 0:
            self._refuse(self.root, "has no child of the rank asked for")
        if not self._reserve_copies(self.budget):
            return 0
        # Step 1: nodes below m that its siblings cut must be restarted.
        d = self.first[self.root]
        while d:
            if d != m and not self._clear_cuts_in_tree(d, m):
                return 0
            d = self.after[d]
        # Step 2: what m cuts, and whatever else is marked for restart, goes with its siblings.
        d = self.cut_nodes[RESTART]
        while d:
            looked += 1
            if looked % BETWEEN_POLLS == 0 and not self.budget.in_time():
                return 0
            behind = self.next_cut[d]
            if not self.on_path(d, m):
                self._uncut(d)
            d = behind
        # Step 3: m is the root.
        move, cuts = self.move[m], self.cut_nodes[m]
        self.cut_nodes[m] = 0
        if not self.keep_tree(m, self.budget):
            self.cut_nodes[m] = cuts
            return 0
        self.position.push(move)
        self.root_moves = None
        self.ply += 1
        self.counts.steps += 1
        return self.root

    # -- section 7: revalidation -----------------------------------------------------------------

    def revalidate(self, n: cython.int) -> cython.int:
        """REVALIDATE: make the tree of n valid for DEEPENOUGH, and back its value up."""
        self._require(n)
        child: cython.int = self.first[n] if n == self.root else 0
        while child:
            self.mark[child] &= ~SWEPT
            child = self.after[child]
        depth: cython.int = self.find_path(n)
        if not self.stopped and not self.is_deep(n, depth):
            self.sweep_tree(n, self.own[depth], self.other[depth], depth)
        return self.backup(n, depth)

    # -- section 8: redevelopment ----------------------------------------------------------------

    def redevelop(self) -> cython.int:
        """REDEVELOPTREE: restart nodes marked for it until none is left; the tree, valid up to
        such nodes, becomes valid."""
        p: cython.int
        while not self.stopped and self.cut_nodes[RESTART]:
            p = self.cut_nodes[RESTART]
            self._uncut(p)
            self.try_recut(p)
            if self.cutter[p] == 0:
                self.restarts += 1
                self.restart_depths += self._depth(p)
                if self.tracing:
                    self._tell_restart(p)
                self.revalidate(p)
            elif self.tracing:
                self._tell_cut(p)
        return 0

    def try_recut(self, p: cython.int) -> cython.int:
        """TRYRECUT: cut p again if some node can, unless it must be swept first (errata, 1)."""
        a: cython.int = TOP
        q: cython.int = p
        if self.mark[p] & NO_RECUT:
            return 0
        # Siblings of p and of every second ancestor have p's side to move.
        while q != self.root:
            if self.nr_desc[self.parent[q]] > 1:
                a = self.threshold_beside(q, a)
            q = self.parent[q]
            if q != self.root:
                q = self.parent[q]
        if self.should_cut(p, a):
            self._cut_off(p, a)
        return 0

    def reopen_draws(self) -> None:
        """Forget draws that were draws below an earlier root only, with their siblings, to be made
        again: a first repetition of a position that has become part of the game is none.

        What was forgotten is not looked at, but a draw that was certain there is so no more. Once
        the budget is over the rest stays as it is.
        """
        n: cython.int = self.next_held(RESTART)
        while n:
            if self.value[n] == DRAW:
                if self.held[n] == SOLVED:
                    self.held[n] = 0
                elif self.nr_moves[n] == FINISHED:
                    if not self.budget.poll():
                        return
                    if self._goes_on(n):
                        self._forget(self.parent[n], 0)
            n = self.next_held(n)

    def _goes_on(self, n: int) -> bool:
        """Whether the game is not over at n."""
        line = self._line_to(n)
        for move in line:
            self.position.push(move)
        result: cython.int = self.position.result()
        for _ in line:
            self.position.pop()
        return result == ONGOING

    # -- what is asked of a tree, and done to one ------------------------------------------------

    def depth(self, n: cython.int) -> cython.int:
        """How many plies below the root n is."""
        self._require(n)
        return self._depth(n)

    def is_key(self, n: cython.int) -> cython.bint:
        """Whether n is a key node (section 3.1.2): below no cut node but through best children."""
        p: cython.int
        self._require(n)
        while n != self.root:
            p = self.parent[n]
            if self.cutter[p] and self.first[p] != n:
                return False
            n = p
        return True

    def principal_terminal(self) -> cython.int:
        """The terminal node that gives the root its value."""
        n: cython.int = self.root
        while self.first[n]:
            n = self.first[n]
        return n

    def terminals(self) -> cython.int:
        """How many terminal nodes the tree has (Lindstrom's NBP)."""
        n: cython.int = self.next_held(RESTART)
        found: cython.int = 0
        while n:
            found += self.first[n] == 0
            n = self.next_held(n)
        return found

    def check_invariants(self, valid: bool = False) -> int:
        """Hold the tree against sections 2 and 4.3, and if `valid` is set against 3.1.

        :returns: how many nodes were looked at.
        :raises ContractError: naming a node by its Dewey number, and what it breaks.
        """
        return check_invariants(self, valid)

    def cut_off(self, n: cython.int, c: cython.int) -> cython.int:
        """Let n be cut by c from now on."""
        self._require(n)
        if c != RESTART:
            self._require(c)
        return self._cut_off(n, c)

    def uncut(self, n: cython.int) -> cython.int:
        """Let a cut node, or one marked for restart, be neither any more."""
        self._require(n)
        return self._uncut(n)

    def add_restart(self, n: cython.int) -> cython.int:
        """Mark an uncut node for restart."""
        return self.cut_off(n, RESTART)

    def make_room(self, depth: cython.int) -> cython.bint:
        """Forget subtrees (section 9.3, D1); false if less than an eighth of the room could be had,
        and there was time.

        :param depth: of the node being grown: it and its ancestors are left alone.
        """
        if not -1 <= depth < MAX_PLY + 2:
            raise IndexError(f"depth {depth}: expected that of a node")
        return self._make_room(depth)

    def set_aside(self) -> ABTree | None:
        """Copy this tree, which stays as it is from now on; the copy has what is left of the room.

        A tree that fills more than half of its room first forgets subtrees until it does not.

        :returns: None if it could not forget so many, or there was no time or no memory for it.
        """
        half: cython.int = self.retain // 2
        before: cython.int = 0
        self.path[0] = self.root
        while self.stored > half and self.stored != before:
            before = self.stored
            self._forget_down(0, half)
        if self.stored > half:
            return None
        other = ABTree(
            self.position.copy(),
            self.evaluator,
            retain=self.retain - self.stored,
            fix=self.fix,
            best_sibling=self.best_sibling,
        )
        if not other.hold(self, self.budget):
            return None
        other.begin(other.position, self.evaluator, self.budget, self.counts)
        other.horizon, other.root_moves = self.horizon, self.root_moves
        return other
