"""The commands about parts: `starling list`, `check`, `perft` and `bench`."""

from __future__ import annotations

import argparse
import inspect
import json
import sys
import time
from typing import Any

from engine.bench import bench_lines
from engine.cli.arguments import add_position, expect_defaults, position_from
from engine.text.tables import wrapped
from evaluators import EVALUATORS
from evaluators.check import check_evaluator, constant_value
from games import GAMES
from games.check import check_game
from games.core.perft import perft
from games.core.position import Position
from games.core.scores import MAX_PLY
from games.errors import (
    ContractError,
    EvaluationError,
    LimitsError,
    SpecError,
    StarlingError,
    printable,
    quoted,
    unknown,
)
from games.parts.options import Option, options_of
from games.parts.plugins import ADVICE
from games.parts.registry import Registry
from games.parts.specs import parse_player
from searchers import SEARCHERS, Limits, make
from searchers.check import check_searcher, search_in_time

LONGEST_FOUND = 600
"""The most characters that `check` shows of what it found."""

REGISTRIES: dict[str, Registry[Any]] = {
    "game": GAMES,
    "evaluator": EVALUATORS,
    "searcher": SEARCHERS,
}


# -- list ----------------------------------------------------------------------------------------


def list_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `list`."""
    add = parser.add_argument
    kinds = [f"{kind}s" for kind in REGISTRIES]
    add("kind", nargs="?", choices=kinds, help="only these")
    add("--json", action="store_true", help="print them as JSON, for programs")


def run_list(options: argparse.Namespace) -> int:
    """Print the parts with their options, values and defaults; return the exit code, 0.

    They are those of one kind if it was given. A broken part has its error. With `--json` they are
    printed as JSON.
    """
    plurals = {f"{kind}s": registry for kind, registry in REGISTRIES.items()}
    chosen = {options.kind: plurals[options.kind]} if options.kind else plurals
    if options.json:
        parts = {
            kind: {name: _part_as_json(registry, name) for name in registry.names()}
            for kind, registry in chosen.items()
        }
        print(json.dumps(parts, indent=2, default=str))
        return 0
    for kind, registry in chosen.items():
        print("\n".join([kind, *_part_lines(registry)]), end="\n\n")
    return 0


def _part_as_json(registry: Registry[Any], name: str) -> dict[str, Any]:
    """Return a part's purpose and its options by name, or the error of a broken part."""
    try:
        part = registry.find(name)
    except SpecError as error:
        return {"error": str(error)}
    options = {option.name: _option_as_json(option) for option in options_of(part)}
    return {"purpose": _purpose(part), "options": options}


def _option_as_json(option: Option) -> dict[str, Any]:
    """Return an option's help, type, limits and so on by name, without those that say nothing.

    The default is always there; it is None for an option that is required.
    """
    facts = {
        "help": option.help,
        "type": option.kind or option.type.__name__,
        "default": None if option.required else option.default,
        "required": option.required or None,
        "choices": list(option.choices),
        "low": option.low,
        "high": option.high,
    }
    return {
        name: fact
        for name, fact in facts.items()
        if name == "default" or fact not in (None, "", [])  # 0 says something
    }


def _purpose(part: type[Any]) -> str:
    """Return the first paragraph of a part's docstring in one line."""
    return " ".join((inspect.getdoc(part) or "").partition("\n\n")[0].split())


def _part_lines(registry: Registry[Any]) -> list[str]:
    """Return the lines that list the parts of a registry with their options or their error."""
    lines = []
    for name in registry.names():
        try:
            part = registry.find(name)
        except SpecError as error:  # a third party's module may be broken: list the rest
            lines.append(wrapped(str(error), f"  {name:<11} ", " " * 14))
            continue
        lines.append(wrapped(_purpose(part), f"  {name:<11} ", " " * 14))
        for option in options_of(part):
            word = f"{name}:{option.name}" if option.literal else f"{option.name}="
            value = option.default
            shown = str(value).lower() if isinstance(value, bool) else value  # as specs write it
            default = "" if value in (None, "") else f" (default {shown})"
            default = " (no default)" if option.required else default
            text = f"{option.help}; {option.expected}{default}"
            lines.append(wrapped(text, f"      {word:<13} ", " " * 20))
    return lines


# -- check ---------------------------------------------------------------------------------------


def check_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `check`."""
    add = parser.add_argument
    add("spec", metavar="SPEC", help="a game, an evaluator, or a player such as bfms@discs")
    add(
        "--game",
        metavar="SPEC",
        help="the game to check an evaluator or searcher on; default: every game that it serves",
    )
    add("--depth", type=int, metavar="D", help="a depth limit, for searchers that need one")
    add("--seed", type=int, default=1, metavar="N", help="number of the random games")


def run_check(options: argparse.Namespace) -> int:
    """Run the conformance tests of one part and print the result; return 1 if it fails, else 0.

    An evaluator or searcher is checked on `--game`, or on every game that it serves. An evaluator
    whose values differ in one of several games may be constant in the others. Failures are printed
    to standard error.

    :raises StarlingError: if there is no such part, it serves no game, or an option does not fit.
    """
    kind = _kind_of(options.spec)
    games = [""]
    if kind == "game":
        expect_defaults(
            options, ("game", "depth"), "to a game: expected an evaluator or a searcher"
        )
    else:
        if kind == "evaluator":
            expect_defaults(options, ("depth",), "to an evaluator: expected a searcher")
        games = [options.game] if options.game else _games_for(kind, options.spec)
    constant = kind == "evaluator" and _varies(options.spec, games)
    failed = False
    for game in games:
        try:
            if kind == "game":
                checks = check_game(options.spec, seed=options.seed)
            elif kind == "evaluator":
                checks = check_evaluator(options.spec, game, seed=options.seed, constant=constant)
            else:
                checks = check_searcher(options.spec, game, seed=options.seed, depth=options.depth)
        except ContractError as error:
            print("\n".join(_report(error)), file=sys.stderr)
            failed = True
        else:
            place = f" on {game}" if game else ""
            print(f"{kind} {options.spec}{place}: {checks} checks passed", flush=True)
    return int(failed)


def _varies(evaluator: str, games: list[str]) -> bool:
    """Return whether an evaluator's values differ in at least one of several games.

    It is False for a single game. An error counts as a difference, since the conformance tests
    report it.
    """
    for game in games if len(games) > 1 else []:
        try:
            if constant_value(evaluator, game) is None:
                return True
        except Exception:  # an author's class may raise anything
            return True
    return False


def _report(error: ContractError) -> list[str]:
    """Return lines to print for a part that breaks its contract: each rule, and what was found."""
    if not error.faults:
        return [wrapped(str(error))]
    lines = [str(error).partition(": ")[0] + ":"]
    for rule, found in error.faults.items():
        lines.append(wrapped(rule, "  expected: ", " " * 12))
        if found:
            lines.append(wrapped(printable(found, LONGEST_FOUND), "  found:    ", " " * 12))
    return lines


def _kind_of(spec: str) -> str:
    """Return the kind of part that a spec names: "game", "evaluator" or "searcher".

    :raises SpecError: if there is no such part.
    """
    name = parse_player(spec)[0].name
    for kind, registry in REGISTRIES.items():
        if name in registry:
            return kind
    everything = [known for registry in REGISTRIES.values() for known in registry.names()]
    raise SpecError(f"{unknown('part', name, everything)}. {ADVICE}")


def _games_for(kind: str, spec: str) -> list[str]:
    """Return the names of the games that need no file and that the part serves.

    :raises StarlingError: if it serves none: the reason of the last game.
    """
    served: list[str] = []
    refused: StarlingError = SpecError(f"{spec} serves no game here: expected one by --game")
    for name in GAMES.names():
        try:
            position = GAMES.make(name)
        except Exception:  # it needs a file, or an author's class is broken
            continue
        try:
            if _serves(kind, spec, position):
                served.append(name)
        except (EvaluationError, SpecError) as error:
            refused = error
    if not served:
        raise refused
    return served


def _serves(kind: str, spec: str, position: Position) -> bool:
    """Return whether the evaluator, or the player's evaluator and searcher, serve a game.

    An error of a searcher that is no StarlingError counts as serving.

    :raises StarlingError: if the spec is invalid, or the searcher refuses the game.
    """
    evaluator = spec if kind == "evaluator" else parse_player(spec)[1]
    if evaluator is not None and not EVALUATORS.make(evaluator).serves(position):
        return False
    if kind == "searcher":
        try:
            search_in_time(make(spec), position, Limits(nodes=0, depth=1))
        except StarlingError:
            raise
        except Exception:  # the conformance tests report other errors
            pass
    return True


# -- perft ---------------------------------------------------------------------------------------


def perft_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `perft`."""
    add = parser.add_argument
    add_position(parser)
    add("depth", type=int, metavar="DEPTH", help="plies to count")
    add("--divide", action="store_true", help="count below every move of the position")


def run_perft(options: argparse.Namespace) -> int:
    """Print the leaves and the seconds of every depth up to the requested one; return 0.

    With `--divide` print the leaves below each move at the requested depth as well.

    :raises StarlingError: if the depth is out of range, or there is no such game or position.
    """
    if not 1 <= options.depth <= MAX_PLY:
        given = quoted(options.depth)
        raise LimitsError(f"depth {given}: expected at least 1 and at most {MAX_PLY} plies")
    position = position_from(options)
    for depth in range(1, options.depth + 1):
        started = time.perf_counter()
        leaves = perft(position, depth)
        seconds = time.perf_counter() - started
        print(f"depth {depth}: {leaves} leaves in {seconds:.3f} s", flush=True)
    if options.divide:
        for move in position.legal_moves():
            text = position.move_text(move)
            position.push(move)
            print(f"{text}: {perft(position, options.depth - 1)}")
            position.pop()
    return 0


# -- bench ---------------------------------------------------------------------------------------


def bench_arguments(parser: argparse.ArgumentParser) -> None:
    """Add nothing: `bench` has no arguments."""


def run_bench(options: argparse.Namespace) -> int:
    """Run a fixed set of searches; print nodes and speed of each and of all; return 0."""
    for line in bench_lines():
        print(line)
    return 0
