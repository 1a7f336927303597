from __future__ import annotations

import pytest

import games
import searchers
from games.errors import SpecError
from searchers import Limits
from searchers.best_first.reference import best_first_minimax
from tests.compiled import NEEDS_SPEED


@pytest.mark.parametrize("first", ["alphabeta", "sss", "(alphabeta:order=none)"])
@pytest.mark.parametrize(("b", "horizon", "s"), [(2, 4, 9), (3, 3, 7), (4, 2, 6), (5, 1, 5)])
def test_the_search_is_that_of_the_reference(b: int, horizon: int, s: int, first: str) -> None:
    """Alpha-beta generates the part of the full tree that matters."""
    for seed in range(6):
        position = games.make(f"ngame:b={b},d=20,seed={seed},edge=8388608")
        player = searchers.make(f"bfext:horizon={horizon},first={first}")
        result = player.search(position, Limits(depth=s))
        assert (result.move, result.value) == best_first_minimax(position, s, horizon)[:2]
        assert result.reason == "depth"


@pytest.mark.parametrize("share", [10, pytest.param(90, marks=NEEDS_SPEED)])
def test_the_horizon_takes_its_share(share: int) -> None:
    position = games.make("othello").at("f5d6c3")
    player = searchers.make(f"bfext:share={share}")
    result = player.search(position, Limits(nodes=20_000))
    plain = searchers.make("alphabeta").search(position, Limits(nodes=20_000 * share // 100))
    assert 2 <= player.plies <= plain.depth
    assert result.nodes == 20_000


def test_others_than_the_best_have_bounds() -> None:
    position = games.make("ngame:b=5,d=20,seed=3")
    result = searchers.make("bfext:horizon=4").search(position, Limits(nodes=700))
    assert {one.move for one in result.root} == set(position.legal_moves())
    bounded = [one for one in result.root if one.bounds is not None]
    assert bounded
    for one in bounded:
        assert one.bounds is not None
        assert one.bounds[0] is None
        assert (one.value, (one.bounds[1] or 0) <= (result.value or 0)) == (None, True)


def test_first_has_to_search_within_bounds() -> None:
    with pytest.raises(SpecError, match="expected one that searches within bounds"):
        searchers.make("bfext:first=bfms")
