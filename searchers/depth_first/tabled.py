"""What depth-first searches with a transposition table share: the table's step at a node."""

from __future__ import annotations

from typing import Any

import cython

from games.core.moves import Moves
from games.core.position import Position
from searchers.core.searcher import Searcher
from searchers.depth_first.pv_table import PVTable

if not cython.compiled:
    from games.core.scores import EXACT, LOWER, MAX_PLY, adjust_mate

__all__ = ["Tabled"]


class Tabled(Searcher):
    """A depth-first search with a move stack, a principal variation, and perhaps a table.

    `reached` tells whether the horizon was met, now or when a result of the table was found: not
    only a guess. `lasting` tells whether a value that saw no horizon is true whatever led to the
    position, `tabling` whether the table is to know what was found at the horizon.
    """

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        self.table: Any = None
        self.lasting = self.reached = self.tabling = False
        self.moves = Moves()
        self.lines = PVTable()

    def prepare(self, position: Position) -> None:
        super().prepare(position)
        if self.table is not None:
            self.table.touch()

    def fullness(self) -> int | None:
        return None if self.table is None else self.table.fullness()

    def _first(self, position: Position, moves: list[int]) -> int:
        if self.table is not None and self.table.probe(position.key()) and self.table.move in moves:
            return self.table.move
        return super()._first(position, moves)

    def _known(
        self, depth: cython.int, alpha: cython.int, beta: cython.int, ply: cython.int
    ) -> cython.bint:
        """Whether the table entry just found settles a node."""
        if self.table.depth < depth:
            return False
        value: cython.int = adjust_mate(self.table.value, self.root_ply + ply)
        settled: cython.bint = self.table.bound == EXACT or (
            value >= beta if self.table.bound == LOWER else value <= alpha
        )
        if settled and self.table.depth < MAX_PLY:
            self.horizon = self.reached = True
        return settled

    def _leaf(
        self, position: Position, alpha: cython.int, beta: cython.int, ply: cython.int
    ) -> cython.int:
        """The value of a node at the horizon. Where the evaluator searches on itself, the table
        knows what it found before."""
        now: cython.int = self.root_ply + ply
        deeper: cython.bint = False
        key: cython.ulonglong = 0
        value: cython.int
        if self.tabling:
            key = position.key()
            if self.table.probe(key):
                if self._known(0, alpha, beta, ply):
                    value = adjust_mate(self.table.value, now)
                    if self.tracing:
                        self.trace.note("known", position, value)
                    return value
                deeper = self.table.depth > 0
        self.counts.evaluated += 1
        value = self.evaluator.value_within(position, alpha, beta)
        if self.tracing:
            self.trace.leaf(position, value, self.budget.over)
        if self.tabling and not (deeper or self.budget.over):
            self.table.keep(key, value, alpha, beta, -1, 0, now)
        return value
