"""Intervals of one width: a value, give or take a margin."""

from __future__ import annotations

from typing import Any

import cython

from evaluators.probe import BASE, Probe
from games.parts import Option
from games.position import Position

if not cython.compiled:
    from games.scores import HEURISTIC, INFINITE

__all__ = ["Fixed"]


class Fixed(Probe):
    """The base's value as the realistic one, and `margin` on either side of it."""

    NAME = "fixed"
    OPTIONS = (
        BASE,
        Option("margin", 100, "half the width, in the base's units", low=0, high=2**28),
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.margin = self.options["margin"]

    def look(self, position: Position) -> cython.bint:
        self.begin(position)
        self.real = self.ahead(position, 0, -INFINITE, INFINITE, 0)
        self.low = max(self.real - self.margin, 1 - HEURISTIC)
        self.high = min(self.real + self.margin, HEURISTIC - 1)
        return not self.ended
