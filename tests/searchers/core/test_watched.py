"""A watcher receives the root move that the search turns to."""

from __future__ import annotations

import pytest

from games import make as make_game
from searchers import Limits, make

LIMITS = Limits(nodes=600, depth=3)
PLAYERS = ["pvs", "mtdf", "alphabeta", "hybrid", "bfms", "bfext", "bpip", "rbfms", "bstar"]
PLAYERS += ["descent", "uct", "puct", "scout"]
PLAYERS += ["mma", "conspiracy", "mgss"]


@pytest.mark.parametrize("player", PLAYERS)
def test_root_moves_are_seen_with_their_numbers(player: str) -> None:
    position = make_game("othello")
    seen: list[tuple[int, int]] = []
    watched = make(player)
    watched.watcher = lambda move, number: seen.append((move, number))
    result = watched.search(position, LIMITS)
    assert result.move in {move for move, _ in seen} <= set(position.legal_moves())
    assert {number for _, number in seen} <= {1, 2, 3, 4}
    assert result.counts == make(player).search(position, LIMITS).counts
    assert watched.clone().watcher is None


def test_a_depth_first_search_tells_every_move_of_an_iteration_in_order() -> None:
    position = make_game("othello")
    seen: list[tuple[int, int]] = []
    watched = make("alphabeta:deepen=false,order=none")
    watched.watcher = lambda move, number: seen.append((move, number))
    watched.search(position, depth=2)
    assert seen == [(move, n) for n, move in enumerate(position.legal_moves(), 1)]


def test_of_several_lines_each_is_seen() -> None:
    seen: list[int] = []
    watched = make("pvs")
    watched.watcher = lambda move, number: seen.append(move)
    result = watched.search(make_game("othello"), LIMITS, lines=2)
    assert {known.move for known in result.root[:2]} <= set(seen)
