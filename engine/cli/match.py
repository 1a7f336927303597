"""The commands about tournaments: `starling match`, `tournament`, `standings` and `report`."""

from __future__ import annotations

import argparse
import json
import sys
import time
import webbrowser
from functools import partial
from pathlib import Path
from typing import Any

from engine.cli.arguments import add_limits, add_workers, count, expect_defaults, start_from
from engine.cli.faults import INTERRUPTED
from engine.jobs import executor_at
from engine.match.database import read_folder, standings
from engine.match.formats.plan import EVENT
from engine.match.results.result import MatchResult
from engine.match.statistics.sprt import MODELS, Sprt
from engine.match.tournament import Tournament, default_games
from engine.match.tournament_file import (
    parse_adjudication,
    parse_format,
    parse_player_words,
    read_tournament,
)
from engine.text.console import waiting
from engine.text.signals import raising
from engine.text.tables import wrapped
from games.core.words import counted
from games.parts.files import path_text
from searchers import Clock, Limits

WORKERS = "games played at a time"
"""The meaning of `--workers`."""

PAGE = "report.html"

SHARE = 0.1
"""The part of the time that rewriting the page may take."""

INTERRUPTING = {"SIGTERM": KeyboardInterrupt, "SIGHUP": KeyboardInterrupt}
"""Signals that interrupt a tournament as Ctrl-C does: the results are written."""


# -- match and tournament ------------------------------------------------------------------------


def match_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `match`."""
    parser.usage = "starling match --game SPEC --players A B ... [options]"
    parser.description = None  # keeps the help within one screen
    parser.formatter_class = partial(argparse.HelpFormatter, max_help_position=26)
    add = parser.add_argument
    add("--game", required=True, metavar="SPEC", help="such as chess, othello, ngame:b=4,d=10")
    add("--position", metavar="TEXT", help="where games begin: a FEN, a board")
    add(
        "--players",
        required=True,
        nargs="+",
        metavar=("A", "B"),
        help="SEARCHER[@EVALUATOR], 'name=old nodes=5k pvs', "
        "'uci:CMD option.NAME=VALUE', xboard:, gtp:, nboard:",
    )
    add_limits(parser)
    add("--clock", metavar="CLOCK", help="of a game, [MOVES/]SECONDS[+INCREMENT]: 10+0.1")
    add("--margin", type=float, default=0.0, metavar="S", help="allowed beyond the clock (0)")
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
    add_workers(parser, WORKERS)


def run_match(options: argparse.Namespace) -> int:
    """Play the match of the arguments, show progress and print the result.

    :returns: the exit code: 0, or 130 if it was interrupted.
    :raises StarlingError: as `engine.match.Tournament` does.
    """
    start = start_from(options)
    common = Limits(
        options.nodes,
        options.depth,
        options.seconds,
        options.cpu,
        None if options.clock is None else Clock.parse(options.clock),
    )
    players = [parse_player_words(text) for text in options.players]
    with waiting("drawing the openings"):
        tournament = Tournament(
            start,
            [player.spec for player in players],
            [common if player.limits is None else player.limits for player in players],
            names=[player.name for player in players],
            games_per_pair=default_games(options.sprt is not None)
            if options.games is None
            else options.games,
            sprt=options.sprt,
            openings=options.openings,
            adjudication=parse_adjudication(options.adjudicate),
            margin=options.margin,
            event=options.event,
            **parse_format(options.format),
        )
    return _run_and_print(tournament, options)


def tournament_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `tournament`."""
    add = parser.add_argument
    add("file", metavar="FILE.toml", help="the description of the tournament")
    add(
        "--out",
        required=True,
        metavar="DIR",
        help="a folder for the games and the result; an interrupted tournament resumes",
    )
    add_workers(parser, WORKERS)


def run_tournament(options: argparse.Namespace) -> int:
    """Play the tournament of a file, show progress and print the result.

    :returns: the exit code: 0, or 130 if it was interrupted.
    :raises StarlingError: as `engine.match.Tournament` does.
    """
    with waiting("drawing the openings"):
        tournament = read_tournament(options.file)
    return _run_and_print(tournament, options)


def _run_and_print(tournament: Tournament, options: argparse.Namespace) -> int:
    """Run a tournament by `--out`, `--workers` and `--dask`, and print the result.

    SIGTERM and SIGHUP interrupt it as Ctrl-C does: the result so far is printed. If openings
    repeat, a remark goes to standard error first.

    :returns: the exit code: 0, or 130 if it was interrupted.
    :raises StarlingError: as `engine.match.Tournament.run` does.
    """
    from engine.cli.display import Display

    if (again := tournament.repeats_from) is not None:
        print(
            f"openings {tournament.book.spec}: they repeat from game {again} of a pair on, "
            "and a repeated game is no evidence",
            file=sys.stderr,
        )
    with executor_at(options.dask) as executor, raising(INTERRUPTING):
        result = tournament.run(
            options.out, workers=options.workers, executor=executor, progress=Display()
        )
    print(result.shown())
    if options.out:
        print(f"games saved in {path_text(options.out)}")
        if result.interrupted:
            print("the same command resumes", file=sys.stderr)
    return INTERRUPTED if result.interrupted else 0


# -- standings -----------------------------------------------------------------------------------


def standings_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `standings`."""
    add = parser.add_argument
    add("folder", metavar="DIR", help="the folder of the tournament")
    add("--json", action="store_true", help="print results.json, with the result of --sprt")
    _add_sprt(parser)


def _add_sprt(parser: argparse.ArgumentParser, default: str = "") -> None:
    """Add the arguments `--sprt` and `--model` to a parser.

    :param default: the test without them, in words.
    """
    add = parser.add_argument
    note = f" (default: {default})" if default else ""
    add(
        "--sprt",
        nargs=2,
        type=float,
        metavar=("ELO0", "ELO1"),
        help=f"test each pair's first player sequentially: ELO1 against ELO0{note}",
    )
    add(
        "--model",
        choices=MODELS,
        default=MODELS[0],
        help="the Elo of --sprt (default: %(default)s)",
    )


def _sprt_from(options: argparse.Namespace) -> Sprt | None:
    """Return the sequential test of `--sprt` and `--model`; None without `--sprt`.

    :raises SpecError: if its numbers are invalid, or `--model` is given without `--sprt`.
    """
    numbers = options.sprt
    if numbers is None:
        expect_defaults(options, ("model",), "without --sprt")
        return None
    return Sprt(numbers[0], numbers[1], model=options.model)


def run_standings(options: argparse.Namespace) -> int:
    """Print the standings of a tournament that runs or has ended; return the exit code, 0.

    With `--sprt` print each pair's sequential test too, and with `--json` both as JSON.

    :raises FileError: if the folder has no tournament.
    :raises SpecError: if the numbers of the test are invalid.
    """
    test = _sprt_from(options)
    result = standings(options.folder)
    tested = [] if test is None else _tested(test, result)
    if options.json:
        print(json.dumps(result.as_dict() | ({"sprt": tested} if test else {}), indent=2))
    else:
        print("\n".join([result.shown(), *(wrapped(_sprt_text(each)) for each in tested)]))
    return 0


def _tested(test: Sprt, result: MatchResult) -> list[dict[str, Any]]:
    """Return the state of the sequential test for every pair, for JSON.

    It has the players, the log-likelihood ratio of all games, its bounds, the first decision and
    the number of games before it. Those are "" and 0 without a decision. If it is the tournament's
    own test, the decisions are those made during the tournament.
    """
    tested = []
    for pair in result.matchups:
        curve = result.curve(pair, test, 1)
        tested.append(
            {
                "players": list(pair.players),
                "llr": curve.points[-1][1],
                "lower": test.lower,
                "upper": test.upper,
                "decision": curve.decision,
                "decided": curve.decided if curve.decision else 0,
            }
        )
    return tested


def _sprt_text(tested: dict[str, Any]) -> str:
    """Return the state of a pair's sequential test in a line."""
    first, second = tested["players"]
    numbers = "LLR {llr:.2f} [{lower:.2f}, {upper:.2f}]".format_map(tested)
    end = "undecided, play on"
    if tested["decision"]:
        end = "{decision} is accepted after {decided} games".format_map(tested)
    return f"SPRT {first} to {second}: {numbers}: {end}"


# -- report --------------------------------------------------------------------------------------


def report_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `report`."""
    add = parser.add_argument
    add("folder", metavar="DIR", help="the folder of the tournament")
    add("--html", metavar="FILE", help=f"where to write the page (default: {PAGE} in DIR)")
    add("--open", action="store_true", help="show it in the browser")
    add(
        "--follow",
        nargs="?",
        type=_seconds,
        const=10.0,
        metavar="SECONDS",
        help="rewrite it after so many seconds (10) until the last game; the open page reloads",
    )
    _add_sprt(parser, "the tournament's own, if it has one")


def _seconds(text: str) -> float:
    """Return an option's seconds, from 1 to 86400; others are an argparse.ArgumentTypeError."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 1 <= seconds <= 86400:
        raise argparse.ArgumentTypeError(f"{text}: expected seconds from 1 to 86400")
    return seconds


def run_report(options: argparse.Namespace) -> int:
    """Write a tournament's page, and print its file and the number of games; return 0.

    With `--follow` the page is rewritten until the last game has ended: after so many seconds, or
    ten times those that writing took if that is more.

    :raises FileError: if the folder has no tournament, or the page cannot be written.
    :raises SpecError: if the numbers of the test are invalid.
    """
    from engine.match.report.page import write_report  # Jinja: only when needed

    path = Path(options.html) if options.html else Path(options.folder) / PAGE
    test = _sprt_from(options)
    shown = False
    while True:
        begun = time.monotonic()
        result, games = read_folder(options.folder)
        write_report(result, games, path, test=test, refresh=options.follow or 0)
        seconds = time.monotonic() - begun
        if not shown:
            print(f"{path_text(path)}: {counted(result.count, 'game')}", flush=True)
            if options.open:
                webbrowser.open(path.absolute().as_uri())
            shown = True
        if not options.follow or result.over:
            return 0
        time.sleep(max(options.follow, seconds / SHARE))
