"""Intervals that know the position: learned from what deeper searches found in others like it."""

from __future__ import annotations

from array import array
from typing import Any

import cython

from evaluators.intervals.fits import OCTAVE, TableFit
from evaluators.intervals.fitted import Fitted
from games.core.moves import Moves
from games.core.position import Position
from games.errors import EvaluationError

if not cython.compiled:
    from evaluators.intervals.fitted import DECIDED
    from games.core.scores import INFINITY, QUIET

    MOST_FEATURES = 32
    POWERS = [0] * 64

__all__ = ["FEATURES", "Learned"]

FEATURES = ("value", "unrest", "check", "moves", "gain", "gains")
"""What tells of a position in every game: the value of a search, by how much it differs from the
static one, whether there is a check, how many moves there are, the most that a noisy one wins in
material, and how many of them lose none. The game's traits follow."""

OCTAVES = 26
"""Scales are less than 2 to this power."""
SIGMA = 68.27
"""Of a hundred errors, how many lie within sigma where they are normal."""


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

    After a look `sigma` is half the width that holds 68 of a hundred, as a standard deviation
    would.
    """

    NAME = "learned"

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.below = self.above = 0
        self.count = 0
        if not cython.compiled:
            self.feature = [0] * MOST_FEATURES

    def use(self, fit: TableFit, position: Position) -> None:
        """Take the numbers of a fit for a game.

        :raises EvaluationError: if it is for another one's features.
        """
        names = (*FEATURES, *position.TRAITS)
        found = tuple(table.feature for table in fit.tables)
        if found != names or len(names) > MOST_FEATURES:
            raise EvaluationError(
                f"{self.spec}: the fit for {fit} knows {', '.join(found)}; "
                f"expected {', '.join(names)}"
            )
        self.fit = fit
        self.count = len(names)
        self.times = fit.times(self.options["cover"])
        self.normal = fit.times(SIGMA)
        self._steps, self._rows, self._ends = array("i"), array("i"), array("i")
        for table in fit.tables:
            self._steps.extend(table.steps)
            self._ends.append(len(self._steps))
            for row in table.rows:
                self._rows.extend(row)
        self._steps.append(0)  # so that there is one
        if cython.compiled:
            self.steps, self.rows = self._steps.data.as_ints, self._rows.data.as_ints
            self.ends = self._ends.data.as_ints
        else:
            self.steps, self.rows, self.ends = self._steps, self._rows, self._ends

    def foretell(self, position: Position, value: cython.int) -> cython.int:
        self._describe(position, value)
        self._add_up(value)
        self.low = max(1 - DECIDED, self.real - _scaled(self.below, self.times))
        self.high = min(DECIDED - 1, self.real + _scaled(self.above, self.times))
        self.sigma = (_scaled(self.below, self.normal) + _scaled(self.above, self.normal)) // 2
        return 0

    def features(self, position: Position) -> list[int]:
        """The features of a position of a game that goes on, in the order of `FEATURES`, then the
        game's traits."""
        self.count = min(MOST_FEATURES, len(FEATURES) + len(position.TRAITS))
        self.begin(position)
        self._describe(position, self.ahead(position, self.depth, -INFINITY, INFINITY, 0))
        return [self.feature[index] for index in range(self.count)]

    def quantile(self, share: float) -> int:
        """What a deeper value is at most, in `share` of a hundred positions like the one looked at
        last."""
        inside = min(abs(2 * share - 100), 99.0)
        if share < 50:
            return self.real - _scaled(self.below, self.fit.times(inside))
        return self.real + _scaled(self.above, self.fit.times(inside))

    def _describe(self, position: Position, value: cython.int) -> cython.int:
        """Find the features of a position of that value."""
        moves: Moves = self.moves
        start: cython.int = moves.count
        index: cython.int
        see: cython.int
        gain: cython.int = 0
        gains: cython.int = 0
        self.feature[0] = value
        self.feature[1] = value - self.base.static(position)
        self.feature[2] = position.in_check()
        self.feature[3] = position.generate(moves)
        moves.count = start
        position.noisy_moves(moves)
        for index in range(start, moves.count):
            see = position.see(moves.move[index])
            if see != QUIET and see >= 0:
                gain = max(gain, see)
                gains += 1
        moves.count = start
        self.feature[4] = gain
        self.feature[5] = gains
        for index in range(6, self.count):
            self.feature[index] = position.trait(index - 6)
        return 0

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


def _power(logarithm: cython.int) -> cython.int:
    """The power of 2 of so many parts of an octave, at least 1."""
    logarithm = max(0, min(OCTAVES * OCTAVE - 1, logarithm))
    power: cython.longlong = POWERS[logarithm & 63]
    return cython.cast(cython.int, power << (logarithm >> 6) >> 16)


def _scaled(scale: cython.longlong, times: cython.longlong) -> cython.int:
    return cython.cast(cython.int, min(2 * DECIDED, scale * times // 1000))
