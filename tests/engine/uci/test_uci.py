"""The UCI engine: whole dialogues scripted, then the program itself against a GUI's library."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from queue import Queue
from shutil import which
from typing import Any, ClassVar

import chess
import chess.engine
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
import games.core.position
from engine import VERSION
from engine.text.uncompiled import NOTICE
from engine.uci.go import Go, parse_go
from engine.uci.lines import info_lines, race_words, score_words
from engine.uci.options import Settings, option_lines
from engine.uci.protocol import Uci
from evaluators import EVALUATORS
from games.core.scores import LOSS, MATE_BOUND, WIN
from games.errors import StarlingError
from searchers import SEARCHERS, Clock, Limits, Result, RootMove, Searcher
from searchers.core.result import Race

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 30.0
"""Seconds after which a test gives up; never waited for unless something is broken."""

MATED = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
MATE_IN_1 = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"
ONLY_A8B8 = "k7/8/1K6/8/8/8/8/7R b - - 0 1"


class Gui:
    """The other side of a dialogue whose engine runs in a thread of this process."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self._to: Queue[str | None] = Queue()
        self._from: Queue[str] = Queue()
        uci = Uci(iter(self._to.get, None), self._from.put)
        self._thread = threading.Thread(target=uci.run, daemon=True)
        self._thread.start()

    def send(self, *lines: str) -> None:
        for line in lines:
            self._to.put(line)

    def expect(self, start: str) -> list[str]:
        """The lines up to the first that begins with `start`, which is the last of them."""
        lines: list[str] = []
        while not lines or not lines[-1].startswith(start):
            lines.append(self._from.get(timeout=PATIENCE))
        self.said += lines
        return lines

    def ask(self, *lines: str, start: str = "bestmove") -> list[str]:
        self.send(*lines)
        return self.expect(start)

    def bestmoves(self) -> list[str]:
        return [line.split()[1] for line in self.said if line.startswith("bestmove")]

    def close(self) -> None:
        """The end of input; everything said is then in `said`."""
        self._to.put(None)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        while not self._from.empty():
            self.said.append(self._from.get())


@pytest.fixture(autouse=True)
def _compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the notice of an uncompiled engine, dialogues are the same in both modes."""
    monkeypatch.setattr(games.core.position, "__file__", "position.so")


@pytest.fixture
def gui() -> Iterator[Gui]:
    gui = Gui()
    yield gui
    gui.close()


def said(*lines: str) -> list[str]:
    """What the engine says to a whole script."""
    output: list[str] = []
    Uci(lines, output.append).run()
    return output


def found(move: int | None, **facts: Any) -> Result:
    """A result with the facts that matter to a test."""
    known: dict[str, Any] = {
        "value": 0,
        "bounds": None,
        "proved": False,
        "pv": () if move is None else (move,),
        "depth": 1,
        "root": (),
        "nodes": 1,
        "counts": {"max_depth": 1},
        "seconds": 1.0,
        "reason": "done",
    }
    return Result(move=move, **known | facts)


class Blocking(Searcher):
    """Searches until a limit or a stop ends it."""

    NAME = "blocking"

    def _search(self, position: Any, limits: Limits, answer: Any) -> None:
        answer.improve(answer.moves[-1], value=7)
        while self.budget.take():
            pass


class Deaf(Searcher):
    """Does not hear that it is to stop."""

    NAME = "deaf"
    begun = threading.Event()
    freed = threading.Event()

    def _search(self, position: Any, limits: Limits, answer: Any) -> None:
        self.begun.set()
        assert self.freed.wait(PATIENCE)


class Scripted(Searcher):
    """Reports what it is told to, returns or raises the last of it, and counts its games."""

    NAME = "scripted"
    script: ClassVar[list[Any]] = []
    made = 0
    games = 0

    def __init__(self, evaluator: Any = None, **options: Any) -> None:
        super().__init__(evaluator, **options)
        Scripted.made += 1

    def new_game(self) -> None:
        Scripted.games += 1

    def search(self, position: Any, limits: Any, report: Any = None, stop: Any = None) -> Result:
        *reports, last = self.script
        for interim in reports:
            report(interim)
        if isinstance(last, Exception):
            raise last
        result: Result = last
        return result


SEARCHERS.register("blocking", Blocking)
SEARCHERS.register("deaf", Deaf)
SEARCHERS.register("scripted", Scripted)
BLOCKING = "setoption name Searcher value blocking"
SCRIPTED = "setoption name Searcher value scripted"


def start() -> Any:
    return games.make("chess").at("startpos")


# -- the handshake -------------------------------------------------------------------------------


def test_uci_is_answered_by_id_options_and_uciok() -> None:
    lines = said("uci")
    assert lines[0] == f"id name Starling {VERSION}"
    assert lines[-1] == "uciok"
    options = [line.removeprefix("option name ") for line in lines if line.startswith("option")]
    assert [option.partition(" type ")[0] for option in options] == [
        "Searcher",
        "Evaluator",
        "Options",
        "Hash",
        "Clear Hash",
        "Threads",
        "Ponder",
        "MultiPV",
        "Move Overhead",
        "UCI_Chess960",
        "UCI_EngineAbout",
    ]
    assert "Threads type spin default 1 min 1 max 1" in options
    assert "Move Overhead type spin default 30 min 0 max 5000" in options
    combo = next(line for line in lines if "Searcher" in line).split()
    assert combo[combo.index("default") + 1] == "auto"
    assert combo[combo.index("var") + 1] == "auto"
    assert "alphabeta" in combo


def test_a_chosen_searcher_is_part_of_the_name() -> None:
    assert f"id name Starling {VERSION} bfms" in said("setoption name Searcher value bfms", "uci")


def test_parts_of_others_are_offered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "others-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Name: others\nVersion: 1.0\n", encoding="utf-8")
    entries = (
        "[starling.searchers]\nothers = nowhere:X\n[starling.evaluators]\ntheirs = nowhere:Y\n"
    )
    (folder / "entry_points.txt").write_text(entries, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    lines = said("uci")
    assert any(" var others" in line for line in lines if "name Searcher" in line)
    assert any(" var theirs" in line for line in lines if "name Evaluator" in line)


@pytest.mark.parametrize(("file", "expected"), [("position.py", True), ("position.so", False)])
def test_an_uncompiled_engine_says_how_to_mend_that(
    file: str, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games.core.position, "__file__", file)
    lines = said("uci", "go nodes 1")
    told = [i for i, line in enumerate(lines) if NOTICE in line]
    assert (len(told) == 2) == expected
    assert not told or told[0] < lines.index("uciok") < told[1]


def test_the_start_loads_nothing_heavy() -> None:
    script = (
        "import sys; from engine.uci.protocol import Uci; Uci(['uci'], lambda line: None).run(); "
    )
    script += "print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    heavy = {"numpy", "chess", "rich", "asyncio", "logging", "importlib.metadata", "sqlite3"}
    assert not heavy & set(run.stdout.split())


# -- searching -----------------------------------------------------------------------------------


def test_a_search_ends_with_a_final_info_and_one_legal_bestmove(gui: Gui) -> None:
    lines = gui.ask("position startpos moves e2e4", "go nodes 500")
    final = lines[-2].split()
    assert final[:2] == ["info", "depth"]
    assert int(final[final.index("nodes") + 1]) <= 500
    assert {"seldepth", "score", "time", "pv"} <= set(final)
    assert lines[-1].split()[1] == final[final.index("pv") + 1]
    board = chess.Board()
    board.push_uci("e2e4")
    assert chess.Move.from_uci(lines[-1].split()[1]) in board.legal_moves


def test_isready_is_answered_while_searching(gui: Gui) -> None:
    gui.ask(BLOCKING, "go infinite", start="info depth")
    assert gui.ask("isready", start="readyok")[-1] == "readyok"
    gui.ask("stop")


@pytest.mark.parametrize("word", ["infinite", "ponder"])
def test_infinite_and_ponder_wait_for_stop_even_if_the_search_ended(word: str, gui: Gui) -> None:
    gui.ask(f"position fen {ONLY_A8B8}", f"go {word}", start="info depth")
    assert not any(line.startswith("bestmove") for line in gui.ask("isready", start="readyok"))
    gui.ask("stop")
    gui.close()
    assert gui.bestmoves() == ["a8b8"]


def test_ponderhit_starts_the_clock(gui: Gui) -> None:
    gui.ask(BLOCKING, "go ponder movetime 1", start="info depth")
    assert not any(line.startswith("bestmove") for line in gui.ask("isready", start="readyok"))
    gui.ask("ponderhit")
    gui.ask("go ponder wtime 60 btime 1000000", start="info depth")
    gui.ask("ponderhit")


def test_ponderhit_releases_a_search_that_has_ended(gui: Gui) -> None:
    gui.ask("go ponder depth 1", start="info depth")
    gui.ask("ponderhit")


def test_ponderhit_without_a_clock_goes_on_until_stop(gui: Gui) -> None:
    gui.ask(BLOCKING, "go ponder", start="info depth")
    gui.send("ponderhit")
    assert not any(line.startswith("bestmove") for line in gui.ask("isready", start="readyok"))
    gui.ask("stop")


def test_ponderhit_does_not_end_an_infinite_search(gui: Gui) -> None:
    gui.ask(BLOCKING, "go infinite movetime 1", start="info depth")
    gui.expect("info depth")
    gui.send("ponderhit")
    assert not any(line.startswith("bestmove") for line in gui.ask("isready", start="readyok"))
    gui.ask("stop")


def test_a_second_go_ends_the_first_which_answers_first(gui: Gui) -> None:
    gui.ask(BLOCKING, "go infinite searchmoves e2e4 d2d4", start="info depth")
    gui.send(f"position fen {ONLY_A8B8}", "go nodes 1", "position startpos", "go nodes 1")
    for _ in range(3):
        gui.expect("bestmove")
    assert gui.bestmoves()[:2] == ["d2d4", "a8b8"]


@pytest.mark.parametrize("ends", [["quit"], []])
def test_quit_and_the_end_of_input_end_a_search(ends: list[str], gui: Gui) -> None:
    gui.ask(BLOCKING, "go infinite", start="info depth")
    gui.send(*ends)
    gui.close()
    assert len(gui.bestmoves()) == 1


def test_a_searcher_that_does_not_stop_holds_up_nothing_but_its_answer(
    gui: Gui, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.uci.protocol._PATIENCE", 0.01)
    gui.send("setoption name Searcher value deaf", "go infinite")
    assert Deaf.begun.wait(PATIENCE)
    assert gui.ask("stop", "go nodes 1", "isready", start="readyok") == ["readyok"]
    gui.close()
    Deaf.freed.set()
    gui.expect("bestmove")
    gui.expect("bestmove")


def test_stop_and_ponderhit_without_a_search_are_nothing(gui: Gui) -> None:
    assert gui.ask("stop", "ponderhit", "isready", start="readyok") == ["readyok"]
    gui.ask("go nodes 1")
    assert gui.ask("stop", "ponderhit", "isready", start="readyok") == ["readyok"]


@pytest.mark.parametrize(("fen", "score"), [(MATED, "mate 0"), (STALEMATE, "cp 0")])
def test_a_finished_game_has_no_move(fen: str, score: str, gui: Gui) -> None:
    lines = gui.ask(f"position fen {fen}", "go movetime 1000")
    assert f"score {score} " in lines[-2]
    assert lines[-1] == "bestmove (none)"


def test_a_game_drawn_by_repetition_is_played_on_if_the_gui_does(gui: Gui) -> None:
    there_and_back = "g1f3 g8f6 f3g1 f6g8 " * 3
    lines = gui.ask(f"position startpos moves {there_and_back}", "go nodes 200")
    assert chess.Move.from_uci(lines[-1].split()[1]) in chess.Board().legal_moves


def test_a_mate_is_counted_in_moves_and_signed_for_the_side_to_move(gui: Gui) -> None:
    assert "score mate 1 " in gui.ask(f"position fen {MATE_IN_1}", "go mate 1")[-2]
    lost = "4k3/R7/8/8/8/8/8/1R4K1 b - - 0 1"  # whatever Black plays, Rb8 mates
    assert "score mate -1 " in gui.ask(f"position fen {lost}", "go depth 3")[-2]


def test_searchmoves_restricts_the_answer(gui: Gui) -> None:
    assert gui.ask("go searchmoves a2a3 nodes 50")[-1].split()[1] == "a2a3"


@pytest.mark.parametrize("clock", ["wtime -5 btime 9", "wtime 0", "wtime 1 movestogo 1 winc -9"])
def test_a_clock_that_ran_out_still_gives_a_move(clock: str, gui: Gui) -> None:
    assert gui.ask(BLOCKING, f"go {clock}")[-1].startswith("bestmove")


# -- the first value ----------------------------------------------------------------------------

SCORED = sorted(SEARCHERS.builtin)


@pytest.mark.parametrize("searcher", SCORED)
@pytest.mark.parametrize("go", ["nodes 0", "nodes 1", "movetime 0", "wtime 1 btime 1"])
def test_every_line_with_moves_has_a_score(searcher: str, go: str, gui: Gui) -> None:
    lines = gui.ask(f"setoption name Searcher value {searcher}", f"go {go}")
    told = [line for line in lines if " pv " in line]
    assert told
    assert all(" score " in line for line in told)


def test_a_move_whose_time_is_up_is_no_random_one(gui: Gui) -> None:
    hanging = "position fen 4k3/7p/8/3q4/8/2N5/P7/4K3 w - - 0 1"
    assert gui.ask(hanging, "go movetime 0")[-1] == "bestmove c3d5"
    assert gui.ask(hanging, "go nodes 0")[-1] == "bestmove c3d5"


def test_time_runs_since_go_was_read(gui: Gui) -> None:
    """What a search waits for, here another that is slow to stop, is part of its time."""
    Deaf.begun.clear()
    Deaf.freed.clear()
    gui.send("setoption name Searcher value deaf", "go infinite")
    assert Deaf.begun.wait(PATIENCE)
    gui.send(BLOCKING, "go movetime 100")
    time.sleep(0.2)
    Deaf.freed.set()
    gui.expect("bestmove")
    begun = time.perf_counter()
    gui.expect("bestmove")
    assert time.perf_counter() - begun < 0.09


def test_a_line_without_a_score_has_no_moves() -> None:
    position = start()
    move = position.parse_move("e2e4")
    assert info_lines(position, found(move, value=None, seconds=0.0)) == [
        "info depth 1 seldepth 1 nodes 1 time 0"
    ]


def test_isready_sets_up_what_the_first_search_needs() -> None:
    script = (
        "import sys; from engine.uci.protocol import Uci\n"
        "def lines():\n"
        "    yield 'setoption name Searcher value {}'\n"
        "    yield 'isready'\n"
        "    known.update(sys.modules)\n"
        "    yield 'position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4'\n"
        "    yield 'go depth 2'\n"
        "known = set()\n"
        "Uci(lines(), lambda line: None).run()\n"
        "print(*(set(sys.modules) - known))"
    )
    for searcher in ("auto", "bstar"):
        run = subprocess.run(
            [sys.executable, "-c", script.format(searcher)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout.split() == []


# -- searchers that break ------------------------------------------------------------------------


def test_a_search_that_raises_is_told_and_answered_with_the_best_so_far(gui: Gui) -> None:
    best = start().parse_move("g1f3")
    Scripted.script = [found(best), RuntimeError("two\nlines")]
    lines = gui.ask(SCRIPTED, "go infinite", "stop")
    assert "info string RuntimeError: two lines" in lines
    assert lines[-1] == "bestmove g1f3"
    Scripted.script = [RuntimeError()]
    assert gui.ask("go nodes 1")[-1].split()[1] in {m.uci() for m in chess.Board().legal_moves}


def test_an_illegal_move_from_a_searcher_never_reaches_the_gui(gui: Gui) -> None:
    Scripted.script = [found(2**30)]
    lines = gui.ask(SCRIPTED, "go nodes 1")
    assert "is not legal" in lines[0]
    assert lines[-1].split()[1] in {m.uci() for m in chess.Board().legal_moves}


@pytest.mark.parametrize("kind", ["e2e4 d2d4", "e2e5 d2d4"])
def test_a_move_where_none_was_found_is_one_of_those_asked_for(kind: str, gui: Gui) -> None:
    Scripted.script = [RuntimeError()]
    assert gui.ask(SCRIPTED, "go searchmoves d2d4 c2c4 nodes 9")[-1] == "bestmove d2d4"
    assert gui.ask(f"go depth x searchmoves {kind}")[-1].split()[1] == kind.replace("e2e5 ", "")[:4]


# -- bad input -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        "nodes x",
        "nodes",
        "nodes -1",
        "depth 0",
        "depth -3",
        "depth 1.5",
        "movetime -1",
        "movetime",
        "mate 0",
        "wtime soon",
        "wtime 1000 btime x",
        "searchmoves",
        "searchmoves e2e5",
        "searchmoves 0000",
        "infinite depth x",
        "ponder nodes",
        "movestogo x depth 1",
    ],
)
def test_an_unusable_go_is_told_and_answered_at_once(words: str, gui: Gui) -> None:
    lines = gui.ask(BLOCKING, f"go {words}")
    assert len(lines) == 2
    assert lines[0].startswith("info string ")
    assert lines[1].split()[1] in {m.uci() for m in chess.Board().legal_moves}


def test_unknown_words_behind_go_are_named_and_ignored(gui: Gui) -> None:
    lines = gui.ask("go fast depth 1 2 infinite now", "stop")
    assert lines[0] == "info string go: ignored fast 2 now"


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


def test_what_is_dropped_from_a_fen_is_told(gui: Gui) -> None:
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
        evaluator = EVALUATORS.make(name)
        knows = evaluator.serves(start) and evaluator.value(uneven) != 0
        assert (name in offered) == knows, name


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("setoption name Searcher value alfabeta", "Did you mean 'alphabeta'?"),
        ("setoption name Searcher value bfms@pst", "Evaluator is set by itself"),
        ("setoption name Evaluator value nothing", "There are: "),
        ("setoption name Nothing value 1", "Options, Ponder, Searcher"),
        ("setoption name Hash value much", "from 1 to 65536"),
        ("setoption name Hash value 0", "from 1 to 65536"),
        ("setoption name Hash", "from 1 to 65536"),
        ("setoption name MultiPV value 0", "expected lines from 1 to 218"),
        ("setoption name UCI_Chess960 value maybe", "true or false"),
        ("setoption name Options value tt", "expected key=value"),
        ("setoption", "expected name ... value ..."),
        ("joho debug on", "unknown command: joho debug on"),
        ("x" * 100_000, "unknown command: xxx"),
        ("g\0o \x1b[31m\u2028\ufffd", "unknown command: g?o ?[31m"),
    ],
)
def test_what_is_not_understood_is_told_in_one_short_line(line: str, part: str) -> None:
    (answer,) = said("", "  ", line)
    assert answer.startswith("info string ")
    assert part in answer
    assert len(answer) < 300
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


# -- settings ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "player"),
    [
        ([], "pvs"),
        (["name Hash value 32"], "pvs:tt=32"),
        (["name hash value 32", "name OPTIONS value tt=8,null=false"], "pvs:tt=8,null=false"),
        (["name Options value tt=8", "name Options value <empty>"], "pvs"),
        (["name Options value tt=8", "name Options"], "pvs"),
        (["name Searcher value AlphaBeta:tt=4"], "alphabeta:tt=4"),
        (["name Searcher value random", "name Options value seed=3"], "random:seed=3"),
        (["name Searcher value random", "name Searcher value auto"], "pvs"),
        (["name Evaluator value Material"], "pvs@material"),
        (["name  Evaluator  value pst", "name Evaluator value auto"], "pvs"),
        (["name Ponder value true"], "pvs"),
        (["name MultiPV value 4"], "pvs"),
    ],
)
def test_settings_make_the_player(lines: list[str], player: str) -> None:
    answers = said("debug on", *(f"setoption {line}" for line in lines), "isready")
    assert answers == [f"info string player {player}", "readyok"]


@pytest.mark.parametrize(
    ("lines", "told", "player"),
    [
        (["Options value bogus=1"], ["bogus"], "pvs"),
        (["Searcher value bfms", "Options value hash=lots"], ["hash=lots"], "bfms:hash=16"),
        (["Searcher value bfms", "Evaluator value positional"], ["does not know"], "bfms:hash=16"),
        (["Searcher value alphabeta:order=up"], ["'up'"], "pvs"),
        (["Searcher value alphabeta:deepen=false"], ["needs a depth limit; kept: pvs"], "pvs"),
        (
            ["Searcher value ps", "Options value deepen=false"],
            ["needs a depth limit; kept: ps"],
            "ps:hash=16",
        ),
        # In any order: what does not fit yet may fit what is still to come.
        (
            ["Options value order=tt,tt=16", "Searcher value alphabeta"],
            ["'order'"],
            "alphabeta:order=tt,tt=16",
        ),
        # And what never fits is not in the way of others.
        (["Options value bogus=1", "Searcher value bfms"], ["bogus"], "bfms:hash=16"),
        (["Options value base=" + "(a:b=" * 200 + ")" * 200], ["levels of brackets"], "pvs"),
    ],
)
def test_settings_that_do_not_fit_are_told_at_once(
    lines: list[str], told: list[str], player: str
) -> None:
    answers = said("debug on", *(f"setoption name {line}" for line in lines), "isready")
    assert answers[-2:] == [f"info string player {player}", "readyok"]
    assert len(answers) == len(told) + 2
    for answer, part in zip(answers, told, strict=False):
        assert answer.startswith("info string ")
        assert part in answer


def test_thousands_of_brackets_do_not_keep_stop_waiting(gui: Gui) -> None:
    gui.ask(BLOCKING, "go infinite", start="info depth")
    begun = time.perf_counter()
    gui.send("setoption name Options value base=" + "(a:b=" * 5000 + ")" * 5000)
    gui.ask("stop")
    assert time.perf_counter() - begun < 1


def test_a_table_that_does_not_fit_into_memory_is_made_smaller(
    gui: Gui, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = Settings.build

    def small(settings: Settings, position: Any) -> Searcher:
        if settings.hash > 100:
            raise MemoryError
        return build(settings, position)

    monkeypatch.setattr(Settings, "build", small)
    lines = gui.ask("setoption name Hash value 5000", "isready", start="readyok")
    assert lines[0] == "info string Hash=5000: not enough memory; 16 is used"
    assert " score " in gui.ask("go nodes 50")[-2]


def test_a_searcher_lives_until_its_settings_change_and_hears_of_new_games(gui: Gui) -> None:
    Scripted.script = [found(start().parse_move("e2e4"))]
    gui.ask(SCRIPTED, "isready", start="readyok")
    Scripted.made = Scripted.games = 0
    gui.ask("go nodes 1")
    gui.ask("go nodes 1")
    assert (Scripted.made, Scripted.games) == (0, 0)
    gui.ask("ucinewgame", "go nodes 1")
    assert (Scripted.made, Scripted.games) == (0, 1)
    gui.ask("setoption name Clear Hash", "go nodes 1")
    assert (Scripted.made, Scripted.games) == (0, 2)
    gui.ask("setoption name Evaluator value material", "go nodes 1")
    assert Scripted.made == 2  # one to see whether the settings fit, and the one that plays


def test_chess960_castling(gui: Gui) -> None:
    position = "position fen 4k3/8/8/8/8/8/8/RK5R w HA - 0 1"
    lines = gui.ask(
        "setoption name UCI_Chess960 value true", position, "go searchmoves b1h1 nodes 50"
    )
    assert lines[-1].split()[1] == "b1h1"


def test_an_unknown_setting_changes_nothing() -> None:
    with pytest.raises(StarlingError):
        Settings().changed("Nothing", "")


@pytest.mark.parametrize(
    "line",
    [
        "Threads value 1",
        "Move Overhead value 0",
        "UCI_EngineAbout value x",
        "Clear Hash",
        "Hash value 5",
    ],
)
def test_what_guis_set_is_taken_in_silence(line: str) -> None:
    assert said(f"setoption name {line}") == []


def test_one_thread_searches() -> None:
    (line,) = said("setoption name Threads value 2")
    assert "expected threads from 1 to 1" in line


def test_the_fullness_of_the_memory_is_told(gui: Gui) -> None:
    lists = ["sss:hash=1", "dual:hash=1", "ps:hash=1", "hybrid:hash=1"]
    for searcher in ("pvs:tt=1", "bfms:hash=1", "alphabeta:order=tt,tt=1", *lists):
        lines = gui.ask(f"setoption name Searcher value {searcher}", "go nodes 500")
        words = next(line for line in reversed(lines) if " score " in line).split()
        fullness = int(words[words.index("hashfull") + 1])
        assert 0 <= fullness <= 1000
        assert fullness > 0 or "tt=1" in searcher
    assert "hashfull" not in gui.ask("setoption name Searcher value random", "go nodes 1")[-2]


# -- perft ---------------------------------------------------------------------------------------


def test_perft_counts_below_every_move(gui: Gui) -> None:
    lines = gui.ask("position startpos moves e2e4", "go perft 3", start="Nodes searched")
    assert lines[-1] == "Nodes searched: 13160"
    assert len(lines) == 21
    assert sum(int(line.split(": ")[1]) for line in lines[:-1]) == 13160
    assert gui.ask("go perft 1", start="Nodes")[-1] == "Nodes searched: 20"


def test_perft_is_stopped(gui: Gui) -> None:
    gui.send("go perft 100")
    assert gui.ask("isready", start="readyok")[-1] == "readyok"
    gui.ask("stop", start="info string perft stopped")
    gui.ask("go nodes 1")


@pytest.mark.parametrize("words", ["", "x", "0", "-3", "401"])
def test_perft_expects_plies(words: str, gui: Gui) -> None:
    assert "go perft: expected" in gui.ask(f"go perft {words}")[0]


# -- the words behind go -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("", Go(Limits())),
        ("nodes 7 depth 3 movetime 250", Go(Limits(nodes=7, depth=3, seconds=0.25))),
        ("mate 3", Go(Limits(depth=5))),
        ("mate 3 depth 4", Go(Limits(depth=4))),
        ("infinite", Go(Limits(), infinite=True)),
        ("btime 2000 winc 500 wtime 1000 binc 9", Go(Limits(clock=Clock(1.0, 0.5)))),
        ("wtime 1000 movestogo 5 ponder", Go(Limits(clock=Clock(1.0, 0.0, 5)), ponder=True)),
        ("wtime 1000 movestogo 0", Go(Limits(clock=Clock(1.0)))),
        ("btime 1000 depth 2", Go(Limits(depth=2))),
        ("nodes " + "9" * 30, Go(Limits(nodes=2**62))),
    ],
)
def test_go_reads_its_words_in_any_order(words: str, expected: Go) -> None:
    assert parse_go(words.split(), start()) == expected


def test_go_reads_blacks_clock_for_black_and_moves_up_to_the_next_word() -> None:
    black = start()
    black.push(black.parse_move("e2e4"))
    go = parse_go(["searchmoves", "e7e5", "c7c5", "wtime", "1000", "btime", "3000"], black)
    assert go.limits.clock == Clock(3.0)
    assert [black.move_text(move) for move in go.limits.moves or ()] == ["e7e5", "c7c5"]


# -- info lines ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (-35, "cp -35"),
        (0, "cp 0"),
        (MATE_BOUND - 3, "cp 30000"),
        (3 - MATE_BOUND, "cp -30000"),
        (WIN - 1, "mate 1"),
        (WIN - 2, "mate 1"),
        (WIN - 3, "mate 2"),
        (LOSS, "mate 0"),
        (LOSS + 2, "mate -1"),
        (LOSS + 4, "mate -2"),
    ],
)
def test_scores(value: int, words: str) -> None:
    assert score_words(value) == words


def test_an_info_line_has_what_is_known() -> None:
    position = start()
    move = position.parse_move("e2e4")
    result = found(
        move, value=None, bounds=(-30, 50), depth=2, nodes=300, seconds=0.5, counts={"max_depth": 5}
    )
    assert info_lines(position, result) == [
        "info depth 2 seldepth 5 score cp 10 nodes 300 time 500 nps 600 pv e2e4",
        "info string bounds [-30, 50]",
    ]
    assert info_lines(position, found(None, value=None, seconds=0.0)) == [
        "info depth 1 seldepth 1 nodes 1 time 0"
    ]


def test_the_race_and_a_full_store_in_uci_words() -> None:
    position = start()
    best, second = (position.parse_move(text) for text in ("e2e4", "d2d4"))
    result = found(
        best,
        bounds=(-30, 50),
        counts={"max_depth": 1, "forgotten": 7},
        race=Race(RootMove(best, 3, (-30, 50)), RootMove(second, 1, (-40, 20)), "PROVEBEST", -50),
    )
    assert info_lines(position, result)[2:] == [
        "info string race e2e4 [-30, 50] against d2d4 [-40, 20], separation -50, PROVEBEST",
        "info string store full: forgot 7 nodes",
    ]
    race = Race(RootMove(best, 3, (20, 50)), RootMove(second, 1, (-40, 20)), "DISPROVEREST", 0)
    assert race_words(position, race).endswith("separation 0, proved")
    race = Race(RootMove(best, WIN - 3, (WIN - 3,) * 2), RootMove(second, 1, (-40, 20)), "", WIN)
    assert race_words(position, race) == "e2e4 [mate 2, mate 2] against d2d4 [-40, 20], proved"


def test_each_of_several_lines_has_an_info_line_of_its_own() -> None:
    position = start()
    moves = [position.parse_move(text) for text in ("e2e4", "d2d4", "c2c4", "b2b4", "a2a4")]
    bounds = [None, (-10, 30), (None, 7), (5, None), None]
    root = [RootMove(move, None, both, (move,)) for move, both in zip(moves, bounds, strict=True)]
    root[0] = RootMove(moves[0], 12, None, (moves[0], position.parse_move("a2a3")))
    result = found(moves[0], root=tuple(root), seconds=0.0)
    scores = ("score cp 12 ", "score cp 10 ", "score cp 7 upperbound ", "score cp 5 lowerbound ")
    assert info_lines(position, result, 4) == [
        f"info depth 1 seldepth 1 multipv {index} {score}nodes 1 time 0 pv {line}"
        for index, score, line in zip(
            (1, 2, 3, 4), scores, ("e2e4 a2a3", "d2d4", "c2c4", "b2b4"), strict=True
        )
    ]
    assert len(info_lines(position, replace(result, root=(RootMove(moves[0]),)), 4)) == 1


def test_a_change_of_the_number_of_lines_keeps_the_searcher(gui: Gui) -> None:
    Scripted.script = [found(start().parse_move("e2e4"))]
    gui.ask(SCRIPTED, "go nodes 1")
    Scripted.made = 0
    gui.ask("setoption name MultiPV value 2", "go searchmoves e2e4 nodes 1")
    assert Scripted.made == 0


def test_reports_are_passed_on_when_they_are_news(gui: Gui) -> None:
    e4, d4 = (start().parse_move(text) for text in ("e2e4", "d2d4"))
    Scripted.script = [
        found(e4, depth=1, seconds=0.0, value=1),  # the first
        found(e4, depth=1, seconds=0.001, value=2),
        found(e4, depth=2, seconds=0.002, value=3),  # deeper
        found(d4, depth=1, seconds=0.0021, value=4),
        found(d4, depth=1, seconds=0.004, value=5),  # another move
        found(d4, depth=2, seconds=0.0139, value=6),
        found(d4, depth=2, seconds=0.0141, value=7),  # a while later
        found(d4, depth=2, seconds=0.0142, value=8),  # the final one
    ]
    lines = gui.ask(SCRIPTED, "go nodes 1")
    assert [line.split()[7] for line in lines[:-1]] == ["1", "3", "5", "7", "8"]


# -- the program ---------------------------------------------------------------------------------

COMMAND = [sys.executable, str(ROOT / "uci_main.py")]


@pytest.mark.parametrize("command", [COMMAND, [sys.executable, "-m", "engine.cli.main", "uci"]])
def test_the_program_survives_garbage_bytes(command: list[str]) -> None:
    script = b"\xff\xfe\x00 uci\r\n\n\xc3(\r\nisready\r\nposition startpos moves \xf0\r\ngo nodes 9"
    run = subprocess.run(
        command, input=script, cwd=ROOT, capture_output=True, timeout=PATIENCE, check=True
    )
    lines = run.stdout.decode().splitlines()
    assert not run.stderr
    assert "readyok" in lines
    assert lines[-1].startswith("bestmove")


@pytest.fixture
def program(tmp_path: Path) -> Iterator[chess.engine.SimpleEngine]:
    engine = chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=PATIENCE, cwd=tmp_path)
    yield engine
    engine.quit()


def test_an_analysis_is_stopped(program: chess.engine.SimpleEngine) -> None:
    with program.analysis(chess.Board(), info=chess.engine.INFO_ALL) as analysis:
        assert next(info["pv"] for info in analysis if "pv" in info)
        analysis.stop()
        best = analysis.wait().move
    assert best is not None
    assert best in chess.Board().legal_moves


def test_a_finished_game_has_no_move_for_the_gui_either(
    program: chess.engine.SimpleEngine,
) -> None:
    assert program.play(chess.Board(MATED), chess.engine.Limit(time=1)).move is None


@pytest.mark.parametrize("searcher", [None, "alphabeta", "bfms", "rbfms", "ps", "mtdf", "bstar"])
def test_a_gui_is_given_its_lines(searcher: str | None, program: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    options = {"Searcher": searcher} if searcher else {}
    told = program.analyse(board, chess.engine.Limit(nodes=4000), multipv=3, options=options)
    assert [info["multipv"] for info in told] == [1, 2, 3]
    assert len({info["pv"][0] for info in told}) == 3
    assert len({info["depth"] for info in told}) == 1
    scores = [info["score"].relative for info in told]
    assert scores == sorted(scores, reverse=True)
    assert max(info["nodes"] for info in told) <= 4000


def test_pondering(program: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    for _ in range(4):
        played = program.play(board, chess.engine.Limit(time=0.02), ponder=True)
        assert played.move is not None
        board.push(played.move)
        board.push(played.ponder or next(iter(board.legal_moves)))  # a hit where it can be


STOCKFISH = which("stockfish", path="/usr/games:/usr/local/bin:/usr/bin:/opt/homebrew/bin")
OPPONENTS = [
    pytest.param(COMMAND, id="itself"),
    pytest.param(
        [STOCKFISH],
        id="stockfish",
        marks=pytest.mark.skipif(STOCKFISH is None, reason="stockfish is not installed"),
    ),
]
CONTROLS = [
    pytest.param({"nodes": 1000}, id="nodes"),
    pytest.param({"time": 0.1}, id="movetime", marks=pytest.mark.slow),
    pytest.param(
        {"white_clock": 2.0, "black_clock": 2.0, "white_inc": 0.05, "black_inc": 0.05},
        id="clock",
        marks=pytest.mark.slow,
    ),
]


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("control", CONTROLS)
def test_a_whole_game(
    control: dict[str, Any],
    opponent: list[str],
    program: chess.engine.SimpleEngine,
    caplog: pytest.LogCaptureFixture,
) -> None:
    board = chess.Board()
    left = control.copy()
    with chess.engine.SimpleEngine.popen_uci(opponent, timeout=PATIENCE) as other:
        while not board.is_game_over(claim_draw=True):
            player = program if board.turn else other
            begun = time.perf_counter()
            limit = chess.engine.Limit(**left)
            move = player.play(board, limit, info=chess.engine.INFO_ALL).move
            if "white_clock" in left:
                side = "white_clock" if board.turn else "black_clock"
                left[side] += left["white_inc"] - (time.perf_counter() - begun)
                assert left[side] > 0, f"out of time at move {board.fullmove_number}"
            assert move is not None
            assert move in board.legal_moves
            board.push(move)
    assert not [record for record in caplog.records if record.levelname != "DEBUG"]
