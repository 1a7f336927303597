"""`starling calibrate`: how often deeper searches leave an evaluator's intervals.

It also measures the widths of the intervals, and whether wide ones go with large errors.
"""

from __future__ import annotations

import argparse
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.table import Table

from engine.cli.arguments import add_jobs, count
from engine.cli.display import job_settings
from engine.lab.calibration.calibration import calibrate
from engine.lab.calibration.table import COLUMNS, Line, figures
from engine.lab.calibration.widths import COLUMNS as WIDTH_COLUMNS
from engine.lab.calibration.widths import Cost, Widths
from engine.lab.core.drawing import draw, require_matplotlib
from engine.text.cells import write_csv
from engine.text.console import say
from evaluators import default_for
from games import make
from games.core.scores import MAX_PLY
from games.errors import LimitsError, printable
from games.parts.files import path_text
from games.parts.numbers import whole

WIDTH = 120
"""Columns of the tables."""


def calibrate_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `calibrate`."""
    add = parser.add_argument
    add("--game", required=True, metavar="SPEC", help="such as chess, othello, ngame:b=4,d=8")
    add(
        "--evaluator",
        nargs="+",
        metavar="SPEC",
        help="the evaluators; several share positions and figures (default: the game's best)",
    )
    add(
        "--base", metavar="SPEC", help="the evaluator of deeper searches (default: the game's best)"
    )
    add(
        "--positions",
        type=count,
        default=2000,
        metavar="N",
        help="number of positions (default: 2000)",
    )
    add(
        "--depths",
        default="2,4,6",
        metavar="LIST",
        help="depths of the deeper searches (default: 2,4,6)",
    )
    add_jobs(parser, seed="games")


def run_calibrate(options: argparse.Namespace) -> int:
    """Measure evaluators, and print the coverage, widths and cost of their intervals; return 0.

    With `--out`, store the results in that folder, and write tables and figures there too.

    :raises StarlingError: as `calibrate` does, and with `--out` if figures cannot be drawn.
    """
    if options.out is not None:
        require_matplotlib()  # fail before minutes of work
    evaluators = options.evaluator or [default_for(make(options.game), intervals=True)]
    folder = None if options.out is None else Path(options.out)
    with job_settings(options, "calibrate") as settings:
        found = calibrate(
            options.game,
            evaluators,
            base=options.base,
            depths=_depths(options.depths),
            positions=options.positions,
            seed=options.seed,
            path=None if folder is None else folder / "results.sqlite",
            **settings,
        )
    console = Console()
    console.width = max(console.width, WIDTH)
    for spec in found.evaluators:
        _print(console, options.game, [line for line in found.lines if line.evaluator == spec])
        widths = [line for line in found.widths if line.evaluator == spec]
        _print_widths(console, widths, found.costs[spec])
    note = f"searches to those depths evaluate with {found.base}; values are from the side to move"
    say(console, f"\n{options.game}: {note}")
    if folder is not None:
        covered = (line.cells(options.game) for line in found.lines)
        wide = (line.cells(found.costs[line.evaluator]) for line in found.widths)
        written = [
            write_csv(folder / "intervals.csv", COLUMNS, covered),
            write_csv(folder / "by-width.csv", WIDTH_COLUMNS, wide),
            *(draw(figure, {}, folder) for figure in figures(options.game, list(found.lines))),
        ]
        for path in written:
            say(console, f"written: {path_text(path)}")
    return 0


def _depths(text: str) -> tuple[int, ...]:
    """Return the different depths of a list such as 2,4,6, smallest first.

    :raises LimitsError: if one is no whole number from 1 to `MAX_PLY`.
    """
    with suppress(ValueError):
        depths = sorted({whole(word) for word in text.split(",")})
        if depths[0] > 0 and depths[-1] <= MAX_PLY:
            return tuple(depths)
    given = printable(text, 80)
    raise LimitsError(f"depths={given}: expected plies such as 2,4,6, from 1 to {MAX_PLY}")


def _print(console: Console, game: str, lines: list[Line]) -> None:
    """Print one evaluator's table of coverage by depth, and by phase at the deepest depth.

    :param lines: the lines of this evaluator, one or more.
    """
    deepest = max(line.depth for line in lines)
    title = f"\n{lines[0].evaluator}"
    table = Table(title=title, title_justify="left", title_style="bold", box=None)
    for column in COLUMNS[1:]:
        table.add_column(column, justify="left" if column == "phase" else "right")
    for line in lines:
        if line.phase is None or line.depth == deepest:
            table.add_row(*map(str, line.cells(game)[1:]))
    console.print(table)


def _print_widths(console: Console, lines: list[Widths], cost: Cost) -> None:
    """Print one evaluator's table by depth: coverage by width, median width, rank correlation.

    Then print the share and the coverage of points where there are any, and an evaluation's cost.
    """
    console.print()
    table = Table(box=None)
    table.add_column("depth", justify="right")
    table.add_column("inside %, by tenth of\nwidth, narrowest first")
    table.add_column("median width at\nequal coverage", justify="right")
    table.add_column("rank\ncorrelation", justify="right")
    for line in lines:
        tenths = (_text(tenth and 100 * tenth, ".0f").rjust(2) for tenth in line.tenths)
        correlated = _text(line.equal, ".1f"), _text(line.correlation, ".2f")
        table.add_row(str(line.depth), " ".join(tenths), *correlated)
    console.print(table)
    for line in lines:
        if line.points and line.inside_others is not None:
            shares = (100 * (share or 0) for share in (line.inside_points, line.inside_others))
            text = (
                "depth {}: {:.1f}% of the intervals are points, inside {:.1f}%; the others {:.1f}%"
            )
            say(console, " " + text.format(line.depth, 100 * line.points, *shares))
    say(console, f" {cost}")


def _text(number: float | None, form: str) -> str:
    """Return a number in a format such as ".1f"; "-" for None."""
    return "-" if number is None else format(number, form)
