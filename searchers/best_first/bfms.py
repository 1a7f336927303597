"""Best-first minimax search (Korf 1992, section 2): always explore the move that looks best.

The frontier node that gives the root its value, the *minimax node*, is expanded; the values of its
ancestors are updated as far as they change; the search goes down again to the next minimax node.
This is the paper's straightforward version, which keeps the tree in memory.
"""

from __future__ import annotations

from typing import Any

import cython

from games.core.moves import Moves
from games.core.position import Position
from games.core.scores import is_decided
from searchers.best_first.minimax_tree import NODE_BYTES, MinimaxTree
from searchers.core.limits import Limits
from searchers.core.result import Answer, RootMove
from searchers.storage.keeper import HASH, TreeKeeper

if not cython.compiled:
    from games.core.scores import INFINITY, MAX_PLY, VOID
    from searchers.best_first.minimax_tree import FINISHED, FORGOTTEN, LEAF

__all__ = ["BestFirstMinimax"]


class BestFirstMinimax(TreeKeeper):
    """Best-first minimax with its tree in memory, kept from move to move.

    A depth limit s ends the search when it first chooses a node at depth s (the paper's section
    4); it also ends when the minimax node is a finished game. Equal children: the first is chosen.
    """

    NAME = "bfms"
    HOLDS_LINES = True
    OPTIONS = (HASH,)

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        self.new_game()

    def _new_tree(self) -> MinimaxTree:
        return MinimaxTree(self._most_nodes(NODE_BYTES))

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        tree: MinimaxTree = self.tree
        deepest: cython.int = min(limits.depth or MAX_PLY, MAX_PLY)
        node: cython.int = 0
        depth: cython.int = 0
        reported: cython.longlong = 1000
        listening: cython.bint = answer.listening
        tracing: cython.bint = self.tracing
        watched: cython.bint = self.watcher is not None
        if not self._resume(position, answer):
            tree.plant()
            self.moves.drop(0)
            for move in answer.moves:
                self.moves.append(move)
            if not self._expand(position, 0, 0):
                return
            tree.back_up(0)
            if tracing:
                self.trace.note("backed up", position, tree.value[0])
        self.kept = position.copy(), self.evaluator
        while True:
            # Step 1: go down to the minimax node.
            while tree.first[node] > 0:
                node = tree.first[node] + tree.best[node]
                position.push(tree.move[node])
                depth += 1
                self.counts.explored += 1
                if watched and depth == 1:
                    self._turn_to(tree.move[node], tree.best[0] + 1)
                if tracing:
                    self.trace.note("visited", position, tree.value[node])
            # Step 2: is it one to expand?
            if tree.first[node] == FINISHED:
                answer.reason = "finished"
                break
            if depth >= deepest:
                answer.reason = "depth"
                break
            # Step 3: expand it.
            self.moves.drop(0)
            position.generate(self.moves)
            if tree.is_full(self.moves.count):
                self._tell(answer)  # what follows may cost the tree
                if not self._forget(answer):
                    return
                while depth > 0:
                    position.pop()
                    depth -= 1
                node = 0
                continue
            if not self._expand(position, node, depth):
                break
            # Step 4: update the ancestors, as far as their values change.
            while tree.back_up(node):
                if tracing:
                    self.trace.note("backed up", position, tree.value[node])
                if node == 0:
                    break
                node = tree.parent[node]
                position.pop()
                depth -= 1
            if listening and self.budget.used >= reported:
                reported = self.budget.used + max(1000, self.budget.used // 8)
                self._tell(answer)
        self._tell(answer)

    def _expand(self, position: Position, node: cython.int, depth: cython.int) -> cython.int:
        """Give a leaf its children, the moves now listed; 0 if they do not all fit the budget, and
        then the tree is as it was."""
        tree: MinimaxTree = self.tree
        moves: Moves = self.moves
        first: cython.int = tree.size
        i: cython.int
        tree.reserve(moves.count)
        made: cython.int = self.evaluator.evaluate_children(
            position, moves, 0, self.root_ply + depth + 1, INFINITY, self.budget, False
        )
        valued: cython.int = made - (made > 0 and moves.tag[made - 1] == VOID)
        self.counts.generated += made
        self.counts.evaluated += valued
        if tree.first[node] == FORGOTTEN:
            self.counts.regenerated += made
        if self.tracing:
            self._tell_children(position, made, valued)
        if self.budget.over:
            return 0
        for i in range(made):
            tree.value[first + i] = moves.score[i]
            tree.first[first + i] = FINISHED if moves.tag[i] else LEAF
            tree.move[first + i] = moves.move[i]
            tree.parent[first + i] = node
        tree.open(node, moves.count)
        self.counts.expanded += 1
        if self.tracing:
            self.trace.note("expanded", position)
        self.counts.max_depth = max(self.counts.max_depth, depth + 1)
        self.counts.peak_stored = max(self.counts.peak_stored, tree.size)
        return 1

    def _tell_children(
        self, position: Position, made: cython.int, valued: cython.int
    ) -> cython.int:
        """Trace the children made of the moves listed, of which so many have a value."""
        i: cython.int
        for i in range(made):
            self.trace.child("generated", position, self.moves.move[i])
            if i < valued:
                self.trace.child("evaluated", position, self.moves.move[i], self.moves.score[i])
        return 0

    def _evaluate_again(self, position: Position, node: cython.int) -> cython.int:
        tree: MinimaxTree = self.tree
        value: cython.int = self.evaluator.value(position)
        above: cython.int = tree.parent[node]
        plies: cython.int = 1
        if self.budget.over:
            return 0
        self.counts.evaluated += 1
        if self.tracing:
            self.trace.leaf(position, value)
        tree.value[node], tree.first[node] = value, LEAF
        while tree.back_up(above):
            if self.tracing:
                self.trace.above("backed up", position, plies, tree.value[above])
            if above == 0:
                break
            above = tree.parent[above]
            plies += 1
        return 0

    def _foretell(self, answer: Answer, node: int) -> None:
        self._tell(answer, node)

    def _tell(self, answer: Answer, root: cython.int = 0) -> None:
        """Report the best move, its line and the values of all moves, at the root or a node."""
        tree: MinimaxTree = self.tree
        first = tree.first[root]
        children = range(first, first + tree.children[root])
        known = [
            RootMove(tree.move[child], -tree.value[child], pv=tuple(self._line(child)))
            for child in children
        ]
        line = self._line(first + tree.best[root])
        # A win or loss can only come from finished games all along: no estimate reaches it.
        answer.improve(
            line[0],
            value=tree.value[root],
            pv=line,
            depth=len(line),
            root=sorted(known, key=_by_value),
            proved=is_decided(tree.value[root]),
        )

    def _line(self, node: cython.int) -> list[int]:
        """The moves from a node's own on to the minimax node below it."""
        tree: MinimaxTree = self.tree
        line = [tree.move[node]]
        while tree.first[node] > 0:
            node = tree.first[node] + tree.best[node]
            line.append(tree.move[node])
        return line


def _by_value(known: RootMove) -> int:
    return -known.value if known.value is not None else 0
