"""Searches that reach the end of a game prove its value, and the move that they play has it."""

from __future__ import annotations

from functools import cache

import pytest

import games
import searchers
from games.check import best_play
from games.core.scores import WIN
from searchers import Limits
from searchers.check import TokenRace
from tests.compiled import COMPILED
from tests.minimax import minimax

SOLVERS = [
    *("bfms", "descent", "bfext:horizon=1", "bfext:horizon=3", "bfext:horizon=6"),
    *("bpip:gulp=0", "bpip:gulp=7", "scout", "minimax", "pvs", "mtdf"),
    *("uct", "uct:rollouts=1", "uct:implicit=1.0"),
    *("puct", "puct:priors=values", "puct:priors=values,c=0"),
    *("mma", "mma:penalty=means", "mma:penalty=rank", "mma:edge=-1", "conspiracy", "mgss"),
]
PROOF_NUMBERS = [
    *("pns", "pns:start=mobility", "pns:add=weak", "pns:second=100"),
    *("dfpn:tt=1", "dfpn:tt=1,epsilon=0,widen=100,order=false"),
    *("dfpn:tt=1,start=mobility,add=weak", "dfpn:tt=1,widen=0"),
]
SHAPES = ((2, 6), (3, 5), (4, 4), (6, 3), (9, 1))
EDGES = (2**23, 40, 3)  # with few values many children are equal


def check_trees(spec: str, seeds: range) -> None:
    player = searchers.make(spec)
    for seed in seeds:
        b, d = SHAPES[seed % 5]
        position = games.make(f"ngame:b={b},d={d},seed={seed},edge={EDGES[seed % 3]}")
        player.new_game()
        result = player.search(position, Limits(nodes=10**6))
        assert (result.proved, result.reason) == (True, "proved")
        assert result.value == minimax(position), seed
        assert spec in ("mtdf", *PROOF_NUMBERS) or len(result.pv) == d
        position.push(result.move)
        assert -minimax(position) == result.value, seed


@pytest.mark.parametrize("spec", [*SOLVERS, *PROOF_NUMBERS])
def test_small_trees_are_solved(spec: str) -> None:
    check_trees(spec, range(45 if COMPILED else 10))


@pytest.mark.slow
@pytest.mark.parametrize("spec", [*SOLVERS, *PROOF_NUMBERS])
def test_2000_small_trees_are_solved(spec: str) -> None:
    check_trees(spec, range(1000, 3000))


def race(*line: int) -> TokenRace:
    """Return a race after some moves; after 3, 1, 2, 1 the side to move can win."""
    position = TokenRace()
    for move in line:
        position.push(move)
    return position


@cache
def worth(*line: int) -> int | None:
    """Return the value of the race after some moves."""
    return best_play(race(*line), 100_000)


@pytest.mark.parametrize("spec", SOLVERS)
def test_a_win_is_proved(spec: str) -> None:
    result = searchers.make(spec).search(race(3, 1, 2, 1), Limits(nodes=1000))
    assert (result.value, result.proved, result.reason) == (WIN - 1, True, "proved")


@pytest.mark.parametrize("spec", ["bfms:stop=line", "rbfms"])
def test_a_line_that_ends_in_a_win_is_proved(spec: str) -> None:
    result = searchers.make(spec).search(race(3, 1, 2, 1), Limits(nodes=1000))
    assert (result.value, result.proved, result.reason) == (WIN - 1, True, "finished")


@pytest.mark.parametrize("spec", [*SOLVERS, "pns:shortest=true", "dfpn:tt=1,shortest=true"])
def test_the_shortest_win_and_the_longest_loss(spec: str) -> None:
    for line in ((), (1,), (2,), (3,), (1, 1), (1, 3), (3, 1), (3, 3), (2, 3, 1), (3, 1, 2)):
        result = searchers.make(spec).search(race(*line), Limits(nodes=10**6))
        assert (result.value, result.bounds, result.proved) == (worth(*line), None, True)
