"""An A-B tree that grows (Lindstrom 1979, sections 3 and 7): the two procedures that go down whole
subtrees, and the thresholds that they compare with.

Each procedure bears the paper's name in our spelling. The errata to the paper are cited by number;
the negamax form makes one of his pairs of thresholds (alpha, beta): at a node, `own` is the node
that may cut it, `other` the one that may cut its children.
"""

from __future__ import annotations

from typing import Any

import cython

from games.core.moves import Moves
from games.core.position import Position
from searchers.abtree.retention import RetainingTree

if not cython.compiled:
    from evaluators.core.budget import take
    from games.core.scores import INFINITY, MAX_PLY, ONGOING, VOID, adjust_mate
    from searchers.abtree.constants import FINISHED, NO_RECUT, NOBODY, SOLVED, SWEPT, TOP, UNSORTED

__all__ = ["GrowingTree"]


class GrowingTree(RetainingTree):
    """An A-B tree as `ABTree` describes it: any of its nodes can be grown, or swept.

    :param evaluator: an evaluator or its spec.
    :param retain: nodes held at most.
    :param best_sibling: whether only the best sibling of a node may give it a threshold.
    """

    def __init__(self, position: Position, evaluator: Any, retain: int, best_sibling: bool) -> None:
        super().__init__(position, evaluator, retain)
        self.best_sibling = best_sibling
        self.moves = Moves()
        self.horizon = 0
        self.chosen = NOBODY
        self.deep_enough: Any = None
        self.heuristic_stop: Any = None
        self.plant()

    def plant(self, root_moves: list[int] | None = None) -> None:
        """Start a new tree, of the root alone.

        :param root_moves: the moves to grow from the root, in this order; None for the legal ones.
        """
        self.clear()
        self.root_moves = root_moves
        self.root = self.new_node(TOP, 0)

    # -- appendix A: values and thresholds -------------------------------------------------------

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

    # -- section 3: growing valid A-B trees ------------------------------------------------------

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
            if self.stored >= self.retain and not self._make_room(depth - 1):
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
        if self.stored >= self.retain and not self._make_room(depth):
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
            self.moves.extend(self.root_moves)
        else:
            self.position.generate(self.moves)
        return 0

    # -- section 7: sweeping what has grown ------------------------------------------------------

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
