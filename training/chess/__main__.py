"""Trains the evaluator `network` for chess from our own games.

    python -m training.chess FOLDER [--generations G] [--games N] [--workers W]

Every generation plays games with the last network kept (the first with `pst`), fits a new one to
the quiet positions of the last generations, plays a match against the last one kept, and is kept if
it wins. Run it again to go on where it was cut short. The best network is then in
FOLDER/network.dat, and what was done and found in FOLDER/ledger.json.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from dataclasses import fields, replace
from pathlib import Path

from engine.jobs import cluster
from evaluators.values.network_file import MOST_HIDDEN, STEP
from games.errors import LimitsError, StarlingError
from training.chess.generations import QUICK, Generations, Plan
from training.chess.ledger import table

_HELP = {
    "games": "self-play games of a generation",
    "nodes": "nodes of their moves",
    "window": "generations that a network is fitted to: the last so many",
    "hidden": "hidden units of each perspective, a multiple of 16 up to 128",
    "epochs": "how often a fit sees each position",
    "match_games": "games of the match against the last network kept",
    "match_nodes": "nodes of its moves",
    "seed": "other games, openings and first weights",
}


def main() -> int:
    """Train, and print the ledger."""
    given = _parser().parse_args()
    try:
        return _train(given)
    except StarlingError as error:
        print(f"training.chess: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("training.chess: interrupted; run it again to go on", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m training.chess", description=__doc__.splitlines()[0]
    )
    parser.add_argument("folder", type=Path, help="for everything; what was interrupted goes on")
    parser.add_argument("--generations", type=int, metavar="G", help="how many (default: 4)")
    parser.add_argument("--quick", action="store_true", help="a small network in a few minutes")
    parser.add_argument("--workers", type=int, default=1, help="processes (default: 1)")
    parser.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="play on this Dask cluster instead, whose workers see FOLDER",
    )
    for field in fields(Plan):
        name = "--" + field.name.replace("_", "-")
        parser.add_argument(
            name, type=int, metavar="N", help=f"{_HELP[field.name]} (default: {field.default})"
        )
    return parser


def _train(given: argparse.Namespace) -> int:
    chosen = {
        field.name: value
        for field in fields(Plan)
        if (value := getattr(given, field.name)) is not None
    }
    for name, value in chosen.items():
        if value < (0 if name == "seed" else 1):
            raise LimitsError(f"--{name.replace('_', '-')} {value}: expected a number above 0")
    plan = replace(QUICK if given.quick else Plan(), **chosen)
    if plan.hidden % STEP or plan.hidden > MOST_HIDDEN:
        raise LimitsError(
            f"--hidden {plan.hidden}: expected a multiple of {STEP} up to {MOST_HIDDEN}"
        )
    count = given.generations or (1 if given.quick else 4)
    executor = cluster(given.dask) if given.dask else None
    made = Generations(given.folder, plan, given.workers, executor, _tell)
    while len(made.ledger) < count:
        made.next()
        if made.best:
            shutil.copyfile(made.folder_of(made.best) / "network.dat", given.folder / "network.dat")
    print(table(made.ledger))
    return 0


def _tell(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
