"""Principal variation search, the strong one: alpha-beta with what three decades added to it.

The first child of a node is searched with the whole window, the others with an empty one that only
asks whether they are better (Marsland & Campbell 1982). Everything else is an option that can be
switched off, so that a study can say what each is worth. Nothing here knows one game.
"""

from __future__ import annotations

import math
from array import array
from typing import Any

import cython

from games.core.moves import Moves
from games.core.position import Position
from games.parts.part import Option
from searchers.core.deepening import depths
from searchers.core.limits import Limits
from searchers.core.result import Answer, RootMove
from searchers.depth_first.tabled import Tabled
from searchers.storage.transposition_table import TranspositionTable

if not cython.compiled:
    from evaluators.core.budget import take
    from games.core.scores import (
        INFINITY,
        LOSS,
        MATE_BOUND,
        MAX_PLY,
        ONGOING,
        QUIET,
        WIN,
        adjust_mate,
    )

    NOISY, MADE, HISTORY_SIZE, NO_MOVE = 1, 2, 4096, -1

__all__ = ["PrincipalVariation"]


class PrincipalVariation(Tabled):
    """Iterative deepening of a principal variation search with a transposition table.

    A move's tag says whether it is NOISY and whether its child was MADE already for sorting.
    """

    NAME = "pvs"
    OPTIONS = (
        Option("tt", 16, "table in megabytes, for games with keys; 0 is none", low=0, high=2**16),
        Option("aspiration", True, "begin each depth with a window around the last value"),
        Option("null", True, "null-move pruning, where the game allows passes"),
        Option("lmr", True, "reduce the depth of late quiet moves"),
        Option("killers", True, "try first the quiet moves that cut at the same ply"),
        Option("history", True, "order quiet moves by how often they cut"),
        Option("checks", True, "search one ply deeper after a check"),
        Option(
            "sort",
            8,
            "least depth at which quiet children are sorted by static value; 0 is never",
            low=0,
            high=400,
        ),
    )

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        self.null = self.options["null"]
        self.reductions = self.options["lmr"]
        self.killing = self.options["killers"]
        self.using_history = self.options["history"]
        self.extending = self.options["checks"]
        self.sort_from = self.options["sort"] or MAX_PLY + 1
        self._reduced = array("i", _reductions())
        self.new_game()

    def new_game(self) -> None:
        self.table: Any = None
        self._killers = array("i", [-1] * (2 * (MAX_PLY + 2)))
        self._history = array("i", bytes(4 * 2 * HISTORY_SIZE))
        if cython.compiled:
            self.killers, self.history = self._killers.data.as_ints, self._history.data.as_ints
            self.reduced = self._reduced.data.as_ints
        else:
            self.killers, self.history = self._killers, self._history
            self.reduced = self._reduced

    def prepare(self, position: Position) -> None:
        super().prepare(position)
        self._keyed(position)

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        self._keyed(position)
        self._age()
        self.lasting = not position.PATH_DEPENDENT
        self.exact = False
        self.considered = answer.moves
        self.unvalued = answer.root
        value = 0
        for depth in depths(limits, answer, self.budget):
            self.iteration = depth
            value = self._iterate(position, depth, value)
            if self.budget.over:
                if self.lines.length[0] > 0 and depth > 1:
                    self._tell(answer, depth - 1, False)
                return
            self._tell(answer, depth, not self.horizon or abs(value) >= MATE_BOUND)
            # Where every line ended before the horizon, only guesses stand in the way of a proof.
            self.exact = self.deepest < depth

    def _keyed(self, position: Position) -> None:
        """Take the table where the game's positions have keys."""
        if self.table is None and self.options["tt"] and position.KEYED:
            self.table = TranspositionTable(self.options["tt"])
        elif not position.KEYED:
            self.table = None

    def _iterate(self, position: Position, depth: int, guess: int) -> int:
        """The value of the root at one depth, from a window around `guess` that opens as needed."""
        margin = 30
        event = "deepened"
        alpha, beta = -INFINITY, INFINITY
        if self.options["aspiration"] and depth > 4 and abs(guess) < MATE_BOUND // 2:
            alpha, beta = guess - margin, guess + margin
        while True:
            self.lines.length[0] = 0
            if self.tracing:
                self.trace.window(event, position, depth, alpha, beta)
            value = self._root(position, depth, alpha, beta)
            event = "re-searched"
            if self.budget.over or alpha < value < beta:
                return value
            margin *= 4
            if value <= alpha:
                alpha = max(-INFINITY, value - margin) if margin < 2000 else -INFINITY
            else:
                beta = min(INFINITY, value + margin) if margin < 2000 else INFINITY

    def _root(self, position: Position, depth: int, alpha: int, beta: int) -> int:
        """The value of the root as far as it lies between alpha and beta."""
        self.horizon = False
        self.deepest = 0
        self.moves.count = 0
        return self._node(position, depth, alpha, beta, 0, False)

    def _tell(self, answer: Answer, depth: int, proved: bool) -> None:
        line = self.lines.first()
        rest = [known for known in self.unvalued if known.move != line[0]]
        answer.improve(
            line[0],
            value=self.found,
            pv=line,
            depth=depth,
            proved=proved,
            root=[RootMove(line[0], self.found), *rest],
        )

    def _age(self) -> None:
        """Let what was learnt in earlier searches weigh less."""
        for i in range(2 * HISTORY_SIZE):
            self.history[i] //= 8
        for i in range(len(self._killers)):
            self.killers[i] = -1

    def _node(
        self,
        position: Position,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        allow_null: cython.bint,
    ) -> cython.int:
        """The value of a node from its side to move, as far as it lies between alpha and beta
        (else a bound on that side). Void if the budget ended.

        :param allow_null: whether a null move may be tried: not after another one.
        """
        start: cython.int = self.moves.count
        now: cython.int = self.root_ply + ply
        key: cython.ulonglong = 0
        tt_move: cython.int = -1
        tracing: cython.bint = self.tracing
        value: cython.int
        self.deepest = max(self.deepest, ply)
        # Step 1: the horizon.
        if depth <= 0 or ply >= MAX_PLY:
            self.horizon = True
            self.counts.evaluated += 1
            value = self.evaluator.value_within(position, alpha, beta)
            if tracing:
                self.trace.leaf(position, value, self.budget.over)
            return value
        # Step 2: nothing beats the shortest win still possible.
        alpha = max(alpha, LOSS + now)
        beta = min(beta, WIN - now - 1)
        if alpha >= beta and ply > 0:
            if tracing:
                self.trace.note("known", position, alpha)
            return alpha
        if tracing:
            self.trace.window("visited", position, depth, alpha, beta)
        # Step 3: what the table knows; at the root and in the principal variation, only a move.
        if self.table is not None:
            key = position.key()
            if self.table.probe(key):
                tt_move = self.table.move
                if beta - alpha == 1 and ply > 0 and self._known(depth, alpha, beta, ply):
                    value = adjust_mate(self.table.value, now)
                    if tracing:
                        self.trace.note("known", position, value)
                    return value
        # Step 4: if even a pass is good enough, so is the best move.
        if allow_null and beta - alpha == 1 and self._pass(position, depth, beta, ply):
            if tracing:
                self.trace.note("cut", position, beta)
            return beta
        # Step 5: the children, in order.
        if ply == 0:
            for move in self.considered:
                self.moves.append(move)
        else:
            position.generate(self.moves)
        outside: cython.bint = self.horizon
        self.horizon = False
        self._order(position, start, depth, ply, tt_move)
        if tracing:
            self.trace.note("expanded", position)
        # Step 6: the best of them.
        value = self._best(position, start, depth, alpha, beta, ply)
        self.moves.count = start
        if tracing and not self.budget.over:
            self.trace.note("backed up", position, value)
        # Step 7: remember it; what saw no horizon is true at every depth.
        if self.table is not None and not self.budget.over:
            if value > alpha:
                tt_move = self.lines.moves[ply * (MAX_PLY + 2)]
            if not self.horizon and (self.lasting or abs(value) >= MATE_BOUND):
                depth = MAX_PLY
            self.table.keep(key, value, alpha, beta, tt_move, depth, now)
        self.horizon = self.horizon or outside
        return value

    def _pass(
        self, position: Position, depth: cython.int, beta: cython.int, ply: cython.int
    ) -> cython.bint:
        """Whether the side to move could pass and still reach beta (null-move pruning)."""
        if not self.null or self.exact or depth < 3 or abs(beta) >= MATE_BOUND:
            return False
        if not position.can_pass() or not position.zugzwang_unlikely():
            return False
        if self.evaluator.static(position) < beta or not take(self.budget):
            return False
        self.counts.generated += 1
        if self.tracing:
            self.trace.child("generated", position, NO_MOVE)
        self.lines.length[ply + 1] = 0
        position.push_pass()
        value: cython.int = -self._node(
            position, depth - 3 - depth // 4, -beta, -beta + 1, ply + 1, False
        )
        position.pop()
        if value < beta or self.budget.over:
            return False
        self.horizon = True  # a guess, however good
        return True

    def _order(
        self,
        position: Position,
        start: cython.int,
        depth: cython.int,
        ply: cython.int,
        tt_move: cython.int,
    ) -> cython.int:
        """Score the children: the table's move, good captures, killers, the rest, bad captures."""
        moves: Moves = self.moves
        side: cython.int = ((self.root_ply + ply) & 1) * HISTORY_SIZE
        sorting: cython.bint = depth >= (min(3, self.sort_from) if self.exact else self.sort_from)
        see: cython.int
        move: cython.int
        index: cython.int
        self.counts.expanded += 1
        self.counts.max_depth = max(self.counts.max_depth, ply + 1)
        self.counts.peak_stored = max(self.counts.peak_stored, moves.count)
        for index in range(start, moves.count):
            move = moves.move[index]
            see = position.see(move)
            moves.tag[index] = 0 if see == QUIET else NOISY
            if move == tt_move:
                moves.score[index] = INFINITY
            elif see != QUIET:
                moves.score[index] = (1 << 29) + see if see >= 0 else -(1 << 29) + see
            elif self.killing and move == self.killers[2 * ply]:
                moves.score[index] = (1 << 28) + 1
            elif self.killing and move == self.killers[2 * ply + 1]:
                moves.score[index] = 1 << 28
            elif sorting:
                if not self._make(position, index, ply):
                    break
            else:
                moves.score[index] = self.history[side + (move & (HISTORY_SIZE - 1))]
        return 0

    def _make(self, position: Position, index: cython.int, ply: cython.int) -> cython.bint:
        """Make a quiet child and score it by its static value; false if the budget ended."""
        if not take(self.budget):
            return False
        self.counts.generated += 1
        if self.tracing:
            self.trace.child("generated", position, self.moves.move[index])
        position.push(self.moves.move[index])
        value: cython.int = position.result()
        if value == ONGOING:
            value = self.evaluator.static(position)
        position.pop()
        self.moves.score[index] = max(min(-value, 1 << 27), -(1 << 27))
        self.moves.tag[index] = MADE
        return True

    def _best(
        self,
        position: Position,
        start: cython.int,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """The best value of the children from index `start` on, until one reaches beta."""
        check: cython.bint = position.in_check()
        best: cython.int = -INFINITY
        value: cython.int
        index: cython.int
        for index in range(start, self.moves.count):
            if self.budget.over:
                break
            self.moves.pick_next(start, index)
            value = self._child(position, index, index - start, check, depth, alpha, beta, ply)
            if self.budget.over:
                break
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    self.lines.keep(self.moves.move[index], ply)
                    if ply == 0:
                        self.found = value
                    if value >= beta:
                        if self.tracing and index + 1 < self.moves.count:
                            self.trace.note("cut", position, value)
                        self._update_history(start, index, (self.root_ply + ply) & 1, depth, ply)
                        break
        return best

    def _child(
        self,
        position: Position,
        index: cython.int,
        order: cython.int,
        check: cython.bint,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """The value of one child, from its parent's side to move.

        :param order: how many children were searched before it.
        :param check: whether the parent is in check.
        """
        below: cython.int = depth - 1
        less: cython.int = 0
        tracing: cython.bint = self.tracing
        value: cython.int
        self.lines.length[ply + 1] = 0
        if self.moves.tag[index] & MADE:
            self.counts.steps += 1
        else:
            if not take(self.budget):
                return 0
            self.counts.generated += 1
            if tracing:
                self.trace.child("generated", position, self.moves.move[index])
        position.push(self.moves.move[index])
        if depth > 1 and self.table is not None:
            self.table.expect(position.key())
        value = position.result()
        if value != ONGOING:
            value = adjust_mate(value, self.root_ply + ply + 1)
            self.counts.evaluated += 1
            if tracing:
                self.trace.leaf(position, value)
            position.pop()
            return -value
        if position.in_check():
            if self.extending and ply < 2 * self.iteration:
                below = depth
        elif not check:
            less = self._reduction(index, order, depth, ply)
        if order == 0:
            value = -self._node(position, below, -beta, -alpha, ply + 1, True)
        else:
            value = -self._node(position, below - less, -alpha - 1, -alpha, ply + 1, True)
            if value > alpha and less > 0 and not self.budget.over:
                if tracing:
                    self.trace.window("re-searched", position, below, -alpha - 1, -alpha)
                value = -self._node(position, below, -alpha - 1, -alpha, ply + 1, True)
            if alpha < value < beta and not self.budget.over:
                if tracing:
                    self.trace.window("re-searched", position, below, -beta, -alpha)
                value = -self._node(position, below, -beta, -alpha, ply + 1, True)
        position.pop()
        return value

    def _reduction(
        self, index: cython.int, order: cython.int, depth: cython.int, ply: cython.int
    ) -> cython.int:
        """By how many plies a late quiet move is searched less deeply."""
        if (
            not self.reductions
            or self.exact
            or depth < 3
            or order < 2
            or self.moves.tag[index] & NOISY
            or (ply == 0 and self.ranking)
        ):
            return 0
        move: cython.int = self.moves.move[index]
        less: cython.int = self.reduced[64 * min(depth, 63) + min(order, 63)]
        if self.killing and move in (self.killers[2 * ply], self.killers[2 * ply + 1]):
            less -= 1
        return max(0, min(less, depth - 2))

    def _update_history(
        self,
        start: cython.int,
        index: cython.int,
        side: cython.int,
        depth: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """Remember the quiet move that cut, and that the quiet ones before it did not."""
        moves: Moves = self.moves
        move: cython.int = moves.move[index]
        other: cython.int
        slot: cython.int
        if moves.tag[index] & NOISY:
            return 0
        if self.killing and self.killers[2 * ply] != move:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        if self.using_history:
            for other in range(start, index + 1):
                if moves.tag[other] & NOISY:
                    continue
                slot = side * HISTORY_SIZE + (moves.move[other] & (HISTORY_SIZE - 1))
                if other == index:
                    self.history[slot] = min(self.history[slot] + depth * depth, 1 << 20)
                else:
                    self.history[slot] = max(self.history[slot] - depth, -(1 << 20))
        return 0


def _reductions() -> list[int]:
    """Plies to reduce by depth and number of the move, as 64 rows of 64."""
    return [
        int(0.75 + math.log(depth) * math.log(order) / 2.25) if depth and order else 0
        for depth in range(64)
        for order in range(64)
    ]
