"""SCOUT: test with a boolean search whether a move is better, before it is evaluated.

J. Pearl, "SCOUT: a simple game-searching algorithm with proven optimal properties" (AAAI 1980,
section II). Its two procedures, EVAL and TEST, became one in NegaScout and in principal variation
search, whose empty window is TEST (`pvs`).
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


class ScoutOptions(TypedDict, total=False):
    """The options of `Scout`."""

    deepen: DeepenOption


class Scout(DepthFirst):
    """Depth-first minimax by EVAL and TEST, without windows (Pearl 1980).

    EVAL evaluates the first child, then each child that TEST finds better than the best so far.
    TEST ends at the first child that decides its question. Children are in the game's order, at the
    root with the best move of the iteration before in front. A depth that the budget cuts short
    does not count.
    """

    NAME = "scout"
    OPTIONS = ScoutOptions

    def __init__(self, evaluator: EvaluatorOrSpec = None, **options: Unpack[ScoutOptions]) -> None:
        super().__init__(evaluator, **options)

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Search each depth of `depths`; report the best move's value, a bound for the others."""
        order = list(answer.moves)
        for depth in depths(limits, answer, self.budget, deepen=self.options["deepen"]):
            self.horizon = False
            if self.tracing:
                self.trace.record_window("deepened", position, depth, -INFINITY, INFINITY)
            self.moves.drop(0)
            self.moves.extend(order)
            value = self._evaluate_moves(position, 0, depth, 0)
            if self.budget.over:
                break
            line = self.lines.from_root()
            others = [move for move in order if move != line[0]]
            order = [line[0], *others]
            answer.improve(
                line[0],
                value=value,
                pv=line,
                depth=depth,
                proved=not self.horizon or abs(value) >= MATE_BOUND,
                root=[
                    RootMove(line[0], value, pv=tuple(line)),
                    *[RootMove(move, bounds=(None, value)) for move in others],
                ],
            )

    def _evaluate(self, position: Position, depth: cython.int, ply: cython.int) -> cython.int:
        """Return the value of a node from its side to move (EVAL); void if the budget ended."""
        moves: Moves = self.moves
        start: cython.int = moves.count
        value: cython.int = position.result()
        self.lines.length[ply] = 0
        if value != ONGOING or depth == 0:
            return self._leaf_value(position, value, ply)
        if self.tracing:
            self.trace.record_window("visited", position, depth, -INFINITY, INFINITY)
        position.generate(moves)
        value = self._evaluate_moves(position, start, depth, ply)
        moves.count = start
        return value

    def _evaluate_moves(
        self, position: Position, start: cython.int, depth: cython.int, ply: cython.int
    ) -> cython.int:
        """Search a node whose moves are listed from index `start` on, and return its value.

        It is from the side to move. The best line is stored at `ply`; the moves stay listed. If the
        budget ended, it is that of the children searched before; -INFINITY if there are none.
        """
        moves: Moves = self.moves
        best: cython.int = -INFINITY
        value: cython.int
        index: cython.int
        self._count_expanded(position, ply, moves.count)
        for index in range(start, moves.count):
            if ply == 0:
                self._report_root_move(moves.move[index], index + 1)
            if not self._make_move(position, moves.move[index]):
                return best
            # At the horizon the value itself is the test.
            if (
                index == start
                or depth == 1
                or not self._test(position, depth - 1, -best - 1, ply + 1)
            ):
                value = -self._evaluate(position, depth - 1, ply + 1)
                if value > best and not self.budget.over:
                    best = value
                    self.lines.update(moves.move[index], ply)
            position.pop()
            if self.budget.over:
                return best
        if self.tracing:
            self.trace.record_position("backed up", position, best)
        return best

    def _test(
        self, position: Position, depth: cython.int, bound: cython.int, ply: cython.int
    ) -> cython.bint:
        """Return whether the value of a node is above a bound (TEST); void if the budget ended.

        Both are from the side to move at the node.
        """
        moves: Moves = self.moves
        start: cython.int = moves.count
        value: cython.int = position.result()
        above: cython.bint = False
        index: cython.int
        if value != ONGOING or depth == 0:
            return self._leaf_value(position, value, ply) > bound
        if self.tracing:
            self.trace.record_window("visited", position, depth, bound, bound + 1)
        position.generate(moves)
        self._count_expanded(position, ply, moves.count)
        for index in range(start, moves.count):
            if above or self.budget.over or not self._make_move(position, moves.move[index]):
                break
            above = not self._test(position, depth - 1, -bound - 1, ply + 1)
            position.pop()
        moves.count = start
        return above
