"""The game in the terminal, by lines of text."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

import games
from engine.cli.main import main
from engine.pages.boards import board_of
from engine.play.records import load
from engine.play.session import Session
from engine.play.terminal import Closed, Terminal, board_lines, closing
from searchers import Limits


def dialogue(
    lines: Iterable[str], game: str = "chess", position: str = "", **given: object
) -> tuple[str, Session]:
    """The output of a dialogue, and its session."""
    given = {"player": "pvs" if game != "eight" else None} | given
    if ":" not in str(given["player"]):
        given = {"limits": Limits(nodes=30)} | given
    start = games.make(game)
    session = Session(start.at(position) if position else start, **given)  # type: ignore[arg-type]
    rest, out = iter(lines), io.StringIO()

    def read(prompt: str) -> str:
        line = next(rest, None)
        if line is None:
            raise EOFError
        out.write(f"{prompt}{line}\n")
        return line

    Terminal(session, Console(file=out, highlight=False, width=80), read).run()
    return out.getvalue(), session


def play(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, text: str, *words: str
) -> tuple[int, str, str]:
    """Exit code, output and errors of the command with piped input."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    try:
        code = main(["play", *words])
    except SystemExit as left:
        code = int(left.code or 0)
    return code, *capfd.readouterr()


def test_a_game_by_lines(elsewhere: Path) -> None:
    out, session = dialogue(["e4", "quit"])
    assert "chess against pvs, 30 nodes a move\nYou play White." in out
    assert "White to move> e4\npvs plays " in out
    assert " 30 nodes, " in out
    assert f"last move: {session.moves[1].notation} by Black\n" in out
    assert "[.]" in out
    (path,) = elsewhere.iterdir()
    assert f"saved: {path.name} (starling play chess --resume {path.name})\n" in out
    assert len(load(path, games.make("chess")).opening.moves) == 2


def test_nothing_played_is_nothing_saved(elsewhere: Path) -> None:
    dialogue(["help", "moves", "eval", "quit"])
    assert list(elsewhere.iterdir()) == []


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("zz", "'zz' is no legal move; nearest: "),
        ("e9", "(help lists commands)"),
        ("hnit", "or the command 'hint'"),
        ("level x", "level 'x': expected level 1 to 10"),
        ("level 11", "level=11: expected 1 to 10"),
        ("level 3", "level 3 (278 nodes a move, UCI_Elo 1644)"),
        ("player nosuch", "no searcher is named 'nosuch'"),
        ("player bfms", "against bfms, 30 nodes a move"),
        ("opinion alphabeta", "alphabeta: "),
        ("hint", "hint: "),
        ("eval", " for White by quiescence:base=network, without a search"),
        ("undo", "there is no move of yours to take back"),
        ("save", "save: expected save FILE"),
        ("save x.ggf", "chess has no GGF: expected a file .pgn or .txt"),
        ("save there.txt", "there.txt exists: expected a new file"),
        (f"save {'x' * 300}.pgn", "File name too long"),
        ("resign", "The game is over: 0-1 (resigned)"),
        ("\x1b[2J\u202e", "is no legal move"),
    ],
)
def test_commands_answer_in_a_line(line: str, answer: str, elsewhere: Path) -> None:
    (elsewhere / "there.txt").touch()
    out, _ = dialogue([line, "quit"])
    below = out.partition(f"> {line}\n")[2]
    assert answer in below.splitlines()[0]
    assert "\x1b" not in below


def test_commands_that_show_the_board() -> None:
    out, session = dialogue(["e4", "undo", "flip", "switch", "new"])
    assert "taken back: " in out
    assert "   h  g  f  e  d  c  b  a\n" in out
    assert "sides changed\npvs plays " in out
    assert session.people == {1}
    assert "saved: chess-" in out


def test_only_boards_with_edges_are_turned() -> None:
    shown = {}
    for game in ("breakthrough", "connect4", "othello"):
        out, _ = dialogue(["flip", "quit"], game, people=(1,))
        shown[game] = out
    assert "8  O  O  O  O  O  O  O  O\n   h  g  f" in shown["breakthrough"]
    assert "\n8  O  O  O  O  O  O  O  O\n7" in shown["breakthrough"]
    assert " *  *  * [X] *  *  *\n  1  2  3" in shown["connect4"]
    assert "8  .  .  .  .  .  .  .  .\n   a  b  c" in shown["othello"]
    assert "flip: the board of othello is not turned\n" in shown["othello"]


def test_saving_then_following(elsewhere: Path) -> None:
    out, session = dialogue(["e4", "save mine.pgn", "d4", "quit"])
    assert "saved: mine.pgn; it follows every move from now on" in out
    assert [path.name for path in elsewhere.iterdir()] == ["mine.pgn"]
    assert len(load("mine.pgn", session.start).opening.moves) == 4


def test_a_new_game_does_not_replace_the_file_of_the_last_one(elsewhere: Path) -> None:
    out, session = dialogue(["e4", "save a.pgn", "save b.pgn", "save a.pgn", "new", "save a.pgn"])
    assert out.count("saved: a.pgn; ") == 2
    assert out.endswith("a.pgn exists: expected a new file\n\n")
    assert len(load("a.pgn", session.start).opening.moves) == 2


def test_a_finished_game_waits_for_a_command() -> None:
    lines = ["Qg7#", "Qg7", "moves", "hint", "quit"]
    out, _ = dialogue(lines, position="7k/8/5K2/6Q1/8/8/8/8 w - - 0 1")
    assert "The game is over: 1-0 (checkmate)" in out
    assert "the game is over: 1-0 (checkmate) (help" in out
    assert "none: the game is over" in out


def test_memory_that_ends_does_not_end_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError("pvs ran out of memory")

    monkeypatch.setattr(Session, "hint", fail)
    out, session = dialogue(["hint", "e4", "quit"])
    assert "MemoryError: pvs ran out of memory\n" in out
    assert len(session.moves) == 2


def test_games_without_a_board_and_for_one() -> None:
    out, _ = dialogue(["1", "quit"], "ngame:b=3,d=6")
    assert "last move: " in out
    out, session = dialogue(["up", "hint", "undo", "quit"], "eight")
    assert " 2 [.] 3\n" in out or "your move> up" in out
    assert "taken back: up" in out
    assert session.person_to_move


def test_passes_are_announced() -> None:
    board = "XO" + "-" * 62 + " O"
    out, _ = dialogue(["pass", "quit"], "othello", board, people=(0, 1))
    assert "the only legal move: pass\n" in out
    assert "last move: pass by White (O)\n" in out


def test_colours_only_in_a_terminal() -> None:
    board = board_of(games.make("chess"))
    assert board is not None
    plain = "\n".join(map(str, board_lines(board, {12}, set(), False, False)))
    assert "[p]" in plain
    assert "♟" not in plain
    coloured = board_lines(board, {12}, set(), True, True)
    assert "♟" in str(coloured[0]) or "♜" in str(coloured[0])
    assert coloured[0].spans


@pytest.mark.parametrize(("no_color", "piece"), [(True, "p"), (False, "♟")])
def test_without_colours_the_sides_differ_in_a_terminal(no_color: bool, piece: str) -> None:
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, color_system="256", no_color=no_color)
    Terminal(Session(games.make("chess"), "random"), console, lambda _: "quit").run()
    assert f"7  {piece}" in Text.from_ansi(out.getvalue()).plain


@pytest.mark.parametrize(
    ("game", "symbols", "shown"),
    [
        ("amazons", "XO#", (("●", "#ffffff"), ("●", "#101010"), ("#", "#1d3d2a"))),
        ("checkers", "xOo", (("●", "#101010"), ("♚", "#ffffff"), ("●", "#ffffff"))),
    ],
)
def test_discs_have_the_colours_of_their_sides(
    game: str, symbols: str, shown: tuple[tuple[str, str], ...]
) -> None:
    board = board_of(games.make(game))
    assert board is not None
    board = replace(board, symbols=(*symbols, *board.symbols[len(symbols) :]))
    line = board_lines(board, set(), set(), False, True)[0]
    for (piece, ink), span in zip(shown, line.spans, strict=False):
        assert (line.plain[span.start : span.end].strip(), str(span.style)[:7]) == (piece, ink)


def test_the_rows_of_hex_are_slanted() -> None:
    board = board_of(games.make("hex:size=3"))
    assert board is not None
    lines = board_lines(board, set(), set(), False, False)
    assert [str(line) for line in lines] == [
        "   3  .  .  .",
        " 2  .  .  .",
        "1  .  .  .",
        "   a  b  c",
    ]


def test_piped_input_by_the_command(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, elsewhere: Path
) -> None:
    text = "d3\nundo\nd3\nbadmove\n"
    words = ("othello", "--nodes", "20", "--out", "mine.ggf")
    code, out, err = play(capfd, monkeypatch, text, *words)
    assert (code, err) == (0, "")
    assert "Black (X) to move> badmove" in out
    assert "\x1b" not in out
    assert [path.name for path in elsewhere.iterdir()] == ["mine.ggf"]
    code, out, _ = play(capfd, monkeypatch, "", "othello", "--resume", "mine.ggf")
    assert code == 0
    assert "last move: " in out
    assert [path.name for path in elsewhere.iterdir()] == ["mine.ggf"]
    again = "othello --resume mine.ggf --out mine.ggf --side none --nodes 9"
    code, out, _ = play(capfd, monkeypatch, "", *again.split())
    assert code == 0
    assert "The game is over: " in out
    loaded = load("mine.ggf", games.make("othello"))
    assert loaded.opening.reach(games.make("othello")).outcome() is not None


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("ches", "no game is named 'ches'"),
        ("othello --player nosuch", "no searcher is named"),
        ("othello --player uci:sh", "uci:sh plays chess only"),
        ("othello --level 0", "level=0: expected 1 to 10"),
        ("othello --level 11", "expected 1 to 10"),
        ("othello --level 3 --nodes 5", "--level and --nodes: expected one of them"),
        ("othello --clock x", "clock=x: expected"),
        ("othello --seconds -1", "seconds=-1.0"),
        ("othello --side left", "invalid choice: 'left'"),
        ("othello --position zz", "invalid Othello board 'zz': a1 is 'z'"),
        ("othello --resume none.ggf", "cannot read none.ggf"),
        ("othello --resume bad.ggf", "bad.ggf: GGF: expected"),
        ("othello --resume bad.ggf --position x", "expected one of them"),
        (
            "othello --resume alien.ggf --out alien.ggf",
            "alien.ggf would lose its comments and tags",
        ),
        ("othello --out there.txt", "there.txt exists: expected a new file"),
        ("othello --out x.pgn", "othello has no PGN"),
        ("othello --port 80", "--port: expected --open with it"),
        ("othello --lvel 3", "no flag is named"),
        ("chess --player minimax:deepen=false --nodes 9", "needs a depth limit"),
    ],
)
def test_bad_input_is_one_line(
    words: str,
    fault: str,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    elsewhere: Path,
) -> None:
    (elsewhere / "there.txt").touch()
    (elsewhere / "bad.ggf").write_text("(;GM[Othello]PB[x", encoding="utf-8")
    alien = f"(;GM[Othello]PC[GGS]BO[8 {'-' * 27}O*------*O{'-' * 27} *]B[d3];)"
    (elsewhere / "alien.ggf").write_text(alien, encoding="utf-8")
    code, out, err = play(capfd, monkeypatch, "d3\n", *words.split())
    assert (code, out) == (2, "")
    assert fault in err
    assert len(err.splitlines()) == 1


def test_a_folder_without_room_shows_the_game(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.play.records.fresh_path", lambda one: Path("none/x.pgn"))
    out, _ = dialogue(["e4"])
    assert "not saved: cannot write none/x.pgn" in out
    assert out.splitlines()[-1].startswith("e2e4 ")


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_a_hangup_that_was_ignored_stays_so() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with closing():
            signal.raise_signal(signal.SIGHUP)
            with pytest.raises(Closed):
                signal.raise_signal(signal.SIGTERM)
        assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", 1)])
def test_signals_lose_nothing(number: int, elsewhere: Path) -> None:
    command = [sys.executable, "-m", "engine.cli.main", "play", "othello", "--nodes", "20"]
    folder = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    before = signal.signal(number, signal.SIG_DFL)  # the tests may run under nohup
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=folder
    )
    signal.signal(number, before)
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"d3\n")
        process.stdin.flush()
        for line in process.stdout:
            if line.startswith(b"last move"):
                break
        time.sleep(0.3)
        process.send_signal(number)
        with contextlib.suppress(ProcessLookupError):
            for _ in range(5):  # it ignores those that follow
                process.send_signal(number)
                time.sleep(0.001)
        rest, errors = process.communicate(timeout=20)
    assert errors == b""
    assert process.returncode in (0, -number)  # one may end it after the game is saved
    assert b"saved: othello-" in rest
    (path,) = elsewhere.iterdir()
    assert len(load(path, games.make("othello")).opening.moves) == 2
