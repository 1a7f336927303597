"""The abstract `Evaluator` of positions, and `Based`, an evaluator over another one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cython

from evaluators.core.budget import Budget, current_budget
from evaluators.core.whole import CHECKED
from games.core.moves import Moves
from games.core.position import Position
from games.errors import ContractError, EvaluationError
from games.parts.authored import Wrapper
from games.parts.part import Part, name_of

if not cython.compiled:
    from evaluators.core.budget import take
    from games.core.scores import MATE_BOUND, ONGOING, VOID, adjust_mate


class Evaluator(Part):
    """The value or interval of a position, from the side to move; override `value` or `interval`.

    Values are integers below 2^29 in size. An evaluator that searches calls `self.budget.take()`
    before each move it makes. After a refusal its result is void. Every evaluator and searcher that
    it calls takes nodes from the same budget.
    """

    GIVES_INTERVALS = False
    """Whether a compiled evaluator gives intervals, by `find_interval`."""
    SEARCHES = False
    """Whether its values take nodes, because it makes moves to find them."""
    GAMES: tuple[str, ...] = ()
    """The names of the games it supports; empty for every game."""

    TRAITS: tuple[str, ...] = ()
    """The names of features that predict how far deeper values lie from this evaluator's; `trait`
    returns them."""

    @classmethod
    def wrappers(cls) -> Mapping[str, Wrapper]:
        """Return what replaces methods of this class, by their names; see `Part.wrappers`.

        An author's values and bounds are also checked to be whole numbers.
        """
        own = super().wrappers()
        return {**own, **CHECKED} if own else own

    @property
    def budget(self) -> Budget:
        """The budget of the search that runs in this thread."""
        return current_budget()

    def gives_intervals(self) -> bool:
        """Return whether `interval` works: it is overridden, or `GIVES_INTERVALS` is set."""
        return self.GIVES_INTERVALS or type(self).interval is not Evaluator.interval

    def serves(self, position: Position) -> bool:
        """Return whether this evaluator supports the game of a position; it changes nothing.

        :raises ContractError: if `GAMES` is a string.
        """
        if isinstance(self.GAMES, str):
            raise ContractError(f"{self.spec}: GAMES={self.GAMES!r}: expected a tuple of names")
        return not self.GAMES or name_of(type(position)) in self.GAMES

    def is_informative(self, position: Position) -> bool:
        """Return whether values differ between positions of this game, by default true.

        The evaluator supports the game. An interval around a constant proves nothing.
        """
        return True

    def bind(self, position: Position) -> None:
        """Adapt to the game of a position: choose a base, read a fit.

        Searchers call this before a search. Without a call, the first position evaluated decides.

        :raises EvaluationError: if this evaluator does not support the game.
        """
        if not self.serves(position):
            raise self.refusal(position)

    def refusal(self, position: Position) -> EvaluationError:
        """Return the error for a position of an unsupported game."""
        known = f"; it supports {', '.join(self.GAMES)}" if self.GAMES else ""
        return EvaluationError(f"evaluator {self.spec} does not support {position.spec}{known}")

    def value(self, position: Position) -> int:
        """Return the value of a position from the side to move.

        For an evaluator of intervals this is the realistic value. By default it is the middle of
        `interval`, and `low`, `high` and `real` are set too.
        """
        bounds: Any = self.interval(position)
        self.low, self.high = bounds[0], bounds[1]
        self.set_middle()
        return self.real

    def value_within(self, position: Position, alpha: cython.int, beta: cython.int) -> cython.int:
        """Return the `value` if it lies between alpha and beta, else a bound on that side.

        By default it is always the `value`.
        """
        return self.value(position)

    def interval(self, position: Position) -> tuple[int, int]:
        """Return the bounds (pessimistic, optimistic) from the side to move.

        A finished game is a point, its result. For a game in progress a point claims that the value
        is exact: a search reached the end of every line, or the game's bounds meet. Searchers treat
        it as proved.

        :raises EvaluationError: if this evaluator gives values only.
        :raises NotImplementedError: if its class overrides neither `value` nor `interval`.
        """
        if not self.gives_intervals():
            authors = type(self).__mro__[: type(self).__mro__.index(Evaluator)]
            if not any("value" in vars(kind) for kind in authors):
                raise NotImplementedError(f"{type(self).__name__} lacks value, or interval")
            from evaluators import serving_names

            names = serving_names(position)
            these = f"these do: {', '.join(names)}" if names else "no other does for this game"
            raise EvaluationError(f"{self.spec} gives values, no intervals; {these}")
        result: cython.int = position.result()
        if result != ONGOING:
            return result, result
        self.find_interval(position)
        return self.low, self.high

    def static(self, position: Position) -> int:
        """Return a fast value that takes no nodes, for move ordering; by default the `value`."""
        return self.value(position)

    def static_is_lower_bound(self) -> bool:
        """Return whether `static` is a lower bound of `value`, except in check.

        The stand-pat value of a quiescence search is one. Where the side to move is in check
        nothing is claimed. By default false. Call `bind` first.
        """
        return False

    def winning_value(self, position: Position) -> int:
        """Return the value from which a game counts as won in fits; by default by its INFO."""
        return int(position.INFO.winning_value)

    def own_fits(self) -> tuple[str, str]:
        """Return the path of a file of fits for this evaluator, and the evaluator's name in it.

        Evaluators of intervals over this one read it. Both are "" if the shipped fits apply.
        """
        return "", ""

    def trait(self, position: Position, number: cython.int) -> cython.int:
        """Return the feature that `TRAITS[number]` names, of a game in progress; by default 0."""
        return 0

    def clamp_terminal(self, result: cython.int, ply: cython.int) -> cython.int:
        """Return the result of a finished game; a win or loss becomes a heuristic value.

        That is below every proved win in size: the searcher has to prove the win itself.

        :param ply: plies to the end of the game; a shorter win has the higher value.
        """
        if result >= MATE_BOUND:
            return MATE_BOUND - 1 - ply
        return 1 - MATE_BOUND + ply if result <= -MATE_BOUND else result

    def evaluate_children(
        self,
        position: Position,
        moves: Moves,
        start: cython.int,
        ply: cython.int,
        enough: cython.int,
        budget: Budget,
        quick: cython.bint,
    ) -> cython.int:
        """Evaluate the children that the moves from index `start` on lead to, in order.

        A move's score becomes the child's `value`, or the result of a finished game, from the side
        to move in the child. Its tag becomes 1 if the game ends there, VOID if the budget ended
        during the evaluation, else 0.

        :param ply: the ply of the children, by which `adjust_mate` dates wins.
        :param enough: stop after a move whose value for its own side is at least this.
        :param budget: the search's; each child takes a node of it.
        :param quick: use the `static` value, to order moves.
        :returns: the index after the last move made.
        """
        if not 0 <= start <= moves.count:
            moves.refuse(start)
        index: cython.int
        for index in range(start, moves.count):
            if not take(budget):
                return index
            position.push(moves.move[index])
            value: cython.int = position.result()
            moves.tag[index] = value != ONGOING
            if value != ONGOING:
                value = adjust_mate(value, ply)
            else:
                value = self.static(position) if quick else self.value(position)
            moves.score[index] = value
            position.pop()
            if budget.over:
                moves.tag[index] = VOID
                return index + 1
            if -value >= enough:
                return index + 1
        return moves.count

    def find_interval(self, position: Position) -> cython.bint:
        """Set `low`, `high` and `real`, the realistic value, for a game in progress.

        This is `interval` without Python objects. By default `real` is the middle (`set_middle`).

        :returns: whether the interval is complete; False if the budget ended.
        """
        bounds: Any = self.interval(position)
        self.low, self.high = bounds[0], bounds[1]
        self.set_middle()
        return not current_budget().over

    def set_middle(self) -> None:
        """Set `real` to the middle of `low` and `high`; no win or loss unless they are equal."""
        middle: cython.longlong = self.low
        middle = (middle + self.high) // 2
        if self.low != self.high:
            middle = max(1 - MATE_BOUND, min(middle, MATE_BOUND - 1))
        self.real = cython.cast(cython.int, middle)

    def supports_static_interval(self) -> bool:
        """Return whether `find_static_interval` ever succeeds (default: false); `bind` first."""
        return False

    def find_static_interval(self, position: Position) -> cython.bint:
        """Set `low`, `high` and `real` from the static value alone, without nodes.

        :returns: whether it did; False by default, and where the static value is no lower bound.
        """
        return False

    def quantile(self, share: cython.double) -> cython.int:
        """Return the value below which the true one lies with a probability of `share` percent.

        It is for the position of the last `find_interval`, from the side to move. It rises with
        `share` and may leave the interval. By default half of the probability lies on each side of
        the realistic value, uniformly up to the bound.
        """
        if share <= 50:
            return self.low + cython.cast(cython.int, (self.real - self.low) * share / 50)
        return self.real + cython.cast(cython.int, (self.high - self.real) * (share - 50) / 50)

    def coverage(self, times: float) -> float:
        """Return the percentage of true values within `times` an interval's half-width.

        The half-width is that from the realistic value to the bound on the same side, and the
        percentage is over all positions. It rises with `times`; 100 means every value.

        :returns: less than 0 if the evaluator has no model of its errors, which is the default.
        """
        return -1.0

    def find_child_intervals(
        self, position: Position, moves: Moves, start: cython.int, budget: Budget
    ) -> cython.bint:
        """Store in `moves` the intervals of the children after the moves from index `start` on.

        They are in `low` and `high`, from the side to move in the child. The score is the realistic
        value. The result of a finished game is a point whose tag is 1; other tags are 0.

        :param budget: the search's; each child takes a node of it.
        :returns: whether they are complete; False if the budget ended.
        """
        if not 0 <= start <= moves.count:
            moves.refuse(start)
        index: cython.int
        for index in range(start, moves.count):
            if not take(budget):
                return False
            position.push(moves.move[index])
            value: cython.int = position.result()
            moves.tag[index] = value != ONGOING
            if value == ONGOING:
                self.find_interval(position)
                moves.low[index], moves.high[index] = self.low, self.high
                moves.score[index] = self.real
            else:
                moves.low[index] = moves.high[index] = moves.score[index] = value
            position.pop()
            if budget.over:
                return False
        return True


EvaluatorOrSpec = Evaluator | str | None
"""An evaluator, or its spec; None for the game's default."""


class Based(Evaluator):
    """An evaluator over another one, its base.

    The option `base` names the base. Without it, the game decides: `default_base`. A subclass that
    GIVES_INTERVALS makes them from the base's values, which it negates for the opponent. So it
    needs a game of two players, and a base that is informative.
    """

    def __init__(self, **options: Any) -> None:
        """Store the options and `base`, an evaluator; it may be None until `bind` chooses one."""
        from evaluators import make

        super().__init__(**options)
        given = self.options["base"]
        self.base: Any = None if given is None else make(given)
        self.bound = ""

    def default_base(self, position: Position) -> str:
        """Return the spec of the base for a game where the option names none.

        By default it is the game's strongest evaluator (`default_for`).
        """
        from evaluators import default_for

        return default_for(position)

    def base_for(self, position: Position) -> Evaluator:
        """Return the base for the game of a position, a new one if it is not the current base.

        It is not bound, and `base` does not change.
        """
        if self.options["base"] is None:
            from evaluators import make

            spec = self.default_base(position)
            return self.base if self.bound == spec else make(spec)
        return self.base  # type: ignore[no-any-return]  # the option gave it

    def serves(self, position: Position) -> bool:
        """Return whether the base supports the game.

        An evaluator that GIVES_INTERVALS also needs two players and an informative base.
        """
        if self.GIVES_INTERVALS and position.one_player:
            return False
        base = self.base_for(position)
        return base.serves(position) and (not self.GIVES_INTERVALS or base.is_informative(position))

    def is_informative(self, position: Position) -> bool:
        """Return whether the base is informative about the game."""
        return self.base_for(position).is_informative(position)

    def refusal(self, position: Position) -> EvaluationError:
        """Return the error: that the base is not informative, or that the game is not supported."""
        base = self.base_for(position)
        if self.GIVES_INTERVALS and base.serves(position) and not base.is_informative(position):
            return EvaluationError(
                f"evaluator {self.spec} has no information about {position.spec}: its base "
                f"{base.spec} gives the same value to every position in progress; expected "
                "another base"
            )
        return Evaluator.refusal(self, position)

    def bind(self, position: Position) -> None:
        """Bind the base too; without the option `base`, choose the game's.

        :raises EvaluationError: if the base or this evaluator does not support the game.
        """
        base = self.base_for(position)
        base.bind(position)
        if self.options["base"] is None:
            self.base, self.bound = base, self.default_base(position)
        Evaluator.bind(self, position)

    def static(self, position: Position) -> cython.int:
        """Return the static value of the base, which is chosen first if there is none."""
        if self.base is None:
            self.bind(position)
        return self.base.static(position)

    def value(self, position: Position) -> cython.int:
        """Return the realistic value of `find_interval`."""
        self.find_interval(position)
        return self.real


if not cython.compiled:  # as compiled attributes start
    Evaluator.low = Evaluator.high = Evaluator.real = 0
