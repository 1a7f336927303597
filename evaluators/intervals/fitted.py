"""Intervals from fits to deeper searches: what evaluators of them have in common."""

from __future__ import annotations

from typing import Any

import cython

from evaluators.intervals.fits import find, fitted, games
from evaluators.intervals.probe import BASE, Probe
from games.core.position import Position
from games.parts.part import Option

if not cython.compiled:
    from games.core.scores import INFINITY

    DECIDED = 2**28

__all__ = ["Fitted"]


class Fitted(Probe):
    """An interval around what a deeper search is expected to find after one of `depth` plies.

    A subclass takes the numbers of a fit (`use`), and says by them how far the deeper value may lie
    from that of the search (`foretell`). Where the search sees the game end, in every line or by a
    win, the interval is a point and sigma 0.
    """

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
        self.fit: Any = None

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
        fit = find(file, self.NAME, position.family, base, self.depth, deep)
        super().bind(position)
        self.use(fit, position)

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
        if not self.horizon or abs(value) >= DECIDED:
            self.low = self.real = self.high = value
            self.sigma = 0
        else:
            self.foretell(position, value)
        return True

    def foretell(self, position: Position, value: cython.int) -> cython.int:
        """Set `real`, `low`, `high` and `sigma` of a position whose search came to a value."""
        raise NotImplementedError(f"{type(self).__name__} lacks foretell")
