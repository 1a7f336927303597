"""Intervals fitted to deeper searches: where their values lie, as far as a shallow one can tell."""

from __future__ import annotations

from typing import Any

import cython

from evaluators.intervals.fits import find, fitted, games
from evaluators.intervals.probe import BASE, Probe
from games.core.position import Position
from games.errors import EvaluationError
from games.parts.part import Option

if not cython.compiled:
    from games.core.scores import INFINITY

    DECIDED, UNFITTED = 2**28, -1

__all__ = ["Calibrated"]

MOST_PHASES = 64
"""As many as any game has."""


class Calibrated(Probe):
    """The interval that holds `cover` of a hundred values of deeper searches (ProbCut's model).

    Its middle is slope v + offset, the deeper value to be expected after v, that of a search of
    `depth` plies; the numbers were fitted to such pairs, phase by phase (see
    `evaluators.intervals.fits`).

    A position in a phase that was not fitted is an error, also in the middle of a search.

    After a look `sigma` is the standard deviation of what is to be expected. Where the
    search sees the game end, in every line or by a win, the interval is a point and sigma 0.
    """

    NAME = "calibrated"
    OPTIONS = (
        BASE,
        Option("depth", 0, "plies of the search", low=0, high=64),
        Option("deep", 0, "plies of the search foretold; 0: the deepest fitted", low=0, high=400),
        Option("cover", 80.0, "how many of a hundred deeper values are inside", low=0, high=99),
        Option("fits", "", "file of fits; empty for those shipped"),
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.depth = self.options["depth"]
        self.sigma = 0
        self.fitted = False
        self.fit: Any = None
        if not cython.compiled:
            self.slopes, self.offsets, self.sigmas, self.margins = [[0] * MOST_PHASES] * 4

    def serves(self, position: Position) -> bool:
        """Whether there are fits for the game, be they for this base and depth or for others."""
        return super().serves(position) and position.family in games(
            self.options["fits"], self.NAME
        )

    def bind(self, position: Position) -> None:
        """Take the fit for the game.

        :raises EvaluationError: if there is none for this base, depth and length; it lists those
            there are.
        """
        base = self.base_for(position).spec
        file, deep = self.options["fits"], self.options["deep"]
        self.fit = find(file, self.NAME, position.family, base, self.depth, deep)
        super().bind(position)
        self._take_numbers(position)

    def default_base(self, position: Position) -> str:
        """The game's best evaluator of values, if it was fitted; else the one that was."""
        best = super().default_base(position)
        bases = fitted(self.options["fits"], self.NAME, position.family, self.depth)
        return best if best in bases or not bases else bases[0]

    def _take_numbers(self, position: Position) -> None:
        """Take the numbers of the fit.

        :raises EvaluationError: if it has none for the position's phase.
        """
        phases = [*self.fit.phases, *[None] * MOST_PHASES][:MOST_PHASES]
        if phases[position.game_phase()] is None and position.outcome() is None:
            raise self._unfitted(position)
        self.slopes = [phase.slope if phase else 0 for phase in phases]
        self.offsets = [phase.offset if phase else 0 for phase in phases]
        self.sigmas = [phase.sigma if phase else 0 for phase in phases]
        cover = self.options["cover"]
        self.margins = [phase.margin(cover) if phase else UNFITTED for phase in phases]
        self.fitted = True

    def _unfitted(self, position: Position) -> EvaluationError:
        return EvaluationError(
            f"{self.spec}: the fit for {self.fit} knows no position such as {position.spec}: "
            f"{position.phase_name(position.game_phase())}"
        )

    def look(self, position: Position) -> cython.bint:
        phase: cython.int
        value: cython.int
        scaled: cython.longlong
        if not self.fitted:
            self.bind(position)
        self.begin(position)
        self.horizon = False
        value = self.ahead(position, self.depth, -INFINITY, INFINITY, 0)
        if self.ended:
            return False
        if not self.horizon or abs(value) >= DECIDED:
            self.low = self.real = self.high = value
            self.sigma = 0
            return True
        phase = position.game_phase()
        if self.margins[phase] == UNFITTED:
            raise self._unfitted(position)
        scaled = self.slopes[phase]
        scaled = scaled * value // 1000 + self.offsets[phase]
        # What is foretold is an estimate, whatever the fit: no win, no loss and no overflow.
        self.real = max(1 - DECIDED, min(DECIDED - 1, scaled))
        self.low = max(1 - DECIDED, self.real - self.margins[phase])
        self.high = min(DECIDED - 1, self.real + self.margins[phase])
        self.sigma = self.sigmas[phase]
        return True
