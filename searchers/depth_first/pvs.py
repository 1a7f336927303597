"""Principal variation search, the strong one: alpha-beta with what four decades added to it.

The first child of a node is searched with the whole window, the others with an empty one that only
asks whether they are better (Marsland & Campbell 1982). Everything else is an option that can be
switched off, so that a study can say what each is worth. Nothing here knows one game.
"""

from __future__ import annotations

from typing import Any

import cython

from games.core.position import Position
from games.parts.part import Option
from searchers.core.deepening import depths
from searchers.core.limits import Limits
from searchers.core.result import Answer, RootMove
from searchers.depth_first.late_moves import LateMoves
from searchers.depth_first.selective import SELECTIVE
from searchers.storage.transposition_table import TranspositionTable

if not cython.compiled:
    from evaluators.core.budget import take
    from games.core.bits import mix
    from games.core.moves import MOST_LISTED
    from games.core.scores import (
        INFINITY,
        LOSS,
        MATE_BOUND,
        MAX_PLY,
        ONGOING,
        WIN,
        adjust_mate,
    )
    from searchers.depth_first.late_moves import MULTICUT
    from searchers.depth_first.move_order import KILLER
    from searchers.depth_first.ordered import LEFT_OUT, MADE
    from searchers.depth_first.selective import DECIDED, NO_MOVE

__all__ = ["PrincipalVariation"]

HELPED = 10_000
"""Nodes that a search takes before it is worth while to have it helped."""


class PrincipalVariation(LateMoves):
    """Iterative deepening of a principal variation search with a transposition table."""

    NAME = "pvs"
    KEEPS_WORKERS = True
    OPTIONS = (
        Option("tt", 16, "table in megabytes, for games with keys; 0 is none", low=0, high=2**16),
        Option(
            "workers",
            1,
            "processes that share the table and search together (lazy SMP)",
            low=1,
            high=1024,
        ),
        Option("aspiration", True, "begin each depth with a window around the last value"),
        Option("killers", True, "try first the quiet moves that cut at the same ply"),
        Option("history", True, "order quiet moves by how often they cut"),
        Option("checks", True, "search one ply deeper after a check"),
        Option(
            "sort",
            0,
            "least depth at which quiet children are sorted by static value; 0 is never",
            low=0,
            high=400,
        ),
        *SELECTIVE,
    )

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        self.extending = self.options["checks"]
        self.ahead = 0
        self.helpers: Any = None
        self.shared: Any = None
        self.new_game()

    def new_game(self) -> None:
        super().new_game()
        self.table: Any = None
        self.drift = 0
        if self.helpers is not None:
            self.helpers.new_game()

    def prepare(self, position: Position) -> None:
        self._choose_evaluator(position)
        self._keyed(position)
        super().prepare(position)

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        self._keyed(position)
        if self.table is not None:
            self.table.begin()
        self._foresee(position)
        self.moves_before.age()
        self.lasting = not position.PATH_DEPENDENT
        self.exact = False
        self.tabling = self.table is not None and self.evaluator.SEARCHES
        self.ending = position.moves_left() is not None
        self.considered = answer.moves
        self.narrowed = self._narrowed(answer)
        self.unvalued = answer.root
        self.last = 0
        helped = False
        asked = self.helpers is None
        try:
            for depth in depths(limits, answer, self.budget):
                if not asked and self.budget.used >= HELPED:
                    asked = True
                    helped = self.helpers.ready()
                    if helped:
                        nodes = self.budget.share(self.options["workers"])
                        self.helpers.begin(position.copy(), answer.moves, self.table.age, nodes)
                if not self._deepen(position, min(depth + self.ahead, MAX_PLY), answer):
                    return
        finally:
            if helped:
                self.budget.charge(self.helpers.end(self.counts))
            if self.helpers is not None:
                answer.remarks += self.helpers.remarks()

    def _deepen(self, position: Position, depth: int, answer: Answer) -> bool:
        """Search the root to one depth and tell what was found; false if the budget ended."""
        last = self.last
        self.iteration = depth
        self.reached = False
        self.last = value = self._iterate(position, depth, last)
        if self.budget.over:
            if self.lines.length[0] > 0 and depth > 1:
                self._tell(answer, depth - 1, False)
            return False
        self._tell(answer, depth, not self.horizon or abs(value) >= MATE_BOUND)
        # Where every line ended before the horizon, only guesses stand in the way of a proof.
        self.exact = not self.reached
        if depth > 1 and abs(value) < MATE_BOUND and abs(last) < MATE_BOUND:
            self.drift += (abs(value - last) - self.drift) // 4
        return True

    def _keyed(self, position: Position) -> None:
        """Take the table where the game's positions have keys."""
        if not position.KEYED:
            self.table = None
        elif self.options["workers"] > 1 and self.options["tt"]:
            self._staff(position)
            self.table = self.helpers.table
        elif self.table is None and self.options["tt"]:
            self.table = self.shared or TranspositionTable(self.options["tt"])

    def _narrowed(self, answer: Answer) -> int:
        """What tells the root from the same position with all its moves, in the table: 0 if all are
        considered."""
        told: cython.ulonglong = 0
        move: cython.int
        if answer.narrowed:
            for move in answer.moves:
                told ^= mix(move + 1)
        return told

    def _staff(self, position: Position) -> None:
        """Have the processes that help in this game."""
        if self.helpers is not None and self.helpers.game_spec == position.spec:
            return
        from searchers.depth_first.helpers import Helpers  # who works alone need not wait for it

        if self.helpers is not None:
            self.helpers.close()
        self.helpers = Helpers(self, position)

    def _iterate(self, position: Position, depth: int, guess: int) -> int:
        """The value of the root at one depth, from a window around `guess` that opens as needed.

        The window is as wide as values have lately changed from depth to depth.
        """
        margin = 10 + self.drift
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
            margin *= 3
            wide = margin > 100 * (10 + self.drift)
            if value <= alpha:
                alpha = -INFINITY if wide else max(-INFINITY, value - margin)
            else:
                beta = INFINITY if wide else min(INFINITY, value + margin)

    def _root(self, position: Position, depth: int, alpha: int, beta: int) -> int:
        """The value of the root as far as it lies between alpha and beta."""
        self.horizon = False
        self.moves.count = 0
        return self._node(position, depth, alpha, beta, 0, False, False)

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

    def _node(
        self,
        position: Position,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        allow_null: cython.bint,
        cut: cython.bint,
    ) -> cython.int:
        """The value of a node from its side to move, as far as it lies between alpha and beta
        (else a bound on that side). Void if the budget ended.

        :param allow_null: whether a null move may be tried: not after another one.
        :param cut: whether the node is expected to reach beta.
        """
        start: cython.int = self.moves.count
        now: cython.int = self.root_ply + ply
        key: cython.ulonglong = 0
        tt_move: cython.int = NO_MOVE
        left: cython.int = self.excluded[ply]
        known: cython.bint = False
        tracing: cython.bint = self.tracing
        sure: cython.bint = self._is_sure(position, depth, ply)
        value: cython.int
        # Step 1: the horizon.
        if depth <= 0 or ply >= MAX_PLY:
            self.horizon = self.reached = True
            return self._leaf(position, alpha, beta, ply)
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
        # A guess, however deep, is not good enough where the node is sure.
        if self.table is not None:
            key = position.key()
            if ply == 0:
                key ^= self.narrowed
            known = self.table.probe(key)
            if known:
                tt_move = self.table.move
                if (
                    beta - alpha == 1
                    and ply > 0
                    and left == NO_MOVE
                    and self._known(MAX_PLY if sure and self.lasting else depth, alpha, beta, ply)
                ):
                    value = adjust_mate(self.table.value, now)
                    if tracing:
                        self.trace.note("known", position, value)
                    return value
        # Step 4: what the game itself knows, or can be guessed, without trying the moves.
        if sure and beta - alpha == 1 and ply > 0:
            value = self._solved(position, alpha, beta, now)
            if value != ONGOING:
                if tracing:
                    self.trace.leaf(position, value)
                return value
        check: cython.bint = position.in_check()
        static: cython.int = self._weigh(position, check, known, ply)
        if beta - alpha == 1 and ply > 0 and not sure and left == NO_MOVE and not check:
            value = self._guessed(position, depth, alpha, beta, ply, allow_null, cut)
            if self.budget.over:
                return 0
            if value != ONGOING:
                self.horizon = True
                if tracing:
                    self.trace.note("cut", position, value)
                return value
        if (
            self.easing
            and not sure
            and depth >= 4
            and tt_move == NO_MOVE
            and self.table is not None
        ):
            depth -= 1
        # Step 5: whether the table's move is alone, or one of many.
        more: cython.int = 0
        if known and tt_move != NO_MOVE and depth >= 6:
            more = self._singular(position, depth, beta, ply, cut, tt_move)
            if self.budget.over:
                return 0
            if more == MULTICUT:
                self.horizon = True  # a guess, which the table is not told
                if tracing:
                    self.trace.note("cut", position, beta)
                return beta
        # Step 6: the children, in order.
        if ply == 0:
            self.moves.extend(self.considered)
        else:
            position.generate(self.moves)
        outside: cython.bint = self.horizon
        self.horizon = False
        self.counts.expanded += 1
        self.counts.max_depth = max(self.counts.max_depth, ply + 1)
        self.counts.peak_stored = max(self.counts.peak_stored, self.moves.count)
        if tracing:
            self.trace.note("expanded", position)
        # Step 7: the best of them.
        value = self._best(position, start, depth, alpha, beta, ply, check, cut, tt_move, more)
        self.moves.count = start
        if tracing and not self.budget.over:
            self.trace.note("backed up", position, value)
        # Step 8: remember it; what saw no horizon is true at every depth.
        if self.table is not None and not self.budget.over and left == NO_MOVE:
            if value > alpha:
                tt_move = self.lines.moves[ply * (MAX_PLY + 2)]
            if not self.horizon and (self.lasting or abs(value) >= MATE_BOUND):
                depth = MAX_PLY
            self.table.keep(key, value, alpha, beta, tt_move, depth, now, static)
        self.horizon = self.horizon or outside
        return value

    def _best(
        self,
        position: Position,
        start: cython.int,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        check: cython.bint,
        cut: cython.bint,
        tt_move: cython.int,
        deeper: cython.int,
    ) -> cython.int:
        """The best value of the children from index `start` on, until one reaches beta.

        :param deeper: the plies that the table's move is searched more deeply.
        """
        best: cython.int = -INFINITY
        left: cython.int = self.excluded[ply]
        more: cython.int
        less: cython.int
        value: cython.int
        index: cython.int
        guessing: cython.bint = beta - alpha == 1 and ply > 0 and not check and not self.sure[ply]
        late: cython.int = MOST_LISTED
        front: cython.int = start
        quiet: cython.bint = False
        if guessing and abs(alpha) < DECIDED:
            late = self._first_late(depth, ply)
        if tt_move != NO_MOVE:
            front += self._bring(position, start, tt_move)
        for index in range(start, self.moves.count):
            if index == front:
                self._order(position, front, ply)
            if index >= front and not quiet:
                self.moves.pick(index)
                quiet = self.moves.score[index] < KILLER
                if quiet:
                    self._order_quiet(position, index, depth, beta, ply, late - (index - start))
            if self.budget.over:
                break
            if self.moves.move[index] == left:
                continue
            less = 0
            if index - start >= 2 and not check:
                less = self._reduction(
                    position, index, index - start, depth, ply, beta - alpha > 1, cut
                )
            if guessing and best > -MATE_BOUND:
                value = self._left_out(
                    position, index, depth, alpha, ply, less, index - start >= late
                )
                if value != ONGOING:
                    best = max(best, value)
                    self.moves.tag[index] |= LEFT_OUT
                    self.horizon = True
                    continue
            more = deeper if index < front else 0
            if ply == 0:
                self._turn_to(self.moves.move[index], index - start + 1)
            value = self._child(
                position, index, index - start, depth, alpha, beta, ply, cut, more, less
            )
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
                        self._update_history(position, start, index, depth, ply)
                        break
        return alpha if best == -INFINITY else best

    def _child(
        self,
        position: Position,
        index: cython.int,
        order: cython.int,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        cut: cython.bint,
        more: cython.int,
        less: cython.int,
    ) -> cython.int:
        """The value of one child, from its parent's side to move.

        :param order: how many children were searched before it.
        :param more: the plies it is searched more deeply.
        :param less: the plies it is reduced by at first, unless it gives check.
        """
        below: cython.int = depth - 1 + more
        move: cython.int = self.moves.move[index]
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
                self.trace.child("generated", position, move)
        self.moves_before.kinds[ply] = position.move_kind(move)
        position.push(move)
        if self.table is not None and (depth > 1 or self.tabling):
            self.table.expect(position.key())
        value = position.result()
        if value != ONGOING:
            value = adjust_mate(value, self.root_ply + ply + 1)
            self.counts.evaluated += 1
            if tracing:
                self.trace.leaf(position, value)
            position.pop()
            return -value
        if self.ending and self.sure[ply]:
            below = position.most_moves_left() + 1  # a pass takes no ply of these
        elif position.in_check():
            less = 0
            if self.extending and more == 0 and ply < 2 * self.iteration:
                below = depth
        if order == 0:
            value = -self._node(
                position, below, -beta, -alpha, ply + 1, True, not cut and beta - alpha == 1
            )
        else:
            value = -self._node(position, below - less, -alpha - 1, -alpha, ply + 1, True, True)
            if value > alpha and less > 0 and not self.budget.over:
                if tracing:
                    self.trace.window("re-searched", position, below, -alpha - 1, -alpha)
                value = -self._node(position, below, -alpha - 1, -alpha, ply + 1, True, not cut)
            if alpha < value < beta and not self.budget.over:
                if tracing:
                    self.trace.window("re-searched", position, below, -beta, -alpha)
                value = -self._node(position, below, -beta, -alpha, ply + 1, True, False)
        position.pop()
        return value
