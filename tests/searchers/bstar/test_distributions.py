from __future__ import annotations

import itertools
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import evaluators
import games
import searchers
from evaluators.core.budget import Budget
from searchers import Limits, Result
from searchers.bstar.distributions import Quantiles, best_probabilities
from searchers.bstar.interval_tree import IntervalTree
from searchers.bstar.selection import SelectVerify
from tests.compiled import COMPILED

ENOUGH = Limits(nodes=10**6)


def _search(position: Any, options: str = "", limits: Limits = ENOUGH) -> Result:
    return searchers.make(f"bstar:select=pb{options}").search(position, limits)


# -- distributions -----------------------------------------------------------------------------


def _distributed(data: Any, *, product: bool = False, lean: int = 0) -> IntervalTree:
    """Return the tree of a node (optimistic, pessimistic, children), with its distributions."""
    tree = IntervalTree.of(data)
    tree.distributions = Quantiles(tree, product, lean)
    for node in range(tree.size - 1, 0, -1):
        if tree.edges_of(node):
            tree.distributions.back_up(node)
    return tree


def _mean(line: list[int]) -> float:
    return (sum(line) - (line[0] + line[-1]) / 2) / 16


def test_palays_figure_7_1() -> None:
    """Two nodes have the range [200, 0], one with three children, the other with one.

    Their expected true values are 50 and 100, although the ranges are equal.
    """
    data: Any = (0, 0, [(200, 0, [(0, -200, [])] * 3), (200, 0, [(0, -200, [])])])
    independent, dependent = _distributed(data, product=True), _distributed(data)
    first, second = (_mean(independent.distributions.line_of(node)) for node in (1, 2))
    assert first == pytest.approx(50, abs=3)
    assert second == pytest.approx(100, abs=1)
    assert [_mean(dependent.distributions.line_of(node)) for node in (1, 2)] == pytest.approx(
        [100, 100], abs=1
    )


def test_a_leaf_is_uniform_or_leans_to_the_side_to_move() -> None:
    data: Any = (0, 0, [(1600, 0, [])])
    assert _distributed(data).distributions.line_of(1) == list(range(0, 1601, 100))
    leaning = _distributed(
        data, lean=100
    ).distributions  # the opponent of the side that moved in is to move
    assert _mean(leaning.line_of(1)) == pytest.approx(1600 / 3, rel=0.01)
    assert leaning.up_to(1, 400) == pytest.approx(0.5, abs=0.01)  # 2p - p^2 from above


def test_probabilities_of_known_values() -> None:
    """At a known value "at most" and "below" differ."""
    distributions = _distributed(
        (0, 0, [_whole((0, 0, [(-500, -500, []), (0, -1000, [])]))]), product=True
    ).distributions
    assert distributions.quantile(1, 16) == 500
    assert (distributions.up_to(1, 500), distributions.below(1, 500)) == (
        1,
        pytest.approx(0.5, abs=0.01),
    )
    assert (distributions.up_to(1, -1), distributions.below(1, 0)) == (0, 0)


_leaf: Any = st.tuples(st.integers(-500, 500), st.integers(0, 400)).map(
    lambda t: (t[0] + t[1], t[0], [])
)
_inner: Any = st.lists(_leaf, min_size=1, max_size=3).map(lambda children: (0, 0, children))
_node: Any = st.lists(st.one_of(_leaf, _inner), min_size=1, max_size=2).map(
    lambda children: (0, 0, children)
)


def _whole(node: Any) -> Any:
    """Return the node with its bounds backed up."""
    children = [_whole(child) for child in node[2]]
    if not children:
        return node
    return -max(child[1] for child in children), -max(child[0] for child in children), children


def _at_most(node: Any, value: float, below: bool = False) -> float:
    """Return the exact probability that a node's true value is at most, or below, a value."""
    high, low, children = node
    if (
        children
    ):  # minus the greatest of the children's is at most this where not all of those are below
        return 1.0 - math.prod(_at_most(child, -value, not below) for child in children)
    if high == low:
        return float(value > low or (value == low and not below))
    return min(1.0, max(0.0, (value - low) / (high - low)))


@given(_node)
@settings(max_examples=100, deadline=None)
def test_independent_distributions_are_those_of_all_combinations(data: Any) -> None:
    node = _whole(data)
    distributions = _distributed((0, 0, [node]), product=True).distributions
    high, low, _ = node
    grid = [low + (high - low) * (step + 0.5) / 1000 for step in range(1000)]
    mean = high - (high - low) * sum(_at_most(node, value) for value in grid) / 1000
    near = 0.03 * (high - low) + 2
    assert _mean(distributions.line_of(1)) == pytest.approx(mean, abs=near)
    for part in (4, 8, 12):
        value = distributions.quantile(1, part)
        assert _at_most(node, value - near, below=True) <= (part + 1) / 16
        assert _at_most(node, value + near) >= (part - 1) / 16


@given(_node)
@settings(max_examples=100, deadline=None)
def test_dependent_distributions_are_the_minimax_of_quantiles(data: Any) -> None:
    """Fully dependent leaves: their values rise together, from the point of view of one side."""
    node = _whole(data)
    line = _distributed((0, 0, [node])).distributions.line_of(1)

    def at(node: Any, part: int) -> float:
        high, low, children = node
        if children:
            return -max(at(child, 16 - part) for child in children)
        return low + (high - low) * part / 16

    assert all(abs(line[part] - at(node, part)) <= 3 for part in range(17))
    assert (line[0], line[16]) == (node[1], node[0])


# -- decisions ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "point", "chosen"),
    [
        ((20000, 10000), (15000, 0), 10000, 1),
        ((18000, 13000), (15000, 0), 13000, 1),
        ((18000, 13000), (13500, 10000), 13500, 0),
    ],
)
def test_palays_example_of_both_strategies(
    first: tuple[int, int], second: tuple[int, int], point: float, chosen: int
) -> None:
    """Section 3.3, times 100: DISPROVEREST twice, then PROVEBEST.

    The chance (200 - T)/100 * T/150 of separation at T, and so on, is greatest at these points.
    """
    tree = _distributed((0, 0, [(*first, []), (*second, [])]))
    rule = SelectVerify()
    assert rule.choose(tree, 0, 1) == chosen
    assert rule.point == point


def test_the_probability_to_be_best() -> None:
    data: Any = (0, 0, [(100, 0, []), (100, 0, [])])
    assert best_probabilities(_distributed(data)) == pytest.approx([0.5, 0.5], abs=0.01)
    data = (0, 0, [(100, 0, []), (150, 50, []), (40, 30, [])])
    assert best_probabilities(_distributed(data)) == pytest.approx([0.12, 0.87, 0.005], abs=0.01)


@pytest.mark.parametrize(
    ("tree", "maximum", "product"),
    [
        ("b=3,range=200,seed=1", 52, 89),
        ("b=5,range=3200,seed=3", 21, 20),
        ("b=8,range=3200,seed=7", 151, 233),
    ],
)
def test_expansions_on_canonical_trees(tree: str, maximum: int, product: int) -> None:
    """The same in both modes; AL takes 128, 24 and 278."""
    position = games.make(f"canonical:{tree}")
    results = [_search(position), _search(position, ",backup=product,lean=50")]
    assert [result.counts["expanded"] for result in results] == [maximum, product]
    assert all(result.proved for result in results)


def test_fewer_expansions_than_by_ranges() -> None:
    totals = dict.fromkeys(("al", "pb"), 0)
    for b, seed in itertools.product((3, 6, 9), range(1, 9)):
        position = games.make(f"canonical:b={b},range=800,seed={seed}")
        for version in totals:
            result = searchers.make(f"bstar:select={version}").search(position, ENOUGH)
            totals[version] += result.counts["expanded"]
    assert totals["pb"] < 0.85 * totals["al"]


# -- an early end ------------------------------------------------------------------------------


@pytest.mark.parametrize("backup", ["maximum", "product"])
def test_a_confident_end_comes_earlier_and_proves_nothing(backup: str) -> None:
    proved = confident = 0
    for seed in range(6):
        position = games.make(f"canonical:b=4,range=400,seed={seed}")
        whole = _search(position, f",backup={backup}")
        searcher = searchers.make(f"bstar:select=pb,backup={backup},doubt=10")
        early = searcher.search(position, ENOUGH)
        if early.reason == "confident":
            assert not early.proved
            assert max(best_probabilities(searcher.tree)) >= 0.9
        proved += whole.counts["expanded"]
        confident += early.counts["expanded"]
    assert confident < 0.8 * proved


def test_distributions_are_small() -> None:
    searcher = searchers.make("bstar:select=pb")
    nodes = searcher.search(games.make("ngame:b=2,d=300"), Limits(nodes=4_998)).nodes
    assert searcher.tree.bytes() + searcher.tree.distributions.bytes() <= 100 * nodes


def test_a_leaf_has_the_quantiles_of_its_evaluator() -> None:
    """They are from the other side, and cut off at the ends of the interval."""
    searcher = searchers.make("bstar:select=pb,distribution=quantiles@learned")
    position = games.make("othello")
    searcher.search(position, Limits(nodes=12))
    tree, learned = searcher.tree, evaluators.make("learned")
    leaves = [(move, node) for move, node in tree.edges_of(0) if not tree.edges_of(node)]
    assert leaves
    for move, node in leaves:
        position.push(move)
        low, high = learned.interval(position)
        line = [-learned.quantile(100 - 100 * part / 16) for part in range(1, 16)]
        expected = [-high, *(max(-high, min(-low, value)) for value in line), -low]
        assert tree.distributions.line_of(node) == expected
        assert expected[1] == -high, "a sixteenth lies below the 80 of a hundred inside"
        position.pop()


def test_the_default_quantiles_of_an_evaluator_are_uniform() -> None:
    found = [
        _search(games.make("ngame:b=3,d=6"), f",distribution={kind}@bounds")
        for kind in ("interval", "quantiles")
    ]
    assert found[0].counts == found[1].counts


# -- from move to move -------------------------------------------------------------------------


@pytest.mark.parametrize("backup", ["maximum", "product", "maximum,distribution=quantiles"])
@pytest.mark.parametrize("game", ["canonical:b=3,range=12800,seed=4", "othello"])
def test_rebuilt_distributions_are_the_same(backup: str, game: str) -> None:
    """They are rebuilt when a part of the tree is kept and its nodes are renumbered."""
    searcher = searchers.make(
        f"bstar:select=pb,backup={backup},dag={str(game == 'othello').lower()}"
    )
    searcher.search(games.make(game), Limits(nodes=800))
    tree = searcher.tree
    before = [tree.distributions.line_of(node) for node in range(1, tree.size)]
    assert tree.distributions.rebuild(Budget())
    assert [tree.distributions.line_of(node) for node in range(1, tree.size)] == before


@pytest.mark.parametrize("dag", ["false", "true"])
def test_a_kept_leaf_keeps_its_quantiles(dag: str) -> None:
    searcher = searchers.make(f"bstar:select=pb,distribution=quantiles,dag={dag}@learned")
    position = games.make("othello")
    result = searcher.search(position, Limits(nodes=900))
    tree = searcher.tree
    node = dict(tree.edges_of(0))[result.move]
    reply, node = max(tree.edges_of(node), key=lambda edge: len(tree.edges_of(edge[1])))
    before = {move: tree.distributions.line_of(child) for move, child in tree.edges_of(node)}
    assert before
    position.push(result.move)
    position.push(reply)
    searcher.search(position, Limits(nodes=1))
    after = {move: tree.distributions.line_of(child) for move, child in tree.edges_of(0)}
    assert after == before


@pytest.mark.skipif(not COMPILED, reason="takes 15 s where it is interpreted")
def test_a_full_store_forgets_and_goes_on() -> None:
    searcher = searchers.make("bstar:select=pb,hash=1")
    position = games.make("ngame:b=8,d=60,seed=1")
    result = searcher.search(position, Limits(nodes=30_000))
    assert result.counts["forgotten"] > 0
    assert result.reason == "nodes"
    tree = searcher.tree
    assert tree.bytes() + tree.distributions.bytes() <= 2**20
    position.push(result.move or 0)
    position.push(result.pv[1])
    assert searcher.search(position, Limits(nodes=1000)).nodes <= 1000
