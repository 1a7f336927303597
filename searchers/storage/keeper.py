"""Searchers that keep their tree from move to move: finding the root in it, and making room."""

from __future__ import annotations

from typing import Any

import cython

from games.core.columns import column, lengthen
from games.core.moves import Moves
from games.core.position import Position
from games.parts.part import Option
from searchers.core.result import Answer
from searchers.core.searcher import Searcher, moves_between
from searchers.storage.kept_tree import MOST_NODES, KeptTree

if not cython.compiled:
    from evaluators.core.budget import take
    from games.core.array import ints
    from games.core.scores import MAX_PLY, ONGOING
    from searchers.storage.constants import BETWEEN_POLLS

__all__ = ["HASH", "TreeKeeper"]

HASH = Option("hash", 256, "megabytes the tree may take; 0 is no limit", low=0, high=2**16)
"""The option of every such searcher."""


class TreeKeeper(Searcher):
    """A searcher with a `tree`, and what it was `kept` for: the position at its root and the
    evaluator, or None where it is of no use to the next search.

    When the store is full, its less promising half is forgotten: nodes become leaves that keep
    their values, and are expanded again if they are chosen again. A stop in the middle of that may
    lose the tree, never the answer.
    """

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        self.kept: Any = None
        self.tree: Any = None
        self._way = column()
        lengthen((self._way,), MAX_PLY + 2)
        self.way = ints(self._way)
        self.standing = self.same = 0

    def new_game(self) -> None:
        self.kept = None
        if self.tree is not None and self.tree.is_little():
            self.tree.lose()
            return
        self.tree = None  # before there is another
        self.moves = Moves()
        self.tree = self._new_tree()

    def _new_tree(self) -> KeptTree:
        """An empty tree, of the subclass's own kind."""
        raise NotImplementedError(f"{type(self).__name__} lacks _new_tree")

    def fullness(self) -> int | None:
        return 1000 * self.tree.size // self.tree.most if self.options["hash"] else None

    def _most_nodes(self, node_bytes: int) -> int:
        """How many nodes of so many bytes the option `hash` allows; 0: no limit."""
        return min(self.options["hash"] * 2**20 // node_bytes, MOST_NODES)

    def _resume(self, position: Position, answer: Answer) -> bool:
        """Find the position in the tree kept from the search before; false if it is not there, or
        if there was no time to make it the root: then there is an answer, of the search before."""
        kept, self.kept = self.kept, None
        if kept is None or kept[1] is not self.evaluator:
            return False
        line = moves_between(kept[0], position)
        if line is None:
            return False
        node = 0
        for move in line:
            node = dict(self.tree.edges_of(node)).get(move, -1)
            if node < 0:
                return False
            self.counts.steps += 1
        if [move for move, _ in self.tree.edges_of(node)] != answer.moves:
            return False
        if line:
            self._foretell(answer, node)
            if not self.tree.retain(node, len(line), MOST_NODES, self.budget):
                return False
        self.counts.peak_stored = self.tree.size
        if self.tracing:
            self.trace.tell("resumed", (), nodes=self.tree.size)
        if position.PATH_DEPENDENT:
            self._ask_draws(position)
        return True

    def _start_at_root(self) -> cython.int:
        """The position stands at the root, where a way down begins."""
        self.standing = self.same = 0
        return 0

    def _step_down(self, depth: cython.int, step: cython.int) -> cython.int:
        """The way down leads by this step, as the tree numbers them, to this depth. The position
        waits wherever it was: as much of the way to the next leaf mostly leads through the same
        nodes, it is moved only where it is needed, by `_stand`. `same` steps of the way are those
        that it made."""
        if self.way[depth] != step:
            self.way[depth] = step
            self.same = min(self.same, depth - 1)
        return 0

    def _stand(self, position: Position, depth: cython.int) -> cython.int:
        """Have the position stand on the way down at a depth."""
        while self.standing > min(self.same, depth):
            position.pop()
            self.standing -= 1
        tree: KeptTree = self.tree
        while self.standing < depth:
            self.standing += 1
            position.push(tree.move_of_step(self.way[self.standing]))
        self.same = depth
        return 0

    def _ask_draws(self, position: Position) -> None:
        """Open the draws that were draws below an earlier root only: a first repetition of a
        position that has become part of the game is none. Each is a node made again.

        What was forgotten below a node is not asked: its values stay.
        """
        tree: KeptTree = self.tree
        moves: Moves = self.moves
        node: cython.int
        i: cython.int
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
            spent += 16 * moves.count  # a move takes longer than a look at a node
            for i in range(moves.count - 1, -1, -1):
                position.push(moves.move[i])
            if position.result() == ONGOING and take(self.budget):
                self.counts.generated += 1
                self.counts.regenerated += 1
                if self.tracing:
                    self.trace.note("generated", position)
                self._evaluate_again(position, node)
            for _ in range(moves.count):
                position.pop()
            if self.budget.over:
                return

    def _evaluate_again(self, position: Position, node: cython.int) -> cython.int:
        """Evaluate a leaf, where the position stands, and bring all above it up to date; leave it
        as it is if the budget ends on the way."""
        raise NotImplementedError(f"{type(self).__name__} lacks _evaluate_again")

    def _foretell(self, answer: Answer, node: int) -> None:
        """Report what the tree knows of a node that is to be its root."""
        raise NotImplementedError(f"{type(self).__name__} lacks _foretell")

    def _forget(self, answer: Answer) -> bool:
        """Halve a full store, in which there was no room for the children now listed; false if the
        search is to end, as it is over or the store too small for this game."""
        tree: KeptTree = self.tree
        before: cython.int = tree.size
        self.same = 0  # the tree numbers its steps anew
        if not tree.retain(0, 0, tree.most // 2, self.budget):
            answer.reason = "" if self.budget.over else "memory"
            return False
        forgotten: cython.int = before - tree.size
        self.counts.forgotten += forgotten
        if self.tracing:
            self.trace.tell("forgotten", (), nodes=forgotten)
        if tree.is_full(self.moves.count):
            answer.reason = "memory"
            return False
        return True


if not cython.compiled:  # compiled modules take an inline function of this name
    step_down = TreeKeeper._step_down
