"""The longest line of a search is 400 plies, compiled and interpreted."""

from __future__ import annotations

import pytest

import games
import searchers
from games.core.perft import perft
from games.errors import LimitsError
from searchers import Limits


@pytest.mark.parametrize(
    "player",
    [
        "alphabeta:deepen=false",
        "alphabeta:deepen=false,order=none,expand=true",
        "hybrid:deepen=false,plies=1,bottom=alphabeta",
        "hybrid:deepen=false,plies=399,bottom=alphabeta",
        "sss:deepen=false",
        "ps:deepen=false",
        "dual:deepen=false",
        "abtree:deepen=false",
    ],
)
def test_a_search_as_deep_as_lines_may_be(player: str) -> None:
    position = games.make("ngame:b=2,d=400")
    result = searchers.make(player).search(position, Limits(depth=400, nodes=2000))
    assert (result.nodes, result.counts["max_depth"]) == (2000, 400)


def test_counts_as_deep_as_lines_may_be() -> None:
    line = games.make("ngame:b=1,d=400")
    assert perft(line, 400) == perft(line, 400, bulk=False) == 1
    for depth in (401, 200_000, 10**30):
        with pytest.raises(LimitsError, match=f"depth {depth}: expected at most 400"):
            perft(line, depth)
