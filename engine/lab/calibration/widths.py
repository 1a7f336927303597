"""The widths of intervals: correlation with errors, width at equal coverage, cost."""

from __future__ import annotations

import time
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import ceil, inf
from operator import attrgetter
from statistics import StatisticsError, correlation, fmean, median

from engine.lab.calibration.sample import Row
from engine.lab.calibration.table import Compared, compared, undecided
from evaluators import Budget
from evaluators import make as make_evaluator
from games import make as make_game
from games.core.scores import KNOWN_WIN

TENTHS = 10

COVERED = 80
"""The percentage of positions that are inside at equal coverage."""

COLUMNS = (
    "evaluator",
    "depth",
    "inside %",
    *(f"tenth {number}" for number in range(1, TENTHS + 1)),
    "median width",
    "at equal coverage",
    "rank correlation",
    "nodes",
    "microseconds",
)


@dataclass(frozen=True)
class Cost:
    """The mean cost of one evaluator's evaluations.

    :param microseconds: CPU time.
    """

    nodes: float
    microseconds: float

    def __str__(self) -> str:
        """Return the mean nodes and microseconds of an evaluation in words."""
        return f"{self.nodes:.1f} nodes and {self.microseconds:.1f} microseconds an evaluation"


@dataclass(frozen=True)
class Widths:
    """The widths of one evaluator's intervals, compared with searches of one depth.

    Intervals that are points count in `inside` and `median` alone. Numbers are None if there are
    too few positions.

    :param inside: the share of positions, from 0 to 1, whose deeper value lies in the interval.
    :param tenths: the same of each tenth of the intervals, narrowest first.
    :param equal: the median width after all are scaled alike, both ways from the realistic value,
        so that `COVERED` percent are inside.
    :param correlation: that of width and error, by ranks (Spearman), of undecided values.
    :param points: the share of intervals that are points. Fitted intervals are where the game is
        already won: then they contain nearly every deeper value, and no narrower one would.
    :param inside_points: the share of those whose deeper value is the point.
    :param inside_others: the share of the others whose deeper value lies in the interval.
    """

    evaluator: str
    depth: int
    inside: float
    tenths: tuple[float | None, ...]
    median: float
    equal: float | None
    correlation: float | None
    points: float
    inside_points: float | None
    inside_others: float | None

    def cells(self, cost: Cost) -> tuple[str | int | float | None, ...]:
        """Return the line's cells, in the order of `COLUMNS`; shares are in percent.

        :param cost: the cost of the evaluator, for the last two cells.
        """
        return (
            self.evaluator,
            self.depth,
            round(100 * self.inside, 1),
            *(None if tenth is None else round(100 * tenth, 1) for tenth in self.tenths),
            round(self.median, 1),
            None if self.equal is None else round(self.equal, 1),
            None if self.correlation is None else round(self.correlation, 2),
            round(cost.nodes, 1),
            round(cost.microseconds, 1),
        )


def by_width(
    rows: list[Row], evaluators: tuple[str, ...], depths: tuple[int, ...], won: int = KNOWN_WIN
) -> list[Widths]:
    """Return the widths of every evaluator's intervals, compared with searches of every depth.

    :param won: the value from which on a game counts as won.
    """
    return [
        _widths(spec, depth, compared(rows, which, column, won), won)
        for which, spec in enumerate(evaluators)
        for column, depth in enumerate(depths)
    ]


def _widths(spec: str, depth: int, found: list[Compared], won: int) -> Widths:
    """Return the widths of an evaluator's intervals, and how well they predict its errors.

    :param depth: plies of the deeper search, which the result names.
    :param found: the comparisons of one position or more.
    :param won: the value from which on a game counts as won.
    """
    wide = sorted((each for each in found if each.width > 0), key=attrgetter("width"))
    cuts = [number * len(wide) // TENTHS for number in range(TENTHS + 1)]
    tenths = [wide[start:end] for start, end in pairwise(cuts)]
    open_ = [each for each in wide if undecided(won, each.deep, each.real)]
    return Widths(
        spec,
        depth,
        fmean(each.inside for each in found),
        tuple(map(_share_inside, tenths)),
        median(each.width for each in found),
        _at_equal_coverage(wide),
        _spearman([each.width for each in open_], [abs(each.deep - each.real) for each in open_]),
        1 - len(wide) / len(found),
        _share_inside([each for each in found if each.width <= 0]),
        _share_inside(wide),
    )


def _share_inside(found: list[Compared]) -> float | None:
    """Return the share of deeper values inside their intervals, from 0 to 1; None without any."""
    return fmean(each.inside for each in found) if found else None


def _at_equal_coverage(wide: list[Compared]) -> float | None:
    """Return the median width after all intervals are scaled alike.

    The factor is the lowest by which `COVERED` percent contain their deeper values. None if there
    are no intervals, or no factor is enough.
    """
    if not wide:
        return None
    scale = sorted(map(_scale, wide))[ceil(COVERED * len(wide) / 100) - 1]
    return None if scale == inf else scale * median(each.width for each in wide)


def _scale(position: Compared) -> float:
    """Return the factor that scales an interval until its end is the deeper value.

    It scales both ways from the realistic value, and is below 1 for a value inside. It is infinite
    if the interval has no width on that side.
    """
    deep, low, real, high = position
    reach = real - low if deep < real else high - real
    return abs(deep - real) / reach if reach else 0.0 if deep == real else inf


def _spearman(first: Sequence[int], second: Sequence[int]) -> float | None:
    """Return the rank correlation of two lists; None if one is constant, or for fewer than two."""
    try:
        return correlation(_ranks(first), _ranks(second))
    except StatisticsError:
        return None


def _ranks(values: Sequence[int]) -> list[int]:
    """Return twice the rank of each value, less 1; equal values share the mean of their ranks."""
    ordered = sorted(values)
    return [bisect_left(ordered, value) + bisect_right(ordered, value) for value in values]


def cost(game: str, spec: str, rows: list[Row]) -> Cost:
    """Return an evaluator's mean nodes and CPU microseconds for one position.

    Each position is evaluated once, one after the other. The time is that of this thread, without
    that for making the positions.

    :param game: the game of rows without a `game`.
    :param spec: the spec of the evaluator.
    :param rows: one position or more.
    """
    evaluator = make_evaluator(spec)
    seconds = 0.0
    with Budget() as budget:
        for own, alike in groupby(rows, lambda row: row.game):
            start = make_game(own or game)
            positions = [start.at(row.position) for row in alike]
            evaluator.bind(start)
            began = time.thread_time()
            for position in positions:
                evaluator.find_interval(position)
            seconds += time.thread_time() - began
    return Cost(budget.used / len(rows), 1e6 * seconds / len(rows))
