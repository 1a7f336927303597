"""The selective searches against their references, best play, and what their papers say."""

from __future__ import annotations

import math
from typing import Any

import pytest

import games
import searchers
from searchers import Limits
from searchers.selective.reference import (
    Node,
    conspiracy_search,
    conspirators,
    meta_greedy,
    min_max_approximation,
)
from tests.compiled import NEEDS_SPEED
from tests.stops import Countdown

SPECS = ("mma", "mma:penalty=means", "mma:penalty=rank", "mma:edge=-1", "conspiracy", "mgss")


def shape(node: Node) -> set[tuple[int, ...]]:
    """Return the lines to the inner nodes of a reference's tree."""
    return {one.line for one in node.all() if one.children}


def inner_lines(tree: Any, node: int = 0, line: tuple[int, ...] = ()) -> dict[tuple[int, ...], int]:
    """Return the inner nodes of a searcher's tree by their lines."""
    found = {line: node} if tree.edges_of(node) else {}
    for move, child in tree.edges_of(node):
        found |= inner_lines(tree, child, (*line, move))
    return found


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("b", "d"), [(2, 20), (3, 4), (5, 20)])
@pytest.mark.parametrize(
    ("options", "known"),
    [
        ("", {}),
        ("p=3,edge=-1", {"p": 3, "edge": -1}),
        ("p=40,edge=0,scale=30", {"p": 40, "edge": 0, "scale": 30}),
        ("penalty=means", {"means": True}),
        ("penalty=means,p=4", {"means": True, "p": 4}),
    ],
)
def test_min_max_approximation_expands_the_leaves_of_the_reference(
    options: str, known: dict[str, Any], b: int, d: int, seed: int
) -> None:
    position = games.make(f"ngame:b={b},d={d},seed={seed},edge=60")
    player: Any = searchers.make(f"mma:{options}" if options else "mma")
    for expansions in (1, 5, 25):
        player.new_game()
        result = player.search(position, Limits(nodes=b * expansions))
        root, lines = min_max_approximation(position, expansions, **known)
        assert set(inner_lines(player.tree)) == shape(root) == set(lines)
        assert result.value == root.value


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("b", "d"), [(2, 20), (3, 4), (5, 20)])
@pytest.mark.parametrize(("threshold", "buckets"), [(1, 16), (2, 4), (3, 40)])
def test_conspiracy_search_expands_the_leaves_of_the_reference(
    threshold: int, buckets: int, b: int, d: int, seed: int
) -> None:
    position = games.make(f"ngame:b={b},d={d},seed={seed},edge=60")
    player: Any = searchers.make(f"conspiracy:threshold={threshold},buckets={buckets}")
    for expansions in (1, 5, 25):
        player.new_game()
        result = player.search(position, Limits(nodes=b * expansions))
        root, lines = conspiracy_search(position, expansions, threshold, buckets)
        tree: Any = player.tree
        assert set(inner_lines(tree)) == shape(root) == set(lines)
        assert result.value == root.value
        if len(lines) < expansions:
            assert result.reason in ("confident", "proved")
        at = {node.line: node for node in root.all()}
        for line, node in inner_lines(tree).items():
            assert tree.conspiracy_numbers(node) == [
                min(30_000, conspirators(at[line], bucket, buckets, 100))
                for bucket in range(-buckets, buckets + 1)
            ]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("b", "d"), [(1, 20), (2, 20), (3, 4), (5, 20)])
@pytest.mark.parametrize("error", [10, 200])
def test_meta_greedy_search_expands_the_leaves_of_the_reference(
    error: int, b: int, d: int, seed: int
) -> None:
    position = games.make(f"ngame:b={b},d={d},seed={seed},edge=60")
    player: Any = searchers.make(f"mgss:error={error}")
    for expansions in (1, 4, 12):
        player.new_game()
        root, lines = meta_greedy(position, expansions, error)
        result = player.search(position, Limits(nodes=b * len(lines)))
        assert set(inner_lines(player.tree)) == shape(root) == set(lines)
        assert result.value == root.value


def test_a_small_constant_searches_deeper() -> None:
    """By derivation an edge costs log n, so long lines are rarely cheap."""
    position = games.make("othello")
    depths = [
        searchers.make(f"mma:edge={edge}").search(position, Limits(nodes=3000)).counts["max_depth"]
        for edge in (-1, 5)
    ]
    assert depths[0] < depths[1]


def test_the_penalty_is_minus_the_logarithm_of_the_derivative() -> None:
    """The reference's formula, against the change of the root's mean by a small change of a leaf.

    Two values a and b have the mean m of degree p; its derivative by a is (a / m)^(p - 1) / 2.
    """
    a, b, p, small = 700.0, 650.0, 10, 1e-4

    def mean(x: float, y: float) -> float:
        return float(((x**p + y**p) / 2) ** (1 / p))

    slope = (mean(a + small, b) - mean(a - small, b)) / (2 * small)
    derived = math.log(2) + (p - 1) * (math.log(mean(a, b)) - math.log(a))
    assert -math.log(slope) == pytest.approx(derived, rel=1e-6)


def test_a_threshold_ends_the_search() -> None:
    """The higher it is, the more nodes; all other buckets then need more conspirators."""
    position = games.make("ngame:b=4,d=40,seed=2,edge=60")
    spent = []
    for threshold in (1, 2, 3):
        player: Any = searchers.make(f"conspiracy:threshold={threshold},buckets=4")
        result = player.search(position, Limits(nodes=200_000))
        assert (result.reason, result.proved) == ("confident", False)
        assert sorted(player.tree.conspiracy_numbers(0))[:2] > [0, threshold]
        spent.append(result.nodes)
    assert spent == sorted(set(spent))


def test_without_a_threshold_the_budget_is_spent() -> None:
    position = games.make("ngame:b=4,d=40,seed=2,edge=60")
    found = searchers.make("conspiracy:buckets=4").search(position, Limits(nodes=5000))
    assert found.reason == "nodes"


def test_a_cost_ends_meta_greedy_search() -> None:
    """The higher it is, the sooner. Then no expansion is worth more."""
    position = games.make("ngame:b=4,d=40,seed=2,edge=60")
    spent = []
    for cost in (10, 1000, 5000):
        player: Any = searchers.make(f"mgss:cost={cost}")
        result = player.search(position, Limits(nodes=20_000))
        assert (result.reason, result.proved) == ("confident", False)
        assert player.tree.worth <= cost / 1000
        spent.append(result.nodes)
    assert spent == sorted(set(spent), reverse=True)


@NEEDS_SPEED
@pytest.mark.parametrize("spec", ["mma@static", "conspiracy:buckets=2@static"])
def test_a_stop_ends_the_work_on_a_kept_tree(spec: str) -> None:
    """In chess all guiding numbers are computed again before the search goes on."""
    player = searchers.make(spec)
    position = games.make("chess")
    first = player.search(position, Limits(nodes=40_000))
    for looks in range(6):  # the last of them within that work: a look at every 2^14 nodes
        flag = Countdown(looks)
        stopped = player.search(position, Limits(nodes=1000), stop=flag)
        assert (flag.looks, stopped.nodes, stopped.reason) == (-1, 0, "stop")
        assert (stopped.move, stopped.value, stopped.pv) == (first.move, first.value, first.pv)
    later = player.search(position, Limits(nodes=100))
    assert later.nodes == 100
    assert later.counts["peak_stored"] > 40_000
