"""Intervals of one width: a value, give or take a margin."""

from __future__ import annotations

from typing import Any

import cython

from evaluators.intervals.probe import BASE, Probe
from games.core.position import Position
from games.parts.part import Option

if not cython.compiled:
    from games.core.scores import INFINITY, MATE_BOUND

__all__ = ["Fixed"]


class Fixed(Probe):
    """The base's value as the realistic one, and `margin` on either side of it."""

    NAME = "fixed"
    OPTIONS = (
        BASE,
        Option("margin", 100, "half the width, in the base's units", low=1, high=2**28),
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.margin = self.options["margin"]

    def look(self, position: Position) -> cython.bint:
        self.begin(position)
        self.real = self.ahead(position, 0, -INFINITY, INFINITY, 0)
        self.low = max(self.real - self.margin, 1 - MATE_BOUND)
        self.high = min(self.real + self.margin, MATE_BOUND - 1)
        return not self.ended
