"""The kept tree of B*, from move to move and when it is full."""

from __future__ import annotations

from typing import Any

import pytest

import games
import searchers
from searchers import Limits
from searchers.core.trace import Trace
from tests.compiled import NEEDS_SPEED
from tests.searchers.bstar.proving import ENOUGH, VERSIONS, bounds_of, prove, values_of

# -- the tree from move to move ----------------------------------------------------------------


def _known(tree: Any, node: int = 0) -> list[Any]:
    """Return all values of a tree below a node."""
    return [
        (move, tree.bounds(child), tree.realistic(child), _known(tree, child))
        for move, child in tree.edges_of(node)
    ]


def _size(tree: Any, node: int) -> int:
    return 1 + sum(_size(tree, child) for _, child in tree.edges_of(node))


@pytest.mark.parametrize("options", ["", "dag=true", "select=db"])
@pytest.mark.parametrize("game", ["ngame:b=4,d=30,seed=2", "othello", "canonical:b=9,seed=1"])
def test_the_tree_is_kept_from_move_to_move(game: str, options: str) -> None:
    evaluator = "intervals" if game.startswith("canonical") else "bounds"
    searcher = searchers.make("bstar" + (f":{options}" if options else ""), evaluator)
    position = games.make(game)
    searcher.search(position, Limits(nodes=3000))
    tree, node = searcher.tree, 0
    for _ in range(2):
        move, node = max(tree.edges_of(node), key=lambda edge: _size(tree, edge[1]))
        position.push(move)
    below = _known(tree, node)
    assert _size(tree, node) > 20
    result = searcher.search(position, Limits(nodes=0))
    assert _known(searcher.tree) == below
    assert result.counts["steps"] >= 2
    assert [known.move for known in sorted(result.root, key=lambda known: known.move)] == sorted(
        position.legal_moves()
    )


def test_a_proved_move_needs_no_second_search() -> None:
    position = games.make("canonical:b=4,seed=5")
    searcher = searchers.make("bstar")
    first = searcher.search(position, ENOUGH)
    again = searcher.search(position, Limits(nodes=0))
    assert (again.move, again.proved, again.nodes) == (first.move, True, 0)
    searcher.new_game()
    assert searcher.search(position, ENOUGH).counts == first.counts
    restricted = searcher.search(position, Limits(nodes=500, moves=(0, 2)))
    assert restricted.nodes > 0


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("options", ["", ",dag=true"])
def test_a_kept_tree_proves_what_is_best(version: str, options: str) -> None:
    """Depths and efforts are those below the new root."""
    for seed in range(12):
        position = games.make(f"canonical:b=3,range=300,d=5,collapse=0,seed={seed}")
        searcher = searchers.make(f"bstar:select={version}{options}")
        while position.outcome() is None:
            values = values_of(position)
            result = searcher.search(position, ENOUGH)
            assert result.proved or len(values) == 1
            assert values[result.move] == max(values.values())
            position.push(result.move)


def test_a_draw_by_repetition_below_an_earlier_root_is_evaluated_again(switches: Any) -> None:
    position = switches()
    searcher = searchers.make("bstar@intervals")
    first = searcher.search(position, Limits(nodes=8))
    assert first.pv == (0, 0, 0, 0)
    for move in first.pv[:2]:
        position.push(move)
    assert searcher.search(position, Limits(nodes=0)).counts["steps"] >= 2
    again = searcher.search(position, Limits(nodes=1))
    assert again.counts["regenerated"] == 1
    assert bounds_of(again)[1] == (-60, 55)


# -- a full tree -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "full"), [("", 2**20 // 52), ("dag=true", 2**20 // 92), ("select=db", 2**20 // 52)]
)
@pytest.mark.parametrize(
    "game", ["ngame:b=6,d=200,seed=4", pytest.param("othello", marks=NEEDS_SPEED)]
)
def test_a_full_store_forgets_and_goes_on(game: str, options: str, full: int) -> None:
    searcher = searchers.make(f"bstar:hash=1,{options}".rstrip(",") + "@bounds")
    position = games.make(game)
    result = searcher.search(position, Limits(nodes=full * 2))
    counts = result.counts
    assert (result.reason, result.nodes) == ("nodes", full * 2)
    assert full * 8 // 10 < counts["peak_stored"] <= full
    assert counts["forgotten"] > full // 3
    assert searcher.tree.bytes() < 2**20
    position.push(result.move)
    lines: list[str] = []
    searcher.trace = Trace(lines.append)
    searcher.search(position, Limits(nodes=100))
    # In Othello the move played may have become a leaf, whose tree is a new one.
    assert any("resumed" in line for line in lines) or game == "othello"


def test_pruning_changes_no_value_at_the_root() -> None:
    position, full = games.make("ngame:b=8,d=200,seed=4"), 2**20 // 52
    limits = Limits(nodes=full // 8 * 8 + 1)
    plain = searchers.make("bstar").search(position, limits)
    small = searchers.make("bstar:hash=1").search(position, limits)
    assert small.counts["forgotten"] > full // 3
    assert (small.move, small.value, small.root) == (plain.move, plain.value, plain.root)


def test_a_small_tree_only_costs_nodes() -> None:
    position = games.make("ngame:b=8,d=8,seed=0")
    plain, small = prove(position), prove(position, "hash=1")
    assert (small.move, small.proved) == (plain.move, True)
    assert small.counts["regenerated"] > 0
    assert plain.nodes < small.nodes < 2 * plain.nodes


def test_a_tree_of_ten_thousand_nodes_is_small() -> None:
    searcher = searchers.make("bstar")
    result = searcher.search(games.make("ngame:b=8,d=300,seed=1"), Limits(nodes=10_000))
    assert searcher.tree.bytes() <= 60 * result.counts["peak_stored"]
