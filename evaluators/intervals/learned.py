"""Intervals that know the position: learned from what deeper searches found in others like it."""

from __future__ import annotations

from typing import Any

import cython

from evaluators.intervals.fits import COVERS, OCTAVE, TableFit
from evaluators.intervals.fitted import Fitted
from games.core.position import Position

if not cython.compiled:
    from evaluators.intervals.fitted import DECIDED
    from games.core.array import array, ints

    POWERS = [0] * 64
    SHARES = 11

__all__ = ["Learned", "described"]

OCTAVES = 26
"""Scales are less than 2 to this power."""


def described(position: Position) -> tuple[str, ...]:
    """The features that tables are made of, in a position's game."""
    return ("value", "unrest", "check", "moves", "gain", "gains", *position.TRAITS)


def _fill_powers() -> None:
    """The powers of 2 from 0 to 63/64, in units of 2^-16."""
    for index in range(OCTAVE):
        POWERS[index] = round(2 ** (16 + index / OCTAVE))


_fill_powers()


class Learned(Fitted):
    """The interval that holds `cover` of a hundred values of deeper searches.

    Its middle is the deeper value to be expected after that of a search of `depth` plies; how far
    it reaches below and above follows from that value, by how much it differs from the static one,
    the moves there are, and what the game tells of the position (see
    `evaluators.intervals.fits`). Where the search sees the game end it is a point.
    """

    NAME = "learned"

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.below = self.above = self.mark = 0
        self.beyond = 0.0
        if not cython.compiled:
            self.covers = [0.0] * SHARES

    def use(self, fit: TableFit, position: Position) -> None:
        """Take the numbers of a fit for a game.

        :raises EvaluationError: if it is for another one's features.
        """
        self.want([table.feature for table in fit.tables], position, f"the fit for {fit}")
        self.cover = self.options["cover"]
        self.covers = list(COVERS)
        self.marks = len(fit.marks)
        self._steps, self._rows, self._ends = array("i"), array("i"), array("i")
        for table in fit.tables:
            self._steps.extend(table.steps)
            self._ends.append(len(self._steps))
            for row in table.rows:
                self._rows.extend(row)
        self._steps.append(0)  # so that there is one
        self._scales = array("i", fit.marks)
        self._times = array("i", [time for times in fit.within for time in times])
        self.steps, self.rows = ints(self._steps), ints(self._rows)
        self.ends = ints(self._ends)
        self.scales, self.times = ints(self._scales), ints(self._times)

    def shapes(self) -> list[tuple[tuple[int, ...], float]]:
        return [(times, 1.0) for times in self.fit.within]

    def foretell(self, position: Position, value: cython.int) -> cython.int:
        times: cython.double
        self.describe(position, value)
        self._add_up(value)
        self._place()
        times = self._within(self.cover)
        self.low = max(1 - DECIDED, self.real - _scaled(self.below, times))
        self.high = min(DECIDED - 1, self.real + _scaled(self.above, times))
        return 0

    def foretold(self, share: cython.double) -> cython.int:
        if share < 50:
            return max(1 - DECIDED, self.real - _scaled(self.below, self._within(100 - 2 * share)))
        return min(DECIDED - 1, self.real + _scaled(self.above, self._within(2 * share - 100)))

    def _add_up(self, value: cython.int) -> cython.int:
        """Add up the rows that the features choose: `real`, and the scales `below` and `above`."""
        index: cython.int
        step: cython.int = 0
        row: cython.int
        real: cython.longlong = value
        below: cython.int = 0
        above: cython.int = 0
        for index in range(self.count):
            row = step + index  # each table has a row more than steps
            while step < self.ends[index] and self.steps[step] <= self.feature[index]:
                step += 1
                row += 1
            step = self.ends[index]
            real += self.rows[3 * row]
            below += self.rows[3 * row + 1]
            above += self.rows[3 * row + 2]
        # What is foretold is an estimate, whatever the fit: no win, no loss and no overflow.
        self.real = max(1 - DECIDED, min(DECIDED - 1, real))
        self.below = _power(below)
        self.above = _power(above)
        return 0

    def _place(self) -> cython.int:
        """Find the mark that both scales together reach, and how far they are `beyond` it on the
        way to the next."""
        width: cython.int = self.below + self.above
        mark: cython.int = 0
        self.beyond = 0.0
        while mark + 1 < self.marks and self.scales[mark + 1] <= width:
            mark += 1
        if mark + 1 < self.marks and self.scales[mark] < width:
            self.beyond = cython.cast(cython.double, width - self.scales[mark]) / (
                self.scales[mark + 1] - self.scales[mark]
            )
        self.mark = mark
        return 0

    def _within(self, cover: cython.double) -> cython.double:
        """How many thousandths of its scale `cover` of a hundred errors are within; between two of
        those known by a straight line."""
        index: cython.int = 0
        low: cython.double
        while index + 2 < SHARES and self.covers[index + 1] < cover:
            index += 1
        low = self._reach(index)
        return low + (self._reach(index + 1) - low) * (
            min(cover, self.covers[SHARES - 1]) - self.covers[index]
        ) / (self.covers[index + 1] - self.covers[index])

    def _reach(self, index: cython.int) -> cython.double:
        """`_within` of one of the covers: between marks by a straight line of the widths, which so
        rise with the scales."""
        at: cython.int = self.mark * SHARES + index
        near: cython.double = self.times[at]
        far: cython.double
        if self.beyond <= 0:
            return near
        near *= self.scales[self.mark]
        far = self.times[at + SHARES]
        far *= self.scales[self.mark + 1]
        return (near + (far - near) * self.beyond) / (self.below + self.above)


def _power(logarithm: cython.int) -> cython.int:
    """The power of 2 of so many parts of an octave, at least 1."""
    logarithm = max(0, min(OCTAVES * OCTAVE - 1, logarithm))
    power: cython.longlong = POWERS[logarithm & 63]
    return cython.cast(cython.int, power << (logarithm >> 6) >> 16)


def _scaled(scale: cython.double, times: cython.double) -> cython.int:
    return cython.cast(cython.int, min(2.0 * DECIDED, scale * times / 1000))
