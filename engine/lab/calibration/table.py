"""The table of a sample of positions: how often deeper values miss intervals, and their widths."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import sqrt
from statistics import fmean, median, pstdev
from typing import NamedTuple

from engine.lab.calibration.sample import Row, cut
from engine.lab.core.experiment import Constant, Estimate, Figure, Series
from games import make as make_game
from games.core.scores import KNOWN_WIN

COLUMNS = (
    "evaluator",
    "depth",
    "phase",
    "positions",
    "below %",
    "above %",
    "outside %",
    "+-",
    "mean width",
    "median width",
    "mean error",
    "deviation",
)


class Compared(NamedTuple):
    """The deeper value of a position, and one evaluator's interval, from the side to move."""

    deep: int
    low: int
    real: int
    high: int

    @property
    def width(self) -> int:
        """The high value less the low one."""
        return self.high - self.low

    @property
    def inside(self) -> bool:
        """Whether the deeper value lies in the interval, ends included."""
        return self.low <= self.deep <= self.high


@dataclass(frozen=True)
class Line:
    """The comparison of one evaluator's intervals with searches of one depth, in one phase.

    :param depth: plies of the deeper search.
    :param phase: its number; None for all phases together.
    :param below: the share of positions, from 0 to 1, whose deeper value lies below the interval.
    :param above: the share of those whose deeper value lies above it.
    :param mean: the mean width, of the intervals with two undecided ends.
    :param median: the median width of all intervals, cut to wins and losses.
    :param error: the mean of the deeper value less the realistic one, where both are undecided.
    :param deviation: the standard deviation of that difference.
    """

    evaluator: str
    depth: int
    phase: int | None
    positions: int
    below: float
    above: float
    mean: float
    median: float
    error: float
    deviation: float

    @property
    def outside(self) -> Estimate:
        """The percentage of positions whose deeper value the interval misses, and its error."""
        share = self.below + self.above
        error = sqrt(share * (1 - share) / self.positions)
        return Estimate(100 * share, 100 * error)

    def cells(self, game: str) -> tuple[str | int | float, ...]:
        """Return the line's cells, in the order of `COLUMNS`; shares are in percent.

        :param game: the spec of the game, which names the phase.
        """
        outside, error, _ = self.outside
        shares = (100 * self.below, 100 * self.above, outside, error or 0)
        widths = (self.mean, self.median)
        return (
            self.evaluator,
            self.depth,
            "all" if self.phase is None else make_game(game).phase_name(self.phase),
            self.positions,
            *(round(each, 1) for each in (*shares, *widths, self.error, self.deviation)),
        )


def tabulate(
    rows: list[Row], evaluators: tuple[str, ...], depths: tuple[int, ...], won: int = KNOWN_WIN
) -> list[Line]:
    """Return a line for every evaluator and depth, and one for each phase if there are several.

    :param won: the value from which on a game counts as won.
    """
    phases = sorted({row.phase for row in rows})
    wanted = [None, *(phases if len(phases) > 1 else [])]
    lines = []
    for which, spec in enumerate(evaluators):
        for column, depth in enumerate(depths):
            for phase in wanted:
                chosen = [row for row in rows if phase in (None, row.phase)]
                found = compared(chosen, which, column, won)
                lines.append(_line(spec, depth, phase, found, won))
    return lines


def _line(spec: str, depth: int, phase: int | None, found: list[Compared], won: int) -> Line:
    """Return the table's line of an evaluator, a depth and a phase; means of no values are 0.

    :param found: the comparisons of one position or more.
    """
    widths = [each.width for each in found if undecided(won, each.low, each.high)]
    errors = [each.deep - each.real for each in found if undecided(won, each.deep, each.real)]
    return Line(
        spec,
        depth,
        phase,
        len(found),
        fmean(each.deep < each.low for each in found),
        fmean(each.deep > each.high for each in found),
        fmean(widths) if widths else 0.0,
        median(each.width for each in found),
        fmean(errors) if errors else 0.0,
        pstdev(errors) if errors else 0.0,
    )


def compared(rows: list[Row], which: int, column: int, won: int = KNOWN_WIN) -> list[Compared]:
    """Return for each position the deeper value and the interval of one evaluator.

    All values are cut to the range from -`won` to `won`.

    :param which: the index of the evaluator in `Row.interval`.
    :param column: the index of the depth in `Row.deep`.
    :param won: the value from which on a game counts as won.
    """
    return [
        Compared(*(cut(value, won) for value in (row.deep[column], *row.interval[which])))
        for row in rows
    ]


def undecided(won: int, *values: int) -> bool:
    """Return whether none of these values is a win or a loss, `won` or more in size."""
    return max(map(abs, values)) < won


# -- figures -----------------------------------------------------------------------------------


def figures(game: str, lines: list[Line]) -> list[Figure]:
    """Return figures of misses by depth and by phase, and of widths by phase.

    Those by phase are of the last depth. With one phase there is only the first figure.
    """
    depths = tuple(dict.fromkeys(line.depth for line in lines))
    phases = tuple(dict.fromkeys(line.phase for line in lines if line.phase is not None))
    last = [line for line in lines if line.phase is not None and line.depth == depths[-1]]
    labels = tuple(map(make_game(game).phase_name, phases))
    by_depth = Figure(
        "outside-by-depth",
        f"{game}: how often a deeper search's value lies outside the interval",
        "plies of the deeper search",
        "outside, % of positions",
        _series([line for line in lines if line.phase is None], "depth", _outside),
        ticks=depths,
        beside=True,
    )
    by_phase = partial(Figure, x="phase of the game", ticks=phases, tick_labels=labels, beside=True)
    outside = by_phase(
        "outside-by-phase",
        f"{game}: how often the value of a search to depth {depths[-1]} lies outside",
        y="outside, % of positions",
        series=_series(last, "phase", _outside),
    )
    widths = by_phase(
        "width-by-phase",
        f"{game}: how wide intervals are",
        y="median width, in the evaluator's units",
        series=_series(last, "phase", lambda line: Constant(line.median)),
    )
    return [by_depth, outside, widths] if last else [by_depth]


def _outside(line: Line) -> Constant:
    """Return the percentage of positions outside their intervals, with its error, as a quantity."""
    return Constant(line.outside.value, line.outside.error)


def _series(lines: list[Line], x: str, y: Callable[[Line], Constant]) -> tuple[Series, ...]:
    """Return a line of the figure for each evaluator, with a point for each of its table lines.

    :param x: the name of their attribute for x.
    """
    return tuple(
        Series(spec, tuple((getattr(each, x), y(each), None) for each in found))
        for spec in dict.fromkeys(line.evaluator for line in lines)
        if (found := [line for line in lines if line.evaluator == spec])
    )
