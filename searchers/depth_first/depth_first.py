"""The parts that depth-first searchers share: move stack, principal variations, table entries."""

from __future__ import annotations

from typing import Any

import cython

from evaluators.core.evaluator import EvaluatorOrSpec
from games.core.moves import Moves
from games.core.position import Position
from searchers.core.searcher import Searcher

if not cython.compiled:
    from games.core.array import array, ints
    from games.core.scores import EXACT, LOWER, MATE_BOUND, MAX_PLY, ONGOING, adjust_mate


class PVTable:
    """The triangular table of principal variations: one line for every ply.

    A search sets `length[ply]` to 0 before it searches a node at that ply.
    """

    def __init__(self) -> None:
        plies = MAX_PLY + 2
        self._moves = array("i", bytes(4 * plies * plies))
        self._lengths = array("i", bytes(4 * plies))
        self.moves, self.length = ints(self._moves), ints(self._lengths)

    def update(self, move: cython.int, ply: cython.int) -> None:
        """Set the line from `ply` on to `move`, followed by the line one ply deeper."""
        row: cython.int = ply * (MAX_PLY + 2)
        below: cython.int = row + MAX_PLY + 2
        i: cython.int
        self.moves[row] = move
        for i in range(self.length[ply + 1]):
            self.moves[row + 1 + i] = self.moves[below + i]
        self.length[ply] = self.length[ply + 1] + 1

    def from_root(self) -> list[int]:
        """Return the moves of the line from the root."""
        return [self.moves[i] for i in range(self.length[0])]


class DepthFirst(Searcher):
    """The base of the depth-first searchers.

    `horizon_reached` is true if a line met the horizon, in this search or in the one that stored a
    table entry. Pruning alone does not set it.
    `path_independent` is true if the moves that led to a position do not change its value.
    """

    def __init__(self, evaluator: EvaluatorOrSpec = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        self.table: Any = None
        self.path_independent = self.horizon_reached = False
        self.moves = Moves()
        self.lines = PVTable()

    def prepare(self, position: Position) -> None:
        """Set the evaluator and the table for a game, with what they need, before the clock runs.

        The system allocates the table's memory now.

        :raises SpecError: if another process cannot make the game or the evaluator from its spec.
        """
        super().prepare(position)
        self._set_table(position)
        if self.table is not None:
            self.table.touch()

    def _set_table(self, position: Position) -> None:
        """Set `table` for a game; by default it stays as it is."""

    def winning_move(self, position: Position) -> int | None:
        """Return the legal move of a table entry that proves a win of the side to move, or None."""
        table = self.table
        if table is None or not table.probe(position.key()):
            return None
        if not table.bound & LOWER or table.value < MATE_BOUND:
            return None
        return table.move if table.move in position.legal_moves() else None

    def fullness(self) -> int | None:
        """Return how full the transposition table is, in thousandths; None without one."""
        return None if self.table is None else self.table.fullness()

    def _first_move(self, position: Position, moves: list[int]) -> int:
        """Return the table's move if it is one of them, else the best capture or the first."""
        if self.table is not None and self.table.probe(position.key()) and self.table.move in moves:
            return self.table.move
        return super()._first_move(position, moves)

    def _leaf_value(self, position: Position, value: cython.int, ply: cython.int) -> cython.int:
        """Return the value of a leaf, which the position is at, from its side to move.

        The leaf is counted and traced. If the game goes on there, `horizon` becomes true. Void if
        the budget ended.

        :param value: the game's result there, ONGOING if it goes on.
        """
        if value != ONGOING:
            value = adjust_mate(value, self.root_ply + ply)
        else:
            self.horizon = True
            value = self.evaluator.value(position)
        self._count_leaf(position, value)
        return value

    def _entry_value(
        self,
        position: Position,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """Return the value of the table entry just found, if it replaces a search to this depth.

        It does if its depth suffices, and it is exact or a bound outside (alpha, beta). Then the
        node is traced. If the search of the entry met the horizon, `horizon` and `horizon_reached`
        become true. If it does not replace the search, return ONGOING.
        """
        if self.table.depth < depth:
            return ONGOING
        value: cython.int = adjust_mate(self.table.value, self.root_ply + ply)
        if self.table.bound == LOWER:
            if value < beta:
                return ONGOING
        elif self.table.bound != EXACT and value > alpha:
            return ONGOING
        if self.table.depth < MAX_PLY:
            self.horizon = self.horizon_reached = True
        if self.tracing:
            self.trace.record_position("known", position, value)
        return value
