"""Positions with one legal move are searched like any other, but on a clock for a short time."""

from __future__ import annotations

import random

import pytest

import games
import searchers
from games.core.position import Position
from games.core.scores import WIN
from searchers import SEARCHERS, Clock, Limits
from tests.compiled import COMPILED
from tests.minimax import minimax

MATE_IN_2 = "7k/3Q4/7K/4r3/8/4b3/7R/8 w - - 0 1"
"""White is in check and has one move, h6g6, which mates in two."""
CORNERED = "7k/8/8/8/8/8/6R1/6K1 b - - 0 1"
"""Black has one move, and no end is near."""
EXACT = ("alphabeta", "sss", "dual", "ps", "abtree", "hybrid", "pvs", "mtdf", "bfms")


def chess(text: str) -> Position:
    position: Position = games.make("chess").at(text)
    assert len(position.legal_moves()) == 1
    return position


def last_discs(seed: int) -> Position:
    """A position of Othello with one legal move, a few plies before the end of a random game."""
    rng = random.Random(seed)
    while True:
        board: Position = games.make("othello")
        while board.outcome() is None:
            left = board.moves_left()
            if left is not None and left <= 4 and len(board.legal_moves()) == 1:
                return board
            board.push(rng.choice(board.legal_moves()))


@pytest.mark.parametrize("name", sorted(set(SEARCHERS.builtin) - {"random"}))
def test_a_mate_behind_the_only_move_is_found(name: str) -> None:
    result = searchers.make(name).search(chess(MATE_IN_2), Limits(nodes=1000, depth=3))
    assert (result.value, result.proved) == (WIN - 3, True)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_end_of_othello_is_exact(seed: int) -> None:
    position = last_discs(seed)
    worth = minimax(position)
    for name in EXACT:
        result = searchers.make(name).search(position, Limits(nodes=100_000, depth=20))
        assert (result.value, result.reason) == (worth, "proved" if result.proved else "depth")


@pytest.mark.parametrize(
    "name", ["pvs", "bfms", "uct", "puct", "bstar", "bpip", "mma", "conspiracy", "mgss", "sss"]
)
def test_limits_hold_as_anywhere(name: str) -> None:
    position = chess(CORNERED)
    nodes = 3000 if COMPILED else 300
    result = searchers.make(name).search(position, Limits(nodes=nodes))
    assert nodes // 2 < result.nodes <= nodes
    assert result.reason == "nodes"
    deeper = searchers.make(name).search(position, Limits(depth=2, nodes=nodes))
    assert 1 < deeper.nodes < nodes
    assert name == "sss" or len(deeper.pv) >= 2


@pytest.mark.parametrize("name", ["pvs", "bfms", "bstar"])
def test_on_a_clock_the_search_is_short(name: str) -> None:
    result = searchers.make(name).search(chess(CORNERED), Limits(clock=Clock(30.0)))
    assert result.reason == "only move"
    assert result.seconds < 0.5  # of 1 s planned
    assert result.nodes > 1
    assert result.depth > 1 or not COMPILED


def test_the_limits_of_an_only_move_keep_all_but_the_plan() -> None:
    allotted = Limits(nodes=70, clock=Clock(60.0, 2.0)).allotted()
    short = allotted.for_only_move()
    assert short.planned == short.seconds == pytest.approx(0.05 * (allotted.planned or 0))
    assert short.nodes == 70
    brief = Limits(clock=Clock(0.2)).allotted()
    assert brief.for_only_move().planned == brief.planned  # less than what it takes at least
    assert Limits(seconds=9.0).for_only_move() == Limits(seconds=9.0)


@pytest.mark.parametrize(
    "rules",
    ["select=al", "select=pb", "separation=fixed", "dag=false", "after=verify", "lazy=false"],
)
def test_bstar_narrows_the_interval_of_a_single_move(rules: str) -> None:
    position = games.make("canonical:b=3,seed=4")
    moves = tuple(position.legal_moves()[:1])
    widths = []
    for nodes in (1, 30, 1500):
        result = searchers.make(f"bstar:{rules}").search(position, Limits(nodes=nodes, moves=moves))
        assert result.bounds is not None
        assert result.race is None
        widths.append(result.bounds[1] - result.bounds[0])
    assert widths == sorted(widths, reverse=True)
    assert widths[2] < widths[0] // 2


def test_bpip_searches_where_nothing_is_to_choose() -> None:
    result = searchers.make("bpip:worth=1000").search(chess(CORNERED), Limits(nodes=300))
    assert result.reason == "nodes"


def test_a_forced_move_takes_no_number_of_random() -> None:
    alone, other = searchers.make("random"), searchers.make("random")
    start = games.make("chess")
    for _ in range(5):
        alone.search(chess(CORNERED), Limits(nodes=1))
    one, two = (
        [each.search(start, Limits(nodes=1)).move for _ in range(20)] for each in (alone, other)
    )
    assert one == two
