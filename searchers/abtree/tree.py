"""Alpha-beta pruning on evolving game trees: the operations (Lindstrom 1979, sections 3 to 8).

Each procedure bears the paper's name in our spelling. The errata to the paper are cited by number;
the negamax form makes one of his pairs of thresholds (alpha, beta): at a node, `own` is the node
that may cut it, `other` the one that may cut its children.
"""

from __future__ import annotations

from array import array
from typing import Any

import cython

from evaluators import make as make_evaluator
from evaluators.core.budget import Budget
from games.core.position import Moves, Position
from games.errors import ContractError
from searchers.abtree.invariants import check_invariants
from searchers.abtree.store import ABStore
from searchers.core.counts import Counts

if not cython.compiled:
    from evaluators.core.budget import take
    from games.core.scores import DRAW, INFINITY, MAX_PLY, ONGOING, VOID, adjust_mate
    from searchers.abtree.store import (
        FINISHED,
        FREE,
        NO_RECUT,
        ON_PATH,
        RECORD,
        RESTART,
        SWEPT,
        TOP,
        UNSORTED,
    )
    from searchers.storage.kept_tree import BETWEEN_POLLS

    NOBODY, NO_DEPTH, SOLVED = -1, -1, 2**30
    MOST_STORED = 2**26  # what places of four bytes can number, with room for half as many more

__all__ = ["ABTree"]


class ABTree(ABStore):
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
        super().__init__()
        self.moves = Moves()
        self.fix = fix
        self.best_sibling = best_sibling
        self.retain = min(retain, MOST_STORED)
        levels = MAX_PLY + 2
        self._own, self._other = array("i", bytes(4 * levels)), array("i", bytes(4 * levels))
        self._oldvalue, self._wascut = array("i", bytes(4 * levels)), array("i", bytes(4 * levels))
        self._path = array("i", bytes(4 * levels))
        if cython.compiled:
            self.own, self.other = self._own.data.as_ints, self._other.data.as_ints
            self.oldvalue, self.wascut = self._oldvalue.data.as_ints, self._wascut.data.as_ints
            self.path = self._path.data.as_ints
        else:
            self.own, self.other, self.path = self._own, self._other, self._path
            self.oldvalue, self.wascut = self._oldvalue, self._wascut
        self.horizon = 0
        self.chosen = NOBODY
        self.best_move = -1
        self.deep_enough: Any = None
        self.heuristic_stop: Any = None
        self.trace: Any = None
        self.begin(position, make_evaluator(evaluator), Budget(), Counts())
        self.plant()

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

    def tell(self, trace: Any) -> None:
        """Tell a trace of the search that now begins, if it is one."""
        self.trace = trace
        self.tracing = trace is not None

    def plant(self, root_moves: list[int] | None = None) -> None:
        """Start a new tree, of the root alone.

        :param root_moves: the moves to grow from the root, in this order; None for the legal ones.
        """
        self.clear()
        self.root_moves = root_moves
        self.root = self.new_node(TOP, 0)

    # -- section 3: growing valid A-B trees ----------------------------------------------------

    def grow(
        self, n: cython.int, own: cython.int, other: cython.int, depth: cython.int
    ) -> cython.int:
        """GROWTREE: generate what is missing of an uncut node's children, with their subtrees,
        until it is cut or stopped. The position stands at n, `depth` plies below the root."""
        start: cython.int = self.moves.count
        oldvalue: cython.int = self.value[n]
        self.path[depth] = n
        if self.first[n] == 0:
            self.value[n] = -INFINITY
            self.held[n] = 0
        elif self.cutter[n] or self.nr_desc[n] >= self.nr_moves[n]:
            self.pick_best(n)
            return self._tell_value(n) if self.tracing else 0
        # Steps 1 and 2: the children still missing, each with its subtree.
        self._list_moves(n)
        self.nr_moves[n] = self.moves.count - start
        if self._are_leaves(depth + 1):
            self._grow_leaves(n, start, own, depth + 1)
        else:
            self._grow_children(n, start, own, other, depth)
        self.moves.count = start
        # Step 3: the best gives n its value. Stopped before the first, a terminal keeps its value.
        if self.first[n]:
            self.pick_best(n)
            if self.tracing:
                self._tell_value(n)
        elif oldvalue > -INFINITY:
            self.value[n] = oldvalue
        elif not self.budget.over:
            self._evaluate(n)
        return 0

    def _grow_children(
        self,
        n: cython.int,
        start: cython.int,
        own: cython.int,
        other: cython.int,
        depth: cython.int,
    ) -> cython.int:
        """Generate the missing children of n with their subtrees.

        :param start: the place of n's moves on the move stack.
        """
        position: Position = self.position
        last: cython.int = 0
        child: cython.int = self.in_order(n)
        a: cython.int = other
        # Step 1: the local threshold is the best uncut child (errata, 2).
        while child:
            last = child
            a = self.better_threshold(child, a)
            child = self.after[child]
        # Step 2: the children still missing.
        while (
            self.cutter[n] == 0 and self.nr_desc[n] < self.nr_moves[n] and not self._stops(n, depth)
        ):
            child = self.create_next_desc(n, self.moves.move[start + self.nr_desc[n]])
            if self.tracing:
                self.trace.child("generated", position, self.move[child])
            position.push(self.move[child])
            if not self._is_terminal(child, depth + 1):
                if self.tracing:
                    self._tell_visit(a, own)
                self.grow(child, a, own, depth + 1)
            position.pop()
            if self.value[child] == -INFINITY:
                self.free_node(child)  # the budget ended before it had a value
                self.stopped = True
                break
            if last:
                self.after[last] = child
            else:
                self.first[n] = child
                self.counts.expanded += 1
                if self.tracing:
                    self.trace.note("expanded", position)
            if depth == 0 and not self.stopped:
                self.mark[child] |= SWEPT
            last = child
            self.nr_desc[n] += 1
            # CHECKDESC: a new best child may give a new threshold for its siblings.
            if -self.value[child] > self.value[n]:
                self.value[n] = -self.value[child]
                a = self.better_threshold(child, a)
            if self.should_cut(n, own):
                self._cut_off(n, own)
                if self.tracing:
                    self._tell_cut(n)
        return 0

    def _are_leaves(self, depth: cython.int) -> cython.bint:
        """Whether new nodes at that depth are all deep enough, whatever they are."""
        if self.deep_enough is not None or self.heuristic_stop is not None:
            return False
        return self.chosen != NOBODY or self.ply + depth >= self.horizon or depth >= MAX_PLY

    def _grow_leaves(
        self, n: cython.int, start: cython.int, own: cython.int, depth: cython.int
    ) -> cython.int:
        """`_grow_children` where all of them are terminal, `depth` plies below the root: most nodes
        pass through it.

        :param start: the place of n's moves on the move stack.
        """
        moves: Moves = self.moves
        last: cython.int = self.in_order(n)
        index: cython.int = start + self.nr_desc[n]
        end: cython.int = moves.count
        made: cython.int = index
        before: cython.int = self.nr_desc[n]
        bound: cython.int = self.value[own]
        enough: cython.int = bound + 1 if self.value[n] <= bound else -INFINITY
        void: cython.int = NOBODY
        while last and self.after[last]:
            last = self.after[last]
        previous: cython.int = last
        while index < end and self.cutter[n] == 0 and not self.stopped:
            if self.stored >= self.retain and not self.make_room(depth - 1):
                self.full = self.stopped = True
                break
            moves.count = min(end, index + self.retain - self.stored)
            made = self.evaluator.evaluate_children(
                self.position, moves, index, self.ply + depth, enough, self.budget, False
            )
            if self.budget.over:
                self.stopped = True
                if made > index and moves.tag[made - 1] == VOID:
                    made -= 1
                    void = moves.move[made]
            last = self._add_leaves(n, index, made, last)
            index = made
            if self.value[n] > bound and index < end:
                self._cut_off(n, own)
        moves.count = end
        self._count_leaves(n, before, depth)
        if void != NOBODY:
            self.met_horizon = True
            self.counts.generated += 1
        if self.tracing:
            self._tell_leaves(n, previous, void)
        return 0

    def _add_leaves(
        self, n: cython.int, index: cython.int, end: cython.int, last: cython.int
    ) -> cython.int:
        """Add terminal children to n, behind its last one, for the moves valued from a place on to
        an end; returns the last one now."""
        moves: Moves = self.moves
        best: cython.int = self.value[n]
        child: cython.int
        self.nr_desc[n] += end - index
        while index < end:
            child = self.new_node(n, moves.move[index])
            self.value[child] = moves.score[index]
            self.mark[child] = SWEPT
            if moves.tag[index]:
                self.nr_moves[child] = FINISHED
            else:
                self.met_horizon = True
            if last:
                self.after[last] = child
            else:
                self.first[n] = child
                self.counts.expanded += 1
            last = child
            best = max(best, -moves.score[index])
            index += 1
        self.value[n] = best
        return last

    def _count_leaves(self, n: cython.int, before: cython.int, depth: cython.int) -> cython.int:
        """Count the terminal children, `depth` plies below the root, that n has beyond those
        before."""
        made: cython.int = self.nr_desc[n] - before
        self.counts.generated += made
        self.counts.evaluated += made
        if before < self.forgotten[n]:
            self.counts.regenerated += min(self.nr_desc[n], self.forgotten[n]) - before
        if made > 0 and depth > self.counts.max_depth:
            self.counts.max_depth = depth
        if self.stored > self.counts.peak_stored:
            self.counts.peak_stored = self.stored
        return 0

    def create_next_desc(self, p: cython.int, move: cython.int) -> cython.int:
        """CREATENEXTDESC: a new child of p, which `grow` links once it has a value."""
        n: cython.int = self.new_node(p, move)
        self.counts.generated += 1
        if self.nr_desc[p] < self.forgotten[p]:
            self.counts.regenerated += 1
        if self.stored > self.counts.peak_stored:
            self.counts.peak_stored = self.stored
        return n

    def _is_terminal(self, n: cython.int, depth: cython.int) -> cython.bint:
        """Whether the game is over at a new node, or it is deep enough; then it has its value."""
        result: cython.int = self.position.result()
        if depth > self.counts.max_depth:
            self.counts.max_depth = depth
        if result != ONGOING:
            self.value[n] = adjust_mate(result, self.ply + depth)
            self.nr_moves[n] = FINISHED
            self.counts.evaluated += 1
            if self.tracing:
                self.trace.leaf(self.position, self.value[n])
        elif self.is_deep(n, depth):
            self._evaluate(n)
        else:
            return False
        return True

    def _evaluate(self, n: cython.int) -> cython.int:
        """STATICVALUE, unless the budget ends on the way."""
        value: cython.int = self.evaluator.value(self.position)
        self.met_horizon = True
        if not self.budget.over:
            self.value[n] = value
            self.counts.evaluated += 1
            if self.tracing:
                self.trace.leaf(self.position, value)
        return 0

    def is_deep(self, n: cython.int, depth: cython.int) -> cython.bint:
        """DEEPENOUGH; a callable finds the position standing at n."""
        if self.nr_moves[n] == FINISHED or depth >= MAX_PLY:
            return True
        if self.deep_enough is not None:
            return self._ask_deep()
        if self.chosen != NOBODY:
            return self.nr_desc[n] == 0 and n != self.chosen
        return self.ply + depth >= self.horizon

    def _stops(self, n: cython.int, depth: cython.int) -> cython.bint:
        """HEURISTICSTOP before the next child of n; else a node of the budget is taken for it."""
        if self.stopped:
            return True
        if self.heuristic_stop is not None and self._ask_stop(n):
            return True
        if self.stored >= self.retain and not self.make_room(depth):
            self.full = self.stopped = True
        elif not take(self.budget):
            self.stopped = True
        return self.stopped

    def _ask_deep(self) -> cython.bint:
        return bool(self.deep_enough(self.position))

    def _ask_stop(self, n: cython.int) -> cython.bint:
        return bool(self.heuristic_stop(self, n))

    def _list_moves(self, n: cython.int) -> cython.int:
        """Append the moves of n, where the position stands, to the move stack."""
        if n == self.root and self.root_moves is not None:
            for move in self.root_moves:
                self.moves.append(move)
        else:
            self.position.generate(self.moves)
        return 0

    # -- appendix A: values and thresholds -----------------------------------------------------

    def in_order(self, p: cython.int) -> cython.int:
        """The first of p's children, which from now on stand best first; 0 for none."""
        if self.mark[p] & UNSORTED:
            self.sort_others(p)
        return self.first[p]

    def best_sib(self, d: cython.int) -> cython.int:
        """BESTSIB: the best sibling of d, which must have one."""
        first: cython.int = self.in_order(self.parent[d])
        return self.after[d] if first == d else first

    def threshold_beside(self, d: cython.int, threshold: cython.int) -> cython.int:
        """The threshold, or a stricter sibling of d, which must have one. As printed that is its
        best sibling or, if that is cut, none."""
        n: cython.int = self.best_sib(d)
        while not self.best_sibling and n and (n == d or self.cutter[n]):
            n = self.after[n]
        return self.better_threshold(n, threshold)

    def better_threshold(self, q: cython.int, threshold: cython.int) -> cython.int:
        """LOCALPHABETA: the threshold, or q if it is uncut and stricter."""
        if self.cutter[q] == 0 and self.value[q] < self.value[threshold]:
            return q
        return threshold

    def should_cut(self, n: cython.int, threshold: cython.int) -> cython.bint:
        """SHOULDDECUT, SHOULDRECUT, SHOULDDBECUT (errata, 2): strictly, and never a node all of
        whose children are generated (3)."""
        return self.nr_desc[n] < self.nr_moves[n] and self.value[n] > self.value[threshold]

    # -- appendix A: cuts ----------------------------------------------------------------------

    def cut_off(self, n: cython.int, c: cython.int) -> cython.int:
        """CUTOFF, INSERT: n is cut by c from now on."""
        self._require(n)
        if c != RESTART:
            self._require(c)
        return self._cut_off(n, c)

    def uncut(self, n: cython.int) -> cython.int:
        """UNCUT, REMOVE: a cut node, or one marked for restart, is neither any more."""
        self._require(n)
        return self._uncut(n)

    def add_restart(self, n: cython.int) -> cython.int:
        """ADDRESTART: mark an uncut node for restart."""
        return self.cut_off(n, RESTART)

    def _cut_off(self, n: cython.int, c: cython.int) -> cython.int:
        """`cut_off` of nodes that are known to be some."""
        head: cython.int = self.cut_nodes[c]
        self.cutter[n] = c
        self.prev_cut[n] = 0
        self.next_cut[n] = head
        if head:
            self.prev_cut[head] = n
        self.cut_nodes[c] = n
        return 0

    def _uncut(self, n: cython.int) -> cython.int:
        """`uncut`, likewise."""
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
        """`add_restart`, likewise."""
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

    def clear_cuts_in_tree(self, c: cython.int, r: cython.int) -> cython.int:
        """CLEARCUTSINTREE: mark the nodes of r's tree that c cuts for restart."""
        n: cython.int = self.cut_nodes[c]
        behind: cython.int
        while n:
            behind = self.next_cut[n]
            if self.on_path(n, r):
                self._uncut(n)
                self._add_restart(n)
            n = behind
        return 0

    def on_path(self, p: cython.int, q: cython.int) -> cython.bint:
        """PATH: whether q is on the path from p to the root."""
        while p != self.root and p != q:
            p = self.parent[p]
        return p == q

    # -- section 4: expanding a terminal node --------------------------------------------------

    def find_path(self, d: cython.int) -> cython.int:
        """FINDPATH: retract the values on the way from the root to d, and note the thresholds that
        prevail at each node of it; the position walks along. Returns d's depth."""
        depth: cython.int = self.depth(d)
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

    # -- section 5: resuming a suspended node --------------------------------------------------

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

    # -- section 6: re-rooting -----------------------------------------------------------------

    def make_move(self, rank: cython.int) -> cython.int:
        """MAKEMOVE: the root's child of that rank, counted from 1, becomes the root.

        Every node has a new place, the root that which is returned, or 0 if the budget's time was
        up: the tree is of no use then. The new root may be marked for restart: `revalidate` it
        before `redevelop` (errata, 3).
        """
        m: cython.int = self.in_order(self.root) if rank > 0 else 0
        d: cython.int
        behind: cython.int
        while rank > 1:
            m = self.after[m]
            rank -= 1
        if m == 0:
            self._refuse(self.root, "has no child of the rank asked for")
        # Step 1: nodes below m that its siblings cut must be restarted.
        d = self.first[self.root]
        while d:
            if d != m:
                self.clear_cuts_in_tree(d, m)
            d = self.after[d]
        # Step 2: what m cuts, and whatever else is marked for restart, goes with its siblings.
        self.cut_nodes[m] = 0
        d = self.cut_nodes[RESTART]
        while d:
            behind = self.next_cut[d]
            if not self.on_path(d, m):
                self._uncut(d)
            d = behind
        # Step 3: m is the root.
        self.position.push(self.move[m])
        if not self.keep_tree(m, self.budget):
            return 0
        self.root_moves = None
        self.ply += 1
        self.counts.steps += 1
        return self.root

    # -- section 7: revalidation ---------------------------------------------------------------

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

    def sweep_tree(
        self, n: cython.int, own: cython.int, other: cython.int, depth: cython.int
    ) -> cython.int:
        """SWEEPTREE: revalidate the tree of n, where the position stands and which is not deep
        enough, under its thresholds.

        Stopped on the way, children not yet swept count with their old values.
        """
        oldvalue: cython.int = self.value[n]
        child: cython.int
        ahead: cython.int
        behind: cython.int
        best: cython.int = TOP
        a: cython.int
        self.path[depth] = n
        if self.tracing:
            self._tell_visit(own, other)
        # Step 1: n is no longer cut, unless all that is left of it is a bound that still cuts.
        if self.cutter[n]:
            self._uncut(n)  # ends a mark for restart as well
            if self.holds(n) and self.should_cut(n, own):
                self._cut_off(n, own)
                return self._tell_cut(n) if self.tracing else 0
        self.mark[n] &= ~NO_RECUT
        # Step 2: sweep its children, best first, until one of them cuts it.
        child = self.in_order(n)
        if child:
            self.value[n] = -INFINITY
        ahead = child
        while child and self.cutter[n] == 0 and not self.stopped:
            behind = self.after[child]
            # NEWALPHABETA: the thresholds of its siblings, swept or not; these are still sorted.
            a = self.better_threshold(best, other)
            if ahead == child:
                ahead = behind
                while ahead and self.cutter[ahead]:
                    ahead = self.after[ahead]
            a = self.better_threshold(ahead, a)
            self._sweep_child(child, a, own, depth + 1)
            best = self.better_threshold(child, best)
            if depth == 0 and not self.stopped:
                self.mark[child] |= SWEPT
            if -self.value[child] > self.value[n]:
                self.value[n] = -self.value[child]
                # Errata, 3: only a child that will sort to rank 1 may cut.
                if (
                    not self.stopped
                    and (behind == 0 or self.value[child] < self.value[behind])
                    and self.should_cut(n, own)
                ):
                    self._cut_off(n, own)
                    if self.tracing:
                        self._tell_cut(n)
            child = behind
        # Step 3: generate the others.
        self.grow(n, own, other, depth)
        return self.new_node_value(n, oldvalue)

    def _sweep_child(
        self, n: cython.int, own: cython.int, other: cython.int, depth: cython.int
    ) -> cython.int:
        """Sweep the tree of a child; where nothing can be missing the position need not go
        there."""
        if self.deep_enough is None and (
            self.is_deep(n, depth) or (self.holds(n) and self.cutter[n] == 0)
        ):
            if self.nr_moves[n] != FINISHED and self.held[n] != SOLVED:
                self.met_horizon = True
            return 0
        self.position.push(self.move[n])
        self.counts.steps += 1
        if self.counts.steps % 1024 == 0 and not self.budget.poll():
            self.stopped = True
        if not self.stopped and (self.deep_enough is None or not self.is_deep(n, depth)):
            self.sweep_tree(n, own, other, depth)
        self.position.pop()
        return 0

    def holds(self, n: cython.int) -> cython.bint:
        """Whether what was remembered of a node whose children are forgotten holds: of a cut one a
        bound, else its value."""
        return (
            self.held[n] > 0
            and self.held[n] >= self.horizon
            and self.deep_enough is None
            and self.chosen == NOBODY
        )

    # -- section 8: redevelopment --------------------------------------------------------------

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
                self.restart_depths += self.depth(p)
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

    # -- section 9.3, D1: selective subtree non-retention --------------------------------------

    def make_room(self, depth: cython.int) -> cython.bint:
        """Forget subtrees; false if less than an eighth of the room could be had, and there was
        time.

        :param depth: of the node being grown: it and its ancestors are left alone.
        """
        level: cython.int
        if not -1 <= depth < MAX_PLY + 2:
            raise IndexError(f"depth {depth}: expected that of a node")
        before: cython.int = self.stored
        goal: cython.int = self.retain - max(1, self.retain // 8)
        for level in range(depth + 1):
            self.mark[self.path[level]] |= ON_PATH
        self._forget_weak_children()
        if self.stored > goal:
            self._forget_last_children()
        for level in range(depth + 1):
            self.mark[self.path[level]] &= ~ON_PATH
        self.counts.forgotten += before - self.stored
        return self.stored <= goal or self.budget.over

    def _forget_weak_children(self) -> cython.int:
        """Forget the subtrees of children that are not key: all but the best of cut nodes."""
        n: cython.int
        child: cython.int
        looked: cython.int = 0
        n = self.next_held(RESTART)
        while n:
            looked += 1
            if looked % BETWEEN_POLLS == 0 and not self.budget.in_time():
                return 0
            if self.cutter[n] and self.first[n] and not self.mark[n] & ON_PATH:
                child = self.after[self.first[n]]
                while child:
                    if self.first[child]:
                        self._forget(child, 0)
                    child = self.after[child]
            n = self.next_held(n)
        return 0

    def _forget_last_children(self) -> cython.int:
        """Forget the children of nodes whose value stands without them: they have no children of
        their own, none is cut by another than a sibling, and none is missing but by a cut."""
        n: cython.int
        looked: cython.int = 0
        n = self.next_held(RESTART)
        while n:
            looked += 1
            if looked % BETWEEN_POLLS == 0 and not self.budget.in_time():
                return 0
            if (
                self.first[n]
                and not self.mark[n] & ON_PATH
                and (self.cutter[n] or self.nr_desc[n] == self.nr_moves[n])
            ):
                self._forget_if_last(n)
            n = self.next_held(n)
        return 0

    def _forget_if_last(self, n: cython.int) -> cython.int:
        """Forget the children of n if its value stands without them: up to the horizon of them all,
        or as a bound, where n is cut, to that of the best."""
        child: cython.int = self.first[n]
        ply: cython.int = self.ply + self.depth(n) + 1
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

    # -- tracing -------------------------------------------------------------------------------

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

    # -- what is asked of a tree -----------------------------------------------------------------

    def depth(self, n: cython.int) -> cython.int:
        """How many plies below the root n is."""
        self._require(n)
        depth: cython.int = 0
        while n != self.root:
            n = self.parent[n]
            depth += 1
        return depth

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

    def _require(self, n: cython.int) -> cython.int:
        if not RESTART < n < self.size or n & RECORD - 1 or self.parent[n] == FREE:
            self._refuse(n, "is none of this tree")
        return 0

    def _refuse(self, n: cython.int, fault: str) -> cython.int:
        name = self.dewey(n) if n in self.slots() else n
        raise ContractError(f"node {name} {fault}")
