from __future__ import annotations

import random
from typing import Any

import pytest

import games
from evaluators import Budget, default_for, make
from evaluators.check import check_evaluator
from games.core.scores import MATE_BOUND
from games.errors import SpecError
from tests.compiled import NEEDS_SPEED


def clamped(result: int, ply: int) -> int:
    """Return a result as a heuristic value."""
    if abs(result) < MATE_BOUND:
        return result
    return MATE_BOUND - 1 - ply if result > 0 else 1 - MATE_BOUND + ply


def minimax(position: Any, depth: int, base: Any, ply: int = 0) -> int:
    """Return the minimax value to a depth."""
    outcome = position.outcome()
    if outcome is not None:
        return clamped(outcome, ply)
    if depth <= 0:
        return int(base.value(position))
    values = []
    for move in position.legal_moves():
        position.push(move)
        values.append(-minimax(position, depth - 1, base, ply + 1))
        position.pop()
    return max(values)


def null_move_interval(
    position: Any, depth: int, base: Any, threat: int = 2000
) -> tuple[int, int, int]:
    """Return the interval and realistic value of `nullmove`, as its docstring defines them."""

    def passed(ply: int) -> int:
        position.push_pass()
        value = minimax(position, depth - 1, base, ply)
        position.pop()
        return max(-threat, min(threat, value)) if abs(value) > MATE_BOUND - 300 else value

    real = minimax(position, depth, base)
    low = -passed(1) if position.can_pass() else minimax(position, depth + 1, base)
    highs = []
    for move in position.legal_moves():
        position.push(move)
        if position.outcome() is None and position.can_pass():
            highs.append(passed(2))
        else:
            highs.append(-minimax(position, depth, base, 1))
        position.pop()
    return min(low, real), real, max(*highs, real)


def positions(game: str, games_: int, every: int) -> list[Any]:
    """Return positions of random games."""
    rng = random.Random(5)
    found = []
    for _ in range(games_):
        position = games.make(game)
        while position.outcome() is None and position.ply < 90:
            if position.ply % every == every - 1:
                found.append(position.copy())
            position.push(rng.choice(position.legal_moves()))
    return found


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize(
    ("game", "base", "every"),
    [("chess", "pst", 17), ("othello", "positional", 9), ("ngame:b=3,d=9", "static", 2)],
)
def test_null_move_intervals_follow_the_definition(
    game: str, base: str, every: int, depth: int
) -> None:
    evaluator = make(f"nullmove:base={base},depth={depth}")
    for position in positions(game, 2, every):
        low, high = evaluator.interval(position)
        assert (low, evaluator.real, high) == null_move_interval(position, depth, make(base)), (
            position.text()
        )
        assert evaluator.value(position) == evaluator.real


MATING = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
IN_CHECK = "6k1/5ppp/8/8/8/8/3R1PPP/r5K1 w - - 0 1"


def test_a_mate_is_a_mate_and_behind_a_pass_a_threat() -> None:
    evaluator = make("nullmove:base=pst,depth=1,threat=1234")
    mating = games.make("chess").at(MATING)
    low, high = evaluator.interval(mating)
    assert MATE_BOUND - 10 < evaluator.real == high < MATE_BOUND
    assert abs(low) < 1000
    threatened = games.make("chess").at(MATING.replace(" w ", " b "))
    assert make("nullmove:base=pst,depth=2,threat=1234").interval(threatened)[0] == -1234


def test_in_check_the_pessimistic_value_is_a_deeper_search() -> None:
    position = games.make("chess").at(IN_CHECK)
    low, _ = make("nullmove:base=pst,depth=1").interval(position)
    assert low == min(minimax(position, depth, make("pst")) for depth in (1, 2))


@pytest.mark.parametrize("game", [pytest.param("chess", marks=NEEDS_SPEED), "othello"])
def test_a_lazy_interval_has_the_same_pessimistic_value(game: str) -> None:
    """Expanding the node gives the optimistic one."""
    eager, lazy = make("nullmove"), make("nullmove:lazy=true")
    for position in positions(game, 2, 13):
        low, high = eager.interval(position)
        real = eager.real
        assert lazy.interval(position) == (low, real + (real - low))
        children = []
        for move in position.legal_moves():
            position.push(move)
            children.append(-lazy.interval(position)[0])
            position.pop()
        assert high <= max(*children, real)


def test_a_search_by_nodes_deepens() -> None:
    position = positions("chess", 1, 17)[0]
    evaluator = make("nullmove:base=pst,nodes=7000")
    with Budget() as budget:
        interval = evaluator.interval(position)
    assert budget.used == 7000
    assert interval == make("nullmove:base=pst,depth=3").interval(position)
    assert make("nullmove:base=pst,nodes=1").interval(position) == (
        make("nullmove:base=pst").interval(position)
    ), "the first depth is always complete"


def test_a_search_by_nodes_ends_at_the_end_of_the_game() -> None:
    position = games.make("ngame:b=2,d=4")
    assert make("nullmove:nodes=1000000").interval(position) == (minimax(position, 4, None),) * 2


def test_fixed_intervals() -> None:
    position = games.make("chess")
    position.push(position.parse_move("e2e4"))
    value = make("pst").value(position)
    evaluator = make("fixed:base=pst,margin=30")
    assert evaluator.interval(position) == (value - 30, value + 30)
    assert evaluator.real == value


def test_shallow_intervals() -> None:
    evaluator = make("shallow:base=pst,depths=0-2,margin=5")
    for position in positions("chess", 2, 17):
        values = [minimax(position, depth, make("pst")) for depth in range(3)]
        assert evaluator.interval(position) == (min(values) - 5, max(values) + 5)
        assert evaluator.real == values[2]


@pytest.mark.parametrize("depths", ["2-1", "2", "1-", "1-100", "x"])
def test_invalid_depths_are_refused(depths: str) -> None:
    with pytest.raises(SpecError, match="expected two depths up to 64"):
        make(f"shallow:depths={depths}")


@pytest.mark.parametrize("game", ["chess", "othello", "chess:variant=atomic"])
def test_every_game_of_the_board_has_intervals(game: str) -> None:
    position = games.make(game)
    evaluator = make(default_for(position, intervals=True))
    assert evaluator.serves(position)
    low, high = evaluator.interval(position)
    assert low <= evaluator.value(position) <= high


@pytest.mark.parametrize(
    ("evaluator", "game"),
    [
        pytest.param("nullmove:depth=2,lazy=true", "chess", marks=NEEDS_SPEED),
        pytest.param("nullmove:nodes=300", "othello", marks=NEEDS_SPEED),
        ("shallow:depths=1-3", "ngame:b=3,d=9"),
    ],
)
def test_options_pass_the_conformance_tests(evaluator: str, game: str) -> None:
    assert check_evaluator(evaluator, game, games=1, plies=20) > 100
