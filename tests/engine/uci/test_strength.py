"""Playing as strong as a rating."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.uci.strength import Rung, Strength, read, shipped, write
from games.errors import FileError
from tests.engine.uci.dialogue import Gui

TABLE = Strength((Rung(100, 1200, 50), Rung(1000, 1700, 40), Rung(10_000, 2200, 30)))
LIMITED = "setoption name UCI_LimitStrength value true"


def taken(lines: list[str]) -> int:
    """The nodes of the last line that has them."""
    seen = [line.split() for line in lines if " nodes " in line]
    return int(seen[-1][seen[-1].index("nodes") + 1])


@pytest.mark.parametrize(
    ("elo", "nodes"),
    [(1200, 100), (1450, 316), (1700, 1000), (1950, 3162), (2200, 10_000)],
)
def test_between_budgets_a_rating_grows_with_the_logarithm(elo: int, nodes: int) -> None:
    assert TABLE.nodes(elo) == nodes
    assert TABLE.range == (1200, 2200)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write(tmp_path / "x", "python -m something", TABLE.rungs)
    assert read(tmp_path / "x") == TABLE
    assert (tmp_path / "x").read_text().startswith("# python -m something\n")


@pytest.mark.parametrize(
    "text", ["", "100 1200 50", "100 1200 50\n90 1300 1", "1 2\n2 3", "1 2 x", "1 9 0\n2 9 0"]
)
def test_tables_that_are_none_are_reported(text: str, tmp_path: Path) -> None:
    (tmp_path / "x").write_text(text)
    with pytest.raises(FileError, match=r"made by python -m benchmarks\.limit_strength"):
        read(tmp_path / "x")
    with pytest.raises(FileError, match="No such file"):
        read(tmp_path / "y")


def test_a_limited_player_takes_the_nodes_of_its_rating(gui: Gui) -> None:
    low, high = shipped().range
    middle = (low + high) // 2
    for elo in (low, middle):
        gui.send(LIMITED, f"setoption name UCI_Elo value {elo}", "ucinewgame")
        assert taken(gui.ask("go movetime 10000")) <= shipped().nodes(elo)
    assert taken(gui.ask("go nodes 40")) <= 40
    first = gui.ask("ucinewgame", "go wtime 60000 btime 60000")[-1]
    assert gui.ask("ucinewgame", "go wtime 60000 btime 60000")[-1] == first


@pytest.mark.parametrize(
    "freed", ["setoption name UCI_AnalyseMode value true", LIMITED.replace("true", "false")]
)
def test_analysis_is_not_limited(freed: str, gui: Gui) -> None:
    low, _ = shipped().range
    gui.send(LIMITED, f"setoption name UCI_Elo value {low}", freed)
    budget = 2 * shipped().nodes(low)
    assert taken(gui.ask(f"go nodes {budget}")) > shipped().nodes(low)


def test_only_measured_ratings_are_accepted(gui: Gui) -> None:
    low, high = shipped().range
    (line,) = [line for line in gui.ask("uci", start="uciok") if "UCI_Elo" in line]
    assert line == f"option name UCI_Elo type spin default {high} min {low} max {high}"
    seen = gui.ask(f"setoption name UCI_Elo value {low - 1}", "isready", start="readyok")
    assert seen[0] == (f"info string UCI_Elo='{low - 1}': expected a rating from {low} to {high}")
