"""`GameInfo`: other packages read facts about a game, and do not know games by name."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

import evaluators
import games
import searchers
from engine.match import Adjudication, Tournament
from engine.match.openings.files import default_openings
from games import DRAW, GameInfo
from tests.nim import Nim

ROOT = Path(__file__).resolve().parents[3]


class Heap(Nim):
    """Nim with every fact and text that a game can have."""

    INFO = GameInfo(
        sides=("Left", "Right"),
        searcher="mtdf",
        evaluators=("quiescence:base=static", "static"),
        interval_evaluators=("fixed:base=static",),
        records_file="heaps.txt",
    )

    def legal_moves(self) -> list[int]:
        return super().legal_moves()[:2]

    def static(self) -> int:
        return 10 * (self.heap % 3) - 10

    def game_phase(self) -> int:
        return int(self.heap < 5)

    def phase_name(self, phase: int) -> str:
        return ("many", "few")[phase]

    def moves_left(self) -> int:
        return self.heap

    def outcome_text(self, outcome: int) -> str:
        return "drawn" if outcome == DRAW else f"{self.INFO.sides[outcome < 0]} took the last"

    def join_moves(self, words: Any) -> str:
        return "-".join(words)


def test_defaults_are_those_of_the_game() -> None:
    assert searchers.default_for(Heap()) == "mtdf"
    assert evaluators.default_for(Heap()) == "quiescence:base=static"
    assert evaluators.default_for(Heap(), static=True) == "static"
    assert evaluators.default_for(Heap(), intervals=True) == "fixed:base=static"
    assert searchers.make("bstar").default_evaluator(Heap()) == "fixed:base=static"


def test_book_endings_and_records_are_those_of_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = tmp_path / "book.txt"
    book.write_text("1 2\n2 2\n2 1\n1 1\n")
    with monkeypatch.context() as patch:
        patch.setattr(Heap, "INFO", Heap.INFO._replace(opening_book=str(book)))
        assert default_openings(Heap()) == "balanced"
        assert default_openings(Heap(8)) == "random:plies=1"
        played = Tournament(
            Heap(), ["alphabeta", "random"], nodes=50, games_per_pair=4, openings="balanced"
        ).run(tmp_path / "folder")
    endings = {game.ending for game in played.games}
    assert endings <= {"Left took the last", "Right took the last"}
    lines = (tmp_path / "folder" / "heaps.txt").read_text().splitlines()
    assert len(lines) == 4
    assert all(re.match(r"[12](-[12])+\t", line) for line in lines)


def test_a_game_of_known_length_is_solved_near_its_end() -> None:
    rules = Adjudication(exact=5)
    played = Tournament(Heap(), ["random"] * 2, nodes=1, games_per_pair=1, adjudication=rules).run()
    assert played.games[0].ending in [
        f"adjudicated: solved {side} took the last" for side in Heap.INFO.sides
    ]


@pytest.mark.parametrize("name", sorted(games.GAMES.builtin))
def test_named_parts_exist_and_serve_the_game(name: str) -> None:
    if name in ("explicit", "fairy", "openspiel"):  # they need a file, or a package
        return
    position = games.make(name)
    for spec in position.INFO.evaluators:
        assert evaluators.make(spec).serves(position), spec
    for spec in position.INFO.interval_evaluators:
        evaluator = evaluators.make(spec)
        assert evaluator.serves(position), spec
        assert evaluator.gives_intervals()
    searchers.make(position.INFO.searcher)
    assert not position.INFO.opening_book or Path(position.INFO.opening_book).exists()


def test_no_module_outside_games_names_a_game() -> None:
    """The bench, the experiments and forms with default games are exceptions."""
    engine = ROOT / "engine"
    chosen = {
        engine / "bench.py",
        engine / "explore" / "serving.py",
        engine / "play" / "static.py",
        engine / "preflight.py",
        *(engine / "lab").rglob("*.py"),
    }
    for room in ("evaluators", "searchers", "engine"):
        for path in sorted(set((ROOT / room).rglob("*.py")) - chosen):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            known = {
                id(name)
                for node in ast.walk(tree)
                if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "GAMES"
                for name in ast.walk(node)
            }
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and id(node) not in known:
                    assert node.value not in ("chess", "othello", "ngame"), f"{path}:{node.lineno}"
