"""What the page on parts of one's own shows, runs, and keeps its contracts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from evaluators.check import check_evaluator
from games.check import check_game
from games.core.info import GameInfo
from games.core.position import Position
from games.errors import ContractError
from searchers.check import check_searcher
from tests.nim import Nim

PAGE = (Path(__file__).resolve().parents[1] / "docs" / "extending.md").read_text(encoding="utf-8")


def blocks(name: str) -> str:
    """The fenced blocks of that name, one after the other."""
    return "\n".join(re.findall(rf"^```python {name}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))


@pytest.fixture(scope="module")
def parts() -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(compile(blocks("nimble"), "nimble.py", "exec", dont_inherit=True), names)
    return names


def test_every_part_shown_keeps_its_contract(parts: dict[str, Any]) -> None:
    nim, mobility = parts["Nim"](), parts["Mobility"]()
    assert check_game(nim) > 100
    assert check_game(parts["Race"]()) > 100
    assert check_evaluator(mobility, nim) > 100
    assert check_evaluator(parts["Room"](), "othello") > 100
    assert check_evaluator(parts["Weighted"](points=3), nim) > 100
    assert check_searcher(parts["Greedy"](mobility), "ngame") > 500


def test_the_parts_shown_play(parts: dict[str, Any], capfd: pytest.CaptureFixture[str]) -> None:
    exec(blocks("nimble-use"), parts)
    assert "greedy@mobility:points=3" in capfd.readouterr().out


def test_the_experiment_shown(capfd: pytest.CaptureFixture[str]) -> None:
    exec(blocks("experiment").replace("trees=100", "trees=5"), {})
    assert capfd.readouterr().out.count("+-") == 6


def test_turn_and_history_inside_push_and_pop(parts: dict[str, Any]) -> None:
    seen: list[tuple[str, int, tuple[int, ...]]] = []

    class Watched(parts["Race"]):  # type: ignore[misc]  # a class of the page
        def push(self, move: int) -> None:
            seen.append(("push", self.turn, tuple(self.history)))
            super().push(move)

        def pop(self) -> None:
            seen.append(("pop", self.turn, tuple(self.history)))
            super().pop()

    position = Watched()
    position.push(2)
    assert position.turn == 1
    position.pop()
    assert position.turn == 0
    assert seen == [("push", 0, ()), ("pop", 1, (2,))]


class Ones(Nim):
    """Nim whose loss is -1, as in other programs."""

    INFO = GameInfo()

    def outcome(self) -> int | None:
        return None if self.heap else -1


def test_a_loss_of_one_is_reported_as_a_margin() -> None:
    with pytest.raises(ContractError, match=r"1 and -1 are margins \(outcomes \[-1\]"):
        check_game(Ones(9))

    class Points(Ones):
        INFO = GameInfo(value_unit="points")

    assert check_game(Points(9)) > 100


class Heap(Nim):
    """Nim whose `__init__` calls those of its bases."""

    def __init__(self, rows: int = 3) -> None:
        Position.__init__(self)
        Nim.__init__(self, 5 * rows)
        self.rows = rows


class Small(Nim):
    """Nim by another size."""

    def __init__(self, size: int = 2) -> None:
        super().__init__(heap=3 * size)
        self.size = size


@pytest.mark.parametrize(("game", "option"), [(Heap(7), "rows=7"), (Small(5), "size=5")])
def test_an_authors_keywords_survive_the_calls_of_bases(game: Nim, option: str) -> None:
    assert game.spec.endswith(option)
    assert game.initial().heap == game.heap
    assert game.copy().heap == game.heap
