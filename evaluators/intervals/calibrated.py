"""Intervals fitted to deeper searches: where their values lie, as far as a shallow one can tell."""

from __future__ import annotations

from typing import Any

import cython

from evaluators.intervals.fits import COVERS, find
from evaluators.intervals.fitted import Fitted
from games.core.position import Position
from games.errors import EvaluationError
from games.parts.part import Option

if not cython.compiled:
    from evaluators.intervals.constants import DECIDED, SHARES, UNFITTED
    from games.core.array import array, ints

__all__ = ["Calibrated"]


class Calibrated(Fitted):
    """The interval that holds `cover` of a hundred values of deeper searches (ProbCut's model).

    Its middle is slope v + offset, the deeper value to be expected after v, that of a search of
    `depth` plies; the numbers were fitted to such pairs, phase by phase or cell by cell (see
    `evaluators.intervals.fits`).

    A position in a phase that was not fitted is an error, also in the middle of a search. Where the
    search sees the game end, in every line or by a win, the interval is a point.
    """

    NAME = "calibrated"
    OPTIONS = (
        *Fitted.OPTIONS,
        Option(
            "by",
            "cell",
            "what positions are told apart by: the phase, or as many features as were fitted",
            choices=("phase", "cell"),
        ),
    )

    def find(self, game: str, base: str) -> Any:
        file, deep = self.options["fits"], self.options["deep"]
        cells = self.options["by"] == "cell"
        return find(file, self.NAME, game, base, self.depth, deep, cells)

    def bind(self, position: Position) -> None:
        """Take the fit for the game.

        :raises EvaluationError: if there is none, or it knows no position of this phase.
        """
        super().bind(position)
        by_phase = not self.fit.axes
        if by_phase and position.outcome() is None and not self.fit.phase(position.game_phase()):
            raise self._unfitted(self.fit, position)

    def use(self, fit: Any, position: Position) -> None:
        """Take the numbers of a fit.

        :raises EvaluationError: if it is for another game's features.
        """
        self.want([axis.feature for axis in fit.axes], position, f"the fit for {fit}")
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
        self.places = len(self._cells)
        self.covers = list(COVERS)
        self.slopes, self.offsets = ints(self._slopes), ints(self._offsets)
        self.margins, self.within = ints(self._margins), ints(self._within)
        self.cells, self.steps = ints(self._cells), ints(self._steps)
        self.ends = ints(self._ends)

    def shapes(self) -> list[tuple[tuple[int, ...], float]]:
        return [(phase.within, phase.positions) for phase in self.fit.phases if phase]

    def _unfitted(self, fit: Any, position: Position) -> EvaluationError:
        return EvaluationError(
            f"{self.spec}: the fit for {fit} knows no position such as {position.spec}: "
            f"{position.phase_name(position.game_phase())}"
        )

    def foretell(self, position: Position, value: cython.int) -> cython.int:
        number: cython.int = self._cell(position, value)
        if number >= self.places or self.margins[self.cells[number]] == UNFITTED:
            raise self._unfitted(self.fit, position)
        place: cython.int = self.cells[number]
        scaled: cython.longlong = self.slopes[place]
        scaled = scaled * value // 1000 + self.offsets[place]
        # What is foretold is an estimate, whatever the fit: no win, no loss and no overflow.
        self.real = max(1 - DECIDED, min(DECIDED - 1, scaled))
        self.low = max(1 - DECIDED, self.real - self.margins[place])
        self.high = min(DECIDED - 1, self.real + self.margins[place])
        self.place = place
        return 0

    def foretold(self, share: cython.double) -> cython.int:
        first: cython.int = self.place * SHARES
        index: cython.int = 0
        cover: cython.double = min(abs(2 * share - 100), self.covers[SHARES - 1])
        low: cython.double
        margin: cython.int
        while index + 2 < SHARES and self.covers[index + 1] < cover:
            index += 1
        low = self.within[first + index]
        low += (self.within[first + index + 1] - low) * (
            (cover - self.covers[index]) / (self.covers[index + 1] - self.covers[index])
        )
        margin = cython.cast(cython.int, low)
        if share < 50:
            return max(1 - DECIDED, self.real - margin)
        return min(DECIDED - 1, self.real + margin)

    def _cell(self, position: Position, value: cython.int) -> cython.int:
        """The number of a position's cell, or of its phase where that is what tells them apart."""
        number: cython.int = 0
        step: cython.int = 0
        first: cython.int = 0
        index: cython.int
        if self.count == 0:
            return position.game_phase()
        self.describe(position, value)
        for index in range(self.count):
            while step < self.ends[index] and self.steps[step] <= self.feature[index]:
                step += 1
            number = number * (self.ends[index] - first + 1) + step - first
            first = step = self.ends[index]
        return number
