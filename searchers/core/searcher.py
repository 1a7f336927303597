"""The abstract `Searcher`: how a move is found within limits."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

import cython

from evaluators import default_for
from evaluators import make as make_evaluator
from evaluators.core.budget import Budget
from evaluators.core.evaluator import Evaluator
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
from games.parts.numbers import is_whole
from games.parts.part import Option, Part
from searchers.core.counts import Counts
from searchers.core.limits import Clock, Limits
from searchers.core.result import Answer, Report, Result, RootMove

if not cython.compiled:
    from games.core.scores import INFINITY, MAX_PLY

__all__ = ["LAZY", "Searcher", "moves_between"]


if TYPE_CHECKING:
    Given = Position
else:
    Given = object  # a compiled function would refuse others before it could say what it expects

LAZY = Option(
    "lazy",
    True,
    "search for a leaf's value only where something depends on it, if the static one is a bound",
)
"""The option of searchers whose leaves may have a value that their side can stand on."""


class Searcher(Part):
    """A way to find a move. `search` is public and checks; an author writes `_search`.

    A searcher never prints. Between two calls of `new_game` it may remember what it found, which
    must change neither what is legal nor what is exceeded. A position of a game with another spec
    makes it forget.

    With `ranking` the values of the root's moves are to be compared with one another: none of them
    is searched less deeply than another.

    `trace`, None at first, may be set to a `searchers.core.trace.Trace`, which is then told what
    every search does; a clone has none. Likewise `watcher`, which is called with a root move and
    its number, from 1 on, whenever a search turns to it; who looks at none alone calls nobody.

    :param evaluator: an evaluator or its spec; None takes the game's default.
    """

    ONE_PLAYER = False
    """Whether it plays games in which one side makes every move."""
    WANTS_INTERVALS = False
    """Whether it asks its evaluator for intervals, and so needs one that gives them."""
    KEEPS_WORKERS = False
    """Whether the processes of its option `workers`, if it has one, stay from search to search."""
    HOLDS_LINES = False
    """Whether its results have the line of every root move as far as it knows one, so that
    `searchers.core.multipv` need not search for each."""

    def __init__(self, evaluator: Evaluator | str | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.known_game: Any = None
        self.chosen = ""
        self.budget: Any = None
        self.trace: Any = None
        self.watcher: Any = None
        self.tracing = self.ranking = self.lazy = self.busy = False
        self.given = make_evaluator(evaluator) if evaluator is not None else None
        self.evaluator: Any = self.given
        if self.given is not None and not isinstance(self.given, Evaluator):
            raise SpecError(f"{self.given!r} is no evaluator")

    @property
    def player(self) -> str:
        """The spec that rebuilds this searcher with its evaluator."""
        return self.spec + (f"@{self.given.spec}" if self.given is not None else "")

    def __repr__(self) -> str:
        return f"<{self.player}>"

    def _factory(self) -> Any:
        given = self.given.clone() if self.given is not None else None
        return partial(type(self), given, **(self.options or {}))

    def new_game(self) -> None:
        """Forget everything and give its room back: what follows belongs to another game."""

    def fullness(self) -> int | None:
        """How full the store is in which it remembers, in thousandths; None if there is no such
        bound."""
        return None

    def default_evaluator(self, position: Position) -> str:
        """The spec of the evaluator this searcher takes for a game when none is named."""
        return default_for(position, intervals=self.WANTS_INTERVALS)

    def prepare(self, position: Position) -> None:
        """Set up, ahead of the first search of a position's game, what is set up once.

        :raises EvaluationError: if the evaluator does not know the game.
        """
        self._choose_evaluator(position)

    def search(
        self,
        position: Given,
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
        """Find a move for the side to move; the position is left as it is. What ends the search is
        said by `limits`, or in words: `search(position, nodes=5000)`.

        The result has a value or bounds, and so has every report. Where a clock or the stop flag
        ended the search before it had any, it still looks one ply ahead by static values, a node
        for every root move. The node limit is hard: where it leaves less than that, as one of 0 or
        1 does, the value is the static one of the root, which takes no node, and the move the first
        in the searcher's order. A position with one legal move is searched as any other; only on a
        clock its search is short (`Limits.hurried`).

        :param report: called with an interim result whenever there is something new.
        :param stop: a stop flag, anything with `is_set()`, such as a `threading.Event`.
        :param nodes: nodes to take, a hard limit.
        :param depth: plies to look ahead.
        :param seconds: wall-clock time.
        :param cpu: CPU time of this thread, in seconds.
        :param clock: the clock of the game, or what `Clock.parse` reads: "10+0.1".
        :param moves: the root moves to consider, as numbers or as text; None for all.
        :param lines: of how many of the best moves to find value and line; `search_lines` says how.
        :raises PositionError: if it is given something else than a position.
        :raises BusyError: if it is searching, in another thread or for a report.
        :raises LimitsError: if the limits would never end, or do not suit this searcher.
        :raises MoveError: if a move to consider is not legal.
        :raises EvaluationError: if the evaluator does not know the game.
        :raises MemoryError: if that ends before there is an answer; like any search that raises,
            this one leaves nothing remembered.
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
            moves=None if moves is None else _moves_named(position, moves),
        )
        if not is_whole(lines, 1):
            raise LimitsError(f"lines={quoted(lines)}: expected a whole number, at least 1")
        if lines > 1:
            from searchers.core.multipv import search_lines

            return search_lines(self, position, limits, lines, report, stop)
        self.check_limits(limits, stop)
        if self.busy:
            raise BusyError(f"{self.spec} is searching; clone() gives one more")
        self.busy = True
        try:
            return self._searched(position, limits.allotted(), report, stop)
        finally:
            self.busy = False

    def _searched(
        self, position: Position, limits: Limits, report: Report | None, stop: Any
    ) -> Result:
        """`search`, its words checked."""
        root = position.copy()
        self._choose_evaluator(root)
        self._recognise(root)
        legal = root.legal_moves()
        asked = legal if limits.moves is None else dict.fromkeys(map(root.checked, limits.moves))
        hurried = len(legal) == 1 and limits.planned is not None
        if hurried:  # nothing to choose: on a clock only its value is looked for
            limits = limits.hurried()
        self.budget = limits.budget(stop)
        self.counts = Counts()
        self.root_ply = root.ply
        answer = Answer(root, asked, self.budget, self.counts, report)
        answer.narrowed = len(asked) < len(legal)
        answer.static = lambda: self._static_value(position)
        root.begin_search()
        self.tracing = self.trace is not None
        if self.tracing:
            self.trace.begin(root, self.player, limits)
        try:
            with self.budget:
                if not legal:
                    self._tell_outcome(root, answer)
                else:
                    self._search(root, limits, answer)
            if legal and not answer.improved:
                self._answer_unsearched(position, limits, answer)
            if hurried and "time" in (answer.reason, self.budget.reason):
                answer.reason = "only move"
        except MemoryError:
            self.new_game()  # what was half done holds no longer
            if not answer.improved:
                raise MemoryError(f"{self.spec} ran out of memory") from None
            answer.reason = "memory"
        except BaseException:  # a KeyboardInterrupt, or another's fault: what is kept may be broken
            self.new_game()
            raise
        result = answer.result()
        if legal and result.move not in asked:
            raise ContractError(f"{self.spec}: move {quoted(result.move)} is none to consider")
        if self.tracing:
            self.trace.end(result)
        return result

    def _search(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Find a move: what an author writes.

        `position` is the searcher's own copy, with a legal move. Every node is asked of
        `self.budget.take()` first; `answer.improve(...)` takes what was found, `answer.moves` are
        the root moves to consider, perhaps one alone, whose value is wanted all the same. Where a
        game ends, its outcome is dated, by `adjust_mate(outcome, position.ply)`: the sooner a win,
        the more it is worth.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks _search")

    def attach(self, budget: Budget, counts: Counts, root_ply: int, evaluator: Evaluator) -> None:
        """Work for another searcher's search: within its budget, with its counts.

        :param root_ply: the ply of its root.
        """
        self.budget, self.counts, self.root_ply = budget, counts, root_ply
        self.evaluator, self.chosen = evaluator, ""
        self.horizon = False
        self.tracing = self.trace is not None

    def _check_within(self, depth: cython.int, ply: cython.int) -> cython.int:
        """Hold what `within` is asked against what it can do.

        :raises LimitsError: if `attach` has not been called, or lines would get too long.
        """
        if self.budget is None:
            raise LimitsError(f"{self.spec}: serve() comes before within()")
        if depth < 1 or ply < 0 or depth > MAX_PLY - ply:
            raise LimitsError(
                f"{self.spec}: depth={depth} at ply {ply}: expected at least 1, and at most "
                f"{MAX_PLY} together"
            )
        return 0

    def within(
        self,
        position: Position,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """The value of an inner node of another searcher's search, from its side to move, as far
        as it lies between alpha and beta (else a bound on that side). Void if the budget ended.

        Optional: `hybrid` composes the searchers that have it. `attach` comes before; `horizon`
        tells afterwards whether some leaf was no end of the game.

        :param depth: how many plies to look ahead.
        :param ply: how many plies the node lies below the root.
        """
        raise NotImplementedError(f"{type(self).__name__} searches from the root only")

    def search_root(
        self, position: Position, depth: int, order: list[int], answer: Answer, below: int = 0
    ) -> list[RootMove]:
        """Search the root to one depth, improve the answer, and tell what is known of its moves,
        best first; whether the budget ended on the way, it says itself.

        Optional: `hybrid` has those that can do it above, within `attach`.

        :param order: the root moves to consider, as they are to be searched.
        :param below: how many plies further the evaluator looks, if it searches.
        """
        raise NotImplementedError(f"{type(self).__name__} does not search depth by depth")

    def check_limits(self, limits: Limits, stop: Any) -> None:
        """Refuse limits that this searcher cannot work under; one that cannot under more than
        these says so.

        :param stop: the stop flag, if there is one.
        :raises LimitsError: if the limits would never end, or do not suit this searcher.
        """
        if limits.endless() and stop is None:
            raise LimitsError(
                "a search needs a limit (nodes, depth, seconds, cpu or clock) or a stop flag"
            )
        if limits.depth is None and self._needs_depth():
            raise LimitsError(f"{self.spec} needs a depth limit")

    def _needs_depth(self) -> bool:
        """Whether it searches to one depth that must be told, as with `deepen=false`."""
        return not (self.options or {}).get("deepen", True)

    def _turn_to(self, move: cython.int, number: cython.int) -> cython.int:
        """Tell who watches that the search turns to a root move.

        :param number: its place among the root moves as they are searched, from 1 on.
        """
        if self.watcher is not None:
            self.watcher(move, number)
        return 0

    def _recognise(self, position: Position) -> None:
        """Forget everything if this is not the game searched before."""
        game = _game_of(position)
        if self.known_game not in (None, game):
            self.new_game()
        self.known_game = game

    def _choose_evaluator(self, position: Position) -> None:
        if self.given is None:
            spec = self.default_evaluator(position)
            if self.evaluator is None or self.chosen != spec:
                self.evaluator, self.chosen = make_evaluator(spec), spec
        if position.one_player and not self.ONE_PLAYER:
            raise EvaluationError(
                f"{self.spec} expects an opponent, and {position.spec} has none; bstar needs none"
            )
        if not self.evaluator.serves(position):
            raise EvaluationError(
                f"{self.evaluator.refusal(position)}; {self.default_evaluator(position)} does"
            )
        self.evaluator.bind(position)
        if self.WANTS_INTERVALS and not self.evaluator.gives_intervals():
            self.evaluator.interval(position)  # raises the error that names those that do
        self.lazy = self._may_wait()

    def _may_wait(self) -> bool:
        """Whether leaves wait for their whole values, as the option LAZY has it; in a graph, where
        one may be another's node and known, they never do."""
        options = self.options or {}
        if not options.get("lazy", False) or options.get("dag", False):
            return False
        asked = self.evaluator
        return bool(asked.may_glance() if self.WANTS_INTERVALS else asked.may_stand())

    def _answer_unsearched(self, position: Position, limits: Limits, answer: Answer) -> None:
        """Answer for a search that ended before it could."""
        position = position.copy()
        position.begin_search()
        wanted = len(answer.moves)
        if limits.nodes is None or limits.nodes - self.budget.used >= wanted:
            self._look_one_ply(position, answer, wanted)
        if not answer.improved:
            answer.improve(self._first(position, answer.moves))

    def _first(self, position: Position, moves: list[int]) -> int:
        """The first of the root moves in the searcher's order, as far as that takes no node: here
        the capture that wins most, or else the first that the game lists."""
        return max(moves, key=lambda move: max(0, position.see(move)))

    def _look_one_ply(self, position: Position, answer: Answer, nodes: int) -> None:
        """Answer with the move of best static value.

        :param nodes: one for every root move, and none for evaluators that search even for a
            static value: then there is no answer.
        """
        moves: Moves = Moves()
        made: cython.int = 0
        moves.extend(answer.moves)
        with Budget(nodes=nodes) as budget:
            made = self.evaluator.evaluate_children(
                position, moves, 0, self.root_ply + 1, INFINITY, budget, True
            )
        self.budget.charge(budget.used)
        self.counts.generated += made
        if budget.over:
            return
        self.counts.expanded += 1
        self.counts.evaluated += made
        self.counts.max_depth = max(self.counts.max_depth, 1)
        if self.tracing:
            for index in range(made):
                self.trace.child("generated", position, answer.moves[index])
                self.trace.child("evaluated", position, answer.moves[index], moves.score[index])
            self.trace.note("expanded", position)
        sign = 1 if position.one_player else -1
        values = [(sign * moves.score[index], index) for index in range(made)]
        values.sort(key=lambda one: (-one[0], one[1]))
        root = [RootMove(answer.moves[index], value) for value, index in values]
        answer.improve(root[0].move, value=root[0].value, depth=1, root=root)

    def _static_value(self, position: Position) -> int:
        """What a position is worth to the side to move, for no node: as the evaluator says, or, if
        its static values take nodes, the game's own static evaluator."""
        with Budget(nodes=0) as refused:
            value = self.evaluator.static(position)
        if refused.over:
            value = make_evaluator(default_for(position, static=True)).static(position)
        return value

    def _tell_outcome(self, position: Position, answer: Answer) -> None:
        answer.value = position.outcome()
        answer.proved, answer.reason = True, "over"


def _moves_named(position: Position, moves: Iterable[int | str]) -> tuple[int, ...]:
    """Moves to consider, of which some may be named by text."""
    return tuple([position.parse_move(m) if isinstance(m, str) else m for m in moves])


def _game_of(position: Position) -> tuple[type[Position], Any]:
    """What tells a game from others: its class and its options, which its spec is written of."""
    return type(position), position.options or position.spec


def moves_between(root: Position, position: Position) -> list[int] | None:
    """The moves from one position to another of the same game; None if none lead there.

    What was kept of a search of `root` is good for a search of `position` below them.
    """
    known, played = list(root.history), list(position.history)
    same_start = _game_of(root) == _game_of(position) and root.start == position.start
    if not same_start or played[: len(known)] != known:
        return None
    return played[len(known) :]
