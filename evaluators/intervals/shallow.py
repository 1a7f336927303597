"""Intervals from shallow searches that disagree."""

from __future__ import annotations

import re
from typing import Any

import cython

from evaluators.intervals.probe import BASE, Probe
from games.core.position import Position
from games.errors import SpecError, printable
from games.parts.part import Option

if not cython.compiled:
    from games.core.scores import INFINITY, MATE_BOUND

__all__ = ["Shallow"]

_DEPTHS = re.compile(r"(\d{1,2})-(\d{1,2})")
_DEEPEST = 64


class Shallow(Probe):
    """From the lowest to the highest value of searches to each of some depths.

    `margin` widens it on either side; the realistic value is that of the last. Where all lines of
    all of them end the game, the interval is a point.
    """

    NAME = "shallow"
    OPTIONS = (
        BASE,
        Option("depths", "1-2", "the first and the last depth in plies"),
        Option("margin", 0, "added on either side, in the base's units", low=0, high=2**28),
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        depths = _DEPTHS.fullmatch(self.options["depths"])
        first, last = map(int, depths.groups()) if depths else (1, 0)
        if not first <= last <= _DEEPEST:
            given = printable(self.options["depths"], 80)
            raise SpecError(
                f"shallow: depths={given}: expected two plies up to {_DEEPEST}, "
                "the smaller one first, such as 1-2"
            )
        self.first, self.last = first, last
        self.margin = self.options["margin"]

    def look(self, position: Position) -> cython.bint:
        depth: cython.int
        value: cython.int
        low: cython.int = INFINITY
        high: cython.int = -INFINITY
        self.begin(position)
        self.horizon = False
        for depth in range(self.first, self.last + 1):
            value = self.ahead(position, depth, -INFINITY, INFINITY, 0)
            if self.ended:
                return False
            self.real = value
            low, high = min(low, value), max(high, value)
        if not self.horizon:
            self.low = self.high = self.real
            return True
        self.low = max(low - self.margin, 1 - MATE_BOUND)
        self.high = min(high + self.margin, MATE_BOUND - 1)
        return True
