"""Alpha-beta as in textbooks (Knuth & Moore 1975), in negamax form.

With ``expand=true`` it is Korf's "depth-first expansion" (1992, section 4): all children of a node
are generated, evaluated and sorted when any is. `reference.py` has the same search without options.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict, Unpack

import cython

from evaluators.core.budget import Budget
from evaluators.core.evaluator import Evaluator, EvaluatorOrSpec
from games.core.moves import Moves
from games.core.position import Position
from games.errors import SpecError
from games.parts.part import Option, name_of
from searchers.core.counts import Counts
from searchers.core.deepening import DeepenOption, depths
from searchers.core.limits import Limits
from searchers.core.result import Answer, RootMove
from searchers.depth_first.depth_first import DepthFirst
from searchers.storage.transposition_table import TranspositionTable

if not cython.compiled:
    from games.core.scores import INFINITY, MATE_BOUND, MAX_PLY, ONGOING


class AlphaBetaOptions(TypedDict, total=False):
    """The options of `AlphaBeta`."""

    deepen: DeepenOption
    order: Annotated[
        Literal["none", "static", "tt"],
        Option(
            "static",
            "order of children: the game's own, by static value, or the table's "
            "move before the game's own",
        ),
    ]
    tt: Annotated[int, Option(0, "transposition table in megabytes; 0 is none", low=0, high=2**16)]
    expand: Annotated[
        bool,
        Option(
            False,
            "generate and evaluate all children of a node when any is, also at "
            "the last level (Korf's depth-first expansion)",
        ),
    ]


class AlphaBeta(DepthFirst):
    """Depth-first minimax with alpha-beta pruning; a value that reaches beta (>=) cuts."""

    NAME = "alphabeta"
    OPTIONS = AlphaBetaOptions

    def __init__(
        self, evaluator: EvaluatorOrSpec = None, **options: Unpack[AlphaBetaOptions]
    ) -> None:
        """Store the options, and make the table if `tt` is set.

        :raises SpecError: for `order=tt` without a table.
        """
        super().__init__(evaluator, **options)
        if self.options["order"] == "tt" and not self.options["tt"]:
            raise SpecError("alphabeta: order=tt needs a table: say how many megabytes with tt=")
        self.expand = self.options["expand"]
        self.sort_children = self.options["order"] == "static"
        self.tt_move_first = self.options["order"] == "tt"
        self.pass_window = False
        self.new_game()

    def new_game(self) -> None:
        """Replace the transposition table by an empty one; without the option `tt` by none."""
        self.table: Any = None  # free its memory before the next one is made
        if self.options["tt"]:
            self.table = TranspositionTable(self.options["tt"])

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Search to depth 1, 2, 3 and so on until a limit ends it, and improve the answer.

        Without `deepen` the depth limit is the only depth. With `order=static` the root moves are
        passed on in the order of their values at the depth before. `search_root` sorts them by
        static value, so the earlier order decides only between equal ones.

        :raises SpecError: if there is a table and positions have no key.
        """
        self.expect_keys(position)
        if self.table is not None:
            self.table.begin()
        self.path_independent = not position.PATH_DEPENDENT
        order = list(answer.moves)
        for depth in depths(limits, answer, self.budget, deepen=self.options["deepen"]):
            self.horizon = False
            root = self.search_root(position, depth, order, answer)
            order = [known.move for known in root] if self.sort_children else order

    def expect_keys(self, position: Position) -> None:
        """Check that the game has keys if there is a transposition table.

        :raises SpecError: if it has none.
        """
        if self.table is not None and not position.KEYED:
            raise SpecError(
                f"{self.spec}: a table needs positions with a key, and {name_of(type(position))} "
                "is not KEYED; use tt=0"
            )

    def search_root(
        self, position: Position, depth: int, order: list[int], answer: Answer, below: int = 0
    ) -> list[RootMove]:
        """Search the root to one depth, and improve the answer.

        If the budget ends, the result counts only if the best move of the iteration before was
        searched. Otherwise there is nothing to compare its values with. It does not count either if
        all moves searched lose. A result that counts does not raise the depth of the answer. The
        caller sets `horizon` to False before.

        :returns: the root moves searched, best first: the best has a value, the others a value or
            an upper bound. Empty if the result does not count; the answer then does not change.
        """
        moves = self.moves
        if self.tracing:
            self.trace.record_window("deepened", position, depth, -INFINITY, INFINITY)
        moves.drop(0)
        moves.extend(order)
        made = self._order_children(position, 0, depth, 0, -1)
        if self.tracing:
            self.trace.record_position("expanded", position)
        best: RootMove | None = None
        highest: cython.int = -INFINITY
        others: list[RootMove] = []
        settled = False
        for index in range(moves.count):
            if self.budget.over:
                break
            if made and self.sort_children:
                moves.pick_next(0, index)
            move = moves.move[index]
            self._report_root_move(move, index + 1)
            value = self._search_child(position, index, made, depth, highest, INFINITY, 0)
            if self.budget.over:
                break
            settled = settled or move == answer.move
            if best is not None and value <= highest:
                others.append(RootMove(move, bounds=(None, value)))
                continue
            if best is not None:
                others.append(best)
            best, highest = RootMove(move, value), value
            self.lines.update(move, 0)
        whole = not self.budget.over
        if best is None or not settled or (highest <= -MATE_BOUND and not whole):
            return []
        if self.tracing:
            self.trace.record_position("backed up", position, highest)
        others.sort(key=lambda known: known.rank)
        searched = {known.move for known in others}
        unknown = [RootMove(m) for m in order if m != best.move and m not in searched]
        decided = not self.horizon or abs(highest) >= MATE_BOUND
        answer.improve(
            best.move,
            value=best.value,
            pv=self.lines.from_root(),
            depth=depth + below if whole else answer.depth,
            proved=whole and decided,
            root=[best, *others, *unknown],
        )
        return [best, *others]

    def attach(self, budget: Budget, counts: Counts, root_ply: int, evaluator: Evaluator) -> None:
        """Set the budget, counts and evaluator of another search, for `within` or `search_root`.

        Leaves are then evaluated by `value_within`. Another budget than before is another search:
        it makes the table's entries older.
        """
        if self.table is not None and budget is not self.budget:
            self.table.begin()
        super().attach(budget, counts, root_ply, evaluator)
        self.pass_window = True
        self.moves.drop(0)

    def within(
        self,
        position: Position,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """Return the fail-soft value of an inner node of another search, from its side to move.

        It is void if the budget ended. `attach` comes before."""
        self._check_within(depth, ply)
        return self._search_node(position, depth, alpha, beta, ply)

    def _search_node(
        self,
        position: Position,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """Return the value of a node for its side to move, if it is between alpha and beta.

        Otherwise return a bound on that side of the window. The result is void if the budget ended.

        :param depth: the plies to search, at least 1.
        """
        moves: Moves = self.moves
        start: cython.int = moves.count
        key: cython.ulonglong = 0
        tt_move: cython.int = -1
        outside: cython.bint = self.horizon
        tracing: cython.bint = self.tracing
        best: cython.int
        if tracing:
            self.trace.record_window("visited", position, depth, alpha, beta)
        # Step 1. Transposition table.
        if self.table is not None:
            key = position.key()
            if self.table.probe(key):
                tt_move = self.table.move
                best = self._entry_value(position, depth, alpha, beta, ply)
                if best != ONGOING:
                    return best
            self.horizon = False
        # Step 2. Generate and order the children.
        position.generate(moves)
        made: cython.bint = self._order_children(position, start, depth, ply, tt_move)
        if tracing:
            self.trace.record_position("expanded", position)
        # Step 3. Search the children until one reaches beta.
        if depth == 1 and not made and not tracing and not self.pass_window:
            best = self._search_leaves(position, start, alpha, beta, ply)
        else:
            best = self._search_children(position, start, made, depth, alpha, beta, ply)
        moves.count = start
        if tracing and not self.budget.over:
            self.trace.record_position("backed up", position, best)
        # Step 4. Store the result. A value that met no horizon holds at every depth.
        if self.table is not None and not self.budget.over:
            if best > alpha:
                tt_move = self.lines.moves[ply * (MAX_PLY + 2)]
            if not self.horizon and (self.path_independent or abs(best) >= MATE_BOUND):
                depth = MAX_PLY
            self.table.store_window_result(
                key, best, alpha, beta, tt_move, depth, self.root_ply + ply
            )
            self.horizon = self.horizon or outside
        return best

    def _order_children(
        self,
        position: Position,
        start: cython.int,
        depth: cython.int,
        ply: cython.int,
        tt_move: cython.int,
    ) -> cython.bint:
        """Count an expanded node; make and evaluate its children if the options require it.

        `expand` does, and `order=static` above depth 1. Otherwise, with `order=tt`, move the
        table's move to the front. Made children are not sorted here: most nodes are cut early, so
        the search picks them one by one.

        :param tt_move: the table's move; -1 for none.
        :returns: whether the children were made and evaluated, as far as the budget allowed.
        """
        index: cython.int
        self.counts.expand(ply, self.moves.count)
        if self.expand or (self.sort_children and depth > 1):
            self._evaluate_children(position, start, depth, ply)
            return True
        if self.tt_move_first and tt_move >= 0:
            for index in range(start, self.moves.count):
                self.moves.score[index] = self.moves.move[index] == tt_move
            self.moves.pick(start)
        return False

    def _evaluate_children(
        self, position: Position, start: cython.int, depth: cython.int, ply: cython.int
    ) -> None:
        """Make and evaluate the children from index `start` on.

        Each gets a score, from the parent's side to move, and a tag: whether the score is final.
        At depth 1 all are; above it only those of finished games, the others being static values.
        Children beyond the budget are not made.
        """
        moves: Moves = self.moves
        budget: Budget = self.budget
        # With a trace one by one, because an evaluator that searches writes events in between.
        enough: cython.int = -INFINITY if self.tracing else INFINITY
        child_ply: cython.int = self.root_ply + ply + 1
        end: cython.int = start
        index: cython.int
        while end < moves.count:
            start = end
            if self.tracing and budget.poll():
                self.trace.record_child("generated", position, moves.move[start])
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
                        position.push(moves.move[index])
                        self.trace.record_leaf(position, -moves.score[index], budget.over)
                        position.pop()

    def _search_children(
        self,
        position: Position,
        start: cython.int,
        made: cython.bint,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """Return the best value of the children from index `start` on, until one reaches beta.

        If the budget ends, it is that of the children before; -INFINITY if there are none.

        :param made: whether the children were already made and evaluated, to order them.
        """
        best: cython.int = -INFINITY
        value: cython.int
        index: cython.int
        for index in range(start, self.moves.count):
            if self.budget.over:
                break
            if made and self.sort_children:
                self.moves.pick_next(start, index)
            value = self._search_child(position, index, made, depth, alpha, beta, ply)
            if self.budget.over:
                break
            best = max(best, value)
            if value > alpha:
                alpha = value
                self.lines.update(self.moves.move[index], ply)
                if value >= beta:
                    if self.tracing and index + 1 < self.moves.count:
                        self.trace.record_position("cut", position, value)
                    break
        return best

    def _search_child(
        self,
        position: Position,
        index: cython.int,
        made: cython.bint,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """Return the value of the child at `index`, from its parent's side to move.

        Outside the parent's window (alpha, beta) it may be a bound. Void if the budget ended. The
        position is at the parent before and after.

        :param made: whether the child was already made and evaluated; else it takes a node.
        :param depth: the plies left to search at the parent.
        """
        value: cython.int
        self.lines.length[ply + 1] = 0
        if made:
            if self.moves.tag[index]:
                return self.moves.score[index]
            self.counts.steps += 1
            position.push(self.moves.move[index])
        else:
            if not self._make_move(position, self.moves.move[index]):
                return 0
            value = position.result()
            if value != ONGOING:
                value = self._leaf_value(position, value, ply + 1)
                position.pop()
                return -value
        if depth == 1:
            self.horizon = True
            if self.pass_window:
                value = -self.evaluator.value_within(position, -beta, -alpha)
            else:
                value = -self.evaluator.value(position)
            self._count_leaf(position, -value)
        else:
            value = -self._search_node(position, depth - 1, -beta, -alpha, ply + 1)
        position.pop()
        return value

    def _search_leaves(
        self,
        position: Position,
        start: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """Return the best value of children that are leaves, until one reaches beta.

        As `_search_children` at depth 1 without a trace and a window of the evaluator, but faster:
        most nodes are leaves. If the budget ended, the value is void.
        """
        moves: Moves = self.moves
        child_ply: cython.int = self.root_ply + ply + 1
        best: cython.int = -INFINITY
        value: cython.int
        index: cython.int
        end: cython.int = self.evaluator.evaluate_children(
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
                self.lines.update(moves.move[index], ply)
        return best
