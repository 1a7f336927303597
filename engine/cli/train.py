"""`starling train`: from the rules of a game to values and intervals."""

from __future__ import annotations

import argparse
import re
import time
from functools import partial
from pathlib import Path

from engine.cli.arguments import add_plan, add_workers, count, plan_from
from engine.jobs import executor_at
from games.errors import LimitsError
from games.parts.files import path_text
from games.parts.plugins import command

MINUTES = 10.0
"""The minutes of a training without --minutes and --generations."""
FOR_VALUES = 0.8
"""The share of the minutes for values; the rest is for intervals."""
POSITIONS = 3000
"""The positions that intervals are fitted to."""
SELDOM = 10
"""The seconds between lines of progress inside a generation."""


def train_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `train`."""
    from engine.train.course import ValuesCourse

    add = parser.add_argument
    add("game", metavar="GAME", help="a spec such as connect4, openspiel:havannah or fairy:atomic")
    add("--out", metavar="DIR", help="the folder of all files (default: values-GAME)")
    add("--minutes", type=float, metavar="M", help=f"time of this run (default: {MINUTES:g})")
    add("--generations", type=count, metavar="G", help="stop after so many generations")
    add(
        "--start",
        metavar="DIR",
        type=Path,
        help="values to start from, of the same game (default: its static value)",
    )
    add(
        "--intervals",
        type=int,
        default=POSITIONS,
        metavar="N",
        help=f"positions that intervals are fitted to, 0 for none (default: {POSITIONS})",
    )
    add_plan(parser, ValuesCourse.plan)
    add_workers(parser, "processes")


def run_train(options: argparse.Namespace) -> int:
    """Train values, fit intervals to the best, print the ledger and what to do next; return 0.

    All files are in the folder of `--out`. If the time is over first, a line says so; the same
    command resumes.

    :raises ContractError: if the game breaks its contract.
    :raises StarlingError: if an argument or a file is invalid.
    """
    from engine.train.course import ValuesCourse
    from engine.train.generations import Generations, TimeOver
    from engine.train.quantiles import FEWEST_AT_ALL, fit_intervals
    from engine.train.report import NAME, losses_of

    plan, minutes = plan_from(options, ValuesCourse.plan), _minutes(options)
    if plan.result > 100:
        raise LimitsError(f"--result {plan.result}: expected a percentage")
    if options.generations is not None and options.generations < 1:
        raise LimitsError(f"--generations {options.generations}: expected a number above 0")
    if options.intervals and options.intervals < FEWEST_AT_ALL:
        raise LimitsError(
            f"--intervals {options.intervals}: expected 0, or {FEWEST_AT_ALL} positions or more"
        )
    course = ValuesCourse(options.game)
    folder = Path(options.out or "values-" + re.sub(r"[^\w-]+", "-", course.game).strip("-"))
    began = time.monotonic()
    finished = False
    with executor_at(options.dask) as executor:
        generations = Generations(
            course, folder, plan, options.workers, executor, _Lines(), options.start
        )
        try:
            share = FOR_VALUES if options.intervals else 1
            with generations.reporting():
                generations.run(options.generations, minutes and minutes * share)
                generations.ends = None if minutes is None else began + 60 * minutes
                if options.intervals and generations.ledger:
                    fit_intervals(generations, options.intervals)
            finished = True
        except TimeOver:
            pass
    print(generations.table())
    if generations.ledger and not losses_of(generations.ledger):
        say_line("no generation held games out: there are no losses")
    shown = path_text(folder)
    say_line(f"curves and tables: {path_text(folder / NAME)}")
    if not finished:
        say_line(f"the time is over; the same command goes on with {shown}")
    if generations.best:
        again = command("play", course.game, "--player", f"pvs@values:{shown}")
        say_line(f"to play: {again}")
    else:
        why = "won its match" if generations.ledger else "is finished"
        say_line(f"no generation {why}: the folder has the values before the first one")
    return 0


say_line = partial(print, flush=True)
"""Print a line at once."""


class _Lines:
    """Prints lines of progress, those inside a generation seldom."""

    def __init__(self) -> None:
        self.last = time.monotonic()

    def __call__(self, text: str) -> None:
        """Print a line; one that ends with "done" only if SELDOM seconds passed since the last."""
        now = time.monotonic()
        if not text.endswith("done") or now > self.last + SELDOM:
            self.last = now
            say_line(text)


def _minutes(options: argparse.Namespace) -> float | None:
    """Return `--minutes`; without it, None (no limit) if there is `--generations`, else MINUTES.

    :raises LimitsError: if the number is not above 0, or a million or more.
    """
    if options.minutes is None:
        return None if options.generations else MINUTES
    if not 0 < options.minutes < 10**6:
        expected = "expected a number above 0 and below 1,000,000"
        raise LimitsError(f"--minutes {options.minutes:g}: {expected}")
    return float(options.minutes)
