"""Intervals fitted to deeper searches: where their values lie, as far as a shallow one can tell."""

from __future__ import annotations

from typing import Any

import cython

from evaluators.intervals.fitted import Fitted
from games.core.position import Position
from games.errors import EvaluationError

if not cython.compiled:
    from evaluators.intervals.fitted import DECIDED

    UNFITTED = -1

__all__ = ["Calibrated"]

MOST_PHASES = 64
"""As many as any game has."""


class Calibrated(Fitted):
    """The interval that holds `cover` of a hundred values of deeper searches (ProbCut's model).

    Its middle is slope v + offset, the deeper value to be expected after v, that of a search of
    `depth` plies; the numbers were fitted to such pairs, phase by phase (see
    `evaluators.intervals.fits`).

    A position in a phase that was not fitted is an error, also in the middle of a search.

    After a look `sigma` is the standard deviation of what is to be expected. Where the
    search sees the game end, in every line or by a win, the interval is a point and sigma 0.
    """

    NAME = "calibrated"

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        if not cython.compiled:
            self.slopes, self.offsets, self.sigmas, self.margins = [[0] * MOST_PHASES] * 4

    def use(self, fit: Any, position: Position) -> None:
        """Take the numbers of a fit.

        :raises EvaluationError: if it has none for the position's phase.
        """
        phases = [*fit.phases, *[None] * MOST_PHASES][:MOST_PHASES]
        if phases[position.game_phase()] is None and position.outcome() is None:
            raise self._unfitted(fit, position)
        self.slopes = [phase.slope if phase else 0 for phase in phases]
        self.offsets = [phase.offset if phase else 0 for phase in phases]
        self.sigmas = [phase.sigma if phase else 0 for phase in phases]
        cover = self.options["cover"]
        self.margins = [phase.margin(cover) if phase else UNFITTED for phase in phases]
        self.fit = fit

    def _unfitted(self, fit: Any, position: Position) -> EvaluationError:
        return EvaluationError(
            f"{self.spec}: the fit for {fit} knows no position such as {position.spec}: "
            f"{position.phase_name(position.game_phase())}"
        )

    def foretell(self, position: Position, value: cython.int) -> cython.int:
        phase: cython.int
        scaled: cython.longlong
        phase = position.game_phase()
        if self.margins[phase] == UNFITTED:
            raise self._unfitted(self.fit, position)
        scaled = self.slopes[phase]
        scaled = scaled * value // 1000 + self.offsets[phase]
        # What is foretold is an estimate, whatever the fit: no win, no loss and no overflow.
        self.real = max(1 - DECIDED, min(DECIDED - 1, scaled))
        self.low = max(1 - DECIDED, self.real - self.margins[phase])
        self.high = min(DECIDED - 1, self.real + self.margins[phase])
        self.sigma = self.sigmas[phase]
        return 0
