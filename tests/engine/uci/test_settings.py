"""Settings, and counts by perft."""

from __future__ import annotations

import os
import time
from typing import Any

import pytest

from engine.uci.go import Requests
from engine.uci.options import SearcherCache, Settings
from games import make
from games.errors import SpecError
from searchers import Searcher
from searchers.core.pace import Pace
from tests.engine.uci.dialogue import BLOCKING, SCRIPTED, Gui, Scripted, found, said, start

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
    ("lines", "seen", "player"),
    [
        (["Options value bogus=1"], ["bogus"], "pvs"),
        (["Searcher value bfms", "Options value hash=lots"], ["hash=lots"], "bfms:hash=16"),
        (
            ["Searcher value bfms", "Evaluator value positional"],
            ["does not support"],
            "bfms:hash=16",
        ),
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
        # Each message is about the setting that it answers.
        (["Options value bogus=1", "Evaluator value positional"], ["bogus", "not support"], "pvs"),
        (["Options value base=" + "(a:b=" * 200 + ")" * 200], ["levels of brackets"], "pvs"),
    ],
)
def test_settings_that_do_not_fit_are_reported_at_once(
    lines: list[str], seen: list[str], player: str
) -> None:
    answers = said("debug on", *(f"setoption name {line}" for line in lines), "isready")
    assert answers[-2:] == [f"info string player {player}", "readyok"]
    assert len(answers) == len(seen) + 2
    for answer, part in zip(answers, seen, strict=False):
        assert answer.startswith("info string ")
        assert part in answer


def test_a_refused_setting_does_not_slow_down_those_that_fit_anything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    checked = []

    def check(settings: Settings, _position: Any) -> None:
        checked.append(settings.options)
        raise SpecError("never fits")

    monkeypatch.setattr(Settings, "check", check)
    others = "MultiPV value 2", "Hash value 2", "Threads value 2", "Clear Hash"
    said(*(f"setoption name {line}" for line in ("Options value tt=1", *others)))
    assert checked == ["tt=1"] * 2  # together with what was requested before, and alone


def test_thousands_of_brackets_do_not_keep_stop_waiting(gui: Gui) -> None:
    gui.ask(BLOCKING, "go infinite", start="info depth")
    begun = time.perf_counter()
    gui.send("setoption name Options value base=" + "(a:b=" * 5000 + ")" * 5000)
    gui.ask("stop")
    assert time.perf_counter() - begun < 1


def test_a_table_that_does_not_fit_into_memory_is_made_smaller(
    gui: Gui, monkeypatch: pytest.MonkeyPatch
) -> None:
    build, built = Settings.build, []

    class Large(Scripted):
        def prepare(self, position: Any) -> None:
            raise MemoryError

    def small(settings: Settings, position: Any) -> Searcher:
        built.append(settings.hash)
        return Large() if settings.hash > 100 else build(settings, position)

    gui.ask("isready", start="readyok")
    monkeypatch.setattr(Settings, "build", small)
    lines = gui.ask("setoption name Hash value 5000", "isready", start="readyok")
    assert lines[0] == "info string Hash=5000: not enough memory; 78 is used"
    assert " score " in gui.ask("go nodes 50")[-2]
    tried = [5000, 2500, 1250, 625, 312, 156, 78]
    assert built == tried
    assert " score " in gui.ask("go nodes 50")[-2]
    assert built == tried  # what was found is kept


@pytest.mark.parametrize(
    ("settings", "options"),
    [
        (Settings(), "selective=false,checks=false"),
        (Settings(searcher="mtdf", options="lmr=false"), "lmr=false,selective=false,checks=false"),
        (Settings(searcher="pvs:checks=true"), "selective=false"),
        (Settings(options="selective=true,checks=true"), "selective=true,checks=true"),
        (Settings(searcher="alphabeta"), ""),
    ],
)
def test_what_could_miss_a_mate_is_off_unless_it_is_set(settings: Settings, options: str) -> None:
    assert settings.for_mates(start()) == settings.replace(options=options)


def test_a_search_for_a_mate_leaves_the_other_table_alone() -> None:
    searchers, settings, root = SearcherCache(print), Settings(hash=20), start()
    usual = searchers.get(settings, root)
    mates = searchers.get(settings, root, mate=True)
    assert (usual.options["tt"], mates.options["tt"]) == (20, 16)
    assert searchers.get(settings, root) is usual
    assert searchers.get(settings, root, mate=True) is mates
    settings = Settings(searcher="alphabeta")  # misses no mate
    assert searchers.get(settings, root) is searchers.get(settings, root, mate=True)


def test_a_searcher_lasts_until_its_settings_change_and_receives_new_games(gui: Gui) -> None:
    Scripted.script = [found(start().parse_move("e2e4"))]
    gui.ask(SCRIPTED, "isready", start="readyok")
    Scripted.made = Scripted.games = 0
    gui.ask("go nodes 1")
    gui.ask("go nodes 1")
    assert (Scripted.made, Scripted.games) == (0, 0)
    gui.ask("ucinewgame", "go nodes 1")
    gui.ask("setoption name MultiPV value 2", "go nodes 1")
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


def test_threads_are_the_workers_of_searchers_that_have_any() -> None:
    (line,) = said("setoption name Threads value 0")
    assert "expected threads from 1 to 256" in line
    settings = Settings(threads=2)
    chess = make("chess")
    assert settings.build(chess).options["workers"] == 2
    assert settings.replace(options="workers=3").build(chess).options["workers"] == 3
    many = settings.replace(threads=256).build(chess).options["workers"]
    assert many == max(2, os.cpu_count() or 1)
    assert "workers" not in settings.replace(searcher="alphabeta").build(chess).options
    assert settings.replace(searcher="ps").build(chess).options["workers"] == 2


def test_a_setting_that_breaks_leaves_the_others_as_they_can_be_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    check = Settings.check

    def breaks(self: Settings, position: Any) -> None:
        if "tt=65536" in self.options:
            raise MemoryError("a table of 68719476736 bytes")
        check(self, position)

    monkeypatch.setattr(Settings, "check", breaks)
    big = "setoption name Options value tt=65536"
    square = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    lines = said(big, "setoption name UCI_Chess960 value true", square, "d")
    assert [line for line in lines if "68719476736 bytes; kept: pvs" in line] == lines[:1]
    assert "e1h1" in " ".join(lines)


def test_castling_is_written_as_set_even_after_the_position_came() -> None:
    square = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    lines = " ".join(said(square, "setoption name UCI_Chess960 value true", "d"))
    assert "e1h1" in lines
    assert "e1g1" not in lines


def test_two_threads_search(gui: Gui) -> None:
    lines = gui.ask("setoption name Threads value 2", "setoption name Hash value 1", "go nodes 60")
    assert not [line for line in lines if "expected" in line]
    assert lines[-1].startswith("bestmove ")


def test_the_fullness_of_the_memory_is_reported(gui: Gui) -> None:
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
def test_perft_expects_plies(words: str) -> None:
    (line,) = said(f"go perft {words}")
    assert line.startswith("info string go perft: expected")


@pytest.mark.parametrize("milliseconds", [0, 30, 2500])
def test_the_move_overhead_is_kept_back(milliseconds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = []

    def reserved(_pace: Pace, _position: Any, clock: Any, overhead: float, *_: Any) -> Any:
        kept.append(overhead)
        return clock

    monkeypatch.setattr(Pace, "reserved", reserved)
    settings = Settings()
    settings.overhead = milliseconds
    requests = Requests(SearcherCache(print), print)
    requests.request(["wtime", "60000"], make("chess"), settings)
    assert kept == [milliseconds / 1000]
