"""False proofs: games without intervals, and games and evaluators with invalid ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import games
import searchers
from evaluators import Evaluator, default_for, make, serving_names
from evaluators.check import check_evaluator
from games import LOSS, WIN, Position
from games.check import best_play, check_game
from games.errors import ContractError, EvaluationError, SpecError
from searchers import Searcher
from searchers.check import check_searcher
from tests.nim import Nim


class Misere(Position):
    """Misere Nim: the side that takes the last object loses. The side to move wins at (3, 4, 5)."""

    def __init__(self) -> None:
        self.heaps = [3, 4, 5]

    def legal_moves(self) -> list[int]:
        return [10 * i + take for i in range(3) for take in range(1, self.heaps[i] + 1)]

    def push(self, move: int) -> None:
        self.heaps[move // 10] -= move % 10

    def pop(self) -> None:
        self.heaps[self.history[-1] // 10] += self.history[-1] % 10

    def outcome(self) -> int | None:
        return None if any(self.heaps) else WIN


class Even(Misere):
    """A game whose interval is a point at 0 everywhere."""

    def static_bounds(self, side: int) -> int:
        return 0


class Sure(Misere):
    """A game with certain bounds of 5, which are wrong."""

    def certain_bounds(self, side: int) -> int:
        return 5 if side else -5


class Zero(Evaluator):
    """An evaluator with the value 0 everywhere that claims to be informative."""

    def value(self, position: Position) -> int:
        return 0


class Honest(Zero):
    """An evaluator with the value 0 everywhere that reports it."""

    def is_informative(self, position: Position) -> bool:
        return False


class Point(Evaluator):
    """An evaluator whose interval is a point at 0 everywhere."""

    def interval(self, position: Position) -> tuple[int, int]:
        outcome = position.outcome()
        return (0, 0) if outcome is None else (outcome, outcome)


class Boaster(Searcher):
    """A searcher that reports the first move as proved."""

    def _search(self, position: Any, limits: Any, answer: Any) -> None:
        answer.improve(answer.moves[0], value=0, proved=True)


@pytest.mark.parametrize("searcher", ["bstar", "bpip", "bstar:select=pb", "bstar:dag=true"])
@pytest.mark.parametrize(
    ("evaluator", "why"),
    [
        ("intervals", "no intervals of its own"),
        ("bounds", "the game has no guaranteed bounds"),
        ("shallow:base=static", "its base static gives the same value"),
        ("nullmove:base=static", "its base static gives the same value"),
        ("fixed:base=static", "its base static gives the same value"),
        ("nullmove:base=(quiescence:base=static)", "gives the same value"),
    ],
)
def test_games_without_intervals_are_refused(searcher: str, evaluator: str, why: str) -> None:
    message = (
        rf"^evaluator {evaluator.split(':')[0]}.* {why}.*; no evaluator gives intervals for mis"
    )
    with pytest.raises(EvaluationError, match=message):
        searchers.make(f"{searcher}@{evaluator}").search(Misere(), nodes=500)


def test_the_error_lists_the_evaluators_that_give_intervals() -> None:
    increments = games.make("increments")
    message = r"evaluator bounds does not support increments: .*; these give intervals: fixed, nu"
    with pytest.raises(EvaluationError, match=message):
        searchers.make("bstar@bounds").search(increments, nodes=50)
    with pytest.raises(EvaluationError, match=r"no intervals; these do: fixed, nullmove, shallow$"):
        searchers.make("bstar@static").search(increments, nodes=50)
    with pytest.raises(EvaluationError, match="by default; none can; expected a game with static_"):
        default_for(Misere(), intervals=True)
    with pytest.raises(SpecError, match="margin=0"):
        make("fixed:margin=0")
    assert serving_names(increments) == ["fixed", "nullmove", "shallow"]
    assert serving_names(Misere()) == []


@pytest.mark.parametrize("name", ["othello", "chess", "ngame", "increments", "uniform"])
def test_a_static_value_is_no_interval(name: str) -> None:
    position = games.make(name)
    assert not make("intervals").serves(position)
    with pytest.raises(EvaluationError, match="has no intervals of its own"):
        position.static_bounds(0)


@pytest.mark.parametrize("name", ["canonical", "eight"])
def test_games_with_their_own_intervals_are_supported(name: str) -> None:
    assert make("intervals").serves(games.make(name))


def test_trees_with_values_at_leaves_only_are_uninformative(tmp_path: Path) -> None:
    uniform = games.make("uniform:w=3,d=5,seed=1")  # value 64
    plain, valued = tmp_path / "plain.json", tmp_path / "valued.json"
    plain.write_text(json.dumps([[3, [5, 6]], [[7, 8], 2]]))
    node = {"value": 4, "children": [3, 5]}
    valued.write_text(json.dumps([node, [[7, 8], 2]]))
    for position in (uniform, games.make(f"explicit:{plain}")):
        for spec in ("shallow", "nullmove", "fixed"):
            assert not make(f"{spec}:base=static").serves(position)
        assert searchers.make("alphabeta").search(position, depth=9).proved
    assert make("shallow:base=static").serves(games.make(f"explicit:{valued}"))


def test_conformance_tests_of_games_find_invalid_intervals() -> None:
    assert check_game(Misere()) > 100
    with pytest.raises(ContractError, match="own interval contains the value of best play"):
        check_game(Even())
    with pytest.raises(ContractError, match="no line of play leaves the certain bounds"):
        check_game(Sure())


def test_conformance_tests_of_evaluators_find_uninformative_ones() -> None:
    with pytest.raises(ContractError, match=r"a point of a game in progress.*contains the value"):
        check_evaluator(Point(), Nim())
    with pytest.raises(ContractError, match="values differ from position to position"):
        check_evaluator(Zero(), Nim())
    assert check_evaluator(Honest(), Nim()) > 100
    with pytest.raises(EvaluationError, match="has no information about nim"):
        searchers.make("bstar", make("fixed", base=Honest())).search(Nim(), nodes=50)


def test_conformance_tests_of_searchers_find_false_proofs() -> None:
    with pytest.raises(ContractError, match="what is proved holds the value of best play"):
        check_searcher(Boaster(), Nim())


def test_best_play() -> None:
    assert best_play(Nim(9), 400) == WIN - 5
    assert best_play(Nim(4)) == LOSS + 2
    assert best_play(Nim(40), 100) is None
