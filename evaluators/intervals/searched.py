"""Intervals from shallow searches: `fixed`, `shallow` and `nullmove`, and the search that they use.

The papers of B* leave these open. Palay (1980, section 9) calls bounding functions "the major open
issue" and devises none. He later valued the leaves of a chess program by null-move searches (an
encyclopedia's article on B*, Applications). Berliner and McConnell (1996) did so in their probes.
No text gives the algorithm in full. The one of `NullMove` is our own.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, TypedDict, Unpack

import cython

from evaluators.core.budget import Budget, current_budget
from evaluators.core.evaluator import Based, Evaluator, EvaluatorOrSpec
from games.core.moves import Moves
from games.core.position import Position
from games.errors import SpecError, printable
from games.parts.part import Option

if not cython.compiled:
    from evaluators.core.budget import take
    from evaluators.intervals.constants import DEEPEST
    from games.core.scores import INFINITY, MATE_BOUND, ONGOING, QUIET

UNLIMITED = 2**62

BaseOption = Annotated[
    EvaluatorOrSpec,
    Option(None, "the evaluator of the positions at the horizon", kind="evaluator"),
]
"""The base of every evaluator here."""

DepthOption = Annotated[
    int, Option(1, "plies of the search for the realistic value", low=1, high=DEEPEST)
]

_DEPTHS = re.compile(r"(\d{1,2})-(\d{1,2})")


class ShallowSearch:
    """An alpha-beta search of a few plies, for an evaluator that makes intervals from values.

    Call `begin`, then `value` any number of times. Once `ended` is set, the result is void.
    `reached_horizon` stays set after any line that ended before the game did.
    """

    def __init__(self) -> None:
        self.base: Any = None
        self.moves = Moves()
        self.budget = Budget()
        self.limit = UNLIMITED
        self.ended = self.reached_horizon = False

    def begin(self, owner: Based, position: Position) -> None:
        """Set the base evaluator, and clear the state, before the search of a position.

        If the current budget is already over, `ended` is set.

        :param owner: has the evaluator of the positions at the horizon; if not, it is bound first.
        """
        if owner.base is None:
            owner.bind(position)
        self.base = owner.base
        if not self.budget.current:
            self.budget = current_budget()
        self.moves.count = 0
        self.limit = UNLIMITED
        self.reached_horizon = False
        self.ended = self.budget.over

    def take(self) -> cython.bint:
        """Take a node; set `ended` at the `limit` of nodes, or once the budget is over.

        :returns: False once `ended` is set.
        """
        if self.budget.used >= self.limit or not take(self.budget):
            self.ended = True
        return not self.ended

    def value(
        self,
        position: Position,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """Return the value of a position, searched to `depth`, from the side to move.

        The search is fail-soft: a value outside (alpha, beta) is a bound on that side. A win stays
        below the proved scores. The value is void if `ended` is set. At depth 0 it is the base's
        value, and `reached_horizon` is set. Without a move it is the game's result.

        :param ply: plies from the evaluated position; a shorter win has the higher value.
        """
        moves: Moves = self.moves
        start: cython.int = moves.count
        best: cython.int = -INFINITY
        value: cython.int
        index: cython.int
        if depth <= 0:
            self.reached_horizon = True
            value = self.base.value_within(position, alpha, beta)
            self.ended = self.ended or self.budget.over
            return value
        position.generate(moves)
        if moves.count == start:  # only a caller's own position
            return self.base.clamp_terminal(position.result(), ply)
        if self.score_moves(position, start, depth):
            for index in range(start, moves.count):
                moves.pick_next(start, index)
                if not moves.tag[index] and not self.take():
                    break
                position.push(moves.move[index])
                value = -self.value_or_result(position, depth - 1, -beta, -alpha, ply + 1)
                position.pop()
                if self.ended:
                    break
                if value > best:
                    best = value
                    alpha = max(alpha, best)
                    if best >= beta:
                        break
        moves.count = start
        return best

    def value_or_result(
        self,
        position: Position,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """Return the `value`, or the result of a finished game as a heuristic value.

        It is from the side to move. Other parameters are those of `value`.
        """
        result: cython.int = position.result()
        if result == ONGOING:
            return self.value(position, depth, alpha, beta, ply)
        return self.base.clamp_terminal(result, ply)

    def score_moves(self, position: Position, start: cython.int, depth: cython.int) -> cython.bint:
        """Score the moves from index `start` on for ordering.

        A noisy move scores the position's static value plus its static exchange. A quiet move
        scores the static value after it, for its own side. It scores the position's static value at
        depth 1, or if it ends the game. Moves made for this have the tag 1: their nodes are taken.

        :returns: False if the budget or the limit of nodes ended; then scores are incomplete.
        """
        moves: Moves = self.moves
        base: Evaluator = self.base
        static: cython.int = base.static(position)
        index: cython.int
        for index in range(start, moves.count):
            see: cython.int = position.see(moves.move[index])
            moves.tag[index] = depth > 1 and see == QUIET
            moves.score[index] = static if see == QUIET else static + see
            if moves.tag[index]:
                if not self.take():
                    return False
                position.push(moves.move[index])
                if position.result() == ONGOING:
                    moves.score[index] = -base.static(position)
                position.pop()
        return True


class FixedOptions(TypedDict, total=False):
    """The options of `Fixed`."""

    base: BaseOption
    margin: Annotated[int, Option(100, "half the width, in the base's unit", low=1, high=2**28)]


class Fixed(Based):
    """The base's value as the realistic one, and `margin` on either side of it."""

    NAME = "fixed"
    GIVES_INTERVALS = SEARCHES = True
    OPTIONS = FixedOptions

    def __init__(self, **options: Unpack[FixedOptions]) -> None:
        super().__init__(**options)
        self.search = ShallowSearch()
        self.margin = self.options["margin"]

    def find_interval(self, position: Position) -> cython.bint:
        """Set `real` to the base's value, and `low` and `high` to the values `margin` from it.

        No bound is a proved win or loss.

        :returns: False if the budget ended; then they are void.
        """
        self.search.begin(self, position)
        self.real = self.search.value(position, 0, -INFINITY, INFINITY, 0)
        self.low = max(self.real - self.margin, 1 - MATE_BOUND)
        self.high = min(self.real + self.margin, MATE_BOUND - 1)
        return not self.search.ended


class ShallowOptions(TypedDict, total=False):
    """The options of `Shallow`."""

    base: BaseOption
    depths: Annotated[str, Option("1-2", "the first and the last depth in plies")]
    margin: Annotated[int, Option(0, "added on either side, in the base's unit", low=0, high=2**28)]


class Shallow(Based):
    """The range of the values of searches to several depths, widened by `margin` on either side.

    The realistic value is that of the deepest search. If every line of every search ends the game,
    the interval is a point.
    """

    NAME = "shallow"
    GIVES_INTERVALS = SEARCHES = True
    OPTIONS = ShallowOptions

    def __init__(self, **options: Unpack[ShallowOptions]) -> None:
        """Store the options, and the first and last depth of `depths`.

        :raises SpecError: if that is not two depths in order, up to DEEPEST.
        """
        super().__init__(**options)
        depths = _DEPTHS.fullmatch(self.options["depths"])
        first, last = map(int, depths.groups()) if depths else (1, 0)
        if not first <= last <= DEEPEST:
            given = printable(self.options["depths"], 80)
            raise SpecError(
                f"shallow: depths={given}: expected two depths up to {DEEPEST}, "
                "the smaller one first, such as 1-2"
            )
        self.search = ShallowSearch()
        self.first, self.last = first, last
        self.margin = self.options["margin"]

    def find_interval(self, position: Position) -> cython.bint:
        """Set `low` and `high` to the range of the values of all depths, wider by `margin`.

        `real` is the value of the last depth. If no line of any search met the horizon, the
        interval is this point.

        :returns: False if the budget ended; then they are void.
        """
        depth: cython.int
        low: cython.int = INFINITY
        high: cython.int = -INFINITY
        self.search.begin(self, position)
        for depth in range(self.first, self.last + 1):
            value: cython.int = self.search.value(position, depth, -INFINITY, INFINITY, 0)
            if self.search.ended:
                return False
            self.real = value
            low, high = min(low, value), max(high, value)
        if not self.search.reached_horizon:
            self.low = self.high = self.real
            return True
        self.low = max(low - self.margin, 1 - MATE_BOUND)
        self.high = min(high + self.margin, MATE_BOUND - 1)
        return True


class NullMoveOptions(TypedDict, total=False):
    """The options of `NullMove`."""

    base: BaseOption
    depth: DepthOption
    nodes: Annotated[
        int, Option(0, "nodes of an interval, by deepening; 0: depth alone", low=0, high=2**62)
    ]
    lazy: Annotated[bool, Option(False, "estimate the optimistic value without a search")]
    threat: Annotated[int, Option(2000, "the value of a mate after a pass", low=0, high=2**28)]


class NullMove(Based):
    """The interval [min(p, r), max(o, r)] around the realistic value r, from null-move searches.

    * realistic r: a search to depth d.
    * pessimistic p: the side to move passes, then a search to depth d - 1.
    * optimistic o: the best of its moves after which the opponent passes, then depth d - 1.

    Where a side is in check, or the game has no pass, the bound is r at depth d + 1: of the
    position for p, of the child for o. If every line of r ends the game, the interval is a point.
    A mate after a pass is only a threat: it has the value `threat`.

    With `nodes` the search continues to depth d + 2, d + 4 ... until it has taken that many nodes.
    The last complete interval counts. The base may finish its last value.

    With `lazy` the optimistic value is estimated: a pass costs either side the same, so o is
    r + (r - p). A searcher that expands the node finds o without further nodes, as the best of the
    children's pessimistic values.
    """

    NAME = "nullmove"
    GIVES_INTERVALS = SEARCHES = True
    OPTIONS = NullMoveOptions

    def __init__(self, **options: Unpack[NullMoveOptions]) -> None:
        super().__init__(**options)
        self.search = ShallowSearch()
        self.depth = self.options["depth"]
        self.nodes = min(self.options["nodes"], 2**31 - 1)
        self.lazy = self.options["lazy"]
        self.threat = self.options["threat"]

    def value(self, position: Position) -> cython.int:
        """Return the realistic value, by `value_within` with a full window."""
        return self.value_within(position, -INFINITY, INFINITY)

    def value_within(self, position: Position, alpha: cython.int, beta: cython.int) -> cython.int:
        """Return the realistic value, from the side to move; void if the budget ended.

        With the option `nodes` it is that of the interval, without regard to the window. Otherwise
        it is the value of one search to `depth` if that lies in the window, else a bound on that
        side.
        """
        if self.nodes:  # the nodes decide the depth, with a full window
            self.find_interval(position)
            return self.real
        self.search.begin(self, position)
        return self.search.value(position, self.depth, alpha, beta, 0)

    def find_interval(self, position: Position) -> cython.bint:
        """Set `low`, `real` and `high` by null-move searches; with `nodes`, each two plies deeper.

        The last complete interval counts. Deepening ends at the limit of nodes, which the first
        interval may exceed, at DEEPEST, or once no line meets the horizon.

        :returns: False if the budget ended, even after a complete interval.
        """
        search: ShallowSearch = self.search
        depth: cython.int = self.depth
        search.begin(self, position)
        limit: cython.longlong = search.budget.used + self.nodes
        self._search_interval(position, depth)
        if self.nodes:
            search.limit = limit
            while search.reached_horizon and not search.ended and depth + 2 <= DEEPEST:
                depth += 2
                search.moves.count = 0
                search.reached_horizon = False
                self._search_interval(position, depth)
            search.limit = UNLIMITED
        return not search.budget.over

    def _search_interval(self, position: Position, depth: cython.int) -> cython.bint:
        """Set `low`, `high` and `real` by searches to one depth.

        :returns: False if the budget or the limit of nodes ended; then nothing is set.
        """
        search: ShallowSearch = self.search
        optimistic: cython.int
        real: cython.int = search.value(position, depth, -INFINITY, INFINITY, 0)
        if search.ended:
            return False
        if not search.reached_horizon:
            self.low = self.real = self.high = real
            return True
        pessimistic: cython.int = self._pessimistic(position, depth, real)
        if search.ended:
            return False
        if self.lazy:
            optimistic = max(real, min(real + (real - pessimistic), MATE_BOUND - 1))
        else:
            optimistic = self._optimistic(position, depth, real)
        if search.ended:
            return False
        self.low, self.real, self.high = pessimistic, real, optimistic
        return True

    def _pessimistic(self, position: Position, depth: cython.int, real: cython.int) -> cython.int:
        """Return the value after a pass, at most `real`; without a pass that one ply deeper.

        A mate after the pass has the value `threat`. Void if the search ended.
        """
        search: ShallowSearch = self.search
        if not position.can_pass():
            return min(search.value(position, depth + 1, -INFINITY, real, 0), real)
        if not search.take():
            return real
        position.push_pass()
        value: cython.int = -search.value_or_result(position, depth - 1, -real, INFINITY, 1)
        position.pop()
        return min(self._as_threat(value), real)

    def _optimistic(self, position: Position, depth: cython.int, real: cython.int) -> cython.int:
        """Return the best value after a move and the opponent's pass, at least `real`.

        Where it cannot pass, the child is searched to `depth`. Void if the search ended.
        """
        search: ShallowSearch = self.search
        moves: Moves = search.moves
        start: cython.int = moves.count
        best: cython.int = real
        value: cython.int
        index: cython.int
        position.generate(moves)
        search.score_moves(position, start, 1)
        for index in range(start, moves.count):
            moves.pick_next(start, index)
            if not search.take():
                break
            position.push(moves.move[index])
            if position.result() != ONGOING or not position.can_pass():
                value = -search.value_or_result(position, depth, -INFINITY, -best, 1)
            elif search.take():
                position.push_pass()
                value = search.value_or_result(position, depth - 1, best, INFINITY, 2)
                value = self._as_threat(value)
                position.pop()
            else:
                value = best
            position.pop()
            if search.ended:
                break
            best = max(best, value)
        moves.count = start
        return best

    def _as_threat(self, value: cython.int) -> cython.int:
        """Return a value after a pass; that of a mate becomes plus or minus the option `threat`."""
        nearest: cython.int = MATE_BOUND - 4 * DEEPEST
        if value >= nearest:
            return self.threat
        return -self.threat if value <= -nearest else value
