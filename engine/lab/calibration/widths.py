"""What the widths of intervals say: whether wide ones stand where errors are large, how wide they
are at the same coverage, and what a look costs."""

from __future__ import annotations

import time
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import ceil, inf
from pathlib import Path
from statistics import StatisticsError, correlation, fmean, median

from engine.lab.calibration.sample import Row
from engine.lab.calibration.table import looks, undecided
from engine.text.cells import write_rows
from evaluators import Budget
from evaluators import make as make_evaluator
from games import make as make_game
from games.core.scores import KNOWN_WIN
from games.parts.files import replacing

__all__ = ["COLUMNS", "Cost", "Widths", "by_width", "cost", "write_csv"]

TENTHS = 10

COVERED = 80
"""How many of a hundred positions are inside at equal coverage."""

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
    """What one evaluator's looks cost, on average.

    :param microseconds: of CPU time.
    """

    nodes: float
    microseconds: float

    def __str__(self) -> str:
        return f"{self.nodes:.1f} nodes and {self.microseconds:.1f} microseconds a look"


@dataclass(frozen=True)
class Widths:
    """What the widths of one evaluator's intervals say of searches of one depth.

    Intervals that are points count in `inside` and `median` alone. None is what cannot be told of
    the positions there are.

    :param inside: the share of positions, from 0 to 1, whose deeper value lies in the interval.
    :param tenths: the same of each tenth of the intervals, narrowest first.
    :param equal: the median width once all are scaled alike, both ways from the realistic value,
        to hold `COVERED` of a hundred.
    :param correlation: of width and error, by ranks (Spearman), where the values are undecided.
    """

    evaluator: str
    depth: int
    inside: float
    tenths: tuple[float | None, ...]
    median: float
    equal: float | None
    correlation: float | None

    def cells(self, cost: Cost) -> tuple[str | int | float | None, ...]:
        """The line under `COLUMNS`."""
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
    """A line for every evaluator and depth.

    :param won: the value from which on a game is as good as won.
    """
    return [
        _widths(spec, depth, looks(rows, which, column, won), won)
        for which, spec in enumerate(evaluators)
        for column, depth in enumerate(depths)
    ]


def _widths(spec: str, depth: int, found: list[tuple[int, int, int, int]], won: int) -> Widths:
    wide = sorted((each for each in found if each[1] < each[3]), key=_width)
    cuts = [number * len(wide) // TENTHS for number in range(TENTHS + 1)]
    tenths = [wide[start:end] for start, end in pairwise(cuts)]
    open_ = [each for each in wide if undecided(won, each[0], each[2])]
    return Widths(
        spec,
        depth,
        fmean(map(_inside, found)),
        tuple(fmean(map(_inside, tenth)) if tenth else None for tenth in tenths),
        median(map(_width, found)),
        _at_equal_coverage(wide),
        _spearman(
            [_width(each) for each in open_], [abs(deep - real) for deep, _, real, _ in open_]
        ),
    )


def _width(look: tuple[int, int, int, int]) -> int:
    _, low, _, high = look
    return high - low


def _inside(look: tuple[int, int, int, int]) -> bool:
    deep, low, _, high = look
    return low <= deep <= high


def _at_equal_coverage(wide: list[tuple[int, int, int, int]]) -> float | None:
    """The median width at the least scale that has enough positions inside, if any has."""
    if not wide:
        return None
    scale = sorted(map(_scale, wide))[ceil(COVERED * len(wide) / 100) - 1]
    return None if scale == inf else scale * median(map(_width, wide))


def _scale(look: tuple[int, int, int, int]) -> float:
    """By how much an interval has to grow, both ways from its realistic value, to reach the deeper
    one; infinite if it does not extend there."""
    deep, low, real, high = look
    reach = real - low if deep < real else high - real
    return abs(deep - real) / reach if reach else 0.0 if deep == real else inf


def _spearman(first: Sequence[int], second: Sequence[int]) -> float | None:
    """The correlation of ranks, equals sharing the mean of theirs; None where one never changes."""
    try:
        return correlation(_ranks(first), _ranks(second))
    except StatisticsError:
        return None


def _ranks(values: Sequence[int]) -> list[int]:
    """Twice the rank of each value, so that means of ranks are whole."""
    ordered = sorted(values)
    return [bisect_left(ordered, value) + bisect_right(ordered, value) for value in values]


def cost(game: str, spec: str, rows: list[Row]) -> Cost:
    """What the evaluator's looks at the positions cost, one after the other.

    :param game: what rows are of that do not say it.
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
                evaluator.look(position)
            seconds += time.thread_time() - began
    return Cost(budget.used / len(rows), 1e6 * seconds / len(rows))


def write_csv(path: Path, lines: Iterable[Widths], costs: dict[str, Cost]) -> None:
    """Write the table, with what each evaluator costs."""
    with replacing(path) as file:
        write_rows(file, [COLUMNS, *(line.cells(costs[line.evaluator]) for line in lines)])
