"""`starling match`: a match or round-robin from the command line."""

from __future__ import annotations

import argparse
from typing import Any

__all__ = ["add_parser", "run"]

INTERRUPTED = 130
"""The exit code of a program ended by Ctrl-C."""


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add `match` to a command line's subparsers; `run` is set as what it does."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "match", help="let players meet: live progress, result table, games saved"
    )
    add = parser.add_argument
    add("--game", required=True, metavar="SPEC", help="such as othello or ngame:b=4,d=10")
    add("--players", required=True, nargs="+", metavar="PLAYER",
        help="two, or more for a round-robin: SEARCHER[@EVALUATOR] or 'uci:COMMAND LINE'")  # fmt: skip
    add("--nodes", type=int, help="nodes for each move")
    add("--depth", type=int, help="plies to look ahead")
    add("--seconds", type=float, help="wall-clock time for each move")
    add("--cpu", type=float, help="CPU seconds for each move")
    add("--clock", metavar="[MOVES/]SECONDS[+INCREMENT]", help="such as 10+0.1")
    add("--games", type=int, default=2, help="games of each pair, colours swapped (default: 2)")
    add("--openings", default="random", metavar="SPEC",
        help="random:plies=8,seed=1 (the default) or none")  # fmt: skip
    add("--out", metavar="DIR", help="a folder for the games and results.json")
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    """Play, show progress, print the result; the exit code.

    :raises StarlingError: as `engine.match.round_robin` does.
    """
    from engine.match.display import Display
    from engine.match.match import round_robin

    result = round_robin(
        args.game, args.players, nodes=args.nodes, depth=args.depth, seconds=args.seconds,
        cpu=args.cpu, clock=args.clock, games=args.games, openings=args.openings, out=args.out,
        progress=Display(),
    )  # fmt: skip
    print(result)
    if args.out:
        print(f"games saved in {args.out}")
    return INTERRUPTED if result.interrupted else 0
