"""Intervals fitted to deeper searches: `Calibrated`, and what it shares with `Learned`.

A shallow search finds the value of a position. From this value and other features, a fit predicts
where the value of a deeper search lies (see `evaluators.intervals.fits`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypedDict, Unpack

import cython

from evaluators.core.evaluator import Based, Evaluator
from evaluators.intervals.fits import (
    COVERS,
    FARTHEST,
    STEPS,
    coverage,
    find,
    fitted_evaluators,
    fitted_games,
)
from evaluators.intervals.searched import BaseOption, ShallowSearch
from games.core.moves import Moves
from games.core.position import Position
from games.errors import EvaluationError
from games.parts.part import Option

if not cython.compiled:
    from evaluators.intervals.constants import (
        CHECK,
        DECIDED,
        GAIN,
        GAINS,
        MOST_FEATURES,
        MOVES,
        PHASE,
        SHARES,
        TRAIT,
        UNFITTED,
        UNREST,
        UNREST_SIZE,
        VALUE,
        VALUE_SIZE,
    )
    from games.core.array import array, ints
    from games.core.scores import INFINITY, QUIET

FEATURES = (
    "value", "|value|", "unrest", "|unrest|", "check", "phase", "moves", "gain", "gains",
)  # fmt: skip
"""The features of every game, by number.

They are the value of the search, its difference from the static value ("unrest"), the sizes of
both, whether the side to move is in check, the game's phase, the number of moves, the most material
that a noisy move wins, and the number of noisy moves that lose none. The traits of the game and of
the base follow them."""


class Features:
    """The features of a position that a fit uses."""

    def __init__(self) -> None:
        self.count = self.of_base = self.gain = self.gains = 0
        self.needs_moves = self.needs_captures = False
        if not cython.compiled:
            self.values, self.numbers = [0] * MOST_FEATURES, [0] * MOST_FEATURES

    def select(self, names: Sequence[str], position: Position, base: Evaluator, user: str) -> None:
        """Choose the features that `compute` is to find, in this order.

        :param user: what needs them, for the error.
        :raises EvaluationError: if there are more than MOST_FEATURES, or the game and the base lack
            one of them.
        """
        known = (*FEATURES, *position.INFO.traits, *base.TRAITS)
        unknown = [name for name in names if name not in known]
        if unknown or len(names) > MOST_FEATURES:
            raise EvaluationError(
                f"{user} uses {', '.join(names)}; expected at most {MOST_FEATURES} of "
                f"{', '.join(known)}"
            )
        numbers = [known.index(name) for name in names]
        self.numbers = numbers + [0] * (MOST_FEATURES - len(numbers))
        self.count = len(numbers)
        self.of_base = TRAIT + len(position.INFO.traits)
        self.needs_moves = MOVES in numbers
        self.needs_captures = GAIN in numbers or GAINS in numbers

    def compute(self, position: Position, value: cython.int, base: Evaluator, moves: Moves) -> None:
        """Set the array `values` to the selected features of a position, in their order.

        :param value: the value of the shallow search, for the side to move.
        :param base: the evaluator whose static value and traits are features.
        :param moves: a list to append to and restore.
        """
        index: cython.int
        feature: cython.int
        legal: cython.int = 0
        if self.needs_moves:
            legal = position.generate(moves)
            moves.count -= legal
        if self.needs_captures:
            self._weigh_captures(position, moves)
        for index in range(self.count):
            number: cython.int = self.numbers[index]
            if number == VALUE:
                feature = value
            elif number == VALUE_SIZE:
                feature = abs(value)
            elif number == UNREST:
                feature = value - base.static(position)
            elif number == UNREST_SIZE:
                feature = abs(value - base.static(position))
            elif number == CHECK:
                feature = position.in_check()
            elif number == PHASE:
                feature = position.game_phase()
            elif number == MOVES:
                feature = legal
            elif number == GAIN:
                feature = self.gain
            elif number == GAINS:
                feature = self.gains
            elif number < self.of_base:
                feature = position.trait(number - TRAIT)
            else:
                feature = base.trait(position, number - self.of_base)
            self.values[index] = feature

    def _weigh_captures(self, position: Position, moves: Moves) -> None:
        """Set `gain` and `gains`: the most that a noisy move wins, and how many lose nothing.

        `gain` is at least 0. The list of moves is restored.
        """
        start: cython.int = moves.count
        index: cython.int
        self.gain = self.gains = 0
        position.noisy_moves(moves)
        for index in range(start, moves.count):
            see: cython.int = position.see(moves.move[index])
            if see != QUIET and see >= 0:
                self.gain = max(self.gain, see)
                self.gains += 1
        moves.count = start


class FittedOptions(TypedDict, total=False):
    """The options of `Fitted`."""

    base: BaseOption
    depth: Annotated[int, Option(0, "plies of the shallow search", low=0, high=64)]
    deep: Annotated[
        int, Option(0, "plies of the deeper search; 0: the deepest fitted", low=0, high=400)
    ]
    cover: Annotated[
        float, Option(80.0, "percentage of deeper values inside the interval", low=0, high=99)
    ]
    fits: Annotated[str, Option("", "file of fits; empty for those shipped")]


class Fitted(Based):
    """An interval around the expected value of a deeper search, after a search to `depth` plies.

    A subclass reads the numbers of a fit (`load`) and predicts with them (`predict`). The interval
    is a point if every line of the shallow search ends the game, or if it finds a win.
    """

    GIVES_INTERVALS = SEARCHES = True
    OPTIONS = FittedOptions

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.depth = self.options["depth"]
        self.search = ShallowSearch()
        self.features = Features()
        self.fit: Any = None
        self.game = ""  # the spec of the game that the fit was loaded for
        self.coverages: tuple[float, ...] = ()
        self.is_point = True
        self.has_static_bound = False

    # -- Choosing the fit ----------------------------------------------------------------------

    def serves(self, position: Position) -> bool:
        """Return whether the base serves the game, and there are fits for it.

        They may be for another base or depth.
        """
        if not super().serves(position):
            return False
        file, _ = self._fits_for(self.base_for(position))
        return position.family in fitted_games(file, self.NAME)

    def default_base(self, position: Position) -> str:
        """Return the spec of the game's best evaluator of values, if there are fits for it.

        Otherwise return that of the first base with fits; without any, that of the best.
        """
        best = super().default_base(position)
        bases = fitted_evaluators(self.options["fits"], self.NAME, position.family, self.depth)
        return best if best in bases or not bases else bases[0]

    def bind(self, position: Position) -> None:
        """Bind the base, and load the fit for the game unless it is loaded.

        :raises EvaluationError: if there is none for this base, depth and deeper depth; the message
            lists the existing ones. Also if the game is not supported, or lacks a feature.
        """
        file, base = self._fits_for(self.base_for(position))
        deep = self.options["deep"]
        by_cell = self.options.get("by") == "cell"  # `learned` has no `by`
        fit = find(file, self.NAME, position.family, base, self.depth, deep, by_cell)
        super().bind(position)
        self.has_static_bound = self.depth == 0 and self.base.static_is_lower_bound()
        if fit is not self.fit or position.spec != self.game:
            self.set_fit(fit, position)

    def _fits_for(self, base: Evaluator) -> tuple[str, str]:
        """Return the file of fits to read, "" for those shipped, and the name of a base in it.

        The option `fits` has precedence over the base's `own_fits`.
        """
        own = base.own_fits()
        return (self.options["fits"], base.spec) if self.options["fits"] or not own[0] else own

    def set_fit(self, fit: Any, position: Position) -> None:
        """Use a fit from now on, for the game of a position.

        :raises EvaluationError: if the game lacks a feature of it.
        """
        self.load(fit, position)
        self.fit, self.game, self.coverages = fit, position.spec, ()

    def features_of(self, position: Position, names: Sequence[str]) -> list[int]:
        """Return the features of these names for a game in progress; drop the loaded fit.

        The shallow search takes nodes. The features are void if the budget ended.

        :raises EvaluationError: if the game and the base lack one of them.
        """
        if self.base is None:
            self.bind(position)  # this selects the features of a fit
        self.features.select(names, position, self.base, f"{self.spec}: the caller")
        self.search.begin(self, position)
        value = self._search_value(position)
        self.features.compute(position, value, self.base, self.search.moves)
        self.fit = None  # it uses other features
        return [self.features.values[index] for index in range(self.features.count)]

    # -- The interval --------------------------------------------------------------------------

    def find_interval(self, position: Position) -> cython.bint:
        """Set `low`, `real` and `high` as predicted from a shallow search.

        They are a point, its value, if no line met the horizon or the value's size is at least
        DECIDED.

        :returns: False if the budget ended; then they do not change.
        """
        if self.fit is None:
            self.bind(position)
        self.search.begin(self, position)
        value: cython.int = self._search_value(position)
        if self.search.ended:
            return False
        self.is_point = not self.search.reached_horizon or abs(value) >= DECIDED
        if self.is_point:
            self.low = self.real = self.high = value
        else:
            self.predict(position, value)
        return True

    def _search_value(self, position: Position) -> cython.int:
        """Return the value by the inner search to `depth` plies; void if the budget ended."""
        return self.search.value(position, self.depth, -INFINITY, INFINITY, 0)

    def supports_static_interval(self) -> bool:
        """Return whether the depth is 0 and the base's static value is a lower bound."""
        return self.has_static_bound

    def find_static_interval(self, position: Position) -> cython.bint:
        """Set `low`, `real` and `high` as predicted from the base's static value.

        :returns: False where that is no lower bound, or in check; then nothing is set.
        """
        if self.fit is None:
            self.bind(position)
        if not self.has_static_bound or position.in_check():
            return False
        self.search.moves.count = 0
        self.is_point = False
        self.predict(position, self.base.static(position))
        return True

    def quantile(self, share: cython.double) -> cython.int:
        """Return the quantile of the last prediction; for a point, that value."""
        if self.is_point:
            return self.real
        return self.predicted_quantile(share)

    def coverage(self, times: float) -> float:
        """Return the percentage of the fit's errors within `times` the bound, by interpolation.

        :returns: -1 before `bind`.
        """
        if self.fit is None:
            return -1.0
        if not self.coverages:
            self.coverages = coverage(tuple(self.error_bounds()), self.options["cover"])
        if times >= FARTHEST:
            return self.coverages[-1]
        index, part = divmod(times * STEPS, 1.0)
        low, high = self.coverages[int(index)], self.coverages[int(index) + 1]
        return low + (high - low) * part

    # -- What a subclass defines ---------------------------------------------------------------

    def load(self, fit: Any, position: Position) -> None:
        """Read the numbers of a fit, and select its features, for the game of a position.

        `set_fit` calls it.

        :raises EvaluationError: if the game lacks a feature of the fit.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks load")

    def predict(self, position: Position, value: cython.int) -> None:
        """Set `real`, `low` and `high` from the value of the shallow search.

        `find_interval` and `find_static_interval` call it, unless the interval is a point.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks predict")

    def predicted_quantile(self, share: cython.double) -> cython.int:
        """Return the `quantile` for the position of the last `predict`; `quantile` calls it."""
        raise NotImplementedError(f"{type(self).__name__} lacks predicted_quantile")

    def error_bounds(self) -> list[tuple[tuple[int, ...], float]]:
        """Return for each group of similar positions the error bounds of COVERS, and a weight.

        The bounds are in thousandths of the fit's scale of errors. `coverage` calls it.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks error_bounds")


class CalibratedOptions(FittedOptions, total=False):
    """The options of `Calibrated`."""

    by: Annotated[
        Literal["phase", "cell"],
        Option("cell", "groups of positions: the phase, or cells of all fitted features"),
    ]


class Calibrated(Fitted):
    """The interval that contains `cover` percent of the values of deeper searches.

    Its middle is slope v + offset, the expected deeper value after the shallow value v. The numbers
    belong to the game's phase, or to a cell of similar positions (ProbCut's model, Buro 1995; see
    `evaluators.intervals.fits`). A position in a phase without a fit is an error, even inside a
    search.
    """

    NAME = "calibrated"
    OPTIONS = CalibratedOptions

    def __init__(self, **options: Unpack[CalibratedOptions]) -> None:
        super().__init__(**options)

    def bind(self, position: Position) -> None:
        """Bind the base, and load the fit for the game unless it is loaded.

        :raises EvaluationError: if there is none. Also if the game is in progress and a fit by
            phase has no numbers for the position's phase.
        """
        super().bind(position)
        by_phase = not self.fit.axes
        if by_phase and position.outcome() is None and not self.fit.phase(position.game_phase()):
            raise self._unfitted(position)

    def load(self, fit: Any, position: Position) -> None:
        """Copy a fit to arrays: slope, offset and margins of each phase, and its cells.

        A phase without a fit gets the margin UNFITTED.

        :raises EvaluationError: if the game and the base lack a feature of the cells.
        """
        names = [axis.feature for axis in fit.axes]
        user = f"{self.spec}: the fit for {fit}"
        self.features.select(names, position, self.base_for(position), user)
        phases = fit.phases
        self._slopes = array("i", [phase.slope if phase else 0 for phase in phases] or [0])
        self._offsets = array("i", [phase.offset if phase else 0 for phase in phases] or [0])
        cover = self.options["cover"]
        margins = [phase.margin(cover) if phase else UNFITTED for phase in phases]
        self._margins = array("i", margins or [UNFITTED])
        within = [phase.margin(share) if phase else 0 for phase in phases for share in COVERS]
        self._within = array("i", within or [0])
        self._cells = array("i", fit.cells or range(len(phases)))
        self._steps = array("i", [step for axis in fit.axes for step in axis.steps] or [0])
        ends = [len(axis.steps) for axis in fit.axes]
        self._ends = array("i", [sum(ends[: index + 1]) for index in range(len(ends))] or [0])
        self.cell_count = len(self._cells)
        self.covers = list(COVERS)
        self.slopes, self.offsets = ints(self._slopes), ints(self._offsets)
        self.margins, self.within = ints(self._margins), ints(self._within)
        self.cells, self.steps = ints(self._cells), ints(self._steps)
        self.ends = ints(self._ends)

    def error_bounds(self) -> list[tuple[tuple[int, ...], float]]:
        """Return for each phase of the fit its error bounds, in thousandths of sigma, and size."""
        return [(phase.within, phase.positions) for phase in self.fit.phases if phase]

    def _unfitted(self, position: Position) -> EvaluationError:
        """Return the error for a position in whose phase of the game the fit has no numbers."""
        return EvaluationError(
            f"{self.spec}: the fit for {self.fit} has no numbers for positions such as "
            f"{position.spec}: {position.phase_name(position.game_phase())}"
        )

    def predict(self, position: Position, value: cython.int) -> None:
        """Set `real`, `low` and `high` by slope, offset and margin of the position's cell.

        Also set `place`, the index of the cell's numbers. No bound is a decided game.

        :raises EvaluationError: if the cell has no fit.
        """
        cell: cython.int = self._cell(position, value)
        if cell >= self.cell_count or self.margins[self.cells[cell]] == UNFITTED:
            raise self._unfitted(position)
        place: cython.int = self.cells[cell]
        scaled: cython.longlong = self.slopes[place]
        scaled = scaled * value // 1000 + self.offsets[place]
        # A prediction is an estimate whatever the fit: no win, no loss, no overflow.
        self.real = max(1 - DECIDED, min(DECIDED - 1, scaled))
        self.low = max(1 - DECIDED, self.real - self.margins[place])
        self.high = min(DECIDED - 1, self.real + self.margins[place])
        self.place = place

    def predicted_quantile(self, share: cython.double) -> cython.int:
        """Return the quantile by the margins of the last cell, linear between two of COVERS.

        Shares below 0.5 or above 99.5 percent count as those. No quantile is a decided game.
        """
        first: cython.int = self.place * SHARES
        index: cython.int = 0
        cover: cython.double = min(abs(2 * share - 100), self.covers[SHARES - 1])
        while index + 2 < SHARES and self.covers[index + 1] < cover:
            index += 1
        low: cython.double = self.within[first + index]
        low += (self.within[first + index + 1] - low) * (
            (cover - self.covers[index]) / (self.covers[index + 1] - self.covers[index])
        )
        margin: cython.int = cython.cast(cython.int, low)
        if share < 50:
            return max(1 - DECIDED, self.real - margin)
        return min(DECIDED - 1, self.real + margin)

    def _cell(self, position: Position, value: cython.int) -> cython.int:
        """Return the number of the position's cell, or its phase for a fit without cells."""
        cell: cython.int = 0
        step: cython.int = 0
        first: cython.int = 0
        index: cython.int
        if self.features.count == 0:
            return position.game_phase()
        self.features.compute(position, value, self.base, self.search.moves)
        for index in range(self.features.count):
            while step < self.ends[index] and self.steps[step] <= self.features.values[index]:
                step += 1
            cell = cell * (self.ends[index] - first + 1) + step - first
            first = step = self.ends[index]
        return cell
