"""The UCI engine in whole scripted dialogues: handshake, searches, answers."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import chess
import chess.engine
import pytest

import games
import games.core.position
from engine import VERSION
from engine.text.console import NOTICE
from engine.uci.go import Requests
from searchers import SEARCHERS
from tests.engine.uci.dialogue import (
    BLOCKING,
    MATE_IN_1,
    MATED,
    ONLY_A8B8,
    PATIENCE,
    ROOT,
    SCRIPTED,
    STALEMATE,
    Deaf,
    Gui,
    Scripted,
    found,
    said,
    start,
)

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
        "OwnBook",
        "BookFile",
        "SyzygyPath",
        "UCI_AnalyseMode",
        "UCI_Chess960",
        "UCI_Variant",
        "UCI_LimitStrength",
        "UCI_Elo",
        "UCI_ShowWDL",
        "UCI_EngineAbout",
    ]
    assert "Threads type spin default 1 min 1 max 256" in options
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
    seen = [i for i, line in enumerate(lines) if NOTICE in line]
    assert (len(seen) == 2) == expected
    assert not seen or seen[0] < lines.index("uciok") < seen[1]


def test_the_start_loads_nothing_heavy() -> None:
    script = (
        "import sys; from engine.uci.protocol import Uci; Uci(['uci'], lambda line: None).run(); "
    )
    script += "print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    heavy = {"numpy", "chess", "rich", "asyncio", "logging", "importlib.metadata", "sqlite3"}
    heavy |= {"dataclasses", "inspect", "json", "searchers.core.searcher"}
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
    gui.ask(BLOCKING, "go infinite nodes 5", start="info depth")
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


@pytest.mark.parametrize(
    ("fen", "moves", "best"),
    [
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "a1a6"),
        ("8/6K1/1p1B1RB1/8/2Q5/2n1kP1N/3b4/4n3 w - - 0 1", 2, "d6a3"),
        ("6k1/8/2K5/5R2/p3n3/8/4Q3/8 w - - 0 1", 3, "e2e4"),  # checks alone take four moves
    ],
)
def test_go_mate_misses_no_mate(fen: str, moves: int, best: str, gui: Gui) -> None:
    lines = gui.ask(f"position fen {fen}", f"go mate {moves}")
    assert f"score mate {moves} " in lines[-2]
    assert lines[-1].split()[1] == best


def test_go_mate_has_a_searcher_of_its_own(gui: Gui) -> None:
    gui.send("debug on", f"position fen {MATE_IN_1}")
    for words, player in (
        ("mate 1", "pvs:checks=false,selective=false"),
        ("depth 1", "pvs"),
    ):
        assert f"info string player {player}" in gui.ask(f"go {words}")
    gui.send("setoption name Options value selective=true,checks=true")
    assert "info string player pvs" in gui.ask("go mate 1")


@pytest.mark.parametrize(
    "clock",
    ["wtime -5 btime 9", "wtime 0", "wtime 1 movestogo 1 winc -9", "btime 60", "winc 1000 binc 9"],
)
def test_a_clock_that_ran_out_still_gives_a_move(clock: str, gui: Gui) -> None:
    assert gui.ask(BLOCKING, f"go {clock}")[-1].startswith("bestmove")


# -- the first value ----------------------------------------------------------------------------

SCORED = sorted(SEARCHERS.builtin)


@pytest.mark.parametrize("searcher", SCORED)
@pytest.mark.parametrize("go", ["nodes 0", "nodes 1", "movetime 0", "wtime 1 btime 1"])
def test_every_line_with_moves_has_a_score(searcher: str, go: str, gui: Gui) -> None:
    lines = gui.ask(f"setoption name Searcher value {searcher}", f"go {go}")
    seen = [line for line in lines if " pv " in line]
    assert seen
    assert all(" score " in line for line in seen)


def test_a_move_whose_time_is_up_is_no_random_one(gui: Gui) -> None:
    hanging = "position fen 4k3/7p/8/3q4/8/2N5/P7/4K3 w - - 0 1"
    assert gui.ask(hanging, "go movetime 0")[-1] == "bestmove c3d5"
    assert gui.ask(hanging, "go nodes 0")[-1] == "bestmove c3d5"


def test_time_runs_since_go_was_read(gui: Gui) -> None:
    """The time that a search waits, here for another that is slow to stop, is part of its time."""
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


def test_time_runs_while_parts_are_loaded(gui: Gui, monkeypatch: pytest.MonkeyPatch) -> None:
    given = []

    def slow(*parts: Any) -> Requests:
        time.sleep(0.05)
        return Requests(*parts)

    def search(_self: Any, _position: Any, limits: Any, **_: Any) -> Any:
        given.append(limits.seconds)
        return found(start().parse_move("e2e4"))

    monkeypatch.setattr("engine.uci.go.Requests", slow)
    monkeypatch.setattr(Scripted, "search", search)
    gui.ask(SCRIPTED, "go movetime 200")
    assert given[0] <= 0.15


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


def test_a_search_that_raises_is_reported_and_answered_with_the_best_so_far(gui: Gui) -> None:
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
def test_a_move_where_none_was_found_is_one_of_the_requested(kind: str, gui: Gui) -> None:
    Scripted.script = [RuntimeError()]
    assert gui.ask(SCRIPTED, "go searchmoves d2d4 c2c4 nodes 9")[-1] == "bestmove d2d4"
    assert gui.ask(f"go depth x searchmoves {kind}")[-1].split()[1] == kind.replace("e2e5 ", "")[:4]


def _reply_to(played: str, pondered: str, searcher: str) -> str:
    """Return the line found after a reply to our move, perhaps after another was pondered on."""
    gui = Gui()
    gui.send("setoption name Evaluator value pst", f"setoption name Searcher value {searcher}")
    begun = "position fen 8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"
    ours = gui.ask(begun, "go nodes 3000")[-1].split()[1]
    if pondered:
        gui.send(f"{begun} moves {ours} {pondered}")
        gui.ask("go ponder nodes 500", start="info depth")
        gui.ask("stop")
    last = gui.ask(f"{begun} moves {ours} {played}", "go nodes 1")[-2]
    gui.close()
    return last.partition(" pv ")[2]


@pytest.mark.parametrize(("searcher", "played"), [("bfms", "e5d5"), ("abtree", "e5d6")])
def test_a_ponder_miss_costs_no_tree(searcher: str, played: str) -> None:
    line = _reply_to(played, "", searcher)
    assert len(line.split()) > 1
    assert _reply_to(played, "e5f6", searcher) == line
