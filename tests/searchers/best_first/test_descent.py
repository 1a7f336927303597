from __future__ import annotations

import pytest

import games
import searchers
from searchers import Limits
from searchers.best_first.reference import descent


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("b", "d"), [(2, 6), (3, 5), (4, 6)])
def test_the_search_is_that_of_the_reference(b: int, d: int, seed: int) -> None:
    position = games.make(f"ngame:b={b},d={d},seed={seed}")
    for lines in range(8):
        found = descent(position, lines)
        searcher = searchers.make("descent:stop=line@static")
        result = searcher.search(position, Limits(nodes=found.nodes))
        assert (result.move, result.value, result.nodes) == found


def test_every_line_goes_to_the_end() -> None:
    """The first line of an N-game takes a node for each child of each of its d nodes."""
    position = games.make("ngame:b=4,d=30")
    result = searchers.make("descent").search(position, Limits(nodes=4 * 30))
    assert (result.counts["max_depth"], result.nodes) == (30, 120)
    short = searchers.make("descent").search(position, Limits(nodes=1000, depth=5))
    assert short.counts["max_depth"] == 5


def test_a_line_that_the_budget_cuts_short_counts() -> None:
    """Expansions before the end are backed up, as if the search had begun with fewer nodes."""
    position = games.make("ngame:b=3,d=20,seed=3")
    for nodes in range(6, 150):
        result = searchers.make("descent").search(position, Limits(nodes=nodes))
        best = max(known.value for known in result.root)
        assert result.value == best
        assert nodes - 3 < result.nodes <= nodes
