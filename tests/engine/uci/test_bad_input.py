"""What cannot be understood, in whole dialogues."""

from __future__ import annotations

import codecs
import sys
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import chess
import chess.engine
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from engine.text.console import lines_read
from engine.uci.options import option_lines
from engine.uci.protocol import Uci
from evaluators import EVALUATORS
from tests.engine.uci.dialogue import BLOCKING, ONLY_A8B8, Gui, said


@pytest.mark.parametrize(
    "words",
    [
        "nodes x",
        "nodes",
        "depth nan",
        "movetime",
        "wtime soon",
        "wtime 1000 btime x",
        "movestogo x depth 1",
    ],
)
def test_an_unusable_go_is_reported_and_answered_at_once(words: str, gui: Gui) -> None:
    lines = gui.ask(BLOCKING, f"go {words}")
    assert len(lines) == 2
    assert lines[0].startswith("info string ")
    assert lines[1].split()[1] in {m.uci() for m in chess.Board().legal_moves}


@pytest.mark.parametrize(
    ("place", "words", "ends"),
    [
        ("startpos", "infinite depth x", "stop"),
        ("startpos", "ponder nodes", "stop"),
        ("startpos", "ponder nodes", "ponderhit"),
        ("nowhere", "infinite", "stop"),
        ("nowhere", "ponder", "ponderhit"),
    ],
)
def test_a_refused_go_waits_as_a_search_would(place: str, words: str, ends: str, gui: Gui) -> None:
    if place == "nowhere":
        gui.ask("position nowhere", start="info string")
    gui.ask(f"go {words}", start="info string")
    if "infinite" in words:
        gui.send("ponderhit")
    gui.ask("isready", start="readyok")
    assert gui.bestmoves() == []
    gui.ask(ends)


def test_unknown_words_behind_go_are_named_and_ignored(gui: Gui) -> None:
    lines = gui.ask("go fast depth 1 2 infinite now", "stop")
    expected = "expected words of go and legal moves"
    assert lines[0] == f"info string go: ignored fast 2 now: {expected}"


def test_a_byte_order_mark_before_the_first_line_is_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    marked = BytesIO(codecs.BOM_UTF8 + b"uci\n" + codecs.BOM_UTF8 + b"d\n")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=marked))
    assert list(lines_read()) == ["uci\n", "\ufeffd\n"]


@pytest.mark.parametrize(
    "words",
    [
        "",
        "fen",
        "nowhere",
        "startpos e2e4",
        "startpos moves e2e5",
        "startpos moves e2e4 zz",
        "fen moves e2e4",
        "fen 8/8/8/8 w - - 0 1",
        "fen x",
        "fen 8/8/8/8/8/8/8/8 w - - 0 1",
    ],
)
def test_after_a_refused_position_there_is_none(words: str, gui: Gui) -> None:
    lines = gui.ask(f"position fen {ONLY_A8B8}", f"position {words}", "go nodes 1")
    assert len(lines) == 3
    assert lines[0].startswith("info string no position: ")
    assert lines[1:] == [lines[0], "bestmove 0000"]
    assert gui.ask("isready", start="readyok") == ["readyok"]
    assert gui.ask(f"position fen {ONLY_A8B8}", "go nodes 1")[-1] == "bestmove a8b8"


@pytest.mark.parametrize("command", ["d", "eval", "go perft 3"])
def test_what_needs_a_position_repeats_why_there_is_none(command: str) -> None:
    fault, *again = said("position nowhere", command, "isready")
    assert fault.startswith("info string no position: ")
    assert again == [fault, "readyok"]


def test_a_game_that_goes_on_is_not_read_again() -> None:
    read: list[list[str]] = []

    class Reader(Uci):
        def _read_start(self, words: Any) -> Any:
            read.append(list(words))
            return super()._read_start(words)

    game = "position startpos moves e2e4 e7e5"
    output: list[str] = []
    script = [game, f"{game} f1c4 b8c6", "go searchmoves d1h5 nodes 1"]
    Reader(script, output.append).run()
    assert output[-1] == "bestmove d1h5"
    assert len(read) == 1
    script = [game, "position startpos moves e2e4", f"{game} g1f3 zz", f"{game} g1f3", "go nodes 1"]
    Reader([*script, f"position fen {ONLY_A8B8}", "go nodes 1"], output.append).run()
    assert len(read) == 1 + 3  # a take-back, and the game again; an illegal move spoils nothing
    assert output[-1] == "bestmove a8b8"


def test_a_position_that_breaks_anything_is_none(monkeypatch: pytest.MonkeyPatch, gui: Gui) -> None:
    monkeypatch.setitem(sys.modules, "games.chess.notation", None)
    lines = gui.ask(f"position fen {ONLY_A8B8}", "go nodes 1")
    assert "ModuleNotFoundError" in lines[0]
    assert lines[-1] == "bestmove 0000"


def test_a_refused_position_is_answered_after_the_search_before(gui: Gui) -> None:
    gui.ask(BLOCKING, "go infinite searchmoves e2e4 d2d4", start="info depth")
    gui.send("position nowhere", "go")
    gui.expect("bestmove")
    gui.expect("bestmove")
    assert gui.bestmoves() == ["d2d4", "0000"]


def test_what_is_dropped_from_a_fen_is_reported(gui: Gui) -> None:
    lines = gui.ask("position fen 4k3/8/8/8/8/8/8/4K2R w KQkq e9", "go nodes 1")
    assert [line for line in lines if "dropped" in line] == [
        "info string position: dropped castling rights 'KQkq': possible is K",
        "info string position: dropped en-passant square 'e9': no pawn has just passed it",
    ]
    assert lines[-1] != "bestmove 0000"


def test_a_gui_is_offered_the_evaluators_that_know_chess() -> None:
    (line,) = (line for line in option_lines() if "name Evaluator" in line)
    offered = set(line.split(" var ")[1:])
    start = games.make("chess")
    uneven = start.at("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    for name in EVALUATORS.builtin:
        if name == "values":  # it needs a folder
            continue
        evaluator = EVALUATORS.make(name)
        knows = evaluator.serves(start) and evaluator.value(uneven) != 0
        assert (name in offered) == knows, name


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("setoption name Searcher value alfabeta", "Did you mean 'alphabeta'?"),
        ("setoption name Searcher value bfms@pst", "Evaluator is set by itself"),
        ("setoption name Evaluator value nothing", "There are: "),
        ("setoption name Nothing value 1", "Options, OwnBook, Ponder, Searcher"),
        ("setoption name Hash value much", "from 1 to 65536"),
        ("setoption name Hash value 0", "from 1 to 65536"),
        ("setoption name Hash", "from 1 to 65536"),
        ("setoption name MultiPV value 0", "expected lines from 1 to 218"),
        ("setoption name UCI_Chess960 value maybe", "true or false"),
        ("setoption name Options value tt", "expected key=value"),
        ("setoption", "expected name ... value ..."),
        ("joho debug on", "unknown command: joho debug on"),
        ("help", "unknown command: help. There are: bench, d, debug, eval, go, isready, "),
        ("x" * 100_000, "unknown command: xxx"),
        ("g\0o \x1b[31m\u2028\ufffd", r"unknown command: g\x00o \x1b[31m"),
    ],
)
def test_unknown_input_is_reported_in_one_short_line(line: str, part: str) -> None:
    (answer,) = said("", "  ", line)
    assert answer.startswith("info string ")
    assert part in answer
    assert len(answer) < 320
    assert answer.isprintable()


WORDS = """
    uci isready debug setoption name value Searcher Evaluator Options Hash random pst auto tt=1
    ucinewgame position startpos fen moves e2e4 e7e5 8/8/8/8/8/8/8/K1k5 w - go nodes depth
    movetime wtime btime winc infinite ponder mate searchmoves stop ponderhit 1 0 -1 20 1e3
""".split()  # noqa: SIM905  # thirty words read better so


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.sampled_from(WORDS) | st.text(max_size=5), max_size=8), max_size=12))
def test_whatever_is_sent_every_go_has_one_bestmove(script: list[list[str]]) -> None:
    lines = [" ".join(words) for words in script]
    received = [line.split()[:1] for line in lines]
    if ["quit"] in received:
        received = received[: received.index(["quit"])]
    answers = [line.split()[0] for line in said(*lines)]
    assert answers.count("bestmove") == received.count(["go"])
    assert answers.count("readyok") == received.count(["isready"])
