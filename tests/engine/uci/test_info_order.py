"""The lines of one search in their order: depth, the last line, and what is not repeated."""

from __future__ import annotations

import re
import time

import pytest

from searchers import SEARCHERS, RootMove
from tests.compiled import COMPILED
from tests.engine.uci.dialogue import ONLY_A8B8, SCRIPTED, Gui, Scripted, found, start

MIDDLE_GAME = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
NODES = 12_000 if COMPILED else 300
MATE_IN_2 = "7k/3Q4/7K/4r3/8/4b3/7R/8 w - - 0 1"


def number(name: str, line: str) -> int:
    match = re.search(rf" {name} (\d+)", line)
    assert match, line
    return int(match[1])


@pytest.mark.parametrize("lines", [1, 3])
@pytest.mark.parametrize("name", sorted(SEARCHERS.builtin))
def test_depth_never_falls_and_the_last_line_is_the_move_played(name: str, lines: int) -> None:
    gui = Gui()
    said = gui.ask(
        f"setoption name Searcher value {name}",
        f"setoption name MultiPV value {lines}",
        f"position fen {MIDDLE_GAME}",
        f"go depth 30 nodes {NODES}",
    )
    gui.close()
    seen = [line for line in said if " pv " in line]
    depths = [number("depth", line) for line in seen]
    assert depths == sorted(depths)
    assert all(number("seldepth", line) >= number("depth", line) for line in seen)
    best = [line for line in seen if " multipv " not in line or " multipv 1 " in line]
    assert best[-1].split(" pv ")[1].split()[0] == said[-1].split()[1]


def test_a_shorter_line_has_the_depth_reached_before(gui: Gui) -> None:
    root = start()
    line = [root.parse_move("e2e4")]
    Scripted.script = [
        found(line[0], depth=9, seconds=1.0),
        found(line[0], depth=4, seconds=2.0, value=5),
        found(line[0], depth=7, seconds=3.0, value=6),
    ]
    said = [line for line in gui.ask(SCRIPTED, "go depth 20") if " pv " in line]
    assert [number("depth", line) for line in said] == [9, 9, 9]
    assert [number("seldepth", line) for line in said] == [9, 9, 9]


@pytest.mark.parametrize("nodes", [70, 90])
def test_the_end_repeats_no_line(gui: Gui, nodes: int) -> None:
    move = start().parse_move("e2e4")
    known = {"depth": 3, "bounds": (-5, 5), "value": None, "wrong": 0.25}
    Scripted.script = [
        found(move, nodes=70, seconds=1.0, **known),
        found(move, nodes=nodes, seconds=2.0, **known),
    ]
    said = gui.ask(SCRIPTED, "go depth 20")
    assert sum(" pv " in line for line in said) == 1 + (nodes > 70)
    assert sum("string bounds" in line for line in said) == 1
    assert sum("string wrong" in line for line in said) == 1
    assert number("nodes", [line for line in said if " pv " in line][-1]) == nodes


def test_with_several_lines_the_move_played_is_the_first(
    gui: Gui, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Scripted, "HOLDS_LINES", True)
    root = start()
    e4, d4 = root.parse_move("e2e4"), root.parse_move("d2d4")
    listed = (RootMove(e4, 50, pv=(e4,)), RootMove(d4, 20, pv=(d4,)))
    Scripted.script = [found(d4, value=20, root=listed)]
    said = gui.ask(SCRIPTED, "setoption name MultiPV value 2", "go depth 2")
    seen = [line.split(" multipv ")[1].split()[0] + line.split(" pv ")[1] for line in said[:-1]]
    assert seen == ["1d2d4", "2e2e4"]
    assert said[-1].startswith("bestmove d2d4")


@pytest.mark.parametrize("go", ["go mate 2", "go depth 4", "go nodes 2000", "go infinite"])
def test_a_mate_behind_the_only_move_is_reported(go: str) -> None:
    gui = Gui()
    gui.send(f"position fen {MATE_IN_2}", go)
    if go == "go infinite":
        gui.expect("info depth 2")
        gui.send("stop")
    said = gui.expect("bestmove")
    gui.close()
    seen = [line for line in gui.said if " pv " in line]
    assert " score mate 2 " in seen[-1]
    assert said[-1].split()[1] == "h6g6"


def test_a_ponderhit_on_an_only_move_is_answered_soon() -> None:
    gui = Gui()
    gui.send(f"position fen {ONLY_A8B8}", "go ponder wtime 60000 btime 60000")
    gui.expect("info depth 2")
    gui.send("ponderhit")
    started = time.perf_counter()
    said = gui.expect("bestmove")
    assert time.perf_counter() - started < 1.0  # of 2 s planned
    assert said[-1].split()[1] == "a8b8"
    gui.close()
