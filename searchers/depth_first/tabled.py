"""What depth-first searches with a transposition table share: the table's step at a node."""

from __future__ import annotations

from typing import Any

import cython

from games.core.position import Moves, Position
from searchers.core.searcher import Searcher
from searchers.depth_first.pv_table import PVTable

if not cython.compiled:
    from games.core.scores import EXACT, LOWER, MATE_BOUND, MAX_PLY, UPPER, adjust_mate

__all__ = ["Tabled"]


class Tabled(Searcher):
    """A depth-first search with a move stack, a principal variation, and perhaps a table.

    `lasting` tells whether a value that saw no horizon is true whatever led to the position.
    """

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        self.table: Any = None
        self.lasting = False
        self.moves = Moves()
        self.lines = PVTable()

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
            self.horizon = True
        return settled

    def _remember(
        self,
        key: cython.ulonglong,
        value: cython.int,
        tt_move: cython.int,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """Store a node's value in the table; what saw no horizon is true at every depth.

        :param tt_move: what the table had as the best move, kept where none was better than alpha.
        """
        bound: cython.int = LOWER if value >= beta else EXACT if value > alpha else UPPER
        if value > alpha:
            tt_move = self.lines.moves[ply * (MAX_PLY + 2)]
        if not self.horizon and (self.lasting or abs(value) >= MATE_BOUND):
            depth = MAX_PLY
        self.table.store(key, adjust_mate(value, -(self.root_ply + ply)), tt_move, depth, bound)
        return 0
