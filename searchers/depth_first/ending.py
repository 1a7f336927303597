"""What a search knows for sure near the end of a game, where it looks as far as there are moves."""

from __future__ import annotations

from typing import Any

import cython

from games.core.position import Position
from searchers.depth_first.tabled import Tabled

if not cython.compiled:
    from evaluators.core.budget import can_take
    from games.core.array import array, schars
    from games.core.scores import MAX_PLY, ONGOING, UPPER, adjust_mate

    MOST_SOLVED = 1000

__all__ = ["Ending"]


class Ending(Tabled):
    """A search that need not guess near the end.

    A node at a ply is `sure` where every line from it ends before the horizon, so that only a guess
    could be wrong: `_node` makes none there. The game tells how many moves are left (`ending`), and
    the root is sure once it is searched a ply deeper than that; of other games `exact` tells all
    nodes so, for the search before has shown it.
    """

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        self.exact = self.ending = False
        self._sure = array("b", bytes(MAX_PLY + 2))
        self.sure = schars(self._sure)

    def _is_sure(self, position: Position, depth: cython.int, ply: cython.int) -> cython.bint:
        """Note whether a node is sure."""
        self.sure[ply] = position.most_moves_left() < depth if self.ending else self.exact
        return self.sure[ply] != 0

    def _solved(
        self, position: Position, alpha: cython.int, beta: cython.int, now: cython.int
    ) -> cython.int:
        """The value of a sure node, or a bound beyond the window, as far as the game itself can
        tell, which takes no more nodes than may lie between two looks at the clock; else ONGOING.

        :param now: the node's ply, counted from the start of the game.
        """
        value: cython.int
        most: cython.int = MOST_SOLVED
        alpha, beta = adjust_mate(alpha, -now), adjust_mate(beta, -now)
        value = position.upper_bound(alpha)
        if value > alpha:
            if not can_take(self.budget, most) and not self.budget.poll():
                return ONGOING
            if self.budget.left() < most:
                most = self.budget.left()
            value = position.solve(alpha, beta, most)
            self.counts.generated += position.solve_nodes
            self.budget.charge(position.solve_nodes)
        if value == ONGOING:
            return value
        self.counts.evaluated += 1
        return adjust_mate(value, now)

    def _settles(self, position: Position, beta: cython.int, now: cython.int) -> cython.bint:
        """Whether the table knows for sure that a child, where the position stands, brings its
        parent to beta (enhanced transposition cut-off: Plaat et al. 1996)."""
        if self.table is None or not self.table.probe(position.key()):
            return False
        if self.table.depth < MAX_PLY or not self.table.bound & UPPER:
            return False
        return -adjust_mate(self.table.value, now) >= beta
