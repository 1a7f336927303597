from __future__ import annotations

import random

import pytest

import games
from evaluators import make
from evaluators.core.evaluator import Evaluator
from evaluators.intervals.invalid import Invalid
from games.core.position import Position
from games.core.scores import DRAW, LOSS, MATE_BOUND, WIN
from games.errors import EvaluationError, SpecError
from games.othello.endgame import stable
from searchers import Limits
from searchers import make as make_searcher
from tests.minimax import minimax


@pytest.mark.parametrize("seed", range(20))
def test_ngame_intervals_contain_the_value(seed: int) -> None:
    position = games.make(f"ngame:b=3,d=7,seed={seed}")
    for move in (0, 2):
        low, high = make("bounds").interval(position)
        assert low <= minimax(position) <= high
        position.push(move)


def _late(seed: int, empties: int) -> Position:
    rng = random.Random(seed)
    while True:
        position = games.make("othello")
        while position.outcome() is None and position.text().count("-") > empties:
            position.push(rng.choice(position.legal_moves()))
        if position.outcome() is None:
            return position


@pytest.mark.parametrize("seed", range(12))
def test_othello_intervals_contain_the_value(seed: int) -> None:
    position = _late(seed, 5)
    low, high = make("bounds").interval(position)
    assert low <= minimax(position) <= high


def test_stable_discs_are_never_turned() -> None:
    for seed in range(30):
        position, rng = _late(seed, 25), random.Random(seed)
        own = stable(position.own, position.opponent)
        other = stable(position.opponent, position.own)
        while position.outcome() is None:
            position.push(rng.choice(position.legal_moves()))
            own, other = other, own
            assert own & position.own == own
            assert other & position.opponent == other


def test_known_stable_discs() -> None:
    board = "XX------" + "X-------" + "-" * 48 + " X"
    position = games.make("othello").at(board)
    assert stable(position.own, position.opponent) == 0b1_00000011
    assert stable((1 << 64) - 1, 0) == (1 << 64) - 1
    assert stable(1 << 27, 1 << 28) == 0


@pytest.mark.parametrize(
    ("favour", "adversary", "shifts"),
    [("mover", True, {-7}), ("mover", False, {7}), ("either", True, {-7, 7})],
)
def test_invalid_intervals_are_shifted_in_favour_of_a_side(
    favour: str, adversary: bool, shifts: set[int]
) -> None:
    """With two sides, a shift in favour of the side that just shifted is negative."""
    right, wrong = make("intervals"), make(f"invalid:share=30,by=7,favour={favour}")
    shifted = []
    for seed in range(300):
        position = games.make(f"canonical:seed={seed},adversary={adversary}")
        position.push(0)
        low, high = right.interval(position)
        shifted_low, shifted_high = wrong.interval(position)
        assert shifted_high - shifted_low == high - low
        if shifted_low != low:
            shifted.append(shifted_low - low)
    assert set(shifted) == shifts
    assert 60 < len(shifted) < 120


class NearlyWon(Evaluator):
    """An evaluator of intervals from the highest estimate to a certain win."""

    NAME = "nearly-won"
    GIVES_INTERVALS = True

    def value(self, position: Position) -> int:
        return MATE_BOUND - 1

    def interval(self, position: Position) -> tuple[int, int]:
        return MATE_BOUND - 1, WIN - 3


def test_a_shifted_estimate_stays_one_and_a_certain_win_too() -> None:
    wrong = Invalid(base=NearlyWon(), share=100, by=7, favour="either")
    position = games.make("othello")
    seen = set()
    for move in position.legal_moves():
        position.push(move)
        seen.add(wrong.interval(position))
        position.pop()
    assert seen == {(MATE_BOUND - 8, WIN - 3), (MATE_BOUND - 1, WIN - 3)}


class Surely(Position):
    """A game of one move whose bounds are given; it ends in a draw."""

    bounds = (DRAW, WIN)

    def legal_moves(self) -> list[int]:
        return [0, 1]

    def push(self, move: int) -> None:
        pass

    def pop(self) -> None:
        pass

    def outcome(self) -> int | None:
        return DRAW if self.ply == 2 else None

    def certain_bounds(self, side: int) -> int:
        return self.bounds[side]


class Same(Evaluator):
    """An author's evaluator with the bounds of that game."""

    def interval(self, position: Position) -> tuple[int, int]:
        outcome = position.outcome()
        return Surely.bounds if outcome is None else (outcome, outcome)


@pytest.mark.parametrize("bounds", [(DRAW, WIN), (LOSS, DRAW), (LOSS, WIN)])
def test_the_middle_of_bounds_is_no_proof(
    bounds: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Surely, "bounds", bounds)
    for evaluator in (make("bounds"), Same()):
        assert abs(evaluator.value(Surely())) < MATE_BOUND
        searcher = make_searcher("alphabeta", evaluator=evaluator)
        assert not searcher.search(Surely(), Limits(depth=1)).proved


def test_invalid_needs_a_base_with_intervals() -> None:
    with pytest.raises(SpecError, match="invalid: base=static: expected one that gives intervals"):
        make("invalid:base=static")


def test_invalid_needs_a_game_with_intervals() -> None:
    with pytest.raises(EvaluationError, match="invalid does not support chess"):
        make_searcher("alphabeta@invalid").search(games.make("chess"), Limits(depth=1))
