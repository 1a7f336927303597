"""What is measured of a block of trees by more than one experiment."""

from __future__ import annotations

from typing import Any

from engine.lab.core.tally import Tallies
from games import make as make_game
from searchers import make as make_searcher
from searchers.core.limits import Limits

__all__ = ["search_each"]


def search_each(game: str, player: str, depth: int, first: int, count: int) -> dict[str, list[Any]]:
    """Search the trees of a game from seed `first` on: their counts by name, and their `nodes`.

    :param game: its spec without `seed`.
    """
    searcher = make_searcher(player)
    tallies = Tallies()
    for seed in range(first, first + count):
        searcher.new_game()
        result = searcher.search(make_game(f"{game},seed={seed}"), Limits(depth=depth))
        tallies.add(nodes=result.nodes, **result.counts)
    return tallies.as_dict()
