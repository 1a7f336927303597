"""`calibrate`: measure evaluators of intervals, with a result that shows itself in a notebook."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.lab.calibration.sample import Row, sample
from engine.lab.calibration.table import Line, tabulate
from engine.lab.calibration.widths import Cost, Widths, by_width, cost
from evaluators import default_for
from evaluators import make as make_evaluator
from games import make
from games.core.pictures import columns_svg, table_html
from games.core.position import Position
from games.core.words import counted
from games.errors import LimitsError, SpecError, quoted
from games.parts.arguments import as_tuple, path_of
from games.parts.numbers import is_whole


@dataclass(frozen=True)
class Calibration:
    """The share of deeper searches that leave intervals, and the widths of these.

    :param game: the spec of the game.
    :param evaluators: the specs of the evaluators of intervals.
    :param base: the spec of the evaluator of the deeper searches.
    :param depths: their depths in plies.
    :param sample: the positions with their values and intervals.
    :param lines: a line for each evaluator, depth and phase.
    :param widths: a line for each evaluator and depth, by tenths of the width.
    :param costs: the cost of an evaluation, by evaluator.
    """

    game: str
    evaluators: tuple[str, ...]
    base: str
    depths: tuple[int, ...]
    sample: tuple[Row, ...]
    lines: tuple[Line, ...]
    widths: tuple[Widths, ...]
    costs: dict[str, Cost]

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each evaluator and depth (for `pandas.DataFrame`).

        `inside` is the percentage of deeper values in their intervals, `error` its standard error.
        `below` and `above` are the percentages below and above the interval. `tenths` has the
        percentage inside for each tenth of the intervals, narrowest first; None for an empty tenth.
        `width` is the median width, `mean_error` the mean of the deeper value less the realistic
        one.
        """
        whole = [line for line in self.lines if line.phase is None]
        return [
            {
                "evaluator": line.evaluator,
                "depth": line.depth,
                "positions": line.positions,
                "inside": 100 - line.outside.value,
                "error": line.outside.error or 0.0,
                "below": 100 * line.below,
                "above": 100 * line.above,
                "width": line.median,
                "mean_error": line.error,
                "tenths": [None if tenth is None else 100 * tenth for tenth in widths.tenths],
            }
            for line, widths in zip(whole, self.widths, strict=True)
        ]

    def __str__(self) -> str:
        """Return a line for each evaluator and depth: percentage inside, error, median width."""
        return "\n".join(
            f"{row['evaluator']}, depth {row['depth']}: {row['inside']:.1f}% inside "
            f"(+- {row['error']:.1f}), median width {row['width']:g}"
            for row in self.rows()
        )

    def __repr__(self) -> str:
        """Return the evaluators, the game and the number of positions between < and >."""
        count = counted(len(self.sample), "position")
        return f"<Calibration of {', '.join(self.evaluators)}, {self.game}, {count}>"

    def _repr_html_(self) -> str:
        """Return a table for a notebook: coverage, and its figure by tenths of the width."""
        rows = self.rows()
        drawn = columns_svg([row["tenths"] for row in rows], [row["inside"] for row in rows])
        cells = [
            (
                row["evaluator"],
                row["depth"],
                f"{row['inside']:.1f} \u00b1 {row['error']:.1f}",
                f"{row['below']:.1f}",
                f"{row['above']:.1f}",
                f"{row['width']:g}",
                f"{row['mean_error']:+.1f}",
                figure,
            )
            for row, figure in zip(rows, drawn, strict=True)
        ]
        headings = (
            "evaluator",
            "depth",
            "inside %",
            "below %",
            "above %",
            "median width",
            "mean error",
            "inside by width, narrow to wide",
        )
        count = counted(len(self.sample), "position")
        notes = [
            f"deeper searches evaluate with {self.base}; \u00b1 is the standard error",
            "columns reach from 0 to 100%; the line is the mean of the row",
        ]
        return table_html(f"{self.game}, {count}", headings, cells, (0,), (7,), notes)


def calibrate(
    game: str | Position,
    evaluators: str | Sequence[str],
    *,
    base: str | None = None,
    depths: Sequence[int] = (2, 4, 6),
    positions: int = 2000,
    seed: int = 0,
    path: str | Path | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    on_progress: Callable[[int, int], Any] | None = None,
) -> Calibration:
    """Compare intervals with deeper searches of positions of Starling's own games.

    :param game: a spec; of a position its spec, not the moves made.
    :param evaluators: specs, one or more, of evaluators of intervals; all get the same positions.
    :param base: the evaluator of the deeper searches. By default it is the base of the first of
        `evaluators`, or the game's best evaluator if that one has no base.
    :param path: a file of results, from which an interrupted run resumes; None: in memory.
    :param executor: plays and searches instead of this machine.
    :param on_progress: called with the number of finished games and of all games.
    :raises EvaluationError: if an evaluator does not support the game, or gives no intervals.
    :raises FileError: if the file holds the results of another run.
    :raises LimitsError: if a number is out of range.
    :raises PositionError: if the games have no position to measure on.
    :raises SpecError: if a spec is invalid, or an argument of another type.
    """
    spec = game if isinstance(game, str) else make(game).spec
    start = make(spec)
    named = [evaluators] if isinstance(evaluators, str) else evaluators
    named = as_tuple(named, "evaluators", "specs")
    specs = tuple(dict.fromkeys(make_evaluator(name).spec for name in named))
    if not specs:
        raise SpecError("no evaluators: expected one or more")
    deeper = base or _base_of(specs[0], start)
    depths = as_tuple(depths, "depths", "plies")
    if not is_whole(seed):
        raise LimitsError(f"seed={quoted(seed)}: expected a whole number")
    path = None if path is None else path_of(path, "path", "a file of results")
    rows = sample(
        spec,
        specs,
        deeper,
        depths,
        positions=positions,
        seed=seed,
        path=path,
        workers=workers,
        executor=executor,
        on_progress=on_progress,
    )
    won = make_evaluator(deeper).winning_value(start)
    return Calibration(
        spec,
        specs,
        deeper,
        depths,
        tuple(rows),
        tuple(tabulate(rows, specs, depths, won)),
        tuple(by_width(rows, specs, depths, won)),
        {name: cost(spec, name, rows) for name in specs},
    )


def _base_of(spec: str, start: Position) -> str:
    """Return the spec of the evaluator inside one with intervals; else the game's best."""
    evaluator = make_evaluator(spec)
    evaluator.bind(start)
    base = getattr(evaluator, "base", None)
    return default_for(start) if base is None else str(base.spec)
