"""`starling match`: a match or round-robin from the command line."""

from __future__ import annotations

import argparse
import sys
from contextlib import nullcontext

from engine.cli.arguments import add_limits, count
from engine.jobs import cluster
from engine.match.openings.files import default_openings
from engine.match.tournament import EVENT, Tournament
from engine.text.waiting import waiting
from games import make
from games.parts.files import path_text

__all__ = ["add_arguments", "add_run_arguments", "play", "run"]

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
        help="two, or more for a round-robin: SEARCHER[@EVALUATOR], 'uci:COMMAND' or "
        "'xboard:COMMAND' (chess), 'gtp:COMMAND' or 'nboard:COMMAND' (Othello)",
    )
    add_limits(parser)
    add("--clock", metavar="[MOVES/]SECONDS[+INCREMENT]", help="the clock of a game: 10+0.1")
    add(
        "--games",
        type=count,
        default=2,
        metavar="G",
        help="games of each pair, every opening with both colours (default: 2)",
    )
    add(
        "--openings",
        metavar="SPEC",
        help="balanced (the default for chess and Othello), random:plies=8,seed=1 (for other "
        "games), file:path=FILE, ... or none",
    )
    add("--event", default=EVENT, metavar="NAME", help="of the games' PGN (default: %(default)s)")
    add("--out", metavar="DIR", help="a folder for the games and results.json")
    add_run_arguments(parser)


def add_run_arguments(parser: argparse.ArgumentParser) -> None:
    """`--workers` and `--dask`."""
    parser.add_argument(
        "--workers", type=int, default=1, metavar="N", help="games played at a time (default: 1)"
    )
    parser.add_argument("--dask", metavar="ADDRESS", help="play on this Dask cluster instead")


def run(options: argparse.Namespace) -> int:
    """Play, show progress, print the result; the exit code.

    :raises StarlingError: as `engine.match.Tournament` does.
    """
    start = make(options.game)
    with waiting("drawing the openings"):
        tournament = Tournament(
            start,
            options.players,
            nodes=options.nodes,
            depth=options.depth,
            seconds=options.seconds,
            cpu=options.cpu,
            clock=options.clock,
            games_per_pair=options.games,
            openings=options.openings or default_openings(start),
            event=options.event,
        )
    return play(tournament, options)


def play(tournament: Tournament, options: argparse.Namespace) -> int:
    """Run a tournament as `--out`, `--workers` and `--dask` say; the exit code.

    :raises StarlingError: as `engine.match.Tournament.run` does.
    """
    from engine.cli.display import Display

    with cluster(options.dask) if options.dask else nullcontext() as executor:
        result = tournament.run(
            options.out, workers=options.workers, executor=executor, progress=Display()
        )
    print(result.shown())
    if options.out:
        print(f"games saved in {path_text(options.out)}")
        if result.interrupted:
            print("the same command goes on from here", file=sys.stderr)
    return INTERRUPTED if result.interrupted else 0
