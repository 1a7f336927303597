"""Principal variation search and MTD(f), with modern pruning, reductions and extensions.

The first child of a node is searched with the whole window. The others are searched with an empty
window first, which only finds whether they are better (Marsland & Campbell 1982). Everything else
is an option that can be switched off. `reference.py` has the same search without options.

`_search_node` is the search: steps 1 to 14. `_search_children` is step 13, a to d. The methods that
they call follow in the order of the steps. Nothing here depends on one game: the game's hooks
(`see`, `moves_left`, ...) and the error model say what is near and far.
"""

from __future__ import annotations

import math
from typing import Annotated, Any, TypedDict, Unpack

import cython

from evaluators.core.evaluator import EvaluatorOrSpec
from games.core.moves import Moves
from games.core.position import Position
from games.errors import SpecError
from games.parts.part import Option, name_of
from searchers.core.deepening import depths
from searchers.core.limits import Limits
from searchers.core.result import Answer, RootMove
from searchers.depth_first.depth_first import DepthFirst
from searchers.depth_first.error_model import ErrorBounds, error_bounds
from searchers.depth_first.move_order import MoveOrder
from searchers.storage.transposition_table import TranspositionTable

if not cython.compiled:
    from evaluators.core.budget import can_take, take
    from games.core.array import array, ints, schars
    from games.core.bits import mix
    from games.core.constants import MOST_LISTED
    from games.core.scores import (
        INFINITY,
        LOSS,
        LOWER,
        MATE_BOUND,
        MAX_PLY,
        ONGOING,
        UPPER,
        WIN,
        adjust_mate,
    )
    from searchers.depth_first.constants import (
        ABOVE_SHALLOW,
        ABOVE_STATIC,
        BAD_CAPTURE,
        BELOW_SHALLOW,
        BELOW_STATIC,
        DECIDED,
        KILLER,
        MADE,
        MAX_HISTORY,
        MULTICUT,
        NO_MOVE,
        NOISY,
        PROBCUT_PLIES,
        PRUNED,
        TABLE_SIZE,
        UNKNOWN,
    )
    from searchers.storage.constants import NO_STATIC

WORKER_NODES = 10_000
"""The nodes of a search after which the other processes begin to help."""

_TYPICAL = 84
"""The percentage of errors below one standard deviation, if they are normal."""
_STATIC_DEPTH = 8
"""The depth up to which reverse futility and futility prune by the static value."""
_RAZORING_DEPTH = 3
"""The depth up to which razoring prunes."""
_LATE_DEPTH = 8
"""The depth up to which late quiet moves are pruned."""
_HANGING_MARGIN = 8
"""What a quiet move may lose, in 64ths of a typical error for every squared ply."""
_IIR_DEPTH = 4
"""The depth from which internal iterative reduction reduces."""
_SINGULAR_DEPTH = 6
"""The depth from which the table's move is tested for singularity."""

# Reductions, in 1,024ths of a ply.
_BASE, _DIVISOR = 1024, 2.0
"""The least reduction, and the divisor of the product of the logarithms of depth and number."""
_CUT_NODE_MORE, _OPEN_WINDOW_LESS, _IMPROVING_LESS, _KILLER_LESS = 1024, 1024, 512, 1024
"""More in expected cut nodes; less with an open window, for an improving side, for killers."""

_COMPLETE_SORT_DEPTH = 3
"""The depth from which complete nodes sort quiet moves by static value."""
_COMPLETE_WEIGHT = 5
"""The weight of a quiet move's first estimate in complete nodes."""
_MAX_SOLVED = 5_000
"""The nodes that the game's own solver may take at a time, between two checks of the clock."""


def _certainty(help: str) -> Option:
    """Return an option for the percentage of positions in which a decision shall be right."""
    return Option(100, help, low=0, high=100)


class PrincipalVariationOptions(TypedDict, total=False):
    """The options of `PrincipalVariation`."""

    tt: Annotated[
        int, Option(16, "table in megabytes, for games with keys; 0 is none", low=0, high=2**16)
    ]
    workers: Annotated[
        int,
        Option(
            1, "processes that share the table and search together (lazy SMP)", low=1, high=1024
        ),
    ]
    aspiration: Annotated[
        bool, Option(True, "begin each depth with a window around the last value")
    ]
    killers: Annotated[bool, Option(True, "try first the quiet moves that cut at the same ply")]
    history: Annotated[bool, Option(True, "order quiet moves by how often they cut")]
    checks: Annotated[bool, Option(True, "search one ply deeper after a check")]
    sort: Annotated[
        int,
        Option(
            0,
            "least depth at which quiet children are sorted by static value; 0 is never",
            low=0,
            high=400,
        ),
    ]
    selective: Annotated[
        bool, Option(True, "prune and reduce; false switches all of the following off")
    ]
    null: Annotated[bool, Option(True, "null-move pruning, where the game allows passes")]
    lmr: Annotated[bool, Option(True, "late-move reductions: search late quiet moves less deeply")]
    lmp: Annotated[
        int,
        Option(
            4,
            "late-move pruning: near the horizon prune quiet moves after so many plus the squared "
            "depth; 0 is never",
            low=0,
            high=1000,
        ),
    ]
    exchange: Annotated[
        bool, Option(True, "prune quiet moves near the horizon that lose the moved piece")
    ]
    refine: Annotated[bool, Option(True, "use a bound of the table in place of the static value")]
    iir: Annotated[
        bool, Option(True, "internal iterative reduction: a ply less without a table move")
    ]
    reverse: Annotated[
        int,
        _certainty(
            "reverse futility: cut where in so many percent of positions no search would bring the "
            "static value below beta; 0 is never, 100 the best for the game"
        ),
    ]
    futility: Annotated[
        int, _certainty("prune moves that will not reach alpha in so many percent of positions")
    ]
    razoring: Annotated[
        int,
        _certainty(
            "search captures alone where alpha is out of reach in so many percent of positions"
        ),
    ]
    probcut: Annotated[
        int,
        _certainty(
            "ProbCut (Buro 1995): cut by a search of 4 plies less, right in so many percent"
        ),
    ]
    singular: Annotated[
        int,
        _certainty(
            "singular extensions (Anantharaman 1990): extend a move if all others are worse by a "
            "part of an error of this percentage"
        ),
    ]


class PrincipalVariation(DepthFirst):
    """Iterative deepening of a principal variation search with a transposition table.

    For every ply there is:

    * `statics`: the static value, NO_STATIC in check or where it is not needed.
    * `estimates`: the static value, or a tighter bound of it from the table.
    * `excluded`: the move that a search for singular moves leaves out, else NO_MOVE.
    * `complete`: whether every line from the node ends the game before the horizon. Such a node is
      complete, and nothing is pruned there.

    Nodes are complete where the game knows how many moves are left (`known_length`) and the root is
    searched a ply deeper than that. In other games all nodes are complete (`complete_tree`) once an
    iteration met no horizon.
    """

    NAME = "pvs"
    KEEPS_WORKERS = True
    OPTIONS = PrincipalVariationOptions

    def __init__(
        self, evaluator: EvaluatorOrSpec = None, **options: Unpack[PrincipalVariationOptions]
    ) -> None:
        super().__init__(evaluator, **options)
        given = self.options
        selective = given["selective"]
        self.use_null = selective and given["null"]
        self.use_lmr = selective and given["lmr"]
        self.use_iir = selective and given["iir"]
        self.use_exchange = selective and given["exchange"]
        self.use_entry_bounds = selective and given["refine"]
        by_static = ("null", "reverse", "futility", "razoring", "probcut")
        self.use_static = selective and any(map(given.get, by_static))
        self.lmp_moves = given["lmp"] if selective else 0
        self.extend_checks = given["checks"]
        self.sort_depth = given["sort"] or MAX_PLY + 1
        self._statics = array("i", [NO_STATIC]) * (MAX_PLY + 2)
        self._estimates = array("i", [NO_STATIC]) * (MAX_PLY + 2)
        self._excluded = array("i", [NO_MOVE]) * (MAX_PLY + 2)
        self._complete = array("b", bytes(MAX_PLY + 2))
        self._reductions = array("i", _reduction_table())
        self.statics, self.estimates = ints(self._statics), ints(self._estimates)
        self.excluded, self.complete = ints(self._excluded), schars(self._complete)
        self.reductions = ints(self._reductions)
        self.workers: Any = None
        self.shared_table: Any = None
        self.extra_depth = 0
        self.new_game()

    def new_game(self) -> None:
        """Forget the table and the move order, here and in the worker processes."""
        self.order = MoveOrder(self.options["killers"], self.options["history"])
        self.table: Any = None
        self.mean_change = 0
        if self.workers is not None:
            self.workers.new_game()

    # Iterative deepening

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Deepen ply by ply, with worker processes once the search is long enough to use them.

        Their counts and nodes are added at the end. If one is lost, the answer gets a remark.

        :raises SpecError: if another process cannot make the game or the evaluator from its spec.
        """
        self._set_table(position)
        if self.table is not None:
            self.table.begin()
        self._set_error_bounds(position)
        self.order.new_search(self.root_ply)
        for ply in range(len(self._excluded)):
            self._excluded[ply] = NO_MOVE  # an exception may have left a move there
        self.path_independent = not position.PATH_DEPENDENT
        self.complete_tree = False
        self.known_length = position.moves_left() is not None
        self.store_leaves = self.table is not None and self.evaluator.SEARCHES
        # Where the evaluator searches on, a move may be reduced to that search alone.
        self.min_depth = 0 if self.evaluator.SEARCHES else 1
        self.root_moves, self.other_roots = answer.moves, answer.root
        self.root_salt = self._salt(answer)
        self.last_value = 0
        waiting = self.workers is not None and self.table is not None
        helped = False
        try:
            for depth in depths(limits, answer, self.budget):
                if waiting and self.budget.used >= WORKER_NODES:
                    waiting = False
                    helped = self.workers.begin(
                        position.copy(), answer.moves, self.table.age, self.budget
                    )
                if not self._deepen(position, min(depth + self.extra_depth, MAX_PLY), answer):
                    return
        finally:
            if helped:
                self.budget.charge(self.workers.end(self.counts))
            if self.workers is not None:
                answer.remarks += self.workers.remarks()

    def _set_table(self, position: Position) -> None:
        """Set `table`: the one that is there already, or else a new one.

        With the option `workers` above 1 it is the table of the worker processes, which are started
        unless they run for this game. A worker takes the table that it was given. If positions have
        no keys, or the option `tt` is 0, `table` is None, and no workers are started.
        """
        if not position.KEYED:
            self.table = None
        elif self.options["workers"] > 1 and self.options["tt"]:
            self._start_workers(position)
            self.table = self.workers.table
        elif self.table is None and self.options["tt"]:
            self.table = self.shared_table or TranspositionTable(self.options["tt"])

    def _start_workers(self, position: Position) -> None:
        """Set `workers` to new processes, unless they run for this game; end those of another."""
        if self.workers is not None and self.workers.game_spec == position.spec:
            return
        # Imported here, because a search in one process starts faster without it.
        from searchers.depth_first.workers import Workers

        if self.workers is not None:
            workers, self.workers = self.workers, None  # also if the new ones cannot be made
            workers.close()
        self.workers = Workers(self, position)

    def _set_error_bounds(self, position: Position) -> None:
        """Set the bounds of the evaluator's errors, which some margins use, from a model file.

        Without the option `selective` all but `typical_error` are UNKNOWN.
        """
        selective = self.options["selective"]
        evaluator = self.evaluator
        stored = evaluator.spec, f"{evaluator.NAME}:base={getattr(evaluator, 'bound', '')}"
        self.typical_error = error_bounds(position.family, stored, "", _TYPICAL)
        (
            self.reverse_error,
            self.futility_error,
            self.razoring_error,
            self.probcut_error,
            self.singular_error,
        ) = [
            error_bounds(position.family, stored, name, self.options[name] if selective else 0)
            for name in ("reverse", "futility", "razoring", "probcut", "singular")
        ]

    def _salt(self, answer: Answer) -> int:
        """Return a number to change the root's key by if not all moves are searched; else 0.

        So a restricted root has no table entry in common with its own position.
        """
        salt: cython.ulonglong = 0
        move: cython.int
        if answer.is_restricted:
            for move in answer.moves:
                salt ^= mix(move + 1)
        return salt

    def _deepen(self, position: Position, depth: int, answer: Answer) -> bool:
        """Search the root to one depth and report it; return False if the budget ended.

        Then a best move found before the end is reported with the depth before, unless it loses:
        moves not yet searched may not. Otherwise also set `complete_tree` and the mean change of
        the value.
        """
        last = self.last_value
        self.iteration = depth
        self.horizon_reached = False
        self.last_value = value = self._iterate(position, depth, last)
        if self.budget.over:
            if self.lines.length[0] > 0 and depth > 1 and self.root_value > -MATE_BOUND:
                self._report(answer, depth - 1, False)
            return False
        self._report(answer, depth, not self.horizon or abs(value) >= MATE_BOUND)
        # If every line ended before the horizon, only pruning prevents a proof.
        self.complete_tree = not self.horizon_reached
        if depth > 1 and abs(value) < MATE_BOUND and abs(last) < MATE_BOUND:
            self.mean_change += (abs(value - last) - self.mean_change) // 4
        return True

    def _iterate(self, position: Position, depth: int, guess: int) -> int:
        """Return the value of the root at one depth, by a window around `guess` (aspiration).

        The window's width follows the mean change of the value from depth to depth. It opens on
        the side where the search fails. Up to depth 4, without the option, and for a guess near a
        win or loss it is open at once. The value is void if the budget ended.
        """
        margin = 10 + self.mean_change
        event = "deepened"
        alpha, beta = -INFINITY, INFINITY
        if self.options["aspiration"] and depth > 4 and abs(guess) < MATE_BOUND // 2:
            alpha, beta = guess - margin, guess + margin
        while True:
            self.lines.length[0] = 0
            if self.tracing:
                self.trace.record_window(event, position, depth, alpha, beta)
            value = self._search_root(position, depth, alpha, beta)
            event = "re-searched"
            if self.budget.over or alpha < value < beta:
                return value
            margin *= 3
            wide = margin > 100 * (10 + self.mean_change)
            if value <= alpha:
                alpha = -INFINITY if wide else max(-INFINITY, value - margin)
            else:
                beta = INFINITY if wide else min(INFINITY, value + margin)

    def _search_root(self, position: Position, depth: int, alpha: int, beta: int) -> int:
        """Return the value of the root if it is between alpha and beta, else a bound of it.

        Void if the budget ended. First set `horizon` to False and clear the move stack.
        """
        self.horizon = False
        self.moves.count = 0
        return self._search_node(position, depth, alpha, beta, 0, False, False)

    def _report(self, answer: Answer, depth: int, proved: bool) -> None:
        """Improve the answer by the root's value and principal variation at a depth.

        :param proved: whether that value is certain.
        """
        line = self.lines.from_root()
        rest = [known for known in self.other_roots if known.move != line[0]]
        answer.improve(
            line[0],
            value=self.root_value,
            pv=line,
            depth=depth,
            proved=proved,
            root=[RootMove(line[0], self.root_value), *rest],
        )

    # The search

    def _search_node(
        self,
        position: Position,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        allow_null: cython.bint,
        cut_node: cython.bint,
    ) -> cython.int:
        """Return the value of a node for its side to move, if it is between alpha and beta.

        Otherwise return a bound on that side of the window. The result is void if the budget ended.
        The game must not be over.

        :param depth: the plies to search; at 0 or less the node is a leaf.
        :param allow_null: whether a null move may be tried, which is not so after another one.
        :param cut_node: whether the node is expected to fail high.
        """
        # Step 1. The horizon.
        if depth <= 0 or ply >= MAX_PLY:
            self.horizon = self.horizon_reached = True
            return self._evaluate_leaf(position, alpha, beta, ply)
        start: cython.int = self.moves.count
        game_ply: cython.int = self.root_ply + ply
        key: cython.ulonglong = 0
        tt_move: cython.int = NO_MOVE
        tt_extension: cython.int = 0
        known: cython.bint = False
        tracing: cython.bint = self.tracing
        excluding: cython.bint = self.excluded[ply] != NO_MOVE
        complete: cython.bint = self.complete_tree
        needed: cython.int
        value: cython.int
        if self.known_length:
            complete = position.most_moves_left() < depth
        self.complete[ply] = complete
        # Step 2. Mate-distance pruning: nothing beats the shortest win still possible.
        alpha = max(alpha, LOSS + game_ply)
        beta = min(beta, WIN - game_ply - 1)
        if alpha >= beta and ply > 0:
            if tracing:
                self.trace.record_position("known", position, alpha)
            return alpha
        if tracing:
            self.trace.record_window("visited", position, depth, alpha, beta)
        null_window: cython.bint = beta - alpha == 1 and ply > 0
        # Step 3. Transposition table. With an open window only its move is used. A complete node
        # needs an entry whose search met no horizon, because others may depend on pruning.
        if self.table is not None:
            key = position.key()
            if ply == 0:
                key ^= self.root_salt
            known = self.table.probe(key)
            if known:
                tt_move = self.table.move
                if null_window and not excluding:
                    needed = MAX_PLY if complete and self.path_independent else depth
                    value = self._entry_value(position, needed, alpha, beta, ply)
                    if value != ONGOING:
                        return value
        # Step 4. The game's own solver.
        if complete and null_window:
            value = self._solve(position, alpha, beta, game_ply)
            if value != ONGOING:
                if tracing:
                    self.trace.record_leaf(position, value)
                return value
        # Step 5. The static value.
        check: cython.bint = position.in_check()
        static: cython.int = self._note_static(position, check, known, ply)
        # Steps 6 to 9. Pruning of the node by its static value.
        if null_window and not complete and not excluding and not check:
            value = self._prune_node(position, depth, alpha, beta, ply, allow_null, cut_node)
            if self.budget.over:
                return 0
            if value != ONGOING:
                self.horizon = True
                if tracing:
                    self.trace.record_position("cut", position, value)
                return value
        # Step 10. Internal iterative reduction.
        if (
            self.use_iir
            and not complete
            and depth >= _IIR_DEPTH
            and tt_move == NO_MOVE
            and self.table is not None
        ):
            depth -= 1
        # Step 11. Singular extension and multicut.
        if known and tt_move != NO_MOVE and depth >= _SINGULAR_DEPTH:
            tt_extension = self._singular_extension(position, depth, beta, ply, cut_node, tt_move)
            if self.budget.over:
                return 0
            if tt_extension == MULTICUT:
                self.horizon = True  # probable, not proved
                if tracing:
                    self.trace.record_position("cut", position, beta)
                return beta
        # Step 12. Generate the moves.
        if ply == 0:
            self.moves.extend(self.root_moves)
        else:
            position.generate(self.moves)
        horizon_outside: cython.bint = self.horizon
        self.horizon = False
        self._count_expanded(position, ply, self.moves.count)
        # Step 13. Search the children.
        value = self._search_children(
            position, start, depth, alpha, beta, ply, check, cut_node, tt_move, tt_extension
        )
        self.moves.count = start
        if tracing and not self.budget.over:
            self.trace.record_position("backed up", position, value)
        # Step 14. Store the result. A value that met no horizon holds at every depth.
        if self.table is not None and not self.budget.over and not excluding:
            if value > alpha:
                tt_move = self.lines.moves[ply * (MAX_PLY + 2)]
            if not self.horizon and (self.path_independent or abs(value) >= MATE_BOUND):
                depth = MAX_PLY
            self.table.store_window_result(
                key, value, alpha, beta, tt_move, depth, game_ply, static
            )
        self.horizon = self.horizon or horizon_outside
        return value

    # Step 1

    def _evaluate_leaf(
        self, position: Position, alpha: cython.int, beta: cython.int, ply: cython.int
    ) -> cython.int:
        """Return the value of a node at the horizon, from its side to move.

        Outside (alpha, beta) it may be a bound. It is void if the budget ended. If the evaluator
        searches (quiescence), the table has its results at depth 0.
        """
        game_ply: cython.int = self.root_ply + ply
        deeper: cython.bint = False
        key: cython.ulonglong = 0
        value: cython.int
        if self.store_leaves:
            key = position.key()
            if self.table.probe(key):
                value = self._entry_value(position, 0, alpha, beta, ply)
                if value != ONGOING:
                    return value
                deeper = self.table.depth > 0
        self.counts.evaluated += 1
        value = self.evaluator.value_within(position, alpha, beta)
        if self.tracing:
            self.trace.record_leaf(position, value, self.budget.over)
        if self.store_leaves and not (deeper or self.budget.over):
            self.table.store_window_result(key, value, alpha, beta, NO_MOVE, 0, game_ply)
        return value

    # Step 4

    def _solve(
        self, position: Position, alpha: cython.int, beta: cython.int, game_ply: cython.int
    ) -> cython.int:
        """Return the game's own value of a complete node, or a bound if it is beyond the window.

        In a complete node every line ends the game before the horizon. If the game's upper bound is
        at most alpha, return that. Else the game solves the position, and the moves that it makes
        count as nodes of this search. Wins are dated from the start of the game.

        :returns: ONGOING if the game has no solver, or it needs more than `_MAX_SOLVED` nodes or
            more than the budget has left.
        """
        value: cython.int
        most: cython.int = _MAX_SOLVED
        alpha, beta = adjust_mate(alpha, -game_ply), adjust_mate(beta, -game_ply)
        value = position.upper_bound(alpha)
        if value > alpha:
            if not can_take(self.budget, 1) and not self.budget.poll():
                return ONGOING
            if self.budget.left() < most:
                most = self.budget.left()
            value = position.solve(alpha, beta, most)
            self.counts.generated += position.solve_nodes
            self.budget.charge(position.solve_nodes)
        if value == ONGOING:
            return value
        self.counts.evaluated += 1
        return adjust_mate(value, game_ply)

    # Step 5

    def _note_static(
        self, position: Position, check: cython.bint, known: cython.bint, ply: cython.int
    ) -> cython.int:
        """Set `statics` and `estimates` of a ply, and return the static value.

        It is NO_STATIC in check, in complete nodes, and if no option needs it. The estimate is the
        static value, or the table's value where that is a better bound.

        :param check: whether the side to move is in check.
        :param known: whether the table has an entry for the node, which was just probed.
        """
        static: cython.int = NO_STATIC
        if not check and not self.complete[ply] and self.use_static:
            if known:
                static = self.table.static
            if static == NO_STATIC:
                static = self.evaluator.static(position)
        self.statics[ply] = self.estimates[ply] = static
        if (
            known
            and self.use_entry_bounds
            and static != NO_STATIC
            and abs(self.table.value) < MATE_BOUND
            and self.table.bound & (LOWER if self.table.value > static else UPPER)
        ):
            self.estimates[ply] = self.table.value
        return static

    def _improving(self, ply: cython.int) -> cython.bint:
        """Return whether the static value is higher than at this side's last move on the line.

        False if either is unknown, as in check.
        """
        static: cython.int = self.statics[ply]
        if static == NO_STATIC or ply < 2 or self.statics[ply - 2] == NO_STATIC:
            return False
        return static > self.statics[ply - 2]

    def _error_size(self, errors: ErrorBounds, position: Position) -> cython.int:
        """Return the mean of the bounds of a static value's error below and above, for depth 2.

        It is the unit of margins. It is UNKNOWN if either bound is.
        """
        phase: cython.int = position.game_phase()
        below: cython.int = errors.bound(BELOW_STATIC, 2, phase)
        above: cython.int = errors.bound(ABOVE_STATIC, 2, phase)
        return UNKNOWN if below >= UNKNOWN or above >= UNKNOWN else (below + above) // 2

    # Steps 6 to 9

    def _prune_node(
        self,
        position: Position,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        allow_null: cython.bint,
        cut_node: cython.bint,
    ) -> cython.int:
        """Return a probable bound that cuts the node without a full search; ONGOING for none.

        In this order, if depth and options allow: reverse futility, razoring, null move, ProbCut.
        Nothing is tried without a static value, or if that or beta is a decided game. The result is
        void if the budget ended.
        """
        static: cython.int = self.estimates[ply]
        phase: cython.int = position.game_phase()
        reduced: cython.int = max(1, depth - self._improving(ply))
        value: cython.int
        if abs(beta) >= DECIDED or abs(static) >= DECIDED or static == NO_STATIC:
            return ONGOING
        # Step 6. Reverse futility: a search will hardly bring the value below beta.
        if (
            depth <= _STATIC_DEPTH
            and static - self.reverse_error.bound(BELOW_STATIC, reduced, phase) >= beta
        ):
            return beta + (static - beta) // 2
        # Step 7. Razoring: only captures can bring the value above alpha.
        if (
            depth <= _RAZORING_DEPTH
            and static + self.razoring_error.bound(ABOVE_STATIC, depth, phase) <= alpha
        ):
            value = self._search_node(position, 0, alpha, beta, ply, False, cut_node)
            if value <= alpha or self.budget.over:
                return value
        # Step 8. Null move: if a pass reaches beta, so does the best move.
        if (
            allow_null
            and static >= beta
            and self._null_move_cuts(position, depth, beta, ply, cut_node)
        ):
            return beta
        # Step 9. ProbCut: a shallower search is far beyond the window.
        if depth > PROBCUT_PLIES and not self.budget.over:
            return self._probcut(position, depth, alpha, beta, ply, cut_node)
        return ONGOING

    def _null_move_cuts(
        self,
        position: Position,
        depth: cython.int,
        beta: cython.int,
        ply: cython.int,
        cut_node: cython.bint,
    ) -> cython.bint:
        """Return whether a reduced search after a pass reaches beta (Beal 1989).

        That proves nothing, so `horizon` is then set. The pass is a node. Nothing is searched
        without the option `null`, below depth 2, and where no pass is possible or zugzwang is
        likely. False if the budget ended.
        """
        below: cython.int = depth - 4 - depth // 4
        if not self.use_null or depth < 2:
            return False
        if not position.can_pass() or not position.zugzwang_unlikely():
            return False
        below -= min(
            (self.estimates[ply] - beta) // (self._error_size(self.typical_error, position) + 1), 3
        )
        if not take(self.budget):
            return False
        self.counts.generated += 1
        if self.tracing:
            self.trace.record_child("generated", position, NO_MOVE)
        self.lines.length[ply + 1] = 0
        self.order.kinds[ply] = NO_MOVE
        position.push_pass()
        value: cython.int = -self._search_node(
            position, below, -beta, -beta + 1, ply + 1, False, not cut_node
        )
        position.pop()
        if value < beta or self.budget.over:
            return False
        self.horizon = True  # probable, not proved
        return True

    def _probcut(
        self,
        position: Position,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        cut_node: cython.bint,
    ) -> cython.int:
        """Return beta if a shallower search reaches beta plus its error bound (ProbCut: Buro 1995).

        Return alpha if it is at most alpha minus that bound. Return ONGOING if neither holds, no
        error bound is known, or the budget ended. If the static value is at least beta only beta is
        tried, otherwise only alpha.
        """
        above: cython.bint = self.statics[ply] >= beta
        error: cython.int = self.probcut_error.bound(
            BELOW_SHALLOW if above else ABOVE_SHALLOW, depth, position.game_phase()
        )
        low: cython.int = beta + error - 1 if above else alpha - error
        value: cython.int
        if error == UNKNOWN:
            return ONGOING
        value = self._search_node(
            position, depth - PROBCUT_PLIES, low, low + 1, ply, False, cut_node
        )
        if self.budget.over or (value > low) != above:  # not beyond the window on that side
            return ONGOING
        return beta if above else alpha

    # Step 11

    def _singular_extension(
        self,
        position: Position,
        depth: cython.int,
        beta: cython.int,
        ply: cython.int,
        cut_node: cython.bint,
        tt_move: cython.int,
    ) -> cython.int:
        """Return the extension of the table's move in plies, by a search of all other moves.

        * 1 if all other moves are clearly worse (Anantharaman et al. 1990).
        * MULTICUT if another move reaches beta as well (Bjornsson & Marsland 2001).
        * -2 if neither holds and the table's value reaches beta; else -1 in a `cut_node`.
        * 0 otherwise, also where the test does not apply.

        The result is void if the budget ended.
        """
        unit: cython.int = self._error_size(self.singular_error, position)
        value: cython.int
        bound: cython.int
        tt_value: cython.int
        static: cython.int = self.statics[ply]
        horizon: cython.bint = self.horizon
        if ply == 0 or self.complete[ply] or self.excluded[ply] != NO_MOVE or unit >= UNKNOWN:
            return 0
        if not self.table.probe(position.key()) or self.table.move != tt_move:
            return 0
        if self.table.depth < depth - 3 or not self.table.bound & LOWER:
            return 0
        tt_value = adjust_mate(self.table.value, self.root_ply + ply)
        if abs(tt_value) >= MATE_BOUND or ply >= 2 * self.iteration:
            return 0
        bound = tt_value - depth * unit // 64
        self.excluded[ply] = tt_move
        value = self._search_node(
            position, (depth - 1) // 2, bound - 1, bound, ply, False, cut_node
        )
        self.excluded[ply] = NO_MOVE
        self.statics[ply] = static
        self.lines.length[ply] = 0
        self.horizon = horizon
        if value < bound:
            return 1
        if bound >= beta:
            return MULTICUT
        return -2 if tt_value >= beta else -cut_node

    # Step 13

    def _search_children(
        self,
        position: Position,
        start: cython.int,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        check: cython.bint,
        cut_node: cython.bint,
        tt_move: cython.int,
        tt_extension: cython.int,
    ) -> cython.int:
        """Return the best value of the children from index `start` on, until one reaches beta.

        Moves get their scores in three stages, because most nodes are cut early: the table's move,
        captures and killers, quiet moves. Pruned moves count by their bounds. If the only move is
        the excluded one, the value is alpha. It is void if the budget ended. At the root, each
        value above alpha is stored as `root_value`.

        :param check: whether the side to move is in check.
        :param tt_move: the table's move; NO_MOVE for none.
        :param tt_extension: the plies by which that move is extended.
        """
        moves: Moves = self.moves
        best: cython.int = -INFINITY
        excluded: cython.int = self.excluded[ply]
        reduction: cython.int
        value: cython.int
        index: cython.int
        order: cython.int
        null_window: cython.bint = beta - alpha == 1 and ply > 0
        pruning: cython.bint = null_window and not check and not self.complete[ply]
        late: cython.int = MOST_LISTED  # the number of moves after which quiet ones are pruned
        scored: cython.int = start  # moves before this index have their scores
        quiet: cython.bint = False
        if pruning and abs(alpha) < DECIDED and self.lmp_moves and depth <= _LATE_DEPTH:
            late = self.lmp_moves + depth * depth * (1 + self._improving(ply))
        if tt_move != NO_MOVE:
            scored += self.order.bring_to_front(position, moves, start, tt_move)
        for index in range(start, moves.count):
            order = index - start
            # Step 13a. Order the moves.
            if index == scored:
                self.order.score_captures(position, moves, scored, ply, not self.complete[ply])
            if index >= scored and not quiet:
                moves.pick(index)
                quiet = moves.score[index] < KILLER
                if quiet:
                    self._score_quiet(position, index, depth, beta, ply, late - order)
            if self.budget.over:
                break
            if moves.move[index] == excluded:
                moves.tag[index] |= PRUNED
                continue
            # Step 13b. Late-move reduction.
            reduction = 0
            if order >= 2 and not check:
                reduction = self._reduction(
                    position, index, order, depth, ply, beta - alpha > 1, cut_node
                )
            # Step 13c. Pruning of moves: late moves, futility, hanging pieces.
            if pruning and best > -MATE_BOUND:
                value = self._prune_move(
                    position, index, depth, alpha, ply, reduction, order >= late
                )
                if value != ONGOING:
                    best = max(best, value)
                    moves.tag[index] |= PRUNED
                    self.horizon = True
                    continue
            # Step 13d. Search the child.
            if ply == 0:
                self._report_root_move(moves.move[index], order + 1)
            value = self._search_child(
                position,
                index,
                order,
                depth,
                alpha,
                beta,
                ply,
                cut_node,
                tt_extension if index < scored else 0,
                reduction,
            )
            if self.budget.over:
                break
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    self.lines.update(moves.move[index], ply)
                    if ply == 0:
                        self.root_value = value
                    if value >= beta:
                        if self.tracing and index + 1 < moves.count:
                            self.trace.record_position("cut", position, value)
                        self.order.update(position, moves, start, index, depth, ply)
                        break
        return alpha if best == -INFINITY else best

    # Step 13a

    def _score_quiet(
        self,
        position: Position,
        start: cython.int,
        depth: cython.int,
        beta: cython.int,
        ply: cython.int,
        count: cython.int,
    ) -> None:
        """Score the quiet moves from index `start` on and sort the best `count` to the front.

        From a certain depth on they are made, which takes nodes, and scored by static value; else
        by history. In complete nodes, where histories are a poor guide, that depth is lower. The
        other moves follow in any order.
        """
        moves: Moves = self.moves
        complete: cython.bint = self.complete[ply] != 0
        index: cython.int
        if depth >= (min(_COMPLETE_SORT_DEPTH, self.sort_depth) if complete else self.sort_depth):
            for index in range(start, moves.count):
                if moves.tag[index] & NOISY:
                    continue
                if not self._make_child(position, index, beta, ply):
                    break
                if complete:
                    moves.score[index] += _COMPLETE_WEIGHT * position.quiet_move_score(
                        moves.move[index]
                    )
        else:
            self.order.score_quiet(position, moves, start, ply)
        moves.sort_best(start, max(1, count))

    def _make_child(
        self, position: Position, index: cython.int, beta: cython.int, ply: cython.int
    ) -> cython.bint:
        """Make a quiet child, score its move and take it back; return False if the budget ended.

        The score is the child's static value, or the result of a finished game, from the parent's
        side. In a complete node, a child that the table proves to reach beta gets the highest score
        (enhanced transposition cut-off: Plaat et al. 1996). The move's tag becomes MADE.
        """
        if not self._make_move(position, self.moves.move[index]):
            return False
        value: cython.int = position.result()
        if value == ONGOING:
            if (
                self.complete[ply]
                and self.table is not None
                and self.table.probe(position.key())
                and self.table.depth >= MAX_PLY  # the search of the entry met no horizon
                and self.table.bound & UPPER
                and -adjust_mate(self.table.value, self.root_ply + ply + 1) >= beta
            ):
                value = -INFINITY
            else:
                value = self.evaluator.static(position)
        position.pop()
        self.moves.score[index] = max(min(-value, 1 << 27), -(1 << 27))
        self.moves.tag[index] = MADE
        return True

    # Step 13b

    def _reduction(
        self,
        position: Position,
        index: cython.int,
        order: cython.int,
        depth: cython.int,
        ply: cython.int,
        open_window: cython.bint,
        cut_node: cython.bint,
    ) -> cython.int:
        """Return the plies by which a late move is reduced; 0 for none.

        It is 0 without the option `lmr`, in complete nodes, near the horizon, and at the root with
        `ranking`. A noisy move is reduced by a ply if its score is below 0. For quiet moves it
        grows with depth and `order`. It is more in a `cut_node`, less with an open window, for
        killers, good histories and an improving side.

        :param order: the number of moves before it.
        :param open_window: whether alpha and beta are more than 1 apart.
        :param cut_node: whether the node is expected to fail high.
        """
        if not self.use_lmr or self.complete[ply] or (ply == 0 and self.ranking):
            return 0
        if depth < self.min_depth + 2:
            return 0
        move: cython.int = self.moves.move[index]
        history: cython.int = self.moves.score[index]  # most quiet moves are scored by history
        reduction: cython.int = self.reductions[
            TABLE_SIZE * min(depth, TABLE_SIZE - 1) + min(order, TABLE_SIZE - 1)
        ]
        if self.moves.tag[index] & NOISY:
            return 0 if history >= 0 else 1
        if history >= KILLER:
            reduction -= _KILLER_LESS
        if history >= KILLER or self.moves.tag[index] & MADE:
            history = self.order.quiet_history(move, position.move_kind(move), ply)
        reduction += _CUT_NODE_MORE * cut_node - _OPEN_WINDOW_LESS * open_window
        reduction -= _IMPROVING_LESS * self._improving(ply) + history * 1024 // MAX_HISTORY
        return max(0, min(reduction // 1024, depth - 1 - self.min_depth))

    # Step 13c

    def _prune_move(
        self,
        position: Position,
        index: cython.int,
        depth: cython.int,
        alpha: cython.int,
        ply: cython.int,
        reduction: cython.int,
        late: cython.bint,
    ) -> cython.int:
        """Return a probable upper bound of a move to prune it; ONGOING if it must be searched.

        The table's move, moves that were made for sorting, moves that the game says are threats,
        and captures that lose nothing must be searched; all moves if alpha is a decided game. The
        bound is from the side that makes the move, and -INFINITY where only the order or a hanging
        piece prunes.

        :param reduction: the plies by which the move would be reduced.
        :param late: whether a quiet move comes so late that it is pruned.
        """
        score: cython.int = self.moves.score[index]
        move: cython.int = self.moves.move[index]
        noisy: cython.bint = self.moves.tag[index] & NOISY != 0
        reduced: cython.int = depth if noisy else max(1, depth - reduction)
        bound: cython.int = ONGOING
        unit: cython.int
        if score == INFINITY or self.moves.tag[index] & MADE or abs(alpha) >= DECIDED:
            return ONGOING
        if noisy and score >= 0:
            return ONGOING
        if late and not noisy and score < KILLER:
            bound = -INFINITY
        elif reduced <= _STATIC_DEPTH and self.statics[ply] != NO_STATIC:
            # BELOW, because the bound is of the child's value, from the child's side to move.
            bound = self.statics[ply] + self.futility_error.bound(
                BELOW_STATIC, reduced, position.game_phase()
            )
            if noisy:
                bound += score - BAD_CAPTURE
            if bound > alpha:
                bound = ONGOING
                unit = self._error_size(self.typical_error, position)
                if (
                    not noisy
                    and self.use_exchange
                    and unit < UNKNOWN
                    and 64 * position.hanging_loss(move)
                    > _HANGING_MARGIN * reduced * reduced * unit
                ):
                    bound = -INFINITY
        return ONGOING if bound == ONGOING or position.gives_check(move) else bound

    # Step 13d

    def _search_child(
        self,
        position: Position,
        index: cython.int,
        order: cython.int,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        cut_node: cython.bint,
        extension: cython.int,
        reduction: cython.int,
    ) -> cython.int:
        """Make a move and return its value from the parent's side, by null window and re-search.

        The move takes a node unless it was made before. It is taken back. The result is void if the
        budget ended.

        :param order: the number of moves before it; the first move has the whole window.
        :param extension: the plies to search deeper, below 0 for less deeply.
        :param reduction: the plies by which the first search is less deep. It does not count for
            moves that give check.
        """
        below: cython.int = depth - 1 + extension
        move: cython.int = self.moves.move[index]
        tracing: cython.bint = self.tracing
        value: cython.int
        self.lines.length[ply + 1] = 0
        self.order.kinds[ply] = position.move_kind(move)
        if self.moves.tag[index] & MADE:
            self.counts.steps += 1
            position.push(move)
        elif not self._make_move(position, move):
            return 0
        if self.table is not None and (depth > 1 or self.store_leaves):
            self.table.prefetch_bucket(position.key())
        value = position.result()
        if value != ONGOING:
            value = self._leaf_value(position, value, ply + 1)
            position.pop()
            return -value
        if self.known_length and self.complete[ply]:
            below = position.most_moves_left() + 1  # a pass takes none of these plies
        elif position.in_check():
            reduction = 0
            if self.extend_checks and extension == 0 and ply < 2 * self.iteration:
                below = depth
        if order == 0:
            # The first child has the whole window.
            value = -self._search_node(
                position, below, -beta, -alpha, ply + 1, True, not cut_node and beta - alpha == 1
            )
        else:
            # Others have an empty window at the reduced depth, then at full depth, then the whole.
            value = -self._search_node(
                position, below - reduction, -alpha - 1, -alpha, ply + 1, True, True
            )
            if value > alpha and reduction > 0 and not self.budget.over:
                if tracing:
                    self.trace.record_window("re-searched", position, below, -alpha - 1, -alpha)
                value = -self._search_node(
                    position, below, -alpha - 1, -alpha, ply + 1, True, not cut_node
                )
            if alpha < value < beta and not self.budget.over:
                if tracing:
                    self.trace.record_window("re-searched", position, below, -beta, -alpha)
                value = -self._search_node(position, below, -beta, -alpha, ply + 1, True, False)
        position.pop()
        return value


def _reduction_table() -> list[int]:
    """Return the late-move reductions, by depth and number of the move, in 1,024ths of a ply.

    The list is flat: TABLE_SIZE items for each depth from 0 on. At depth 0 and for number 0 they
    are 0.
    """
    return [
        int(_BASE + 1024 * math.log(depth) * math.log(order) / _DIVISOR) if depth and order else 0
        for depth in range(TABLE_SIZE)
        for order in range(TABLE_SIZE)
    ]


class MTDF(PrincipalVariation):
    """MTD(f): empty windows that close in on the value (Plaat, Schaeffer, Pijls & de Bruin 1996).

    Each search with an empty window finds on which side of it the value is. The table keeps its
    results, so that the next search visits few new nodes. Nodes and options are those of `pvs`.
    The first window is at the value of the depth before. In the paper each next one is at the
    bound just found. With fine values that takes dozens of windows a depth, so here the distance
    grows from window to window (its MTD(step)) until the value has a bound on either side. Then
    each window halves the interval between the bounds (its MTD(bi)).
    """

    NAME = "mtdf"

    def __init__(
        self, evaluator: EvaluatorOrSpec = None, **options: Unpack[PrincipalVariationOptions]
    ) -> None:
        """Store the options.

        :raises SpecError: without a table (`tt`).
        """
        super().__init__(evaluator, **options)
        if not self.options["tt"]:
            raise SpecError("mtdf: needs a table: say how many megabytes with tt=")

    def _set_table(self, position: Position) -> None:
        """Set `table`, a new one unless there is one, and start the workers of the option.

        :raises SpecError: if positions have no keys.
        """
        if not position.KEYED:
            game = name_of(type(position))
            raise SpecError(f"mtdf needs positions with a key, and {game} is not KEYED; use pvs")
        super()._set_table(position)

    def _iterate(self, position: Position, depth: int, guess: int) -> int:
        """Return the value of the root at one depth, by empty windows from `guess` on.

        Void if the budget ended; then `root_value` is the highest lower bound found at this depth,
        or, if there is none, the value at the depth before.
        """
        value, low, high = guess, -INFINITY, INFINITY
        beta, step = guess, 0
        horizon = False
        self.lines.length[0] = 0
        event = "deepened"
        while low < high:
            if self.tracing:
                self.trace.record_window(event, position, depth, beta - 1, beta)
            event = "re-searched"
            value = self._search_root(position, depth, beta - 1, beta)
            horizon = horizon or self.horizon
            if self.budget.over:
                break
            if value < beta:
                high, beta = value, value - step
            else:
                low, beta = value, value + 1 + step
            step += step + 1 + self.mean_change // 4
            if low > -INFINITY and high < INFINITY:
                beta = (low + high + 1) // 2
        self.horizon = horizon
        if not self.budget.over:
            self.root_value = value
        return value
