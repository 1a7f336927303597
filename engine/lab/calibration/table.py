"""The table of a sample of positions: how often deeper values miss intervals, and their widths."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import sqrt
from statistics import fmean, median, pstdev

from engine.lab.calibration.sample import Row, cut
from engine.lab.core.experiment import Constant, Estimate, Figure, Series
from games import make as make_game
from games.core.scores import KNOWN_WIN

__all__ = [
    "COLUMNS",
    "Compared",
    "Line",
    "compared",
    "figures",
    "tabulate",
    "undecided",
]

COLORS = 7
"""Lines of a figure with different colours."""

Compared = tuple[int, int, int, int]
"""The deeper value of a position, and low, realistic and high value of one evaluator."""

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
        """The share of positions whose deeper value the interval misses, in percent."""
        share = self.below + self.above
        error = sqrt(share * (1 - share) / self.positions)
        return Estimate(100 * share, 100 * error)

    def cells(self, game: str) -> tuple[str | int | float, ...]:
        """Return the line's cells, in the order of `COLUMNS`; shares are in percent.

        :param game: the spec of the game, which names the phase.
        """
        outside = self.outside
        return (
            self.evaluator,
            self.depth,
            "all" if self.phase is None else make_game(game).phase_name(self.phase),
            self.positions,
            round(100 * self.below, 1),
            round(100 * self.above, 1),
            round(outside.value, 1),
            round(outside.error or 0, 1),
            round(self.mean, 1),
            round(self.median, 1),
            round(self.error, 1),
            round(self.deviation, 1),
        )


def tabulate(
    rows: list[Row], evaluators: tuple[str, ...], depths: tuple[int, ...], won: int = KNOWN_WIN
) -> list[Line]:
    """Return a line for every evaluator and depth, and one for each phase if there are several.

    :param won: the value from which on a game counts as won.
    """
    phases = sorted({row.phase for row in rows})
    wanted = [None, *(phases if len(phases) > 1 else [])]
    return [
        _line(spec, which, depths[column], column, phase, rows, won)
        for which, spec in enumerate(evaluators)
        for column in range(len(depths))
        for phase in wanted
    ]


def _line(
    spec: str, which: int, depth: int, column: int, phase: int | None, rows: list[Row], won: int
) -> Line:
    """Return the table's line of one evaluator and depth, over one phase or all (None).

    A mean or deviation of no values is 0.

    :param spec: the spec of the evaluator.
    :param which: its index in `Row.interval`.
    :param depth: plies of the deeper search.
    :param column: its index in `Row.deep`.
    :param rows: the positions of all phases; at least one must be of `phase`.
    :param won: the value from which on a game counts as won.
    """
    chosen = compared([row for row in rows if phase in (None, row.phase)], which, column, won)
    widths = [high - low for _, low, _, high in chosen if undecided(won, low, high)]
    errors = [deep - real for deep, _, real, _ in chosen if undecided(won, deep, real)]
    return Line(
        spec,
        depth,
        phase,
        len(chosen),
        fmean(deep < low for deep, low, _, _ in chosen),
        fmean(deep > high for deep, _, _, high in chosen),
        fmean(widths) if widths else 0.0,
        median(high - low for _, low, _, high in chosen),
        fmean(errors) if errors else 0.0,
        pstdev(errors) if errors else 0.0,
    )


def compared(rows: list[Row], which: int, column: int, won: int = KNOWN_WIN) -> list[Compared]:
    """Return for each position the deeper value and the interval of one evaluator.

    Each item is (deeper, low, realistic, high), from the side to move, cut to -`won` to `won`.

    :param which: the index of the evaluator in `Row.interval`.
    :param column: the index of the depth in `Row.deep`.
    :param won: the value from which on a game counts as won.
    """
    return [
        (cut(row.deep[column], won), cut(low, won), cut(real, won), cut(high, won))
        for row in rows
        for low, real, high in [row.interval[which]]
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
        _series([line for line in lines if line.phase is None], "depth", "outside"),
        ticks=depths,
        beside=True,
    )
    by_phase = partial(Figure, x="phase of the game", ticks=phases, tick_labels=labels, beside=True)
    outside = by_phase(
        "outside-by-phase",
        f"{game}: how often the value of a search to depth {depths[-1]} lies outside",
        y="outside, % of positions",
        series=_series(last, "phase", "outside"),
    )
    widths = by_phase(
        "width-by-phase",
        f"{game}: how wide intervals are",
        y="median width, in the evaluator's units",
        series=_series(last, "phase", "median"),
    )
    return [by_depth, outside, widths] if last else [by_depth]


def _series(lines: list[Line], x: str, y: str) -> tuple[Series, ...]:
    """Return a line of the figure for each evaluator, dashed where colours repeat.

    :param lines: the lines of the table; each is a point of its evaluator.
    :param x: the name of their attribute for x.
    :param y: the name of that for y; an `Estimate` has its error bar.
    """

    def point(line: Line) -> tuple[float, Constant, None]:
        """Return a point of the figure with its error bar for a line of the table."""
        value = getattr(line, y)
        estimate = value if isinstance(value, Estimate) else Estimate(value)
        return getattr(line, x), Constant(estimate.value, estimate.error), None

    return tuple(
        Series(
            spec,
            tuple(point(line) for line in lines if line.evaluator == spec),
            dashes="-" if index < COLORS else "--",
        )
        for index, spec in enumerate(dict.fromkeys(line.evaluator for line in lines))
    )
