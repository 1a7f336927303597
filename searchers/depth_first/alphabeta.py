"""Alpha-beta, the plain textbook one (Knuth & Moore 1975), in its negamax form.

With ``expand=true`` it is the alpha-beta that Korf compared with (1992, section 4, "depth-first
expansion"): all children of a node are generated, evaluated and sorted when any is.
"""

from __future__ import annotations

from typing import Any

import cython

from evaluators.core.budget import Budget
from evaluators.core.evaluator import Evaluator
from games.core.moves import Moves
from games.core.position import Position
from games.errors import SpecError
from games.parts.part import Option, name_of
from searchers.core.counts import Counts
from searchers.core.deepening import depths
from searchers.core.limits import Limits
from searchers.core.result import Answer, RootMove
from searchers.depth_first.tabled import Tabled
from searchers.storage.transposition_table import TranspositionTable

if not cython.compiled:
    from evaluators.core.budget import take
    from games.core.scores import (
        INFINITY,
        MATE_BOUND,
        MAX_PLY,
        ONGOING,
        adjust_mate,
    )

__all__ = ["AlphaBeta"]


class AlphaBeta(Tabled):
    """Depth-first minimax with alpha-beta pruning; cuts when a value reaches the bound (>=)."""

    NAME = "alphabeta"
    OPTIONS = (
        Option("deepen", True, "search depth 1, 2, 3 ... until a limit ends it"),
        Option(
            "order",
            "static",
            "order of children: the game's own, by static value, or the table's "
            "move before the game's own",
            choices=("none", "static", "tt"),
        ),
        Option("tt", 0, "transposition table in megabytes; 0 is none", low=0, high=2**16),
        Option(
            "expand",
            False,
            "generate and evaluate all children of a node when any is, also at "
            "the last level (Korf's depth-first expansion)",
        ),
    )

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        if self.options["order"] == "tt" and not self.options["tt"]:
            raise SpecError("alphabeta: order=tt needs a table: say how many megabytes with tt=")
        self.expand = self.options["expand"]
        self.sorting = self.options["order"] == "static"
        self.table_first = self.options["order"] == "tt"
        self.windowed = False
        self.new_game()

    def new_game(self) -> None:
        self.table: Any = None  # before there is another
        if self.options["tt"]:
            self.table = TranspositionTable(self.options["tt"])

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        if self.table is not None and not position.KEYED:
            raise SpecError(
                f"{self.spec}: a table needs positions with a key, and {name_of(type(position))} "
                "is not KEYED; use tt=0"
            )
        if self.table is not None:
            self.table.begin()
        self.lasting = not position.PATH_DEPENDENT
        order = list(answer.moves)
        for depth in depths(limits, answer, self.budget, deepen=self.options["deepen"]):
            self.horizon = False
            root = self.search_root(position, depth, order, answer)
            order = [known.move for known in root] if self.sorting else order

    def search_root(
        self, position: Position, depth: int, order: list[int], answer: Answer, below: int = 0
    ) -> list[RootMove]:
        """Search the root to one depth; returns what is known of its moves, best first.

        :param below: how many plies further the evaluator looks, if it searches.

        A search cut short counts only once it has searched the best move of the one before, which
        alone makes its values comparable.
        """
        moves = self.moves
        if self.tracing:
            self.trace.window("deepened", position, depth, -INFINITY, INFINITY)
        moves.drop(0)
        moves.extend(order)
        made = self._order(position, 0, depth, 0, -1)
        if self.tracing:
            self.trace.note("expanded", position)
        best: RootMove | None = None
        highest: cython.int = -INFINITY
        others: list[RootMove] = []
        line: list[int] = []
        settled = False
        for index in range(moves.count):
            if self.budget.over:
                break
            if made and self.sorting:
                moves.pick_next(0, index)
            move = moves.move[index]
            self._turn_to(move, index + 1)
            value = self._child(position, index, made, depth, highest, INFINITY, 0)
            if self.budget.over:
                break
            settled = settled or move == answer.move
            if best is not None and value <= highest:
                others.append(RootMove(move, bounds=(None, value)))
                continue
            if best is not None:
                others.append(best)
            best, highest = RootMove(move, value), value
            self.lines.keep(move, 0)
            line = self.lines.first()
        if best is None or not settled:
            return []
        if self.tracing:
            self.trace.note("backed up", position, highest)
        others.sort(key=lambda known: known.rank)
        searched = {known.move for known in others}
        unknown = [RootMove(m) for m in order if m != best.move and m not in searched]
        whole = not self.budget.over
        decided = not self.horizon or abs(highest) >= MATE_BOUND
        answer.improve(
            best.move,
            value=best.value,
            pv=line,
            depth=depth + below if whole else answer.depth,
            proved=whole and decided,
            root=[best, *others, *unknown],
        )
        return [best, *others]

    def attach(self, budget: Budget, counts: Counts, root_ply: int, evaluator: Evaluator) -> None:
        if self.table is not None and budget is not self.budget:
            self.table.begin()  # a budget of its own is a search of its own
        super().attach(budget, counts, root_ply, evaluator)
        self.windowed = True
        self.moves.drop(0)

    def within(
        self,
        position: Position,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        self._check_within(depth, ply)
        return self._full(position, depth, alpha, beta, ply)

    def _full(
        self,
        position: Position,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """The value of a node with `depth` plies to look ahead, from its side to move, as far as
        it lies between alpha and beta (else a bound on that side). Void if the budget ended."""
        moves: Moves = self.moves
        start: cython.int = moves.count
        key: cython.ulonglong = 0
        tt_move: cython.int = -1
        outside: cython.bint = self.horizon
        tracing: cython.bint = self.tracing
        best: cython.int
        if tracing:
            self.trace.window("visited", position, depth, alpha, beta)
        # Step 1: what the table knows.
        if self.table is not None:
            key = position.key()
            if self.table.probe(key):
                tt_move = self.table.move
                if self._known(depth, alpha, beta, ply):
                    best = adjust_mate(self.table.value, self.root_ply + ply)
                    if self.tracing:
                        self.trace.note("known", position, best)
                    return best
            self.horizon = False
        # Step 2: the children, and what orders them.
        position.generate(moves)
        made: cython.bint = self._order(position, start, depth, ply, tt_move)
        if tracing:
            self.trace.note("expanded", position)
        # Step 3: the best of them, until one reaches beta.
        if depth == 1 and not made and not tracing:
            best = self._best_leaf(position, start, alpha, beta, ply)
        else:
            best = self._best_child(position, start, made, depth, alpha, beta, ply)
        moves.count = start
        if tracing and not self.budget.over:
            self.trace.note("backed up", position, best)
        # Step 4: remember it; what saw no horizon is true at every depth.
        if self.table is not None and not self.budget.over:
            if best > alpha:
                tt_move = self.lines.moves[ply * (MAX_PLY + 2)]
            if not self.horizon and (self.lasting or abs(best) >= MATE_BOUND):
                depth = MAX_PLY
            self.table.keep(key, best, alpha, beta, tt_move, depth, self.root_ply + ply)
            self.horizon = self.horizon or outside
        return best

    def _best_child(
        self,
        position: Position,
        start: cython.int,
        made: cython.bint,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """The best value of the children from index `start` on, until one reaches beta."""
        best: cython.int = -INFINITY
        value: cython.int
        index: cython.int
        for index in range(start, self.moves.count):
            if self.budget.over:
                break
            if made and self.sorting:
                self.moves.pick_next(start, index)
            value = self._child(position, index, made, depth, alpha, beta, ply)
            if self.budget.over:
                break
            best = max(best, value)
            if value > alpha:
                alpha = value
                self.lines.keep(self.moves.move[index], ply)
                if value >= beta:
                    if self.tracing and index + 1 < self.moves.count:
                        self.trace.note("cut", position, value)
                    break
        return best

    def _best_leaf(
        self,
        position: Position,
        start: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """`_best_child` at the last level, where children are leaves, generated one at a time: most
        of a search's nodes pass through this loop, unless they are traced."""
        moves: Moves = self.moves
        child_ply: cython.int = self.root_ply + ply + 1
        end: cython.int
        best: cython.int = -INFINITY
        value: cython.int
        index: cython.int
        if self.windowed:
            end = self._look_within(position, start, child_ply, alpha, beta)
        else:
            end = self.evaluator.evaluate_children(
                position, moves, start, child_ply, beta, self.budget, False
            )
        self.counts.generated += end - start
        self.counts.evaluated += end - start
        self.lines.length[ply + 1] = 0
        for index in range(start, end):
            value = -moves.score[index]
            if not moves.tag[index]:
                self.horizon = True
            best = max(best, value)
            if value > alpha:
                alpha = value
                self.lines.keep(moves.move[index], ply)
        return best

    def _look_within(
        self,
        position: Position,
        start: cython.int,
        ply: cython.int,
        alpha: cython.int,
        beta: cython.int,
    ) -> cython.int:
        """`Evaluator.evaluate_children` under a window."""
        moves: Moves = self.moves
        value: cython.int
        index: cython.int
        for index in range(start, moves.count):
            if not take(self.budget):
                return index
            position.push(moves.move[index])
            value = position.result()
            moves.tag[index] = value != ONGOING
            if value != ONGOING:
                value = adjust_mate(value, ply)
            else:
                value = self.evaluator.value_within(position, -beta, -alpha)
            moves.score[index] = value
            position.pop()
            if self.budget.over or -value >= beta:
                return index + 1
            alpha = max(alpha, -value)
        return moves.count

    def _order(
        self,
        position: Position,
        start: cython.int,
        depth: cython.int,
        ply: cython.int,
        tt_move: cython.int,
    ) -> cython.bint:
        """Order the children from index `start` on; true if that made and evaluated them. Then they
        are picked one by one, by their scores: most nodes are cut before all are tried."""
        index: cython.int
        self.counts.expanded += 1
        self.counts.max_depth = max(self.counts.max_depth, ply + 1)
        self.counts.peak_stored = max(self.counts.peak_stored, self.moves.count)
        if self.expand or (self.sorting and depth > 1):
            self._make(position, start, depth, ply)
            return True
        if self.table_first and tt_move >= 0:
            for index in range(start, self.moves.count):
                self.moves.score[index] = self.moves.move[index] == tt_move
            self.moves.pick(start)
        return False

    def _make(
        self, position: Position, start: cython.int, depth: cython.int, ply: cython.int
    ) -> cython.int:
        """Make and evaluate the children from index `start` on: a score each, as their parent sees
        it, and a tag that tells whether it is the value."""
        moves: Moves = self.moves
        budget: Budget = self.budget
        # Traced one by one: an evaluator that is a searcher tells what it does in between.
        enough: cython.int = -INFINITY if self.tracing else INFINITY
        child_ply: cython.int = self.root_ply + ply + 1
        end: cython.int = start
        index: cython.int
        while end < moves.count:
            start = end
            if self.tracing and budget.poll():
                self.trace.child("generated", position, moves.move[start])
            end = self.evaluator.evaluate_children(
                position, moves, start, child_ply, enough, budget, depth > 1
            )
            if end == start:
                break
            self.counts.generated += end - start
            for index in range(start, end):
                moves.score[index] = -moves.score[index]
                if depth == 1 and not moves.tag[index]:
                    moves.tag[index] = True
                    self.horizon = True
                if moves.tag[index]:
                    self.counts.evaluated += 1
                    if self.tracing:
                        self._tell_leaf(position, index)
        return 0

    def _tell_leaf(self, position: Position, index: cython.int) -> cython.int:
        """Trace a child that was made and evaluated."""
        position.push(self.moves.move[index])
        self.trace.leaf(position, -self.moves.score[index], self.budget.over)
        position.pop()
        return 0

    def _child(
        self,
        position: Position,
        index: cython.int,
        made: cython.bint,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """The value of the child at `index` of the move stack, from its parent's side to move.

        :param made: whether the child was already generated and evaluated.
        """
        value: cython.int
        self.lines.length[ply + 1] = 0
        if made:
            if self.moves.tag[index]:
                return self.moves.score[index]
            self.counts.steps += 1
            position.push(self.moves.move[index])
        else:
            if not take(self.budget):
                return 0
            self.counts.generated += 1
            if self.tracing:
                self.trace.child("generated", position, self.moves.move[index])
            position.push(self.moves.move[index])
            value = position.result()
            if value != ONGOING:
                value = adjust_mate(value, self.root_ply + ply + 1)
                self.counts.evaluated += 1
                if self.tracing:
                    self.trace.leaf(position, value)
                position.pop()
                return -value
        if depth == 1:
            self.counts.evaluated += 1
            self.horizon = True
            if self.windowed:
                value = -self.evaluator.value_within(position, -beta, -alpha)
            else:
                value = -self.evaluator.value(position)
            if self.tracing:
                self.trace.leaf(position, -value, self.budget.over)
        else:
            value = -self._full(position, depth - 1, -beta, -alpha, ply + 1)
        position.pop()
        return value
