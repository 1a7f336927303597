from __future__ import annotations

from collections import deque

import pytest

import games
from games.errors import EvaluationError, PositionError, SpecError
from games.puzzles.eight_puzzle import GOAL
from searchers import Limits, make


def test_bounds_contain_the_true_distance() -> None:
    """Test the 6,000 positions nearest to the goal, and some of the furthest."""
    start = games.make("eight").at(GOAL)
    distances, waiting = {GOAL: 0}, deque([GOAL])
    while waiting and len(distances) < 6000:
        tiles = waiting.popleft()
        position = start.at(tiles)
        for move in position._directions():
            position.push(move)
            if position.text() not in distances:
                distances[position.text()] = distances[tiles] + 1
                waiting.append(position.text())
            position.pop()
    for tiles, distance in distances.items():
        position = start.at(tiles)
        assert position.static_bounds(0) <= -distance <= position.static_bounds(1)
        assert (position.static_bounds(0) + distance) % 2 == 0 or tiles == GOAL


def test_unsolvable_positions_are_refused() -> None:
    with pytest.raises(PositionError, match="can be reached"):
        games.make("eight").at("213804765")
    with pytest.raises(SpecError, match="expected the digits"):
        games.make("eight:tiles=123")


def test_searchers_for_two_players_refuse_it() -> None:
    with pytest.raises(EvaluationError, match="expects an opponent"):
        make("alphabeta").search(games.make("eight"), Limits(depth=2))
