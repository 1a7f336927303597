"""Alpha-beta pruning on evolving game trees, the operations (Lindstrom 1979, sections 3 to 9).

Each procedure has the name of the paper in our spelling. Numbers of errata are those of
`docs/errata.md`. In negamax form one pair of thresholds serves both players: at a node, `own` is
the node that may cut it, and `other` is the node that may cut its children. Parameters n, p, d, q
and c are nodes, with the letters of the paper: p is a parent, d one of its children, q a node on
the way up, c a node that cuts.

The life of a node:

1. `grow` creates it with its parent's other children. It is *terminal* where the game ends or the
   node is deep enough. Then it has a value of its own. Elsewhere it gets children, depth first, and
   its value is that of its best child.
2. It is *cut* by a node with the same side to move when its value exceeds that node's
   (`should_cut`). Its remaining children are not generated. The node that cuts lists those it cuts.
3. It is *suspended* if a stop leaves it without some children. `resume_node` generates them.
4. `expand_terminal` gives a terminal node children. It and `resume_node` first retract the values
   on the path from the root (`find_path`). Then `backup` gives every node of that path its new
   value.
5. It is *marked for restart* when the cut may no longer hold: RESTART is then its cutter.
   `redevelop` cuts it again (`try_recut`), or generates its missing children (`revalidate`).
6. `make_move` makes a child of the root the root, and frees all nodes that are not below it.
7. If memory is full, `prune_to_fit` removes children of nodes that keep their values.

`chosen` is the mode of growth, the nodes that are not deep enough:

* ANY_NODE: every node above `horizon`. Growth is depth-first by `revalidate` and `redevelop`, or
  breadth-first by `expand_ply`.
* a node: this terminal node alone. Growth is best-first by `grow_best`, or by a promise.
* NO_NODE: none. The tree is revalidated without growing.
"""

from __future__ import annotations

from typing import Any

import cython

from evaluators import make as make_evaluator
from evaluators.core.budget import Budget
from games.core.moves import Moves
from games.core.position import Position
from searchers.abtree.store import ABStore
from searchers.core.counts import Counts

if not cython.compiled:
    from evaluators.core.budget import take
    from games.core.scores import DRAW, INFINITY, MAX_PLY, ONGOING, VOID, adjust_mate
    from searchers.abtree.constants import (
        ANY_NODE,
        DEPTH_LIMIT,
        FINISHED,
        GAME_OVER,
        MOST_NODES,
        NO_DEPTH,
        NO_MOVE,
        NO_NODE,
        NO_RECUT,
        ON_PATH,
        REPORT_DUE,
        RESTART,
        SOLVED,
        STOPPED,
        SWEPT,
        TOP,
        UNSORTED,
    )
    from searchers.storage.constants import BETWEEN_POLLS


class ABTree(ABStore):
    """An A-B tree and a position. Between operations the position is at the root.

    Values are from the side to move at the node, so the best child has the lowest.

    DEEPENOUGH has three forms. By default (`chosen` is ANY_NODE) a node is deep enough at the ply
    `horizon`, counted from the start of the game, so making a move changes nothing. If `chosen` is
    a node or NO_NODE, all terminal nodes except that one are deep enough. A callable in
    `deep_enough`, called with the position, replaces both. Finished games and nodes at 400 plies
    are always deep enough.

    HEURISTICSTOP is by default the end of the budget or of the memory. Then `stopped` is true, and
    nothing grows until it is false again. A callable in `heuristic_stop`, called with this tree and
    the node, may suspend nodes too, except the node `resuming`.

    :ivar valid_horizon: the last `horizon` that the whole tree was developed to; 0 for none.
    :param evaluator: an evaluator or its spec.
    :param most: the most nodes to store. Beyond it subtrees are pruned (section 9.3, D1).
    :param fix: whether to apply fix 1 of the errata. Without it the value of a root is wrong,
        rarely.
    :param best_sibling: whether only the best sibling of a node may give it and its children a
        threshold, as FINDPATH and TRYRECUT are printed. If that sibling is marked for restart there
        is then no threshold. Trees larger than those of Lindstrom's table grow severalfold.
    """

    def __init__(
        self,
        position: Position,
        evaluator: Any,
        *,
        most: int = 2**26,
        fix: bool = True,
        best_sibling: bool = False,
    ) -> None:
        super().__init__()
        self.most = min(most, MOST_NODES)
        self.fix, self.best_sibling = fix, best_sibling
        self.horizon, self.chosen, self.resuming = 0, ANY_NODE, NO_NODE
        self.best_move = NO_MOVE
        self.deep_enough: Any = None
        self.heuristic_stop: Any = None
        self.moves = Moves()
        if not cython.compiled:
            self.path, self.own, self.other = [[0] * (MAX_PLY + 2) for _ in range(3)]
            self.old_value, self.was_cut = [0] * (MAX_PLY + 2), [0] * (MAX_PLY + 2)
        self.begin(position, make_evaluator(evaluator), Budget(), Counts())
        self.reset()

    def begin(
        self,
        position: Position,
        evaluator: Any,
        budget: Budget,
        counts: Counts,
        trace: Any = None,
    ) -> None:
        """Set the position, evaluator, budget, counts and trace to use from now on.

        Also clear `stopped`, `is_full`, `met_horizon` and the counts of restarts. The nodes stay.

        :param position: the position of the root, either of the stored tree or of the tree that
            `reset` begins.
        :param trace: records what happens; None for no trace.
        """
        self.position, self.evaluator = position, evaluator
        self.budget, self.counts = budget, counts
        self.trace, self.tracing = trace, trace is not None
        self.ply = position.ply
        self.stopped = self.is_full = self.met_horizon = False
        self.restarts = self.restart_depths = 0

    def reset(self, root_moves: list[int] | None = None) -> None:
        """Begin a new tree that has only a root.

        :param root_moves: the moves to generate at the root, in this order; None for the legal
            ones.
        """
        self.clear()
        self.valid_horizon = 0
        self.root_moves = root_moves
        self.root = self.new_node(TOP, 0)

    # -- appendix A: thresholds --------------------------------------------------------------------

    def best_child(self, p: cython.int) -> cython.int:
        """Return the best of p's children, and leave them sorted; 0 if it has none."""
        if self.mark[p] & UNSORTED:
            self.sort_others(p)
        return self.first[p]

    def best_sibling_of(self, d: cython.int) -> cython.int:
        """Return the best sibling of d, which must have one; sort them all if need be (BESTSIB)."""
        first: cython.int = self.best_child(self.parent[d])
        return self.after[d] if first == d else first

    def threshold_beside(self, d: cython.int, threshold: cython.int) -> cython.int:
        """Return the node of stricter value: `threshold`, or d's best uncut sibling.

        The lower value is the stricter one. If both are equal, or no sibling is uncut, the result
        is `threshold`. With `best_sibling` only the best sibling is considered, as printed. If it
        is cut, the result is `threshold`.

        :param d: a node that has a sibling, cut or not.
        :param threshold: the node whose value is the threshold so far.
        """
        n: cython.int = self.best_sibling_of(d)
        while not self.best_sibling and n and (n == d or self.cutter[n]):
            n = self.after[n]
        return self.better_threshold(n, threshold)

    def better_threshold(self, q: cython.int, threshold: cython.int) -> cython.int:
        """Return q if it is uncut and its value lower, else `threshold` (LOCALPHABETA)."""
        if self.cutter[q] == 0 and self.value[q] < self.value[threshold]:
            return q
        return threshold

    def should_cut(self, n: cython.int, threshold: cython.int) -> cython.bint:
        """Return whether a threshold cuts n (SHOULDDECUT, SHOULDRECUT, SHOULDDBECUT; errata, 2).

        Only a strictly lower value cuts. A node with all its children is never cut (errata, 3).
        """
        return self.child_count[n] < self.move_count[n] and self.value[n] > self.value[threshold]

    def cut(self, n: cython.int, c: cython.int) -> None:
        """Record that node `c` cuts `n`, also in a trace (CUTOFF)."""
        self._cut_off(n, c)
        if self.tracing:
            self._trace_cut(n)

    # -- section 3: grow valid A-B trees -----------------------------------------------------------

    def grow(self, n: cython.int, own: cython.int, other: cython.int, depth: cython.int) -> None:
        """Generate the missing children of a node, with their subtrees, until it is cut (GROWTREE).

        A node that is cut already gets none. A stop ends it too. The node then has the value of its
        best child. If it was stopped before its first child, it keeps its old value, or gets its
        static one; once the budget is over, none. The position is at n before and after.

        :param own: the node that may cut n.
        :param other: the node that may cut its children.
        :param depth: of n below the root.
        """
        start: cython.int = self.moves.count
        old_value: cython.int = self.value[n]
        self.path[depth] = n
        if self.first[n] == 0:
            self.value[n] = -INFINITY
            self.pruned_horizon[n] = 0
        elif self.cutter[n] or self.child_count[n] >= self.move_count[n]:
            self.pick_best(n)
            if self.tracing:
                self.trace.record_position("backed up", self.position, self.value[n])
            return
        # Steps 1 and 2: generate the missing children, each with its subtree.
        self._list_moves(n)
        self.move_count[n] = self.moves.count - start
        if self._are_leaves(depth + 1):
            self._grow_leaves(n, start, own, depth + 1)
        else:
            self._grow_children(n, start, own, other, depth)
        self.moves.count = start
        # Step 3: the best child gives n its value. A node stopped before its first child keeps its
        # old value.
        if self.first[n]:
            self.pick_best(n)
            if self.tracing:
                self.trace.record_position("backed up", self.position, self.value[n])
        elif old_value > -INFINITY:
            self.value[n] = old_value
            self.met_horizon = True
        elif not self.budget.over:
            self._evaluate(n)

    def _grow_children(
        self,
        n: cython.int,
        start: cython.int,
        own: cython.int,
        other: cython.int,
        depth: cython.int,
    ) -> None:
        """Generate the missing children of n with their subtrees to the horizon, until n is cut.

        A stop ends it too. The value of n rises to that of its best child.

        :param start: the index of n's first move on the move stack.
        :param own: the node that may cut n; `other` may cut its children.
        :param depth: of n below the root.
        """
        position: Position = self.position
        last: cython.int = 0
        child: cython.int = self.best_child(n)
        threshold: cython.int = other
        # Step 1: the best uncut child is the local threshold (errata, 2).
        while child:
            last = child
            threshold = self.better_threshold(child, threshold)
            child = self.after[child]
        # Step 2: generate the missing children.
        while (
            self.cutter[n] == 0
            and self.child_count[n] < self.move_count[n]
            and not self._stops(n, depth)
        ):
            child = self.create_next_child(n, self.moves.move[start + self.child_count[n]])
            if self.tracing:
                self.trace.record_child("generated", position, self.move[child])
            position.push(self.move[child])
            if not self._is_terminal(child, depth + 1):
                if self.tracing:
                    self._trace_visit(threshold, own)
                self.grow(child, threshold, own, depth + 1)
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
                    self.trace.record_position("expanded", position)
            if depth == 0 and not self.stopped:
                self.mark[child] |= SWEPT
            last = child
            self.child_count[n] += 1
            # CHECKDESC: a new best child may give its siblings a new threshold.
            if -self.value[child] > self.value[n]:
                self.value[n] = -self.value[child]
                threshold = self.better_threshold(child, threshold)
            if self.should_cut(n, own):
                self.cut(n, own)

    def create_next_child(self, p: cython.int, move: cython.int) -> cython.int:
        """Return a new child of p, counted as generated (CREATENEXTDESC).

        The caller links it to its siblings when it has a value. As many of p's first children as
        were pruned before count as regenerated too.
        """
        n: cython.int = self.new_node(p, move)
        self.counts.generated += 1
        if self.child_count[p] < self.pruned_children[p]:
            self.counts.regenerated += 1
        if self.node_count > self.counts.peak_stored:
            self.counts.peak_stored = self.node_count
        return n

    def _is_terminal(self, n: cython.int, depth: cython.int) -> cython.bint:
        """Return whether a new node is a finished game or deep enough; if so, set its value.

        It gets none if the budget ends in its evaluation. The position is at n.
        """
        result: cython.int = self.position.result()
        if depth > self.counts.max_depth:
            self.counts.max_depth = depth
        if result != ONGOING:
            self.value[n] = adjust_mate(result, self.ply + depth)
            self.move_count[n] = FINISHED
            self.counts.evaluated += 1
            if self.tracing:
                self.trace.record_leaf(self.position, self.value[n])
        elif self.is_deep(n, depth):
            self._evaluate(n)
        else:
            return False
        return True

    def is_deep(self, n: cython.int, depth: cython.int) -> cython.bint:
        """Return whether n is deep enough (DEEPENOUGH). A callable needs the position at n."""
        if self.move_count[n] == FINISHED or depth >= MAX_PLY:
            return True
        if self.deep_enough is not None:
            return bool(self.deep_enough(self.position))
        if self.chosen != ANY_NODE:
            return self.child_count[n] == 0 and n != self.chosen
        return self.ply + depth >= self.horizon

    def _stops(self, n: cython.int, depth: cython.int) -> cython.bint:
        """Return whether no further child of n may be generated now (HEURISTICSTOP).

        If one may, a node of the budget is taken for it, and a full memory is pruned before. At the
        end of the budget `stopped` is set, at that of the memory also `is_full`.
        """
        if self.stopped:
            return True
        if self.heuristic_stop is not None and n != self.resuming and self._call_heuristic_stop(n):
            return True
        if self.node_count >= self.most and not self.prune_to_fit(depth):
            self.is_full = self.stopped = True
        elif not take(self.budget):
            self.stopped = True
        return self.stopped

    def _list_moves(self, n: cython.int) -> None:
        """Append the legal moves of n to the move stack; the position is at n.

        At the root these are `root_moves` if they are given.
        """
        if n == self.root and self.root_moves is not None:
            self.moves.extend(self.root_moves)
        else:
            self.position.generate(self.moves)

    def _evaluate(self, n: cython.int) -> None:
        """Set `met_horizon`, and the static value of n unless the budget ends (STATICVALUE)."""
        value: cython.int = self.evaluator.value(self.position)
        self.met_horizon = True
        if not self.budget.over:
            self.value[n] = value
            self.counts.evaluated += 1
            if self.tracing:
                self.trace.record_leaf(self.position, value)

    def _call_heuristic_stop(self, n: cython.int) -> cython.bint:
        """Return what the author's hook `heuristic_stop` says of n."""
        return bool(self.heuristic_stop(self, n))

    # -- section 3, where all new children are terminal --------------------------------------------

    def _are_leaves(self, depth: cython.int) -> cython.bint:
        """Return whether no new node at this depth below the root will get children.

        True at the `horizon` and MAX_PLY, and everywhere unless `chosen` is ANY_NODE.
        False if a hook (`deep_enough`, `heuristic_stop`) is set: it decides for each node.
        """
        if self.deep_enough is not None or self.heuristic_stop is not None:
            return False
        return self.chosen != ANY_NODE or self.ply + depth >= self.horizon or depth >= MAX_PLY

    def _grow_leaves(
        self, n: cython.int, start: cython.int, own: cython.int, depth: cython.int
    ) -> None:
        """Generate and evaluate the missing children of n as leaves, until n is cut.

        They are finished games or deep enough. This is a faster `_grow_children`: most nodes are
        generated here. The position is at n, whose value rises to that of its best child. At the
        end of the budget `stopped` is set, at that of the memory also `is_full`. A full memory is
        pruned first.

        :param start: the index of n's first move on the move stack.
        :param own: the node that cuts n once n's value exceeds its value.
        :param depth: of the children below the root.
        """
        moves: Moves = self.moves
        last: cython.int = self.best_child(n)
        index: cython.int = start + self.child_count[n]
        end: cython.int = moves.count
        made: cython.int = index
        before: cython.int = self.child_count[n]
        bound: cython.int = self.value[own]
        enough: cython.int = bound + 1 if self.value[n] <= bound else -INFINITY
        void: cython.int = NO_MOVE
        while last and self.after[last]:
            last = self.after[last]
        previous: cython.int = last
        while index < end and self.cutter[n] == 0 and not self.stopped:
            if self.node_count >= self.most and not self.prune_to_fit(depth - 1):
                self.is_full = self.stopped = True
                break
            moves.count = min(end, index + self.most - self.node_count)
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
        made = self.child_count[n] - before
        self.counts.generated += made
        self.counts.evaluated += made
        if before < self.pruned_children[n]:
            self.counts.regenerated += min(self.child_count[n], self.pruned_children[n]) - before
        if made > 0:
            self.counts.max_depth = max(self.counts.max_depth, depth)
        self.counts.peak_stored = max(self.counts.peak_stored, self.node_count)
        if void != NO_MOVE:
            self.met_horizon = True
            self.counts.generated += 1
        if self.tracing:
            self._trace_leaves(n, previous, void)

    def _add_leaves(
        self, n: cython.int, index: cython.int, end: cython.int, last: cython.int
    ) -> cython.int:
        """Add leaves as children of n, after its last child, for a range of evaluated moves.

        The value of n rises to that of its best child. `met_horizon` is set unless all leaves are
        finished games. Counts of the search do not change, except that of expanded nodes.

        :param index: of the first move on the move stack; `end` is behind the last one.
        :param last: the last child; 0 if n has none.
        :returns: the new last child.
        """
        moves: Moves = self.moves
        best: cython.int = self.value[n]
        child: cython.int
        self.child_count[n] += end - index
        while index < end:
            child = self.new_node(n, moves.move[index])
            self.value[child] = moves.score[index]
            self.mark[child] = SWEPT
            if moves.tag[index]:
                self.move_count[child] = FINISHED
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

    # -- section 4: expand a terminal node ---------------------------------------------------------

    def expand_terminal(self, n: cython.int) -> None:
        """Grow a node without children until its subtree is deep enough (EXPANDTERM).

        Its value is backed up to the root, where the position is before and after. A node that is
        deep enough gets no children.

        :raises ContractError: if the node has children, or is none of this tree.
        """
        self._require(n)
        if self.child_count[n]:
            self._refuse(n, "is no terminal node: resume_node goes on with it")
        depth: cython.int = self.find_path(n)
        if self.tracing:
            self._trace_visit(self.own[depth], self.other[depth])
        self._grow_and_back_up(n, depth)

    def _grow_and_back_up(self, n: cython.int, depth: cython.int) -> None:
        """Grow a node to which `find_path` has led, unless it is deep enough; back up its value."""
        if not self.is_deep(n, depth):
            self.grow(n, self.own[depth], self.other[depth], depth)
        self.new_node_value(n, self.old_value[depth])
        self.backup(n, depth)

    def find_path(self, d: cython.int) -> cython.int:
        """Walk from the root to d, and retract its value from its ancestors (FINDPATH).

        The position moves to d. Each ancestor gets the value of its best child beside the path, or
        -INFINITY without one. Nodes of the path lose their cuts and marks for restart. For `backup`
        their thresholds, old values, and whether they were cut are stored by depth.

        :returns: the depth of d.
        """
        depth: cython.int = self._depth(d)
        level: cython.int
        n: cython.int = d
        for level in range(depth, -1, -1):
            self.path[level] = n
            n = self.parent[n]
        self.own[0] = self.other[0] = TOP
        self.old_value[0] = self.value[self.root]
        self.was_cut[0] = False
        if depth == 0 and self.cutter[d]:
            self._uncut(d)  # a new root may be marked for restart
        for level in range(1, depth + 1):
            n = self.path[level]
            self.own[level], self.other[level] = self.other[level - 1], self.own[level - 1]
            self.old_value[level] = self.value[n]
            self.was_cut[level] = self.cutter[n] != 0
            if self.was_cut[level]:
                self._uncut(n)  # also removes a mark for restart
            self.reoptimize(n, level)
            self.position.push(self.move[n])
            self.counts.steps += 1
        return depth

    def reoptimize(self, d: cython.int, level: cython.int) -> None:
        """Give d's parent the value of d's best sibling, and tighten d's threshold (REOPTIMIZE).

        The threshold is `own[level]`. Without a sibling it stays, and the parent gets -INFINITY.

        :param level: the depth of d.
        """
        p: cython.int = self.parent[d]
        sibling: cython.int
        if self.child_count[p] == 1:
            self.value[p] = -INFINITY
        else:
            sibling = self.best_sibling_of(d)
            self.value[p] = -self.value[sibling]
            self.own[level] = self.threshold_beside(d, self.own[level])

    def backup(self, d: cython.int, depth: cython.int) -> None:
        """Back up a new value of d to the root, where the position moves too (BACKUP).

        A node on the way is cut if its threshold allows it. One that was cut before and now is not
        is marked for restart, as are the nodes that it no longer cuts.

        :param depth: of d, where the position is.
        """
        q: cython.int = d
        child: cython.int
        best_before: cython.int
        while q != self.root:
            self.position.pop()
            depth -= 1
            child, q = q, self.parent[q]
            best_before = self.first[q]
            self.replace(q, child)
            # Errata, 1: the new rank 1 child of a cut node may never have been revalidated.
            if (
                self.fix
                and self.was_cut[depth]
                and self.first[q] != best_before
                and self.first[q] != d
            ):
                self.mark[q] |= NO_RECUT
            if self.tracing:
                self.trace.record_position("backed up", self.position, self.value[q])
            if not self.mark[q] & NO_RECUT and self.should_cut(q, self.own[depth]):
                self.cut(q, self.own[depth])
            elif self.was_cut[depth]:
                self._cut_off(q, RESTART)
            self.new_node_value(q, self.old_value[depth])

    def new_node_value(self, q: cython.int, old_value: cython.int) -> None:
        """After a change of q's value, mark for restart what it no longer cuts (NEWNODEVAL).

        If q is now cut itself, these are all. If its value has not risen, there are none.
        """
        if self.cut_nodes[q]:
            if self.cutter[q]:
                self.restart_all(q)
            elif self.value[q] > old_value:
                self.check_cuts(q)

    # -- section 5: resume a suspended node --------------------------------------------------------

    def resume_node(self, p: cython.int) -> None:
        """Generate the missing children of a suspended node, unless it is cut (RESUMENODE).

        Its value is backed up to the root, where the position is before and after.

        :raises ContractError: if it is no node of this tree.
        """
        self._require(p)
        if self.cutter[p]:
            return
        depth: cython.int = self.find_path(p)
        if self.tracing:
            self.trace.record_position("resumed", self.position)
        self._grow_and_back_up(p, depth)

    def suspended(self) -> list[int]:
        """Return the key nodes that are uncut and have some of their children, but not all."""
        return [n for n in self.slots() if self._is_suspended(n)]

    def _is_suspended(self, n: cython.int) -> cython.bint:
        """Return whether n is an uncut key node that has some of its children, but not all."""
        return (
            self.cutter[n] == 0 and 0 < self.child_count[n] < self.move_count[n] and self.is_key(n)
        )

    def is_complete(self) -> cython.bint:
        """Return whether no node is suspended or to be restarted; False if time ran out."""
        n: cython.int = self.next_node(RESTART)
        visited: cython.int = 0
        if self.cut_nodes[RESTART]:
            return False
        while n:
            visited += 1
            if visited % BETWEEN_POLLS == 0 and not self.budget.in_time():
                return False
            if self._is_suspended(n):
                return False
            n = self.next_node(n)
        return True

    # -- section 6: re-root the tree ---------------------------------------------------------------

    def make_move(self, rank: cython.int) -> cython.int:
        """Make the root's child of a rank, counted from 1 for the best, the root (MAKEMOVE).

        All nodes outside its subtree are freed, every node has a new slot, and the position makes
        the move. The new root may be marked for restart, so call `revalidate` before `redevelop`
        (errata, 3).

        :returns: the new root. 0 if time ran out. Then all nodes stay, and the position, but some
            may have lost their cuts or marks for restart, so the root must be revalidated.
        :raises ContractError: if there is no child of that rank.
        :raises MemoryError: if there is not enough memory.
        """
        new_root: cython.int = self.best_child(self.root) if rank > 0 else 0
        visited: cython.int = 0
        d: cython.int
        following: cython.int
        cuts: cython.int
        move: cython.int
        while rank > 1:
            new_root = self.after[new_root]
            rank -= 1
        if new_root == 0:
            self._refuse(self.root, "has no child of that rank")
        if not self._reserve_copies(self.budget):
            return 0
        # Step 1: restart the nodes below the new root that its siblings cut.
        d = self.first[self.root]
        while d:
            if d != new_root and not self._clear_cuts_in_tree(d, new_root, self.budget):
                return 0
            d = self.after[d]
        # Step 2: uncut the marked nodes outside the new root's tree, which go with its siblings.
        d = self.cut_nodes[RESTART]
        while d:
            visited += 1
            if visited % BETWEEN_POLLS == 0 and not self.budget.in_time():
                return 0
            following = self.next_cut[d]
            if not self.on_path(d, new_root):
                self._uncut(d)
            d = following
        # Step 3: make it the root.
        move, cuts = self.move[new_root], self.cut_nodes[new_root]
        self.cut_nodes[new_root] = 0
        if not self.reroot(new_root, self.budget):
            self.cut_nodes[new_root] = cuts
            return 0
        self.position.push(move)
        self.root_moves = None
        self.ply += 1
        self.counts.steps += 1
        return self.root

    # -- section 7: revalidate a subtree -----------------------------------------------------------

    def revalidate(self, n: cython.int) -> None:
        """Make the subtree of n valid for DEEPENOUGH, and back up its value (REVALIDATE).

        If n is the root, first clear the marks of its children that they are swept. If n is deep
        enough or the search is stopped, nothing is generated. The position is at the root before
        and after.

        :raises ContractError: if n is no node of this tree.
        """
        self._require(n)
        child: cython.int = self.first[n] if n == self.root else 0
        while child:
            self.mark[child] &= ~SWEPT
            child = self.after[child]
        depth: cython.int = self.find_path(n)
        if not self.stopped and not self.is_deep(n, depth):
            self.sweep_tree(n, self.own[depth], self.other[depth], depth)
        self.backup(n, depth)

    def sweep_tree(
        self, n: cython.int, own: cython.int, other: cython.int, depth: cython.int
    ) -> None:
        """Make the subtree of n, which the position is at, valid under its thresholds (SWEEPTREE).

        The node is not deep enough. If the sweep is stopped, children not yet swept count with
        their old values.
        """
        old_value: cython.int = self.value[n]
        child: cython.int
        ahead: cython.int
        following: cython.int
        best: cython.int = TOP
        threshold: cython.int
        self.path[depth] = n
        if self.tracing:
            self._trace_visit(own, other)
        # Step 1: uncut n, unless it was pruned to a bound that is still cut.
        if self.cutter[n]:
            self._uncut(n)  # also removes a mark for restart
            if self.is_valid_pruned(n) and self.should_cut(n, own):
                self.cut(n, own)
                return
        self.mark[n] &= ~NO_RECUT
        # Step 2: sweep its children, best first, until one of them cuts it.
        child = self.best_child(n)
        if child:
            self.value[n] = -INFINITY
        ahead = child
        while child and self.cutter[n] == 0 and not self.stopped:
            following = self.after[child]
            # NEWALPHABETA: siblings give thresholds, those swept (`best`) and the first uncut
            # one of the others.
            threshold = self.better_threshold(best, other)
            if ahead == child:
                ahead = following
                while ahead and self.cutter[ahead]:
                    ahead = self.after[ahead]
            threshold = self.better_threshold(ahead, threshold)
            self._sweep_child(child, threshold, own, depth + 1)
            best = self.better_threshold(child, best)
            if depth == 0 and not self.stopped:
                self.mark[child] |= SWEPT
            if -self.value[child] > self.value[n]:
                self.value[n] = -self.value[child]
                # Errata, 3: only a child of rank 1 may cut.
                if (
                    not self.stopped
                    and (following == 0 or self.value[child] < self.value[following])
                    and self.should_cut(n, own)
                ):
                    self.cut(n, own)
            child = following
        # Step 3: generate the missing children.
        self.grow(n, own, other, depth)
        self.new_node_value(n, old_value)

    def _sweep_child(
        self, n: cython.int, own: cython.int, other: cython.int, depth: cython.int
    ) -> None:
        """Revalidate the subtree of child `n` under its thresholds; the position is at its parent.

        If the subtree can lack nothing, the move into n is not made, and no step is counted.
        """
        if self.deep_enough is None and (
            self.is_deep(n, depth) or (self.is_valid_pruned(n) and self.cutter[n] == 0)
        ):
            if self.move_count[n] != FINISHED and self.pruned_horizon[n] != SOLVED:
                self.met_horizon = True
            return
        self.position.push(self.move[n])
        self.counts.steps += 1
        if self.counts.steps % 1024 == 0 and not self.budget.poll():
            self.stopped = True
        if not self.stopped and (self.deep_enough is None or not self.is_deep(n, depth)):
            self.sweep_tree(n, own, other, depth)
        self.position.pop()

    def is_valid_pruned(self, n: cython.int) -> cython.bint:
        """Return whether a node's children were pruned and its value is still valid at `horizon`.

        The value of a cut node is a bound. False with a hook `deep_enough`, and unless `chosen` is
        ANY_NODE.
        """
        return (
            self.pruned_horizon[n] > 0
            and self.pruned_horizon[n] >= self.horizon
            and self.deep_enough is None
            and self.chosen == ANY_NODE
        )

    # -- section 8: redevelop the tree -------------------------------------------------------------

    def redevelop(self) -> None:
        """Restart all nodes that are marked for restart until none is left (REDEVELOPTREE).

        Each is cut again if a node can cut it, else revalidated. The tree, valid except for such
        nodes, becomes valid. If the search is stopped, the marks that are left remain. The position
        is at the root before and after.
        """
        p: cython.int
        while not self.stopped and self.cut_nodes[RESTART]:
            p = self.cut_nodes[RESTART]
            self._uncut(p)
            self.try_recut(p)
            if self.cutter[p] == 0:
                self.restarts += 1
                self.restart_depths += self._depth(p)
                if self.tracing:
                    self._trace_event("restarted", p)
                self.revalidate(p)

    def try_recut(self, p: cython.int) -> None:
        """Cut p again if a sibling of it or of every second ancestor can (TRYRECUT).

        Errata, 1: not if p must be swept first.
        """
        threshold: cython.int = TOP
        q: cython.int = p
        if self.mark[p] & NO_RECUT:
            return
        # The siblings of p and of every second ancestor have the side to move of p.
        while q != self.root:
            if self.child_count[self.parent[q]] > 1:
                threshold = self.threshold_beside(q, threshold)
            q = self.parent[q]
            if q != self.root:
                q = self.parent[q]
        if self.should_cut(p, threshold):
            self.cut(p, threshold)

    # -- section 1.2: other orders of growth -------------------------------------------------------

    def expand_ply(self) -> None:
        """Expand the whole tree to its `horizon`, breadth first.

        The caller has set `horizon`, usually one ply deeper than before. Every key terminal node
        above it is expanded, in the order of slots, and the tree is redeveloped. That is repeated
        until the tree is valid or the search is stopped.
        """
        n: cython.int
        expanded: cython.bint = True
        while expanded and not self.stopped:
            expanded = False
            n = self.next_node(RESTART)
            while n and not self.stopped:
                if self.first[n] == 0 and self._may_expand(n):
                    self.expand_terminal(n)
                    expanded = expanded or self.first[n] != 0
                n = self.next_node(n)
            self.redevelop()

    def _may_expand(self, n: cython.int) -> cython.bint:
        """Return whether a node without children is key and not deep enough, so may be expanded.

        A hook `deep_enough` is not called: then a key node may be, if the game goes on there. A
        pruned node whose value remains valid may not; then `met_horizon` may be set.
        """
        if self.move_count[n] == FINISHED or not self.is_key(n):
            return False
        if self.is_valid_pruned(n):
            self.met_horizon = self.met_horizon or self.pruned_horizon[n] != SOLVED
            return False
        # A callable needs the position of n, which only expand_terminal reaches.
        return self.deep_enough is not None or not self.is_deep(n, self.depth(n))

    def grow_best(self, deepest: cython.int, until: cython.longlong) -> cython.int:
        """Expand the terminal node that gives the root its value, again and again.

        `best_move` becomes the root's best move, NO_MOVE if there is none. After STOPPED it is that
        before the last expansion. An expansion leaves `chosen` as NO_NODE.

        :param deepest: the depth at which nodes are not expanded.
        :param until: the nodes of the budget at which a report is due.
        :returns: why it ended: STOPPED, REPORT_DUE, DEPTH_LIMIT or GAME_OVER. It is DEPTH_LIMIT
            also if a hook prevents the expansion.
        """
        n: cython.int
        depth: cython.int
        while not self.stopped:
            self.best_move = self.move[self.first[self.root]] if self.first[self.root] else NO_MOVE
            if self.budget.used >= until:
                return REPORT_DUE
            n = self.principal_terminal()
            depth = self.depth(n)
            self.counts.explored += depth
            if self.move_count[n] == FINISHED:
                return GAME_OVER
            if depth >= deepest:
                return DEPTH_LIMIT
            self.chosen = n
            self.expand_terminal(n)
            self.chosen = NO_NODE
            if self.first[n] == 0 and not self.stopped:
                return DEPTH_LIMIT
            self.redevelop()
        return STOPPED

    # -- section 9.3, D1: prune to fit -------------------------------------------------------------

    def prune_to_fit(self, depth: cython.int) -> cython.bint:
        """Prune subtrees until an eighth of the memory is free.

        :param depth: of the node being grown, -1 for none. It and its ancestors are not pruned.
        :returns: false if less became free, and the budget is not over.
        :raises IndexError: if no node can be so deep.
        """
        if not -1 <= depth < MAX_PLY + 2:
            raise IndexError(f"depth {depth}: expected that of a node")
        goal: cython.int = self.most - max(1, self.most // 8)
        self._prune_to_goal(depth, goal)
        return self.node_count <= goal or self.budget.over

    def _prune_to_goal(self, depth: cython.int, goal: cython.int) -> None:
        """Prune all irrelevant subtrees, then terminal children if more than `goal` nodes are left.

        More may still be left. Nodes that lose their children may let their parents lose theirs
        next time.

        :param depth: the last depth of `path` whose nodes are not pruned; -1 for none.
        """
        level: cython.int
        before: cython.int = self.node_count
        for level in range(depth + 1):
            self.mark[self.path[level]] |= ON_PATH
        self._prune_everywhere(True)
        if self.node_count > goal:
            self._prune_everywhere(False)
        for level in range(depth + 1):
            self.mark[self.path[level]] &= ~ON_PATH
        self.counts.forgotten += before - self.node_count

    def _prune_everywhere(self, irrelevant: cython.bint) -> None:
        """Prune at every node that is not on the current path, until the time is up.

        :param irrelevant: true to remove all below the children of cut nodes that are not key (all
            but the best), false for `_prune_terminals`.
        """
        visited: cython.int = 0
        child: cython.int
        n: cython.int = self.next_node(RESTART)
        while n:
            visited += 1
            if visited % BETWEEN_POLLS == 0 and not self.budget.in_time():
                return
            if self.first[n] and not self.mark[n] & ON_PATH:
                if not irrelevant:
                    self._prune_terminals(n)
                elif self.cutter[n]:
                    child = self.after[self.first[n]]
                    while child:
                        if self.first[child]:
                            self._prune(child, 0)
                        child = self.after[child]
            n = self.next_node(n)

    def _prune_terminals(self, n: cython.int) -> None:
        """Remove the children of n if its value remains valid without them.

        They must have no children themselves, and only siblings may cut them. Children may be
        missing only if n is cut. The value remains valid up to the horizon of all children. If n is
        cut, its value is a bound that is valid up to the horizon of the best child.
        """
        if self.cutter[n] == 0 and self.child_count[n] < self.move_count[n]:
            return
        child: cython.int = self.first[n]
        ply: cython.int = self.ply + self._depth(n) + 1
        valid: cython.int = 0 if self.mark[n] & NO_RECUT else self._horizon_of(child, ply)
        deepest: cython.int
        while child:
            if self.first[child] or (self.cutter[child] and self.parent[self.cutter[child]] != n):
                return
            deepest = self._horizon_of(child, ply)
            if self.cutter[n] == 0 and deepest != valid and deepest != SOLVED:
                valid = deepest if valid == SOLVED else 0
            child = self.after[child]
        self._prune(n, valid)

    def _horizon_of(self, n: cython.int, ply: cython.int) -> cython.int:
        """Return the horizon, in plies of the game, up to which a terminal node's value is valid.

        It is SOLVED for a finished game. For a node with pruned children it is that of its value
        then, 0 if the value is not valid.

        :param ply: of the node, counted from the start of the game: the horizon of other nodes.
        """
        if self.move_count[n] == FINISHED:
            return SOLVED
        return self.pruned_horizon[n] if self.pruned_children[n] else ply

    def _prune(self, n: cython.int, held: cython.int) -> None:
        """Remove the children of n, with all below them, from the tree; n keeps its value.

        :param held: the horizon up to which its value remains valid; 0 for none.
        """
        if self.tracing:
            self._trace_event("forgotten", n)
        self.pruned_children[n] = self.child_count[n]
        self.pruned_horizon[n] = held
        self.erase_children(n)

    # -- kept trees --------------------------------------------------------------------------------

    def reopen_draws(self) -> None:
        """Prune the leaves that were draws by repetition only below an earlier root, with siblings.

        A first repetition of a position that is now part of the game is no draw. Subtrees
        pruned earlier cannot be checked, so a draw there is no longer certain. Once the budget is
        over the rest remains.
        """
        n: cython.int = self.next_node(RESTART)
        while n:
            if self.value[n] == DRAW:
                if self.pruned_horizon[n] == SOLVED:
                    self.pruned_horizon[n] = 0
                elif self.move_count[n] == FINISHED:
                    if not self.budget.poll():
                        return
                    if self._is_ongoing(n):
                        self._prune(self.parent[n], 0)
            n = self.next_node(n)

    def _is_ongoing(self, n: int) -> bool:
        """Return whether the game is not over at n."""
        line = self._line_to(n)
        for move in line:
            self.position.push(move)
        result: cython.int = self.position.result()
        for _ in line:
            self.position.pop()
        return result == ONGOING

    def set_aside(self) -> ABTree | None:
        """Return a copy of the tree to search on with the memory that is left.

        A tree that fills more than half of its memory is pruned first. Apart from that, it stays
        unchanged.

        :returns: None if it could not be pruned enough, or time or memory ran out.
        """
        half: cython.int = self.most // 2
        before: cython.int = 0
        self.path[0] = self.root
        while self.node_count > half and self.node_count != before:
            before = self.node_count
            self._prune_to_goal(0, half)
        if self.node_count > half:
            return None
        other = ABTree(
            self.position.copy(),
            self.evaluator,
            most=self.most - self.node_count,
            fix=self.fix,
            best_sibling=self.best_sibling,
        )
        if not other.copy_from(self, self.budget):
            return None
        other.begin(other.position, self.evaluator, self.budget, self.counts)
        other.horizon, other.valid_horizon = self.horizon, self.valid_horizon
        other.root_moves = self.root_moves
        return other

    # -- for Python, checked -----------------------------------------------------------------------

    def depth(self, n: cython.int) -> cython.int:
        """Return how many plies n is below the root."""
        self._require(n)
        return self._depth(n)

    def is_key(self, n: cython.int) -> cython.bint:
        """Return whether n is a key node, which the root's value depends on (section 3.1.2).

        The path to a key node leaves each cut node by its best child.
        """
        p: cython.int
        self._require(n)
        while n != self.root:
            p = self.parent[n]
            if self.cutter[p] and self.first[p] != n:
                return False
            n = p
        return True

    def principal_terminal(self) -> cython.int:
        """Return the last node of the root's principal variation, which gives it its value."""
        n: cython.int = self.root
        while self.first[n]:
            n = self.first[n]
        return n

    def terminals(self) -> int:
        """Return the number of nodes without children (Lindstrom's NBP)."""
        return len([n for n in self.slots() if not self.first[n]])

    # -- traces ------------------------------------------------------------------------------------

    def _trace_visit(self, own: cython.int, other: cython.int) -> None:
        """Trace a visit to the node that the position is at, with its thresholds."""
        self.trace.record_window(
            "visited", self.position, NO_DEPTH, -self.value[other], self.value[own]
        )

    def _trace_leaves(self, n: cython.int, previous: cython.int, void: cython.int) -> None:
        """Trace the children of n, which the position is at, that follow child `previous` (0: all).

        :param void: the move of a last child that the budget left without a value; NO_MOVE if there
            is none.
        """
        child: cython.int = self.after[previous] if previous else self.first[n]
        if previous == 0 and child:
            self.trace.record_position("expanded", self.position)
        while child:
            self.trace.record_child("generated", self.position, self.move[child])
            self.trace.record_child("evaluated", self.position, self.move[child], self.value[child])
            child = self.after[child]
        if void != NO_MOVE:
            self.trace.record_child("generated", self.position, void)
        if self.cutter[n]:
            self._trace_cut(n)

    def _trace_cut(self, n: cython.int) -> None:
        """Trace that n is cut, and which node cuts it."""
        line = self._line_to(n)
        by = self.trace.number(self._line_to(self.cutter[n]))
        self.trace.record("cut", line, value=self.trace.root_score(self.value[n], line), by=by)

    def _trace_event(self, event: str, n: cython.int) -> None:
        """Trace that n is revalidated ("restarted"), or its children pruned ("forgotten")."""
        self.trace.record(event, self._line_to(n))
