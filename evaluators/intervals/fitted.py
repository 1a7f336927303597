"""Intervals from fits to deeper searches: what evaluators of them have in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import cython

from evaluators.intervals.fits import FARTHEST, STEPS, coverage, find, fitted, games
from evaluators.intervals.probe import BASE, Probe
from games.core.moves import Moves
from games.core.position import Position
from games.errors import EvaluationError
from games.parts.part import Option

if not cython.compiled:
    from games.core.scores import INFINITY, QUIET

    DECIDED = 2**28
    MOST_FEATURES = 32
    VALUE, VALUE_SIZE, UNREST, UNREST_SIZE, CHECK, PHASE, MOVES, GAIN, GAINS, TRAIT = range(10)

__all__ = ["FEATURES", "Fitted"]

FEATURES = (
    "value",
    "|value|",
    "unrest",
    "|unrest|",
    "check",
    "phase",
    "moves",
    "gain",
    "gains",
)
"""What tells of a position in every game: the value of a search, by how much it differs from the
static one, the sizes of both, whether there is a check, the game's phase, how many moves there are,
the most that a noisy one wins in material, and how many of them lose none. The traits of the game
and of the base follow."""


class Fitted(Probe):
    """An interval around what a deeper search is expected to find after one of `depth` plies.

    A subclass takes the numbers of a fit (`use`), and says by them how far the deeper value may lie
    from that of the search (`foretell`). Where the search sees the game end, in every line or by a
    win, the interval is a point.
    """

    OPTIONS: tuple[Option, ...] = (
        BASE,
        Option("depth", 0, "plies of the search", low=0, high=64),
        Option("deep", 0, "plies of the search foretold; 0: the deepest fitted", low=0, high=400),
        Option("cover", 80.0, "how many of a hundred deeper values are inside", low=0, high=99),
        Option("fits", "", "file of fits; empty for those shipped"),
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.depth = self.options["depth"]
        self.fit: Any = None
        self.game = ""  # that it was taken for
        self.covered: tuple[float, ...] = ()
        self.known = True
        self.stands = False
        self.count = self.of_base = 0
        self.lists_moves = self.weighs_captures = False
        if not cython.compiled:
            self.feature, self.wanted = [0] * MOST_FEATURES, [0] * MOST_FEATURES

    def serves(self, position: Position) -> bool:
        """Whether there are fits for the game, be they for this base and depth or for others."""
        return super().serves(position) and position.family in games(
            self.options["fits"], self.NAME
        )

    def bind(self, position: Position) -> None:
        """Take the fit for the game, unless it is taken: a clock may be running.

        :raises EvaluationError: if there is none for this base, depth and length; it lists those
            there are.
        """
        base = self.base_for(position).spec
        fit = self.find(position.family, base)
        super().bind(position)
        self.stands = self.depth == 0 and self.base.may_stand()
        if fit is not self.fit or position.spec != self.game:
            self.take_fit(fit, position)

    def take_fit(self, fit: Any, position: Position) -> None:
        """Look by a fit from now on, for a game.

        :raises EvaluationError: if it does not suit it.
        """
        self.use(fit, position)
        self.fit, self.game, self.covered = fit, position.spec, ()

    def find(self, game: str, base: str) -> Any:
        """The fit for a game and a base.

        :raises EvaluationError: if there is none.
        """
        file, deep = self.options["fits"], self.options["deep"]
        return find(file, self.NAME, game, base, self.depth, deep)

    def use(self, fit: Any, position: Position) -> None:
        """Take the numbers of a fit for a game.

        :raises EvaluationError: if they do not suit it.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks use")

    def default_base(self, position: Position) -> str:
        """The game's best evaluator of values, if it was fitted; else the one that was."""
        best = super().default_base(position)
        bases = fitted(self.options["fits"], self.NAME, position.family, self.depth)
        return best if best in bases or not bases else bases[0]

    def look(self, position: Position) -> cython.bint:
        value: cython.int
        if self.fit is None:
            self.bind(position)
        self.begin(position)
        self.horizon = False
        value = self.ahead(position, self.depth, -INFINITY, INFINITY, 0)
        if self.ended:
            return False
        self.known = not self.horizon or abs(value) >= DECIDED
        if self.known:
            self.low = self.real = self.high = value
        else:
            self.foretell(position, value)
        return True

    def may_glance(self) -> bool:
        return self.stands

    def glance(self, position: Position) -> cython.bint:
        if self.fit is None:
            self.bind(position)
        if not self.stands or position.in_check():
            return False
        self.moves.count = 0
        self.known = False
        self.foretell(position, self.base.static(position))
        return True

    def foretell(self, position: Position, value: cython.int) -> cython.int:
        """Set `real`, `low` and `high` of a position whose search came to a value."""
        raise NotImplementedError(f"{type(self).__name__} lacks foretell")

    def coverage(self, times: float) -> float:
        if self.fit is None:
            return -1.0
        if not self.covered:
            self.covered = coverage(tuple(self.shapes()), self.options["cover"])
        if times >= FARTHEST:
            return self.covered[-1]
        index, part = divmod(times * STEPS, 1.0)
        low, high = self.covered[int(index)], self.covered[int(index) + 1]
        return low + (high - low) * part

    def shapes(self) -> list[tuple[tuple[int, ...], float]]:
        """For positions alike how far errors go for each of `COVERS`, and how many there are."""
        raise NotImplementedError(f"{type(self).__name__} lacks shapes")

    def quantile(self, share: cython.double) -> cython.int:
        if self.known:
            return self.real
        return self.foretold(share)

    def foretold(self, share: cython.double) -> cython.int:
        """`quantile` of a position for which `foretell` was asked last."""
        raise NotImplementedError(f"{type(self).__name__} lacks foretold")

    # -- what a position looks like ------------------------------------------------------------

    def want(self, names: Iterable[str], position: Position, who: str) -> None:
        """Settle which features `describe` finds.

        :param who: wants them, for the error.
        :raises EvaluationError: if game and base have no such feature.
        """
        known = (*FEATURES, *position.INFO.traits, *self.base_for(position).TRAITS)
        names = tuple(names)
        strange = [name for name in names if name not in known]
        if strange or len(names) > MOST_FEATURES:
            raise EvaluationError(
                f"{self.spec}: {who} knows {', '.join(names)}; expected at most {MOST_FEATURES} of "
                f"{', '.join(known)}"
            )
        numbers = [known.index(name) for name in names]
        self.wanted = numbers + [0] * (MOST_FEATURES - len(numbers))
        self.count = len(numbers)
        self.of_base = TRAIT + len(position.INFO.traits)
        self.lists_moves = MOVES in numbers
        self.weighs_captures = GAIN in numbers or GAINS in numbers

    def features(self, position: Position, names: tuple[str, ...]) -> list[int]:
        """Those features of a position of a game that goes on.

        :raises EvaluationError: if the game has no such feature.
        """
        self.want(names, position, "whoever asks")
        self.begin(position)
        self.describe(position, self.ahead(position, self.depth, -INFINITY, INFINITY, 0))
        self.fit = None  # which knows other features
        return [self.feature[index] for index in range(self.count)]

    def describe(self, position: Position, value: cython.int) -> cython.int:
        """Find the features wanted of a position of that value."""
        index: cython.int
        number: cython.int
        moves: cython.int = 0
        if self.lists_moves:
            moves = position.generate(self.moves)
            self.moves.count -= moves
        if self.weighs_captures:
            self._weigh_captures(position)
        for index in range(self.count):
            number = self.wanted[index]
            if number == VALUE:
                self.feature[index] = value
            elif number == VALUE_SIZE:
                self.feature[index] = abs(value)
            elif number == UNREST:
                self.feature[index] = value - self.base.static(position)
            elif number == UNREST_SIZE:
                self.feature[index] = abs(value - self.base.static(position))
            elif number == CHECK:
                self.feature[index] = position.in_check()
            elif number == PHASE:
                self.feature[index] = position.game_phase()
            elif number == MOVES:
                self.feature[index] = moves
            elif number == GAIN:
                self.feature[index] = self.gain
            elif number == GAINS:
                self.feature[index] = self.gains
            elif number < self.of_base:
                self.feature[index] = position.trait(number - TRAIT)
            else:
                self.feature[index] = self.base.trait(position, number - self.of_base)
        return 0

    def _weigh_captures(self, position: Position) -> cython.int:
        """Find what noisy moves win."""
        moves: Moves = self.moves
        start: cython.int = moves.count
        index: cython.int
        see: cython.int
        self.gain = self.gains = 0
        position.noisy_moves(moves)
        for index in range(start, moves.count):
            see = position.see(moves.move[index])
            if see != QUIET and see >= 0:
                self.gain = max(self.gain, see)
                self.gains += 1
        moves.count = start
        return 0
