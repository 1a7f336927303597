"""`starling match`: a match or round-robin from the command line."""

from __future__ import annotations

import argparse

from engine.arguments import add_limits

__all__ = ["add_arguments", "run"]

INTERRUPTED = 130
"""The exit code of a program ended by Ctrl-C."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    add = parser.add_argument
    add("--game", required=True, metavar="SPEC", help="such as chess, othello, ngame:b=4,d=10")
    add(
        "--players",
        required=True,
        nargs="+",
        metavar="PLAYER",
        help="two, or more for a round-robin: SEARCHER[@EVALUATOR] or 'uci:COMMAND'",
    )
    add_limits(parser)
    add("--clock", metavar="[MOVES/]SECONDS[+INCREMENT]", help="the clock of a game: 10+0.1")
    add(
        "--games",
        type=int,
        default=2,
        metavar="G",
        help="games of each pair, every opening with both colours (default: 2)",
    )
    add(
        "--openings",
        default="random",
        metavar="SPEC",
        help="random:plies=8,seed=1 (the default) or none",
    )
    add("--out", metavar="DIR", help="a folder for the games and results.json")


def run(options: argparse.Namespace) -> int:
    """Play, show progress, print the result; the exit code.

    :raises StarlingError: as `engine.match.round_robin` does.
    """
    from engine.match.display import Display
    from engine.match.match import round_robin

    result = round_robin(
        options.game,
        options.players,
        nodes=options.nodes,
        depth=options.depth,
        seconds=options.seconds,
        cpu=options.cpu,
        clock=options.clock,
        games=options.games,
        openings=options.openings,
        out=options.out,
        progress=Display(),
    )
    print(result)
    if options.out:
        print(f"games saved in {options.out}")
    return INTERRUPTED if result.interrupted else 0
