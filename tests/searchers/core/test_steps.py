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

SPECS = ["bpip", "bfms", "bfms:dag=true", "bfms:lazy=true", "bfext", "rbfms", "bstar", "pvs"]
SPECS += ["descent", "uct", "uct:rollouts=1", "puct", "puct:priors=values", "scout"]
SPECS += ["mma", "conspiracy", "mgss"]


def counted_search(spec: str, game: str, nodes: int) -> tuple[int, int, int]:
    """Return the moves and passes made, and the nodes and steps of a search."""
    part, position = make(spec), make_game(game)
    named = make_evaluator(part.default_evaluator(position))
    searcher = type(part)(counted(named, position), **(part.options or {}))
    watched = counting(position)
    result = searcher.search(watched, Limits(nodes=nodes))
    return watched.made[0], result.nodes, result.counts["steps"]


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("game", ["othello", "ngame:b=4,d=8"])
def test_what_is_made_is_a_node_or_a_step(spec: str, game: str) -> None:
    for nodes in (5, 60, 258, 400):
        made, used, steps = counted_search(spec, game, nodes)
        assert made == used + steps


def test_a_search_makes_the_steps_of_its_ways_down() -> None:
    made, used, steps = counted_search("bpip", "ngame:b=4,d=8", 258)
    assert made > 1.3 * used
    assert steps == made - used


def test_a_searcher_that_counts_no_steps_is_found() -> None:
    class Hasty(Searcher):
        NAME = "hasty"

        def _search(self, position: Any, limits: Limits, answer: Any) -> None:
            position.push(answer.moves[0])
            position.pop()

    with pytest.raises(ContractError, match="every move or pass made is a node or a step"):
        check_searcher(Hasty(), "ngame:b=3,d=5")
