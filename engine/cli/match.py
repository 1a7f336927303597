"""`starling match`: a match or round-robin from the command line."""

from __future__ import annotations

import argparse
import sys
from contextlib import nullcontext

from engine.cli.arguments import add_limits, count
from engine.jobs import cluster
from engine.match.saving import EVENT
from engine.match.tournament import Tournament, games_of_a_pair
from engine.match.words import adjudication_of, openings_of, player_of
from engine.text.waiting import waiting
from games import make
from games.parts.files import path_text
from searchers import Clock, Limits

__all__ = ["add_arguments", "add_run_arguments", "play", "run"]

INTERRUPTED = 130
"""The exit code of a program ended by Ctrl-C."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    add = parser.add_argument
    add("--game", required=True, metavar="SPEC", help="such as chess, othello, ngame:b=4,d=10")
    add("--position", metavar="TEXT", help="where games begin: a FEN, a board")
    add(
        "--players",
        required=True,
        nargs="+",
        metavar="PLAYER",
        help="two, or more for a round-robin: SEARCHER[@EVALUATOR], or 'PROTOCOL:COMMAND "
        "[option.NAME=VALUE]', uci or xboard for chess, gtp or nboard for Othello; before it "
        "name= or limits of its own: 'name=old nodes=5k pvs'",
    )
    add_limits(parser)
    add("--clock", metavar="CLOCK", help="of a game, [MOVES/]SECONDS[+INCREMENT]: 10+0.1, 40/60")
    add(
        "--games",
        type=count,
        metavar="G",
        help="games of each pair, every opening with both colours (2; with --sprt at most 10k)",
    )
    add(
        "--sprt",
        nargs=2,
        type=float,
        metavar=("ELO0", "ELO1"),
        help="end when it is decided whether the first is ELO1 stronger, not ELO0",
    )
    add(
        "--openings",
        metavar="BOOK",
        help="a file (PGN, EPD, SGF, GGF, Polyglot, moves), or balanced (default for chess and "
        "Othello), random:plies=8,seed=1 (for others), file:path=FILE,plies=8, none",
    )
    add(
        "--adjudicate",
        nargs="+",
        default=[],
        metavar="KEY=VALUE",
        help="end what is clear: resign_value=900 draw_value=10 syzygy=DIR exact=12 ...",
    )
    add("--event", default=EVENT, metavar="NAME", help="of the games' PGN (default: %(default)s)")
    add("--out", metavar="DIR", help="a folder for games and results; the same command resumes")
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
    if options.position is not None:
        start = start.at(options.position)
    common = Limits(
        options.nodes,
        options.depth,
        options.seconds,
        options.cpu,
        None if options.clock is None else Clock.parse(options.clock),
    )
    players = [player_of(text) for text in options.players]
    tested = options.sprt is not None
    with waiting("drawing the openings"):
        tournament = Tournament(
            start,
            [player.spec for player in players],
            [common if player.limits is None else player.limits for player in players],
            names=[player.name for player in players],
            games_per_pair=games_of_a_pair(tested) if options.games is None else options.games,
            sprt=options.sprt,
            openings=openings_of(options.openings, start),
            adjudication=adjudication_of(options.adjudicate),
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
