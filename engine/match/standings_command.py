"""`starling standings`: how a tournament stands, also while it runs."""

from __future__ import annotations

import argparse
import json

from engine.match.result import MatchResult
from engine.match.sprt import MODELS, Sprt
from engine.match.tournament import standings

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("folder", metavar="DIR", help="the folder of the tournament")
    parser.add_argument("--json", action="store_true", help="as results.json has it")
    parser.add_argument(
        "--sprt",
        nargs=2,
        type=float,
        metavar=("ELO0", "ELO1"),
        help="test each pair's first player sequentially: ELO1 against ELO0",
    )
    parser.add_argument(
        "--model",
        choices=MODELS,
        default=MODELS[0],
        help="the Elo of --sprt (default: %(default)s)",
    )


def run(options: argparse.Namespace) -> int:
    """Print the standings; the exit code.

    :raises FileError: if the folder has no tournament.
    :raises SpecError: if the numbers make no test.
    """
    test = None
    if options.sprt:
        test = Sprt(options.sprt[0], options.sprt[1], model=options.model)
    result = standings(options.folder)
    print(json.dumps(result.as_dict(), indent=2) if options.json else result)
    if test is not None and not options.json:
        print("\n".join(_tested(test, result)))
    return 0


def _tested(test: Sprt, result: MatchResult) -> list[str]:
    """What the sequential test says of every pair."""
    decisions = {"H0": "H0 is taken", "H1": "H1 is taken", "": "undecided, play on"}
    lines = []
    for pair in result.pairs:
        llr, decision = test.llr(pair.counts), test.decision(pair.counts)
        told = f"LLR {llr:.2f} [{test.lower:.2f}, {test.upper:.2f}]: {decisions[decision]}"
        lines.append(f"SPRT {pair.players[0]} to {pair.players[1]}: {told}")
    return lines
