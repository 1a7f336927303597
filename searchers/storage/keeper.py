"""Searchers that keep their tree between searches: find the new root in it, and prune it to fit."""

from __future__ import annotations

from typing import Annotated, Any

import cython

from evaluators.core.evaluator import EvaluatorOrSpec
from games.core.columns import column, lengthen
from games.core.moves import Moves
from games.core.position import Position
from games.parts.part import Option
from searchers.core.result import Answer
from searchers.core.searcher import Searcher, moves_between
from searchers.storage.kept_tree import MOST_NODES, KeptTree, node_at
from searchers.storage.minimax_tree import MinimaxTree

if not cython.compiled:
    from evaluators.core.budget import take
    from games.core.array import ints
    from games.core.scores import INFINITY, MAX_PLY, ONGOING, VOID
    from searchers.storage.constants import BETWEEN_POLLS, LEAF

HashOption = Annotated[
    int, Option(256, "megabytes the tree may take; 0 is no limit", low=0, high=2**16)
]
"""The option for the memory of the tree."""


class TreeKeeper(Searcher):
    """The base class of searchers that keep their `tree` between searches.

    `kept` is the position at the tree's root and the evaluator of its values, or None if the next
    search cannot use the tree. A subclass has the option `hash`, and its `__init__` ends with
    `new_game`, which makes the tree.

    When the memory is full, the less promising half of the tree is pruned. Nodes become leaves that
    keep their values, and are expanded again when they are selected. A stop in the middle of that
    may lose the tree, never the answer.

    The searcher goes down a `path` of nodes or edges. For trees with certain bounds `alpha` and
    `beta` have the window at each of its depths: what either side is certain of.

    While the searcher ponders, the tree above the guess is set `aside`. The search after a wrong
    guess continues there.
    """

    def __init__(self, evaluator: EvaluatorOrSpec = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        self.kept: Any = None
        self.aside: Any = None  # `kept` of the tree set aside, and its copy
        self.tree: Any = None
        self._path, self._alpha, self._beta = column(), column(), column()
        lengthen((self._path, self._alpha, self._beta), MAX_PLY + 2)
        self.path, self.alpha, self.beta = ints(self._path), ints(self._alpha), ints(self._beta)
        self.current_depth = self.shared_depth = 0

    def new_game(self) -> None:
        """Empty the tree, and forget the one set aside.

        A small tree keeps its memory. Otherwise that is freed, and `tree` becomes a new one.
        """
        self.kept = None
        self._release_aside()
        if self.tree is not None and self.tree.is_small():
            self.tree.reset()
            return
        self.tree = None  # frees its memory before there is another
        self.moves = Moves()
        self.tree = self._new_tree()

    def _new_tree(self) -> KeptTree:
        """Return an empty tree of the kind that this searcher uses."""
        raise NotImplementedError(f"{type(self).__name__} lacks _new_tree")

    def fullness(self) -> int | None:
        """Return how full the tree's memory is, in thousandths; None without a limit of it."""
        return 1000 * self.tree.size // self.tree.most if self.options["hash"] else None

    def _most_nodes(self, node_bytes: int) -> int:
        """Return the number of nodes that fit the option `hash`, at most MOST_NODES.

        :param node_bytes: the bytes of a node.
        :returns: 0 if `hash` is 0: no limit.
        """
        return min(self.options["hash"] * 2**20 // node_bytes, MOST_NODES)

    def _resume(self, position: Position, answer: Answer) -> bool:
        """Reroot the kept tree, or the one set aside by pondering, to the position.

        If the tree has to be rerooted, first improve the answer by the position's node. While
        pondering, set the tree above the guess aside. Last, if draws depend on the path, discard
        bounds that draws may have made, and `_reopen_draws`. `kept` becomes None; the caller sets
        it.

        :returns: False if neither tree has the position with just the moves of the answer, or the
            time or the memory ended. After the end of the time `kept` is set if the tree is still
            of use. True also if the budget ended in `_reopen_draws`.
        """
        kept, self.kept = self.kept, None
        line = self._line_from(kept, position)
        if line is None and self.aside is not None:
            (kept, aside), self.aside = self.aside, None
            line = self._line_from(kept, position)
            if line is None:
                self.tree.release(aside)
            elif not self.tree.bring_back(aside, self.budget):
                return False
        elif line or not self.pondering:
            self._release_aside()
        if line is None:
            return False
        whole = self._has_line(line, answer)
        if whole and line:
            self._report_known(answer, node_at(self.tree, line))
        if self.pondering and line:
            kept, line = self._set_aside(kept, line)
            whole = whole and line is not None and self._has_line(line, answer)
        if not whole or (line and not self._retain(kept, line)):
            return False
        self.counts.peak_stored = self.tree.size
        if self.tracing:
            self.trace.record("resumed", (), nodes=self.tree.size)
        if position.PATH_DEPENDENT:
            if not self.tree.discard_draw_bounds(self.budget):
                self._report_known(answer, 0)  # its values do not change
                self.kept = position.copy(), self.evaluator
                return False
            self._reopen_draws(position)
        return True

    def _line_from(self, kept: Any, position: Position) -> list[int] | None:
        """Return the moves to the position from the root of a kept tree.

        :returns: None if no moves lead there, or the tree has another evaluator's values.
        """
        if kept is None or kept[1] is not self.evaluator:
            return None
        return moves_between(kept[0], position)

    def _has_line(self, line: list[int], answer: Answer) -> bool:
        """Return whether a line leads from the tree's root to a node with the moves of `answer`.

        The moves must have the same order. Only such a node can be the next root.
        """
        node = node_at(self.tree, line)
        return node >= 0 and [move for move, _ in self.tree.edges_of(node)] == answer.moves

    def _set_aside(self, kept: Any, line: list[int]) -> tuple[Any, list[int] | None]:
        """Reroot the tree to the position before the expected reply, and set a copy of it aside.

        After a ponder miss the copy, which is part of `aside`, is searched on. If that position has
        no children in the tree, nothing changes. If there is no memory for a copy, none is made.

        :param kept: the position at the tree's root, and the evaluator of its values.
        :param line: from the root to the position after that reply, which need not be in the tree.
        :returns: the new `kept`, and the line from the new root; None for the line if the time
            ended or rerooting failed. Then `self.kept` is set if the tree is of use.
        """
        tree: KeptTree = self.tree
        node = node_at(tree, line[:-1])
        if node < 0 or tree.count_children(node) == 0:
            return kept, line
        if len(line) > 1:
            if not self._retain(kept, line[:-1], True):
                return kept, None
            above = kept[0].copy()
            for move in line[:-1]:
                above.push(move)
            kept, line = (above, kept[1]), line[-1:]
        aside = tree.set_aside(self.budget)
        if aside is not None:
            self.aside = kept, aside
        elif not self.budget.in_time():
            self.kept = kept if tree.size > 1 else None
            return kept, None
        return kept, line

    def _retain(self, kept: Any, line: list[int], patient: bool = False) -> bool:
        """Reroot the tree to the node that a line leads to, and drop the rest.

        Each move of the line counts as a step.

        :param patient: as in `KeptTree.retain`.
        :param kept: the position at the tree's root, and the evaluator of its values.
        :returns: false if the time or the memory ended. Then `self.kept` becomes `kept` if the tree
            has not changed, and the time ended: without the memory the tree is of no use.
        """
        tree: KeptTree = self.tree
        size: cython.int = tree.size
        node = node_at(tree, line)
        self.counts.steps += len(line)
        if tree.retain(node, len(line), MOST_NODES, self.budget, patient):
            return True
        if tree.size == size and not self.budget.in_time():
            self.kept = kept
        return False

    def _release_aside(self) -> None:
        """Free the memory of the tree that was set aside, if there is one."""
        if self.aside is not None:
            (_, aside), self.aside = self.aside, None
            self.tree.release(aside)

    def _reset_path(self) -> None:
        """Make the current path empty; the caller's position is at the root and is not moved.

        The window at the root becomes the widest.
        """
        self.alpha[0], self.beta[0] = -INFINITY, INFINITY
        self.current_depth = self.shared_depth = 0

    def _step_down(self, depth: cython.int, step: cython.int) -> None:
        """Store a node or edge as the step of the path to this depth, without moving the position.

        `_go_to` moves the position when it is needed. `shared_depth` is the depth to which the path
        is the line that the position went. A step unlike the one stored before ends it above.
        """
        if self.path[depth] != step:
            self.path[depth] = step
            self.shared_depth = min(self.shared_depth, depth - 1)

    def _go_to(self, position: Position, depth: cython.int) -> None:
        """Move the position to a depth on the path; each move down counts as a step."""
        tree: KeptTree = self.tree
        while self.current_depth > min(self.shared_depth, depth):
            position.pop()
            self.current_depth -= 1
        self.counts.steps += depth - self.current_depth
        while self.current_depth < depth:
            self.current_depth += 1
            position.push(tree.move_of_step(self.path[self.current_depth]))
        self.shared_depth = depth

    def _prepare_expansion(self, position: Position, depth: cython.int) -> cython.bint:
        """Move the position to the leaf at a depth on the path, and set `moves` to its legal moves.

        :returns: whether the tree has room for their children, which is then allocated.
        """
        self._go_to(position, depth)
        self.moves.drop(0)
        position.generate(self.moves)
        return not self.tree.is_full(self.moves.count)

    def _trace_line(self, depth: cython.int) -> list[int]:
        """Return the moves from the root to the node at a depth on the path, for a trace."""
        tree: KeptTree = self.tree
        return [tree.move_of_step(self.path[at]) for at in range(1, depth + 1)]

    def _trace_node(self, event: str, depth: cython.int, value: cython.int) -> None:
        """Record an event in the trace, at a depth on the path, where the position need not be.

        :param value: the node's value, from its side to move.
        """
        self.trace.record_value(event, self._trace_line(depth), value)

    def _reopen_draws(self, position: Position) -> None:
        """Evaluate again the leaves that were draws only below an earlier root, and back them up.

        A first repetition of a position is a draw in the search, but not after both have become
        part of the game. Bounds that draws may have made are discarded already. Each such leaf is
        a node that is generated again. Values that came from pruned leaves stay. If the budget ends
        first, the other draws stay too.

        :param position: at the root, before and after.
        """
        tree: KeptTree = self.tree
        moves: Moves = self.moves
        node: cython.int
        i: cython.int
        plies: cython.int
        spent: cython.int = 0
        for node in range(1, tree.size):
            spent += 1
            if spent >= BETWEEN_POLLS:
                spent = 0
                if not self.budget.in_time():
                    return
            if not tree.is_draw(node):
                continue
            tree.line_to(node, moves)
            plies = moves.count  # an evaluation may list other moves
            spent += 16 * plies  # a move takes longer than a check of a node
            for i in range(plies - 1, -1, -1):
                position.push(moves.move[i])
            self.counts.steps += plies
            if position.result() == ONGOING and take(self.budget):
                self.counts.steps -= 1
                self.counts.generated += 1
                self.counts.regenerated += 1
                if self.tracing:
                    self.trace.record_position("generated", position)
                self._evaluate_again(position, node)
            for _ in range(plies):
                position.pop()
            if self.budget.over:
                return

    def _evaluate_again(self, position: Position, node: cython.int) -> None:
        """Replace the value of a leaf, which the position is at, by a new evaluation; back it up.

        If the budget ends, the leaf stays as it is.
        """
        self._replace_value(position, node, self.evaluator.value(position))

    def _replace_value(self, position: Position, node: cython.int, value: cython.int) -> None:
        """Set a leaf's value to a new one, and back it up; the position is at the leaf.

        The tree is a minimax tree. The leaf is then one of a game in progress, and counts as
        evaluated. If the budget has ended, it stays as it is.

        :param value: from the side to move at the leaf.
        """
        tree: MinimaxTree = self.tree
        plies: cython.int = 0
        if self.budget.over:
            return
        self._count_leaf(position, value)
        tree.value[node], tree.first[node] = value, LEAF
        if tree.proving:
            tree.set_bounds(node, position.ply)
        while node > 0:
            node = tree.parent[node]
            plies += 1
            if not tree.back_up(node):
                break
            if self.tracing:
                self.trace.record_parent("backed up", position, plies, tree.value[node])

    def _evaluate_children(
        self, position: Position, depth: cython.int, again: cython.bint
    ) -> cython.int:
        """Evaluate the child after each move of `moves`; return how many of the moves were made.

        Their scores become values from the side to move in the child. The tag is 1 if the game
        ends there, VOID if the budget ended during the evaluation, else 0. Each move takes a node;
        those beyond the budget are not made. They are counted and traced; the position is restored.

        :param depth: the depth of the children.
        :param again: whether they were made before, and pruned: they count as regenerated, too.
        """
        moves: Moves = self.moves
        made: cython.int = self.evaluator.evaluate_children(
            position, moves, 0, self.root_ply + depth, INFINITY, self.budget, False
        )
        valued: cython.int = made - (made > 0 and moves.tag[made - 1] == VOID)
        self.counts.generated += made
        self.counts.evaluated += valued
        if again:
            self.counts.regenerated += made
        if self.tracing:
            self.trace.record_children(position, moves, made, valued)
        return made

    def _report_known(self, answer: Answer, node: int) -> None:
        """Improve the answer by the children of a node that `_resume` is about to make the root."""
        self._report(answer, node)

    def _report(self, answer: Answer, root: int = 0) -> None:
        """Improve the answer by the children of a node; a subclass defines it.

        :param root: 0, or the node that will be the root after the tree is rerooted.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks _report")

    def _prune_to_fit(self, answer: Answer) -> bool:
        """Make room for the children after `moves`: prune the tree to half of its memory.

        Unless the searcher ponders, a tree set aside is freed first, and that may suffice. Pruning
        changes the numbers of nodes, so the search must go down from the root again.

        :returns: False if the search must end: its time is up, or the memory is too small for this
            game. In the second case `answer.reason` becomes "memory". The tree may be lost.
        """
        tree: KeptTree = self.tree
        before: cython.int = tree.size
        if self.aside is not None and not self.pondering:
            self._release_aside()  # the guess was right
            if not tree.is_full(self.moves.count):
                return True
        self.shared_depth = 0  # the numbers of the steps change
        if not tree.retain(0, 0, tree.most // 2, self.budget):
            answer.reason = "" if self.budget.over else "memory"
            return False
        forgotten: cython.int = before - tree.size
        self.counts.forgotten += forgotten
        if self.tracing:
            self.trace.record("forgotten", (), nodes=forgotten)
        if tree.is_full(self.moves.count):
            answer.reason = "memory"
            return False
        return True


if not cython.compiled:  # compiled modules use the inline function of this name
    step_down = TreeKeeper._step_down
