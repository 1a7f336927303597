"""The shipped conformance kits over everything there is, and over parts that break the rules."""

from __future__ import annotations

from typing import Any

import pytest

import games
import searchers
from evaluators import EVALUATORS, Evaluator
from evaluators import make as make_evaluator
from evaluators.check import check_evaluator
from games import GAMES
from games.check import check_game
from games.errors import ContractError
from searchers import SEARCHERS, Searcher
from searchers.check import check_searcher

SPECS = [
    *(name for name in GAMES.builtin if name != "explicit"),
    "ngame:b=2,d=30",
    "chess:chess960=true",
    "chess:variant=atomic",
    "chess:variant=crazyhouse",
]
SMALL = ("ngame:b=3,d=9", "othello", "chess")
OTHERS = ("canonical", "eight", "increments", "uniform:w=3,d=9")
VARIED = (
    *(name for name in SEARCHERS.builtin),
    "abtree:grow=breadth,retain=100",
    "abtree:grow=best",
    "alphabeta:order=none",
    "alphabeta:order=tt,tt=1",
    "alphabeta:expand=true",
    "ps:sizes=1/3,order=none",
    "hybrid:top=sss,bottom=alphabeta",
    "bstar:select=db",
    "bstar:dag=true",
    "bstar:select=pb,doubt=5",
    "bstar:select=pb,backup=product,dag=true",
)


@pytest.mark.parametrize("spec", SPECS)
def test_every_game_keeps_its_contract(spec: str) -> None:
    long = spec.startswith("chess")
    assert check_game(spec, games=1 if long else 2, plies=40 if long else 80) > 100


@pytest.mark.parametrize(
    ("evaluator", "game"),
    [
        (name, game)
        for name in EVALUATORS.builtin
        for game in (*SMALL, *OTHERS)
        if make_evaluator(name).serves(games.make(game))
    ],
)
def test_every_evaluator_keeps_its_contract(evaluator: str, game: str) -> None:
    assert check_evaluator(evaluator, game, games=2, plies=30 if game == "chess" else 60) > 100


@pytest.mark.parametrize(
    ("searcher", "game"),
    [
        (searcher, game)
        for searcher in VARIED
        for game in SMALL
        if not ("dag" in searcher and game == "chess")  # whose positions can come up again
    ],
)
def test_every_searcher_keeps_its_contract(searcher: str, game: str) -> None:
    assert check_searcher(searcher, game) > 500


def test_mirror_images_of_captures_played_out_may_differ() -> None:
    """Which captures a search leaves out hangs on the order in which they come."""
    assert check_evaluator("quiescence", "chess", seed=1) > 2000


class Lopsided(Evaluator):
    def value(self, position: Any) -> int:
        return int(position.turn)


def test_the_kit_finds_that_mirror_images_differ() -> None:
    with pytest.raises(ContractError, match="the mirror image has the same value"):
        check_evaluator(Lopsided(), "chess", games=1, plies=2)


class TooMuch(Evaluator):
    def value(self, position: Any) -> int:
        return 2**29


class Fickle(Evaluator):
    calls = 0

    def value(self, position: Any) -> int:
        Fickle.calls += 1
        return Fickle.calls


class Inverted(Evaluator):
    def interval(self, position: Any) -> tuple[int, int]:
        return (1, -1)


class Hasty(Evaluator):
    def value(self, position: Any) -> int:
        return 1

    def value_sons(
        self, position: Any, moves: Any, start: int, ply: int, enough: int, budget: Any, quick: bool
    ) -> int:
        return start + sum(budget.take() for _ in moves.since(start))


class Blurred(Evaluator):
    def interval(self, position: Any) -> tuple[int, int]:
        outcome = position.outcome()
        return (-9, 9) if outcome is None else (outcome, outcome)

    def look_at_sons(self, position: Any, moves: Any, start: int, budget: Any) -> bool:
        return all(budget.take() for _ in moves.since(start))


class Thrifty(Evaluator):
    def value(self, position: Any) -> int:
        return 0

    def value_sons(
        self, position: Any, moves: Any, start: int, ply: int, enough: int, budget: Any, quick: bool
    ) -> int:
        return int(moves.count)


class Greedy(Evaluator):
    def value(self, position: Any) -> int:
        if self.budget is not None:
            for _ in range(3):
                self.budget.take()
        return 0


@pytest.mark.parametrize(
    ("evaluator", "told"),
    [
        (TooMuch(), "below 2\\^29"),
        (Fickle(), "the same position has the same value"),
        (Inverted(), "pessimistic <= optimistic"),
        (Hasty(), "value_sons tells the values"),
        (Blurred(), "look_at_sons tells the intervals"),
        (Thrifty(), "every son asked about is a node"),
    ],
)
def test_the_kit_names_what_an_evaluator_breaks(evaluator: Evaluator, told: str) -> None:
    with pytest.raises(ContractError, match=told):
        check_evaluator(evaluator, "ngame")
    assert check_evaluator(Greedy(), "ngame") > 0, "a refused node is no node"


class Double(Searcher):
    """A searcher whose answers are given to it."""

    def choose(self, moves: list[int]) -> int:
        return moves[0]

    def _search(self, position: Any, limits: Any, answer: Any) -> None:
        answer.improve(self.choose(answer.moves))


class Illegal(Double):
    def choose(self, moves: list[int]) -> int:
        return 99


class Forgetful(Double):
    def _search(self, position: Any, limits: Any, answer: Any) -> None:
        answer.root = answer.root[1:]


class Moody(Double):
    calls = 0

    def choose(self, moves: list[int]) -> int:
        Moody.calls += 1
        return moves[Moody.calls % 3 % len(moves)]


class Unpaid(Double):
    def _search(self, position: Any, limits: Any, answer: Any) -> None:
        self.counts.generated += 5


@pytest.mark.parametrize(
    ("searcher", "told"),
    [
        (Illegal(), "a legal move is always returned"),
        (Forgetful(), "the root list names every move once"),
        (Moody(), "the same searches after new_game give the same results"),
        (Unpaid(), "every son generated is a node"),
    ],
)
def test_the_kit_names_what_a_searcher_breaks(searcher: Searcher, told: str) -> None:
    with pytest.raises(ContractError, match=told):
        check_searcher(searcher, "ngame")


def test_a_searcher_of_four_lines_passes() -> None:
    assert check_searcher(Double(), "ngame") > 500
    assert searchers.make(Double()).player == "double"
