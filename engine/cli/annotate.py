"""`starling annotate`: values, marks and better lines for the moves of games."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from engine.cli.arguments import add_limits, limits_of
from games.errors import LONGEST, FileError, LimitsError, SpecError, printable, quoted, unknown
from games.parts.files import decode_text, path_text, read_bytes, replacing
from searchers.core.limits import Limits

_NODES = 50_000
"""The nodes a position if no limit is given."""


def annotate_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `annotate`."""
    add = parser.add_argument
    add("file", metavar="FILE", help="games: .pgn, .ggf, .sgf or .txt")
    add(
        "--game",
        metavar="SPEC",
        help="the game of a .txt file, such as othello (default: that of the file's format)",
    )
    add("--games", metavar="LIST", help="the games by number, such as 1,3-5 (default: all)")
    add(
        "--player",
        metavar="SPEC",
        help="searcher of values, or searcher@evaluator (default: the game's strongest)",
    )
    add_limits(parser)
    add(
        "--intervals",
        metavar="SPEC",
        help="interval evaluator, or bstar with options, that tries to exclude the moves played "
        "(default: the game's strongest; none: no intervals)",
    )
    add(
        "--out",
        metavar="FILE",
        help="write the annotated games to a new file, or to the input if it is PGN: .pgn for "
        "chess, .sgf or .ggf for Othello, or .txt (default: to standard output in the format of "
        "the input)",
    )
    add("--html", metavar="FILE", help="write the annotated games as one page to a new file")


def run_annotate(options: argparse.Namespace) -> int:
    """Annotate the games and write them; return the exit code, 0.

    The files are those of `--out` and `--html`. Without both, the games go to standard output. A
    summary of each goes to standard error. After Ctrl-C the moves annotated so far are written;
    games that are written over the input all stay.

    :raises StarlingError: if an argument, a file or a searcher does not fit.
    :raises KeyboardInterrupt: after Ctrl-C, once all is written.
    """
    from engine.annotate.annotating import AnnotatedGame, Annotator
    from engine.annotate.scale import Scale
    from engine.annotate.writing import WRITERS, summary
    from engine.match.results.reading import read_games

    chosen = None if options.games is None else _numbers(options.games)
    over = _is_input(options)
    named = [Path(each).absolute() for each in (options.out, options.html) if each]
    if len(set(named)) < len(named):
        raise SpecError(f"--out and --html: expected two files, not {path_text(options.out)}")
    for path in filter(None, (None if over else options.out, options.html)):
        if os.path.exists(path):
            raise FileError(f"{path_text(path)} exists: expected a new file")
    games, faults = read_games(options.file, options.game, chosen)
    if over and faults:
        raise FileError(f"{faults[0]}; expected another file for --out")
    for fault in faults:
        print(f"starling: {printable(fault, LONGEST)}", file=sys.stderr)
    suffix = Path(options.out or options.file).suffix.lower()
    if suffix not in WRITERS:
        raise SpecError(f"--out {quoted(options.out)}: {unknown('format', suffix, WRITERS)}")
    for game in games:
        fitting = [s for s in WRITERS if s == ".txt" or s[1:] in game.start.INFO.standards]
        if suffix not in fitting:
            raise SpecError(
                f"--out {quoted(options.out)}: {game.start.spec} is not written as "
                f"{suffix[1:].upper()}: expected {' or '.join(fitting)}"
            )
    annotator = Annotator(_limits(options), options.player, options.intervals)
    found: list[AnnotatedGame] = []
    interrupted = None
    try:
        _annotate_all(annotator, games, found)
    except KeyboardInterrupt as error:
        if not found:  # files stay as they are
            raise
        interrupted = error
    rest = games[len(found) :] if over else []
    text = WRITERS[suffix]([*found, *(AnnotatedGame(game, Scale(game.start)) for game in rest)])
    if options.out is not None:
        with replacing(options.out) as file:
            file.write(text)
    elif options.html is None:
        sys.stdout.write(text)
    if options.html is not None:
        from engine.annotate.page import page

        html = page(found, path_text(Path(options.file).name))
        with replacing(options.html) as file:
            file.write(html)
    for line in (*annotator.remarks, *map(summary, found)):
        print(f"starling: {printable(line, 400)}", file=sys.stderr)
    if interrupted is not None:
        raise interrupted
    return 0


def _is_input(options: argparse.Namespace) -> bool:
    """Return whether `--out` is the input and PGN, so that the input may be replaced.

    It is False for the other formats, which do not keep all of a file.

    :raises FileError: if it is, and `--games` would leave out games, or the file has comments that
        python-chess does not keep.
    """
    from engine.match.results.pgn import dropped

    try:
        same = options.out is not None and Path(options.out).samefile(options.file)
    except (OSError, ValueError):  # it does not exist, or reading reports the error
        return False
    if not same or Path(options.file).suffix.lower() != ".pgn":
        return False
    lost = "the games that are not in --games" if options.games is not None else ""
    if not lost and (part := dropped(decode_text(read_bytes(options.file, "games of PGN")))):
        lost = quoted(part)
    if lost:
        raise FileError(
            f"{path_text(options.out)} would lose {lost}: expected another file for --out"
        )
    return True


def _annotate_all(annotator: Any, games: list[Any], found: list[Any]) -> None:
    """Append the games to `found` and annotate them one by one; show progress in a terminal.

    A game is appended before its moves are annotated, so after Ctrl-C it has those annotated.
    """
    from engine.cli.display import progress

    for game in games:
        with progress(f"game {game.number}") as report:
            for done, state in enumerate(annotator.annotate(game)):
                if done == 0:
                    found.append(state)
                if report is not None:
                    report(done, len(game.moves))


def _limits(options: argparse.Namespace) -> Limits:
    """Return the limits of a position's search; `_NODES` nodes if the options have none.

    :raises LimitsError: if the nodes or a time are 0, or a limit is invalid.
    """
    limits = limits_of(options)
    if options.nodes == 0 or options.seconds == 0 or options.cpu == 0:
        raise LimitsError(f"{limits}: expected more than 0")
    return Limits(nodes=_NODES) if limits.endless() else limits


def _numbers(text: str) -> set[int]:
    """Return the numbers of a list such as "1,3-5".

    :raises SpecError: if it is no list of numbers from 1 to 999,999, or a range falls.
    """
    found: set[int] = set()
    for part in text.split(","):
        first, _, last = part.strip().partition("-")
        ends = (first, last or first)
        if not all(end.isascii() and end.isdigit() and len(end) <= 6 for end in ends):
            raise SpecError(f"--games {quoted(text)}: expected numbers such as 1,3-5")
        low, high = map(int, ends)
        if not 1 <= low <= high:
            raise SpecError(f"--games {quoted(text)}: expected rising numbers from 1, as in 1,3-5")
        found |= set(range(low, high + 1))
    return found
