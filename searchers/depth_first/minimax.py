"""Plain minimax: every line to one depth, without pruning (Lindstrom 1979, section 2.2).

The baseline of every count: on a uniform tree it reads all w^d leaves, and alpha-beta, SSS* and
PS*(k) find the same value with fewer.
"""

from __future__ import annotations

from typing import TypedDict, Unpack

import cython

from evaluators.core.evaluator import EvaluatorOrSpec
from games.core.moves import Moves
from games.core.position import Position
from searchers.core.deepening import DeepenOption, depths
from searchers.core.limits import Limits
from searchers.core.result import Answer, RootMove
from searchers.depth_first.depth_first import DepthFirst

if not cython.compiled:
    from games.core.scores import INFINITY, MATE_BOUND, ONGOING


class MinimaxOptions(TypedDict, total=False):
    """The options of `Minimax`."""

    deepen: DeepenOption


class Minimax(DepthFirst):
    """Exhaustive depth-first minimax: the exact value and line of every root move.

    The value of a node is the best of its children's, from the side to move; with one player no
    value is negated. The first of equal moves is best. A depth that the budget cuts short does not
    count: the last complete one answers.
    """

    NAME = "minimax"
    ONE_PLAYER = True
    HOLDS_LINES = True
    OPTIONS = MinimaxOptions

    def __init__(
        self, evaluator: EvaluatorOrSpec = None, **options: Unpack[MinimaxOptions]
    ) -> None:
        super().__init__(evaluator, **options)
        self.sign = -1

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Search to depth 1, 2, 3 and so on until a limit ends it, and report each full depth.

        Without `deepen` the depth limit is the only depth.
        """
        for depth in depths(limits, answer, self.budget, deepen=self.options["deepen"]):
            self.search_root(position, depth, list(answer.moves), answer)

    def search_root(
        self, position: Position, depth: int, order: list[int], answer: Answer, below: int = 0
    ) -> list[RootMove]:
        """Search the root to one depth, and improve the answer.

        Set `horizon` if a leaf other than a finished game was evaluated.

        :returns: the root moves with their values and lines, best first. Empty if the budget ended,
            and then the answer has not changed.
        """
        horizon = False
        root: list[RootMove] = []
        self.sign = 1 if position.one_player else -1
        if self.tracing:
            self.trace.record_window("deepened", position, depth, -INFINITY, INFINITY)
        self.moves.drop(0)
        self.moves.extend(order)
        self._count_expanded(position, 0, len(order))
        for index, move in enumerate(order):
            self._report_root_move(move, index + 1)
            self.horizon = False
            value = self._child(position, index, depth, 0)
            if self.budget.over:
                return []
            horizon = horizon or self.horizon
            decided = not self.horizon or abs(value) >= MATE_BOUND
            self.lines.update(move, 0)
            line = tuple(self.lines.from_root())
            root.append(RootMove(move, value, pv=line, proved=decided))
        root.sort(key=lambda known: known.rank)
        best = root[0]
        self.horizon = horizon
        if self.tracing:
            self.trace.record_position("backed up", position, best.value)
        answer.improve(
            best.move,
            value=best.value,
            pv=best.pv,
            depth=depth + below,
            proved=all(known.proved for known in root),
            root=root,
        )
        return root

    def within(
        self,
        position: Position,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """Return the exact value of a node of another search; alpha and beta have no influence.

        It is from the side to move. Void if the budget ended.
        """
        self._check_within(depth, ply)
        self.sign = 1 if position.one_player else -1
        self.moves.drop(0)
        return self._value(position, depth, ply)

    def _value(self, position: Position, depth: cython.int, ply: cython.int) -> cython.int:
        """Return the minimax value of an inner node after `depth` plies, from its side to move.

        Its best line is stored in `lines` at `ply`. Void if the budget ended.
        """
        moves: Moves = self.moves
        start: cython.int = moves.count
        best: cython.int = -INFINITY
        value: cython.int
        index: cython.int
        if self.tracing:
            self.trace.record_window("visited", position, depth, -INFINITY, INFINITY)
        position.generate(moves)
        self._count_expanded(position, ply, self.moves.count)
        for index in range(start, moves.count):
            value = self._child(position, index, depth, ply)
            if self.budget.over:
                break
            if value > best:
                best = value
                self.lines.update(moves.move[index], ply)
        moves.count = start
        if self.tracing and not self.budget.over:
            self.trace.record_position("backed up", position, best)
        return best

    def _child(
        self, position: Position, index: cython.int, depth: cython.int, ply: cython.int
    ) -> cython.int:
        """Return the value of the child at `index` of the move stack, from its parent's side.

        The child takes a node, and its line is stored in `lines` at `ply + 1`. The position is at
        the parent before and after. Void if the budget ended.

        :param depth: the plies left to search at the parent.
        """
        value: cython.int
        self.lines.length[ply + 1] = 0
        if not self._make_move(position, self.moves.move[index]):
            return 0
        value = position.result()
        if value != ONGOING or depth == 1:
            value = self._leaf_value(position, value, ply + 1)
        else:
            value = self._value(position, depth - 1, ply + 1)
        position.pop()
        return self.sign * value
