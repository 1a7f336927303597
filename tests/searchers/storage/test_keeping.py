"""Kept trees when there is little time."""

from __future__ import annotations

from typing import Any

import pytest

import games
import searchers
from searchers import Limits
from tests.searchers.storage.keepers import KEEPERS
from tests.stops import Countdown

NODES = 400


@pytest.mark.parametrize("player", KEEPERS)
def test_moving_the_root_of_a_kept_tree_ends_with_the_search(player: str) -> None:
    """The move is then the best one in the tree."""
    start = games.make("othello").at("f5d6c3d3c4")
    searcher = searchers.make(player)
    for looks in (0, 1, 3):
        position = start.copy()
        searcher.new_game()
        before = searcher.search(position, Limits(nodes=NODES))
        position.push(before.pv[0])
        held = searcher.search(position, Limits(nodes=0))
        searcher.new_game()
        searcher.search(start, Limits(nodes=NODES))
        result = searcher.search(position, Limits(), stop=Countdown(looks))
        assert (result.reason, result.move in position.legal_moves()) == ("stop", True)
        if looks == 0:
            assert (result.move, result.value) == (held.move, held.value)
            assert result.counts["peak_stored"] <= 1 < held.counts["peak_stored"]
        again = searcher.search(position, Limits(nodes=60))
        assert again.move in position.legal_moves()
        assert again.nodes > 0


@pytest.mark.parametrize("player", KEEPERS)
def test_a_node_limit_costs_no_tree(player: str) -> None:
    position = games.make("othello").at("f5d6c3d3c4")
    searcher = searchers.make(player)
    before = searcher.search(position, Limits(nodes=NODES))
    position.push(before.pv[0])
    held: Any = [searcher.search(position, Limits(nodes=0)) for _ in range(2)]
    assert held[0].pv == held[1].pv
    assert held[0].counts["peak_stored"] == held[1].counts["peak_stored"] > 1


@pytest.mark.parametrize(
    "player", ["bfms", "descent", "mma", "mma:penalty=means", "conspiracy", "mgss"]
)
def test_a_kept_tree_stays_and_grows(player: str) -> None:
    position = games.make("ngame:b=4,d=40,seed=5,edge=60")
    searcher = searchers.make(player)
    first = searcher.search(position, Limits(nodes=3000))
    for move in first.pv[:2]:
        position.push(move)
    kept = searcher.search(position, Limits(nodes=0))
    assert (kept.pv, kept.value) == (first.pv[2:], first.value)
    assert kept.counts["steps"] >= 2
    stored = kept.counts["peak_stored"]
    assert 5 < stored < first.counts["peak_stored"]
    again = searcher.search(position, Limits(nodes=400))
    assert (again.nodes, again.counts["peak_stored"]) == (400, stored + 400)
