"""`starling check`: the conformance kits, for any part that can be named."""

from __future__ import annotations

import argparse
import sys

from engine.cli.listing import REGISTRIES
from evaluators.check import check_evaluator
from games.check import check_game
from games.core.position import Position
from games.errors import ContractError, EvaluationError, SpecError, StarlingError, unknown
from games.parts.specs import parse_player
from searchers import Limits, make
from searchers.check import check_searcher

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument(
        "spec", metavar="SPEC", help="a game, an evaluator, or a player such as bfms@discs"
    )
    parser.add_argument(
        "--game",
        metavar="SPEC",
        help="the game to check an evaluator or searcher on; default: all that it serves",
    )
    parser.add_argument(
        "--depth", type=int, metavar="D", help="a depth limit, for searchers that need one"
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="number of the random games"
    )


def run(options: argparse.Namespace) -> int:
    """Check one part and print what was found; 1 if it breaks its contract."""
    kind = _kind_of(options.spec)
    if kind == "game":
        on = [""]
    else:
        on = [options.game] if options.game else _games_for(kind, options.spec)
    failed = False
    for game in on:
        try:
            if kind == "game":
                checks = check_game(options.spec, seed=options.seed)
            elif kind == "evaluator":
                checks = check_evaluator(options.spec, game, seed=options.seed)
            else:
                checks = check_searcher(options.spec, game, seed=options.seed, depth=options.depth)
        except ContractError as error:
            print(error, file=sys.stderr)
            failed = True
        else:
            print(f"{kind} {options.spec}{' on ' + game if game else ''}: {checks} checks passed")
    return int(failed)


def _kind_of(spec: str) -> str:
    name = parse_player(spec)[0].name
    for kind, registry in REGISTRIES.items():
        if name in registry.names():
            return kind
    everything = [known for registry in REGISTRIES.values() for known in registry.names()]
    raise SpecError(unknown("part", name, everything))


def _games_for(kind: str, spec: str) -> list[str]:
    """The games to check on: those whose file need not be named and that the part serves.

    :raises StarlingError: if it serves none: what kept it from the last one.
    """
    served: list[str] = []
    refused: StarlingError = SpecError(f"{spec} serves no game here: expected one by --game")
    for name in filter(_needs_nothing, REGISTRIES["game"].names()):
        try:
            if _serves(kind, spec, REGISTRIES["game"].make(name)):
                served.append(name)
        except (EvaluationError, SpecError) as error:
            refused = error
    if not served:
        raise refused
    return served


def _serves(kind: str, spec: str, position: Position) -> bool:
    """Whether the evaluator, or the one the player names, knows a game, and its searcher too.

    :raises StarlingError: if the searcher refuses the game; what else it raises, its check tells.
    """
    evaluator = spec if kind == "evaluator" else parse_player(spec)[1]
    if evaluator is not None and not REGISTRIES["evaluator"].make(evaluator).serves(position):
        return False
    if kind == "searcher":
        try:
            make(spec).search(position, Limits(nodes=0, depth=1))
        except StarlingError:
            raise
        except Exception:  # what else a part raises, its check tells
            pass
    return True


def _needs_nothing(game: str) -> bool:
    """Whether a game's name alone starts it: no file, and nothing broken in another's module."""
    try:
        REGISTRIES["game"].make(game)
    except SpecError:
        return False
    return True
