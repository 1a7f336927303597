"""`starling match`: a match or round-robin from the command line."""

from __future__ import annotations

import argparse
import sys
from functools import partial

from engine.cli.arguments import add_limits, add_workers, count
from engine.cli.faults import INTERRUPTED
from engine.jobs import executor_at
from engine.match.results.plan import EVENT
from engine.match.tournament import Tournament, games_of_a_pair
from engine.match.words import adjudication_of, format_words, player_of
from engine.text.waiting import waiting
from games import make
from games.parts.files import path_text
from searchers import Clock, Limits

__all__ = ["AT_A_TIME", "add_arguments", "play", "run"]

AT_A_TIME = "games played at a time"
"""What `--workers` is."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.usage = "starling match --game SPEC --players A B ... [options]"
    parser.description = None  # with it the page would be longer than a screen
    parser.formatter_class = partial(argparse.HelpFormatter, max_help_position=26)
    add = parser.add_argument
    add("--game", required=True, metavar="SPEC", help="such as chess, othello, ngame:b=4,d=10")
    add("--position", metavar="TEXT", help="where games begin: a FEN, a board")
    add(
        "--players",
        required=True,
        nargs="+",
        metavar=("A", "B"),
        help="SEARCHER[@EVALUATOR], 'uci:COMMAND option.NAME=VALUE', xboard:, gtp:, nboard:; "
        "'name=old nodes=5k pvs'",
    )
    add_limits(parser)
    add("--clock", metavar="CLOCK", help="of a game, [MOVES/]SECONDS[+INCREMENT]: 10+0.1")
    add("--games", type=count, metavar="G", help="of each pair (2; with --sprt at most 10k)")
    add(
        "--format",
        default="round-robin",
        metavar="F",
        help="round-robin, gauntlet, swiss:rounds=5 or knockout",
    )
    add(
        "--sprt",
        nargs=2,
        type=float,
        metavar=("ELO0", "ELO1"),
        help="end once the first is ELO1 stronger, or not ELO0",
    )
    add(
        "--openings",
        metavar="BOOK",
        help="a file (PGN, EPD, SGF, GGF, OBF, Polyglot, moves) or balanced, "
        "random:plies=8,seed=1, none",
    )
    add(
        "--adjudicate",
        nargs="+",
        default=[],
        metavar="R",
        help="resign_value=900 draw_value=10 syzygy=DIR exact=12",
    )
    add("--event", default=EVENT, metavar="NAME", help="of the games' PGN (%(default)s)")
    add("--out", metavar="DIR", help="a folder for the games; the same command resumes")
    add_workers(parser, AT_A_TIME)


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
            openings=options.openings,
            adjudication=adjudication_of(options.adjudicate),
            event=options.event,
            **format_words(options.format),
        )
    return play(tournament, options)


def play(tournament: Tournament, options: argparse.Namespace) -> int:
    """Run a tournament as `--out`, `--workers` and `--dask` say; the exit code.

    :raises StarlingError: as `engine.match.Tournament.run` does.
    """
    from engine.cli.display import Display

    if (again := tournament.repeats_from) is not None:
        print(
            f"openings {tournament.book.spec}: they come again from game {again} of a pair on, "
            "and a game that repeats another is no evidence",
            file=sys.stderr,
        )
    with executor_at(options.dask) as executor:
        result = tournament.run(
            options.out, workers=options.workers, executor=executor, progress=Display()
        )
    print(result.shown())
    if options.out:
        print(f"games saved in {path_text(options.out)}")
        if result.interrupted:
            print("the same command goes on from here", file=sys.stderr)
    return INTERRUPTED if result.interrupted else 0
