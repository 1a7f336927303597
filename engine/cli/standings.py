"""`starling standings`: how a tournament stands, also while it runs."""

from __future__ import annotations

import argparse
import json
from typing import Any

from engine.match.results.matchup import Matchup
from engine.match.results.result import MatchResult
from engine.match.results.trial import Trial
from engine.match.results.verdict import growing, verdict
from engine.match.saving import standings
from engine.match.statistics.sprt import MODELS, Sprt
from engine.text.tables import wrapped

__all__ = ["add_arguments", "add_sprt", "run", "sprt_from"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("folder", metavar="DIR", help="the folder of the tournament")
    parser.add_argument(
        "--json", action="store_true", help="as results.json has it, and what --sprt says"
    )
    add_sprt(parser)


def add_sprt(parser: argparse.ArgumentParser, default: str = "") -> None:
    """`--sprt` and `--model`.

    :param default: what is tested without them, in words.
    """
    told = f" (default: {default})" if default else ""
    parser.add_argument(
        "--sprt",
        nargs=2,
        type=float,
        metavar=("ELO0", "ELO1"),
        help=f"test each pair's first player sequentially: ELO1 against ELO0{told}",
    )
    parser.add_argument(
        "--model",
        choices=MODELS,
        default=MODELS[0],
        help="the Elo of --sprt (default: %(default)s)",
    )


def sprt_from(options: argparse.Namespace) -> Sprt | None:
    """The test that the arguments name; None for none.

    :raises SpecError: if the numbers make none.
    """
    numbers = options.sprt
    return None if numbers is None else Sprt(numbers[0], numbers[1], model=options.model)


def run(options: argparse.Namespace) -> int:
    """Print the standings; the exit code.

    :raises FileError: if the folder has no tournament.
    :raises SpecError: if the numbers make no test.
    """
    test = sprt_from(options)
    result = standings(options.folder)
    tested = [] if test is None else _tested(test, result)
    if options.json:
        print(json.dumps(result.as_dict() | ({"sprt": tested} if test else {}), indent=2))
    else:
        print("\n".join([result.shown(), *(wrapped(_told(each)) for each in tested)]))
    return 0


def _tested(test: Sprt, result: MatchResult) -> list[dict[str, Any]]:
    """What the sequential test says of every pair."""
    own = result.trials if test == result.test else []
    trials = {trial.players: trial for trial in own}
    return [_of_pair(test, pair, trials.get(pair.players)) for pair in result.matchups]


def _of_pair(test: Sprt, pair: Matchup, trial: Trial | None) -> dict[str, Any]:
    """What it says of one: the ratio of all games, and what was taken first, after how many."""
    counts = growing(pair, paired=trial is not None)
    decision, decided = verdict(test, counts, trial)
    return {
        "players": list(pair.players),
        "llr": test.llr(counts[-1]) if counts else 0.0,
        "lower": test.lower,
        "upper": test.upper,
        "decision": decision,
        "decided": decided if decision else 0,
    }


def _told(tested: dict[str, Any]) -> str:
    """That of one pair, in a line."""
    first, second = tested["players"]
    numbers = "LLR {llr:.2f} [{lower:.2f}, {upper:.2f}]".format_map(tested)
    end = "undecided, play on"
    if tested["decision"]:
        end = "{decision} is taken after {decided} games".format_map(tested)
    return f"SPRT {first} to {second}: {numbers}: {end}"
