"""`starling play`: a game of a person against a searcher, in the terminal or on a page."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.cli.arguments import count, expect_defaults
from games.errors import FileError, SpecError, quoted
from games.parts.files import path_text

if TYPE_CHECKING:
    from engine.play.setup import Setup

_SIDES = ("first", "second", "both", "none")


def play_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `play`."""
    add = parser.add_argument
    add("game", nargs="?", metavar="GAME", help="such as chess, othello, ngame:b=4,d=10")
    add(
        "--player",
        metavar="SPEC",
        help="searcher, searcher@evaluator, or a program: 'uci:COMMAND option.NAME=VALUE', "
        "xboard:, gtp:, nboard: (default: the game's strongest searcher)",
    )
    add(
        "--side",
        choices=_SIDES,
        help="the side that you play (default: first, or yours in the file of --resume)",
    )
    add(
        "--level",
        type=int,
        metavar="N",
        help="strength from 1 to 10: a node budget for every move (default: 5)",
    )
    add("--nodes", type=count, metavar="N", help="nodes a move in place of a level")
    add("--seconds", type=float, metavar="S", help="wall-clock seconds a move in place of a level")
    add(
        "--clock",
        metavar="TIME",
        help="the searcher's clock in place of a level: [moves/]seconds[+increment], as in 5+0.1",
    )
    add("--position", metavar="TEXT", help="a FEN, board or transcript; default: the start")
    add(
        "--out",
        metavar="FILE",
        help="a new file for the game, written after every move: .pgn, .ggf, .sgf or .txt",
    )
    add("--resume", metavar="FILE", help="continue the first game of this file")
    add("--open", action="store_true", help="play on a page in a browser, on 127.0.0.1 only")
    add("--port", type=int, metavar="N", help="port of --open (default: any free one)")
    add(
        "--static",
        metavar="DIR",
        help="write a folder for a web server: pages with the engine in the browser, "
        "of chess, othello and connect4 or of GAME alone",
    )
    add(
        "--pyodide",
        metavar="PATH",
        help="Pyodide for --static, a folder or npm's archive (default: download it)",
    )
    add(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="another number varies the node budgets by up to a tenth: other games (default: 0)",
    )


def run_play(options: argparse.Namespace) -> int:
    """Play a new or resumed game in the terminal or on a page until the user ends it; return 0.

    Moves that are not saved are saved at the end. With `--static` only write the folder of a page
    that plays in the browser.

    :raises StarlingError: if the game, an option, the player, a file, the folder or the port does
        not fit, or a download fails.
    """
    _expect_sense(options)
    if options.static is not None:
        return _write_pages(options)
    from engine.play.records import load, people_of, resume, text_of

    setup = _setup(options, options.game)
    loaded = None
    if options.resume is not None:
        loaded = load(options.resume, setup.start())
        if options.side is None:
            setup = replace(setup, people=people_of(loaded) or setup.people)
    session = setup.session()
    try:
        if options.level is not None and session.level is None:
            session.set_level(options.level)  # says why it has none
        out = _out(options, "" if loaded is None else loaded.lost)
        if out is not None:
            text_of(session, out.suffix.lower())
        if loaded is not None:
            resume(session, loaded)
        session.out = out
        if options.open:
            from engine.play.serving import serve

            serve(session, options.port or 0, lambda line: print(line, flush=True))
            return 0
        from rich.console import Console

        from engine.play.terminal import Terminal, lines_of_input

        console = Console(highlight=False)
        Terminal(session, console, lines_of_input(console)).run()
        return 0
    finally:
        session.close()


def _expect_sense(options: argparse.Namespace) -> None:
    """Check that there is a game, and that no option excludes another or needs one not given.

    :raises SpecError: if there is a fault, or the player of `--static` is an external program.
    """
    if options.game is None and options.static is None:
        raise SpecError("no game: expected one, such as starling play othello")
    if options.static is None and options.pyodide is not None:
        raise SpecError("--pyodide: expected --static with it")
    if options.port is not None and not options.open:
        raise SpecError("--port: expected --open with it")
    if options.resume is not None and options.position is not None:
        raise SpecError("--resume and --position: expected one of them")
    if options.seconds is not None or options.clock is not None:
        expect_defaults(options, ("seed",), "to seconds or a clock: expected --level or --nodes")
    if options.static is not None:
        from engine.play.programs import is_program

        for word in ("open", "out", "resume"):
            if getattr(options, word):
                raise SpecError(f"--static and --{word}: expected one of them")
        if options.player is not None and is_program(options.player):
            raise SpecError(f"--static: no program runs in a browser, not {quoted(options.player)}")


def _setup(options: argparse.Namespace, game: str) -> Setup:
    """Return the setup of a session of this game from the command's other options."""
    from engine.play.session import SIDES
    from engine.play.setup import Setup

    return Setup(
        game,
        options.position,
        options.player,
        SIDES[options.side or "first"],
        options.level,
        options.nodes,
        options.seconds,
        options.clock,
        options.seed,
    )


def _write_pages(options: argparse.Namespace) -> int:
    """Write the folder of web pages for `--static`, and print its size; return the exit code, 0.

    :raises StarlingError: if the game, the player or the folder does not fit, or a download fails.
    """
    from engine.play.static import GAMES, write

    games = GAMES if options.game is None else (options.game,)
    setups = [_setup(options, game) for game in games]
    size = write(Path(options.static), setups, options.pyodide)
    folder = path_text(options.static)
    print(f"{folder}: {size / 1e6:.1f} MB; to see it: python3 -m http.server -d {folder}")
    return 0


def _out(options: argparse.Namespace, lost: str) -> Path | None:
    """Return the file to save the game to; None if none was given.

    :param lost: what the file of `--resume` has that would be lost; empty for nothing.
    :raises FileError: if it exists, unless it is that of `--resume` and nothing would be lost.
    """
    if options.out is None:
        return None
    path = Path(options.out)
    try:
        exists = path.exists()
        same = exists and options.resume is not None and path.samefile(options.resume)
    except (OSError, ValueError):  # a name that is none; writing reports it
        return path
    if same and lost:
        raise FileError(f"{path_text(path)} would lose its {lost}: expected another file for --out")
    if exists and not same:
        raise FileError(f"{path_text(path)} exists: expected a new file, or --resume with it")
    return path
