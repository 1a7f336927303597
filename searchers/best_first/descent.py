"""Descent (Cohen-Solal 2020): best-first minimax that follows each line to the end of the game.

Q. Cohen-Solal, "Learning to play two-player perfect-information games without knowledge" (arXiv
2008.01188). It was made for learning values, because each of its lines ends in a certain value.
For play the paper uses *unbounded* best-first minimax, which is `bfms`, with the safe decision
(`choose=visits`).
"""

from __future__ import annotations

from typing import TypedDict, Unpack

import cython

from evaluators.core.evaluator import EvaluatorOrSpec
from games.core.position import Position
from searchers.best_first.bfms import BestFirstMinimax, ChooseOption, StopOption
from searchers.core.limits import Limits
from searchers.core.result import Answer
from searchers.storage.keeper import HashOption
from searchers.storage.minimax_tree import MinimaxTree

if not cython.compiled:
    from games.core.scores import MAX_PLY
    from searchers.storage.constants import FINISHED
    from searchers.storage.keeper import step_down


class DescentOptions(TypedDict, total=False):
    """The options of `Descent`."""

    stop: StopOption
    choose: ChooseOption
    hash: HashOption


class Descent(BestFirstMinimax):
    """Best-first minimax that expands a whole line at a time, to the end of the game.

    `bfms` returns to the root after every expansion. Here the search goes on below the best of the
    new children, until the game ends, or with completion (`stop=proved`) until the node is
    resolved. Then the values of the line are backed up, and the next line begins at the root. Lines
    also end at the depth limit.
    """

    NAME = "descent"
    OPTIONS = DescentOptions

    def __init__(
        self, evaluator: EvaluatorOrSpec = None, **options: Unpack[DescentOptions]
    ) -> None:
        super().__init__(evaluator, **options)

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Search the root within the limits, and improve the answer.

        No line is longer than the depth limit.
        """
        self.deepest = min(limits.depth or MAX_PLY, MAX_PLY)
        super()._search(position, limits, answer)

    def _expand(self, position: Position, node: cython.int, depth: cython.int) -> cython.int:
        """Expand a leaf, then its best child, and so on down to the end of the game or a limit.

        The line also ends at a node that is settled or that does not fit the memory. The nodes
        below the leaf are backed up. The leaf keeps its value and bounds: the caller backs up it
        and its ancestors. The root is expanded alone. The position is at the leaf, afterwards
        perhaps below it.

        :returns: 1, also if the budget ends further down. 0 if the leaf's children do not all fit
            the budget, and then the tree has not changed.
        """
        tree: MinimaxTree = self.tree
        value: cython.int = tree.value[node]
        low: cython.int = tree.low[node] if self.proving else 0
        high: cython.int = tree.high[node] if self.proving else 0
        made: cython.int = BestFirstMinimax._expand(self, position, node, depth)
        at: cython.int = node
        if not made or depth == 0:  # the root's own expansion begins the tree
            return made
        while True:
            # Step 1: back up the node just expanded; end if nothing below can change the line.
            tree.back_up(at)
            if self.tracing:
                self._trace_change(at, depth)
            if self.proving and (
                tree.high[at] <= max(self.alpha[depth], tree.low[at])
                or tree.low[at] >= self.beta[depth]
            ):
                break
            # Step 2: go down to its best child; end where the game does.
            at = self._select_child(at, depth) if self.proving else tree.first[at] + tree.best[at]
            depth += 1
            step_down(self, depth, at)
            self.counts.explored += 1
            if self.tracing:
                self._trace_node("visited", depth, tree.value[at])
            if tree.first[at] == FINISHED or depth >= self.deepest:
                break
            # Step 3: expand it.
            if not (
                self._prepare_expansion(position, depth)
                and BestFirstMinimax._expand(self, position, at, depth)
            ):
                break
        # Step 4: back up the line.
        while at != node:
            at = tree.parent[at]
            depth -= 1
            tree.back_up(at)
            if self.tracing and at != node:
                self._trace_change(at, depth)
        tree.value[node] = value
        if self.proving:
            tree.low[node], tree.high[node] = low, high
        return made
