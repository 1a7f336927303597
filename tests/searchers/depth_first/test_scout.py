from __future__ import annotations

import pytest

import games
import searchers
from searchers import Limits
from searchers.depth_first.reference import scout
from tests.minimax import minimax


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("b", "d"), [(2, 7), (3, 5), (5, 4), (10, 1)])
def test_the_value_is_that_of_minimax_and_of_the_reference(b: int, d: int, seed: int) -> None:
    position = games.make(f"ngame:b={b},d=20,seed={seed}")
    result = searchers.make("scout:deepen=false@static").search(position, Limits(depth=d))
    assert result.value == scout(position, d) == minimax(position, d)
    for move in result.pv:
        position.push(move)
    assert position.static() * (-1) ** d == result.value


def test_pearls_optimum() -> None:
    """With the best child first, SCOUT reads the leaves that alpha-beta must read.

    TEST then confirms every other child at once.
    """
    for w, d in ((2, 6), (3, 4), (4, 5)):
        position = games.make(f"uniform:w={w},d={d},order={w}")
        result = searchers.make("scout:deepen=false").search(position, Limits(depth=d))
        assert result.counts["evaluated"] == w ** (d // 2) + w ** ((d + 1) // 2) - 1


def test_scout_reads_fewer_leaves_than_minimax() -> None:
    position = games.make("uniform:w=4,d=6")
    read = [
        searchers.make(f"{name}:deepen=false").search(position, Limits(depth=6)).counts["evaluated"]
        for name in ("scout", "minimax")
    ]
    assert read[0] < read[1] / 5
