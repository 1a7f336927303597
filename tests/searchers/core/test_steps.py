"""Steps: every move and pass made is a node or a step."""

from __future__ import annotations

from typing import Any

import pytest

from evaluators import make as make_evaluator
from evaluators.core.counting import counted, counting
from games import make as make_game
from games.errors import ContractError
from searchers import Limits, Searcher, make
from searchers.check import check_searcher


def test_a_search_makes_the_steps_of_its_ways_down() -> None:
    position = make_game("ngame:b=4,d=8")
    watched = counting(position)
    named = make_evaluator(make("bpip").default_evaluator(position))
    result = make("bpip", counted(named, position)).search(watched, Limits(nodes=258))
    made, used = watched.made[0], result.nodes
    assert made > 1.3 * used
    assert result.counts["steps"] == made - used


@pytest.mark.parametrize(("player", "plies"), [("pns", 0), ("bfms@static", 2)])
def test_the_moves_to_what_is_kept_are_steps(player: str, plies: int) -> None:
    """Also those of pondering to the position above a guess that is not in the tree."""
    watched = counting(make_game("ngame:b=4,d=8"))
    searcher: Any = make(player)
    searcher.search(watched, nodes=8)
    searcher.pondering = True
    expanded = [move for move, node in searcher.tree.edges_of(0) if searcher.tree.edges_of(node)]
    for move in [*expanded, 0][:plies]:
        watched.push(move)
    before = watched.made[0]
    result = searcher.search(watched, nodes=4)
    assert watched.made[0] - before == result.nodes + result.counts["steps"]


def test_a_searcher_that_counts_no_steps_is_found() -> None:
    class Hasty(Searcher):
        NAME = "hasty"

        def _search(self, position: Any, limits: Limits, answer: Any) -> None:
            position.push(answer.moves[0])
            position.pop()

    with pytest.raises(ContractError, match="every move or pass made is a node or a step"):
        check_searcher(Hasty(), "ngame:b=3,d=5")
