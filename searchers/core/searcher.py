"""The base class `Searcher`: it finds a move within limits."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Annotated, Any

import cython

from evaluators import default_for
from evaluators import make as make_evaluator
from evaluators.core.budget import Budget
from evaluators.core.evaluator import Evaluator, EvaluatorOrSpec
from games.core.contract import read_legal_moves
from games.core.moves import Moves
from games.core.position import Position
from games.errors import (
    BusyError,
    ContractError,
    EvaluationError,
    LimitsError,
    PositionError,
    SpecError,
    quoted,
)
from games.parts.arguments import as_tuple
from games.parts.numbers import is_whole
from games.parts.part import Option, Part, options_of
from games.parts.specs import Spec, parse
from searchers.core.counts import Counts
from searchers.core.limits import Clock, Limits
from searchers.core.result import Answer, Report, Result, RootMove

if not cython.compiled:
    from evaluators.core.budget import take
    from games.core.scores import DRAW, INFINITY, MAX_PLY, ONGOING

LazyOption = Annotated[
    bool,
    Option(
        True,
        "search for a leaf's value only if something depends on it and the static value is a bound",
    ),
]
"""The option of searchers that first use the static value of a leaf as a lower bound."""

_OF_THE_ROOT = ("deepen", "workers")
"""The options without effect in a searcher inside another one, which searches for it."""

_FIRST_REPORT = 1000
_NEVER = 2**62
"""Node counts at which a search without depths reports first, with and without a listener."""


class Searcher(Part):
    """The base class of searchers.

    An author writes `_search` and perhaps `new_game`. `search` is for users: it checks its
    arguments and returns a `Result`. A searcher never prints. `docs/extending.md` has an example.

    In `_search` these are set:

    * `budget`: call `self.budget.take()` before each move that is made. Once it returns false the
      budget is over, and the value under way is void. An evaluator may also end it: test
      `self.budget.over` after each evaluation.
    * `counts`: the `Counts` of this search.
    * `evaluator`: the evaluator, bound to the game.
    * `report_at`: a search without depths calls `_plan_report` and reports when `budget.used` is
      at least this. Without a listener that never happens.
    * `root_ply`: the root's ply. Date the outcome of a finished game by
      `adjust_mate(outcome, position.ply)`: the sooner a win, the more it is worth. `answer`
      converts it to the distance from the root.
    * `lazy`: whether leaves may have a static value first (option `lazy`).
    * `tracing`: whether there is a `trace`.

    `answer.improve(move, value=...)` reports each new best answer.

    Between two calls of `new_game` a searcher may keep results. They must not change which moves
    are legal, nor any limit. `search` calls `new_game` when the game's class or options change;
    `moves_between` says whether a kept tree fits a position.

    :ivar trace: a `searchers.core.trace.Trace` that records the events of each search, or None. A
        clone has none.
    :ivar watcher: called with a root move and its number, from 1 on, when the search turns to it;
        or None. Searchers without an order of root moves do not call it.
    :ivar ranking: set for a search with `lines` above 1: the root moves will be compared, so none
        may be searched less deeply than another.
    :ivar pondering: whether the position is a guess of the opponent's move. A searcher that keeps a
        tree then also keeps the tree above the guess, within the same memory. It continues there if
        another move was played. Set it to False during the search if the guess was right. It stays
        as it is from search to search; a clone begins with False.
    :param evaluator: an evaluator or its spec; None for the game's default.
    """

    ONE_PLAYER = False
    """Whether it plays games with one player, where values are not negated from ply to ply."""
    WANTS_INTERVALS = False
    """Whether it needs an evaluator of intervals."""
    KEEPS_WORKERS = False
    """Whether the processes that its option `workers` starts outlive a search."""
    HOLDS_LINES = False
    """Whether every answer has a line for each root move; else `lines` above 1 takes several
    searches."""

    def __init__(self, evaluator: EvaluatorOrSpec = None, **options: Any) -> None:
        """Store the options and the evaluator, made from its spec.

        :raises SpecError: if an option is invalid, or it is no evaluator.
        """
        super().__init__(**options)
        self.known_game: Any = None
        self.default_spec = ""
        self.budget: Any = None
        self.report_at = _NEVER
        self.trace: Any = None
        self.watcher: Any = None
        self.tracing = self.ranking = self.lazy = self.busy = self.pondering = False
        self.given = make_evaluator(evaluator) if evaluator is not None else None
        self.evaluator: Any = self.given
        if self.given is not None and not isinstance(self.given, Evaluator):
            raise SpecError(f"{self.given!r} is not an evaluator")

    @property
    def player(self) -> str:
        """The spec that rebuilds this searcher with its evaluator."""
        return self.spec + (f"@{self.given.spec}" if self.given is not None else "")

    def __repr__(self) -> str:
        """Return the spec of the searcher and its evaluator between < and >."""
        return f"<{self.player}>"

    def _factory(self) -> Any:
        """Return a function that makes a searcher like this one, with a clone of its evaluator."""
        given = None if self.given is None else self.given.clone()
        if self.made_of is None:
            return partial(type(self), given, **self._given())
        arguments, keywords = self.made_of
        arguments = [given if each is self.given else each for each in arguments]
        keywords = {key: given if each is self.given else each for key, each in keywords.items()}
        return partial(type(self), *arguments, **keywords)

    def has_spec(self) -> bool:
        """Return whether `player`, the spec, makes a searcher like this one.

        True by default; a subclass returns False once functions have been set on it.
        """
        return True

    def new_game(self) -> None:
        """Forget all results and free their memory: another game begins. By default do nothing."""

    def winning_move(self, position: Position) -> int | None:
        """Return a move that wins by the results of earlier searches, or None; it takes no nodes.

        Only results that were proved count. None does not mean that no move wins. By default it is
        always None.
        """
        return None

    def expect_keys(self, position: Position) -> None:
        """Check that a game has the keys that this searcher needs; by default it needs none.

        :raises SpecError: if it has none.
        """

    def fullness(self) -> int | None:
        """Return how full the searcher's memory is, in thousandths; by default None.

        It is None if there is no memory in use, or no limit of it.
        """
        return None

    def default_evaluator(self, position: Position) -> str:
        """Return the spec of the evaluator that this searcher uses by default for a game.

        :raises EvaluationError: if it needs intervals, and the game has no default for them.
        """
        return default_for(position, intervals=self.WANTS_INTERVALS)

    def prepare(self, position: Position) -> None:
        """Set the evaluator for a game before the clock runs.

        Hosts call this; `search` does not need it.

        :raises EvaluationError: if the evaluator does not support the game.
        """
        self._choose_evaluator(position)

    @cython.annotation_typing(False)  # else compiled code cuts 1.5 nodes to 1
    def search(
        self,
        position: Position,
        limits: Limits | None = None,
        report: Report | None = None,
        stop: Any = None,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        seconds: float | None = None,
        cpu: float | None = None,
        clock: Clock | str | None = None,
        moves: Iterable[int | str] | None = None,
        lines: int = 1,
    ) -> Result:
        """Find a move for the side to move; the position does not change.

        The limits are `limits`, or keywords: `search(position, nodes=5000)`.

        The result has a value or bounds, and so has every report. If a clock or the stop flag ends
        the search before it has any, it evaluates the root moves by static values, a node each. If
        the node limit leaves less than that, the value is the static value of the root, which takes
        no node. The move is then the first in the searcher's order. A position with one legal move
        is searched like any other. On a clock its search is short (`Limits.for_only_move`).

        The result of a finished game has its outcome as value, and no move. A draw is searched if
        its position has legal moves.

        If an error interrupts the search, also one of `report`, the searcher forgets all earlier
        results, and the error passes through. If the memory ends after an answer was found, that
        is returned.

        :param report: called with an interim result whenever there is something new.
        :param stop: a stop flag, anything with `is_set()`, such as a `threading.Event`.
        :param nodes: nodes to take, a hard limit.
        :param depth: plies to look ahead.
        :param seconds: wall-clock time.
        :param cpu: CPU time of this thread, in seconds.
        :param clock: the clock of the game, or text for `Clock.parse`: "10+0.1".
        :param moves: the root moves to consider, as numbers or as text; None for all.
        :param lines: the number of best moves that get a value and a line (see `search_lines`).
        :raises PositionError: if the position is not one.
        :raises BusyError: if a search is running, in another thread or around a report.
        :raises LimitsError: if a limit is out of range or given twice, or the limits would never
            end, or do not suit this searcher.
        :raises MoveError: if a move to consider is not legal.
        :raises EvaluationError: if the evaluator does not support the game.
        :raises SpecError: if an option does not suit the game, `moves` is no list, `report` cannot
            be called, or `stop` is no stop flag.
        :raises ContractError: if the game or the searcher breaks its contract.
        :raises MemoryError: if the memory ends before there is an answer.
        """
        if not isinstance(position, Position):
            expected = "game('chess'), or one .at(text)"
            raise PositionError(
                f"position={quoted(position)}: expected a position, such as {expected}"
            )
        limits = Limits() if limits is None else limits
        if not isinstance(limits, Limits):
            raise LimitsError(f"limits={quoted(limits)}: expected Limits(...), or nodes=5000")
        limits = limits.also(
            nodes=nodes,
            depth=depth,
            seconds=seconds,
            cpu=cpu,
            clock=Clock.parse(clock) if isinstance(clock, str) else clock,
            moves=None
            if moves is None
            else tuple(
                [
                    position.parse_move(move) if isinstance(move, str) else move
                    for move in as_tuple(moves, "moves", "moves")
                ]
            ),
        )
        if not is_whole(lines, 1):
            raise LimitsError(f"lines={quoted(lines)}: expected a whole number, at least 1")
        if report is not None and not callable(report):
            raise SpecError(f"report={quoted(report)}: expected a function of a result")
        if stop is not None and not hasattr(stop, "is_set"):
            raise SpecError(f"stop={quoted(stop)}: expected a stop flag, with is_set()")
        if self.busy:
            raise BusyError(f"{self.spec} is searching; clone() gives one more")
        self.check_limits(limits, stop)
        self.busy = True
        try:
            if lines > 1:
                from searchers.core.multipv import search_lines

                return search_lines(self, position, limits.allotted(), lines, report, stop)
            return self.search_checked(position, limits.allotted(), report, stop)
        finally:
            self.busy = False

    def search_checked(
        self, position: Position, limits: Limits, report: Report | None = None, stop: Any = None
    ) -> Result:
        """Set the fields that `_search` uses, search a copy of the position, return the result.

        It is for `search`, which has checked the limits, with the clock's share allotted, and sees
        to it that only one search runs. If an error interrupts the search, or the memory ends,
        `new_game` forgets all earlier results. An answer found before the memory ended is returned.

        :raises MoveError: if a move to consider is not legal.
        :raises EvaluationError: if the evaluator does not support the game.
        :raises ContractError: if the searcher's move is not one to consider.
        :raises MemoryError: if the memory ends before there is an answer.
        """
        root = position.copy()
        self._choose_evaluator(root)
        game = _game_of(root)
        if self.known_game not in (None, game):
            self.new_game()
        self.known_game = game
        # A game that is won or lost may still list moves. A drawn one is searched for its moves.
        outcome: cython.int = root.result()
        legal = read_legal_moves(root) if outcome in (ONGOING, DRAW) else []
        candidates = (
            legal if limits.moves is None else dict.fromkeys(map(root.checked, limits.moves))
        )
        is_short = len(legal) == 1 and limits.planned is not None
        if is_short:  # there is no choice, only a value to find
            limits = limits.for_only_move()
        self.budget = limits.budget(stop)
        self.counts = Counts()
        self.root_ply = root.ply
        answer = Answer(root, candidates, self.budget, self.counts, report)
        answer.is_restricted = len(candidates) < len(legal)
        self.report_at = _NEVER if report is None else _FIRST_REPORT
        answer.static_value = lambda: self._static_value(position)
        root.begin_search()
        self.tracing = self.trace is not None
        if self.tracing:
            self.trace.begin(root, self.player, limits)
        try:
            with self.budget:
                if not legal:
                    answer.value = root.outcome()
                    answer.proved, answer.reason = True, "over"
                else:
                    self._search(root, limits, answer)
            if legal and not answer.improved:
                self._answer_unsearched(position, limits, answer)
            if is_short and "time" in (answer.reason, self.budget.reason):
                answer.reason = "only move"
        except MemoryError:
            self.new_game()  # kept results may be inconsistent
            if not answer.improved:
                raise MemoryError(f"{self.spec} ran out of memory") from None
            answer.reason = "memory"
        except BaseException:  # also a KeyboardInterrupt: kept results may be inconsistent
            self.new_game()
            raise
        result = answer.result()
        answer.static_value = int  # or a searcher that retains its answer would refer to itself
        if legal and result.move not in candidates:
            raise ContractError(f"{self.spec}: move {quoted(result.move)} is not one to consider")
        if self.tracing:
            self.trace.end(result)
        return result

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Find a move and report it by `answer.improve`: an author writes this.

        Call `self.budget.take()` before each move is made, and return once it is false. A depth
        limit is the searcher's task (`searchers.core.deepening.depths` counts them).

        :param position: a copy that need not be restored, with a legal move.
        :param answer: the best answer so far, with values from the root's side to move.
            `answer.moves` are the root moves to consider. If there is one, search it too.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks _search")

    def attach(self, budget: Budget, counts: Counts, root_ply: int, evaluator: Evaluator) -> None:
        """Set the budget, counts and evaluator of another search, for `within` or `search_root`.

        Also set `root_ply` and `tracing`, and set `horizon` to False.

        :param root_ply: the ply of that search's root.
        """
        self.budget, self.counts, self.root_ply = budget, counts, root_ply
        self.evaluator, self.default_spec = evaluator, ""
        self.horizon = False
        self.tracing = self.trace is not None

    def _check_within(self, depth: cython.int, ply: cython.int) -> None:
        """Check the arguments of `within`.

        :raises LimitsError: if `attach` has not been called, depth is below 1, ply below 0, or
            their sum above MAX_PLY.
        """
        if self.budget is None:
            raise LimitsError(f"{self.spec}: attach() comes before within()")
        if depth < 1 or ply < 0 or depth > MAX_PLY - ply:
            raise LimitsError(
                f"{self.spec}: depth={depth} at ply {ply}: expected at least 1, and at most "
                f"{MAX_PLY} together"
            )

    def within(
        self,
        position: Position,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """Return the value of an inner node of another search, found by this searcher to a depth.

        Values, alpha and beta are from the side to move at the node, which the position is at. A
        value of at most alpha is an upper bound, one of at least beta a lower bound. It is void if
        the budget ended. `attach` comes before. Set `horizon` if a leaf other than a finished game
        was evaluated.

        Optional: the option `bottom` of `hybrid` takes searchers that have it.

        :param depth: the plies to look ahead.
        :param ply: the node's distance from the root, in plies.
        """
        raise NotImplementedError(f"{type(self).__name__} searches from the root only")

    def search_root(
        self, position: Position, depth: int, order: list[int], answer: Answer, below: int = 0
    ) -> list[RootMove]:
        """Search the root to one depth, and improve the answer.

        Optional: the option `top` of `hybrid` takes searchers that have it, after `attach`.

        :param order: the root moves to consider, in the order of the search.
        :param below: the plies that the evaluator searches below the leaves, which are added to the
            depth of the answer.
        :returns: the root moves, best first, with values from the root's side, or bounds of values.
            If the budget ended the list may be empty, and the answer is then unchanged.
        """
        raise NotImplementedError(f"{type(self).__name__} does not search depth by depth")

    def _make_inner(self, name: str, shared: dict[str, Any]) -> Any:
        """Return a new searcher of an option, which searches inner nodes of this one.

        :param name: the name of the option.
        :param shared: options that it gets if it has them and its spec does not set them.
        :raises SpecError: if there is no such searcher, or it does not search within bounds; also
            if it has an evaluator, or an option of `_OF_THE_ROOT`.
        """
        from searchers import SEARCHERS

        base: Any = Searcher
        given = self.options[name]
        if isinstance(given, Searcher):
            if given.given is not None:
                fault = "expected one without an evaluator"
                raise SpecError(f"{self.NAME}: {name}={given.player}: {fault}")
            given = given.spec
        spec = given if isinstance(given, Spec) else parse(str(given))
        part = SEARCHERS.find(spec.name)
        if part.within is base.within:
            raise SpecError(
                f"{self.NAME}: {name}={spec}: expected one that searches within bounds: "
                "alphabeta, minimax, sss, dual, ps"
            )
        known = [option.name for option in options_of(part)]
        for key in _OF_THE_ROOT:
            if key in spec.options:
                fault = f"{key}= has no effect inside another searcher"
                raise SpecError(f"{self.NAME}: {name}={spec}: {fault}")
        options = {key: value for key, value in shared.items() if key in known}
        return SEARCHERS.make(Spec(spec.name, {**options, **spec.options}), evaluator=None)

    def check_limits(self, limits: Limits, stop: Any) -> None:
        """Check that this searcher can work under limits; a subclass may refuse more.

        :param stop: the stop flag, or None.
        :raises LimitsError: if the limits would never end, or do not suit this searcher.
        """
        if limits.endless() and stop is None:
            raise LimitsError(
                "a search needs a limit (nodes, depth, seconds, cpu or clock) or a stop flag"
            )
        if limits.depth is None and self._needs_depth():
            raise LimitsError(f"{self.spec} needs a depth limit")

    def _needs_depth(self) -> bool:
        """Return whether the searcher searches to one depth only, and so requires a depth limit."""
        return not (self.options or {}).get("deepen", True)

    def _make_move(self, position: Position, move: cython.int) -> cython.bint:
        """Make a move, which takes a node; if the budget is over, make none and return false.

        The child counts as generated, and is traced.
        """
        if not take(self.budget):
            return False
        self.counts.generated += 1
        if self.tracing:
            self.trace.record_child("generated", position, move)
        position.push(move)
        return True

    def _count_expanded(
        self, position: Position, depth: cython.int, stored: cython.longlong
    ) -> None:
        """Add one expanded node, which the position is at, to the counts, and trace it.

        :param depth: its distance from the root, in plies.
        :param stored: the number of records stored now.
        """
        self.counts.expand(depth, stored)
        if self.tracing:
            self.trace.record_position("expanded", position)

    def _count_leaf(self, position: Position, value: cython.int) -> None:
        """Add one evaluated leaf, which the position is at, to the counts, and trace its value.

        :param value: from the side to move there; void if the budget ended.
        """
        self.counts.evaluated += 1
        if self.tracing:
            self.trace.record_leaf(position, value, self.budget.over)

    def _plan_report(self) -> None:
        """Set `report_at` to the node count at which a search without depths reports next.

        There are at least 1,000 nodes between two reports, and an eighth of the nodes so far.
        """
        self.report_at = self.budget.used + max(1000, self.budget.used // 8)

    def _report_root_move(self, move: cython.int, number: cython.int) -> None:
        """Call `watcher`, if there is one, with the root move searched now (`currmove` of UCI).

        :param number: its number in the order of the search, from 1 on.
        """
        if self.watcher is not None:
            self.watcher(move, number)

    def _choose_evaluator(self, position: Position) -> None:
        """Set the evaluator, the given one or the game's default, and bind it to the game.

        Also set `lazy`: with that option leaves may have static bounds at first, if the evaluator
        supports it. Searchers of intervals need its static intervals, others a static value that is
        a lower bound. In a graph of transpositions (option `dag`) leaves may not: a leaf may be a
        node with a searched value.

        :raises EvaluationError: if it does not support the game, or lacks the intervals that this
            searcher needs. Also if the game has one player and the searcher expects two.
        """
        if self.given is None:
            spec = self.default_evaluator(position)
            if self.evaluator is None or self.default_spec != spec:
                self.evaluator, self.default_spec = make_evaluator(spec), spec
        if position.one_player and not self.ONE_PLAYER:
            raise EvaluationError(
                f"{self.spec} expects an opponent, and {position.spec} has none; minimax needs none"
            )
        if not self.evaluator.serves(position):
            try:
                advice = f"{self.default_evaluator(position)} does"
            except EvaluationError as error:
                advice = str(error)
            raise EvaluationError(f"{self.evaluator.refusal(position)}; {advice}")
        self.evaluator.bind(position)
        if self.WANTS_INTERVALS and not self.evaluator.gives_intervals():
            self.evaluator.interval(position)  # raises the error that names those that do
        options = self.options or {}
        self.lazy = bool(options.get("lazy") and not options.get("dag")) and (
            self.evaluator.supports_static_interval()
            if self.WANTS_INTERVALS
            else self.evaluator.static_is_lower_bound()
        )

    def _answer_unsearched(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Improve the answer of a search that ended before it found a move, by static values.

        Each root move takes a node of the budget, which is added to the counts. If the limit of
        nodes is too small for all, or static values take more nodes, the move is the first in the
        searcher's order. Its value is then the static value of the root.
        """
        position = position.copy()
        position.begin_search()
        count: cython.int = len(answer.moves)
        if limits.nodes is not None and limits.nodes - self.budget.used < count:
            answer.improve(self._first_move(position, answer.moves))
            return
        moves: Moves = Moves()
        made: cython.int = 0
        moves.extend(answer.moves)
        with Budget(nodes=count) as budget:
            made = self.evaluator.evaluate_children(
                position, moves, 0, self.root_ply + 1, INFINITY, budget, True
            )
        self.budget.charge(budget.used)
        self.counts.generated += made
        if budget.over:
            answer.improve(self._first_move(position, answer.moves))
            return
        self.counts.expanded += 1
        self.counts.evaluated += made
        self.counts.max_depth = max(self.counts.max_depth, 1)
        if self.tracing:
            self.trace.record_children(position, moves, made, made)
            self.trace.record_position("expanded", position)
        sign = 1 if position.one_player else -1
        root = [RootMove(answer.moves[index], sign * moves.score[index]) for index in range(made)]
        root.sort(key=lambda one: one.rank)
        answer.improve(root[0].move, value=root[0].value, depth=1, root=root)

    def _first_move(self, position: Position, moves: list[int]) -> int:
        """Return the first of the root moves in the searcher's order, without taking nodes.

        By default that is the capture that wins most, or else the first in the game's list.
        """
        return max(moves, key=lambda move: max(0, position.see(move)))

    def _static_value(self, position: Position) -> int:
        """Return the static value of a position from its side to move, without taking nodes.

        If the evaluator needs nodes for one, the game's default static evaluator gives it.
        """
        with Budget(nodes=0) as refused:
            value = self.evaluator.static(position)
        if refused.over:
            value = make_evaluator(default_for(position, static=True)).static(position)
        return value


SearcherOrSpec = Searcher | str
"""A searcher, or its spec."""


def _game_of(position: Position) -> tuple[type[Position], Any]:
    """Return the class of a position and its options, or its spec without options.

    The two identify its game.
    """
    return type(position), position.options or position.spec


def moves_between(root: Position, position: Position) -> list[int] | None:
    """Return the moves that were played from one position to a later one of the same game.

    Only the histories of moves count. A position that other moves also lead to is not found.

    :param root: the earlier position.
    :returns: an empty list if the histories are equal. None if the games or their starts differ, or
        the later position does not continue the earlier one.
    """
    known, played = list(root.history), list(position.history)
    same_start = _game_of(root) == _game_of(position) and root.start == position.start
    if not same_start or played[: len(known)] != known:
        return None
    return played[len(known) :]
