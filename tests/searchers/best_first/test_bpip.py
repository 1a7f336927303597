from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
import searchers
from games.core.scores import MATE_BOUND
from games.errors import EvaluationError
from searchers import Limits
from tests.compiled import NEEDS_SPEED

Values = dict[int, int]


def leaves(tree: Any, node: int = 0) -> Iterator[int]:
    children = [child for _, child in tree.edges_of(node)]
    if not children:
        yield node
    for child in children:
        yield from leaves(tree, child)


def worth(tree: Any, node: int, values: Values) -> int:
    """Return the minimax value of a node by those of the leaves."""
    below = [-worth(tree, child, values) for _, child in tree.edges_of(node)]
    return max(below) if below else values[node]


def outcomes(tree: Any, fixed: Values) -> Iterator[tuple[float, Values]]:
    """Yield every combination of the leaves' spikes, with its chance."""
    choices = []
    for leaf in leaves(tree):
        before, spikes = 0.0, []
        for value, at_most in tree.distribution(leaf):
            spikes.append((leaf, value, at_most - before))
            before = at_most
        if leaf in fixed:
            spikes = [(leaf, fixed[leaf], 1.0)]
        choices.append(spikes)
    for chosen in itertools.product(*choices):
        chance = 1.0
        for _, _, part in chosen:
            chance *= part
        yield chance, {leaf: value for leaf, value, _ in chosen}


def gain(tree: Any, fixed: Values) -> float:
    """Return U by its definition: the mean of the best move, less the best of the moves' means."""
    moves = [child for _, child in tree.edges_of(0)]
    best, means = 0.0, dict.fromkeys(moves, 0.0)
    for chance, values in outcomes(tree, fixed):
        best += chance * worth(tree, 0, values)
        for move in moves:
            means[move] -= chance * worth(tree, move, values)
    return best - max(means.values())


def searched(nodes: int, seed: int, width: int = 2, margin: int = 90, **options: Any) -> Any:
    """Return a small tree whose leaves have similar values."""
    position = games.make(f"ngame:b={width},d=8,seed={seed},edge=60")
    player = searchers.make(f"bpip@fixed:margin={margin}", spikes=2, **{"inner": 0, **options})
    player.search(position, Limits(nodes=nodes))
    return player.tree


def inner_nodes(tree: Any) -> list[int]:
    return [node for node in range(tree.size) if tree.edges_of(node)]


def product(tree: Any, node: int) -> Callable[[int], float]:
    """Return an inner node's distribution, by its children's spikes."""
    below = [tree.distribution(child) for _, child in tree.edges_of(node)]

    def at_most(value: int) -> float:
        chance = 1.0
        for spikes in below:
            chance *= 1.0 - max((reached for spike, reached in spikes if spike < -value), default=0)
        return chance

    return at_most


def exact_distribution(tree: Any, node: int) -> list[tuple[int, float]]:
    """Return an inner node's spikes without merging."""
    at_most = product(tree, node)
    values = {-spike for _, child in tree.edges_of(node) for spike, _ in tree.distribution(child)}
    return [(value, at_most(value)) for value in sorted(values) if at_most(value) > 0.0]


def average(spikes: list[tuple[int, float]]) -> float:
    before, mean = 0.0, 0.0
    for value, chance in spikes:
        mean += value * (chance - before)
        before = chance
    return mean


@settings(max_examples=15, deadline=None)
@given(st.integers(3, 11), st.integers(0, 10**6), st.integers(2, 3))
def test_distributions_are_those_of_all_combinations(nodes: int, seed: int, width: int) -> None:
    tree = searched(nodes, seed, width)
    for node in (0, *[child for _, child in tree.edges_of(0)]):
        chances: dict[int, float] = {}
        for chance, values in outcomes(tree, {}):
            value = worth(tree, node, values)
            chances[value] = chances.get(value, 0.0) + chance
        assert [value for value, _ in tree.distribution(node)] == sorted(chances)
        total = 0.0
        for value, at_most in tree.distribution(node):
            total += chances[value]
            assert at_most == pytest.approx(total)
    assert tree.gain == pytest.approx(gain(tree, {}), abs=1e-6)


@settings(max_examples=15, deadline=None)
@given(st.integers(3, 10), st.integers(0, 10**6), st.integers(2, 3))
def test_the_expected_step_is_that_of_every_leaf_tried(nodes: int, seed: int, width: int) -> None:
    tree = searched(nodes, seed, width)
    before = gain(tree, {})
    steps = {}
    for leaf in leaves(tree):
        spikes, at_most = tree.distribution(leaf), 0.0
        steps[leaf] = 0.0
        for value, chance in spikes:
            steps[leaf] += (chance - at_most) * abs(gain(tree, {leaf: value}) - before)
            at_most = chance
    found = tree.leaf_weights(8)
    if max(steps.values()) > 1e-6:  # else they are ordered by something else
        for leaf, step in steps.items():
            assert found.get(leaf, 0.0) == pytest.approx(step, abs=1e-6)


@pytest.mark.parametrize("gulp", [0, 2, 30])
def test_distributions_are_valid_after_every_gulp(gulp: int) -> None:
    """In each of many gulps only the distributions above its leaves are found again."""
    tree = searched(600, 7, 3, gulp=gulp)
    for node in inner_nodes(tree):
        at_most = product(tree, node)
        for value, chance in tree.distribution(node):
            assert chance == pytest.approx(at_most(value), abs=1e-9)


def test_an_inner_node_has_at_most_a_number_of_spikes() -> None:
    """Near spikes are merged into their mean.

    The chances at which they end are exact, and so is the node's mean but for rounding.
    """
    trees = {inner: searched(3000, 2, 4, inner=inner, gulp=100) for inner in (0, 12)}
    assert max(len(trees[0].distribution(node)) for node in inner_nodes(trees[0])) > 12
    for node in inner_nodes(trees[12]):
        spikes = trees[12].distribution(node)
        assert 1 <= len(spikes) <= 12
        exact = exact_distribution(trees[12], node)
        chances = [chance for _, chance in spikes]
        assert chances[-1] == 1.0
        assert all(later > sooner for sooner, later in itertools.pairwise([0.0, *chances]))
        assert all(any(abs(chance - c) < 1e-9 for _, c in exact) for chance in chances)
        assert average(spikes) == pytest.approx(average(exact), abs=0.5)


def test_spread_is_the_distance_of_spikes_from_the_value() -> None:
    """Half of twice the errors gives the same search. No error gives minimax of the leaves."""
    whole, half = searched(600, 7, 3), searched(600, 7, 3, margin=180, spread=50)
    assert whole.size == half.size
    assert all(whole.distribution(node) == half.distribution(node) for node in range(whole.size))
    without = searched(600, 7, 3, spread=0)
    values = {leaf: without.distribution(leaf)[0][0] for leaf in leaves(without)}
    for node in range(without.size):
        assert without.distribution(node) == [(worth(without, node, values), 1.0)]


@settings(max_examples=15, deadline=None)
@given(st.integers(20, 400), st.integers(0, 10**6), st.integers(2, 5))
def test_leaves_are_returned_by_weight(nodes: int, seed: int, width: int) -> None:
    """Leaves whose ancestors allow little weight come last, or never."""
    steps = list(searched(nodes, seed, width).leaf_weights(8).values())
    assert steps == pytest.approx(sorted(steps, reverse=True), rel=1e-6)


def test_a_tree_worked_out_by_hand(data: Path) -> None:
    """The moves have the spikes 50 or 150, 150 or 250, 63 or 188.

    If the better of them were known, it would be worth 209.5. The mean of the second is 200. A
    move that cannot be best does not change U.
    """
    position = games.make(f"explicit:{data / 'palay-section-2.json'}")
    player = searchers.make("bpip:spikes=2@intervals")
    result = player.search(position, Limits(nodes=3))
    tree = player.tree
    moves = [child for _, child in tree.edges_of(0)]
    assert [tree.distribution(child) for child in moves] == [
        [(-150, 0.5), (-50, 1.0)],
        [(-250, 0.5), (-150, 1.0)],
        [(-188, 0.5), (-63, 1.0)],
    ]
    assert (result.move, result.value, tree.gain) == (position.legal_moves()[1], 200, 9.5)
    assert tree.distribution(0) == [(150, 0.25), (188, 0.5), (250, 1.0)]
    assert tree.leaf_weights(9) == {moves[1]: 9.5, moves[2]: 9.5}


def test_a_forced_win_is_found_and_its_length() -> None:
    board = games.make("chess").at("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1")
    result = searchers.make("bpip").search(board, Limits(nodes=20_000))
    assert (result.proved, result.uci) == (True, "g5g7")
    assert (result.value or 0) > MATE_BOUND


def test_the_leaves_that_matter_come_first() -> None:
    """A gulp of one expands the leaf of the largest expected step."""
    position = games.make("ngame:b=3,d=8,seed=5,edge=60")
    player = searchers.make("bpip@fixed:margin=90", gulp=0)
    for nodes in range(6, 60, 3):
        player.search(position, Limits(nodes=nodes))
        steps = player.tree.leaf_weights(8)
        first = max(steps, key=lambda leaf: (steps[leaf], -leaf))
        player.search(position, Limits(nodes=nodes + 3))
        assert player.tree.edges_of(first)


def test_a_gulp_is_a_share_of_the_leaves() -> None:
    """With all leaves the search is breadth first; with one it goes deeper."""
    position = games.make("ngame:b=4,d=20,seed=3")
    depths = {
        gulp: searchers.make("bpip", gulp=gulp)
        .search(position, Limits(nodes=4 + 16 + 64))
        .counts["max_depth"]
        for gulp in (0, 100)
    }
    assert depths[100] == 3 < depths[0]


def test_a_low_worth_of_more_search_ends_it() -> None:
    position = games.make("othello").at("f5d6c3d3")
    limits = Limits(nodes=600)
    whole = searchers.make("bpip").search(position, limits)
    player = searchers.make("bpip:worth=20")
    result = player.search(position, limits)
    assert (whole.reason, result.reason) == ("nodes", "confident")
    assert result.nodes < whole.nodes
    assert player.tree.gain <= 20
    assert not result.proved


@pytest.mark.parametrize("spikes", [1, 64])
def test_a_full_tree_ends_the_search(spikes: int) -> None:
    player = searchers.make(f"bpip:hash=1,spikes={spikes}")
    position = games.make("ngame:b=9,d=40")
    result = player.search(position, Limits(nodes=100_000))
    assert (result.reason, result.nodes < 100_000) == ("memory", True)
    assert result.counts["peak_stored"] == player.tree.size <= player.tree.most
    assert player.search(position, Limits(nodes=100)).reason == "nodes"


def test_an_evaluator_of_values_is_refused() -> None:
    with pytest.raises(EvaluationError, match="discs gives values, no intervals"):
        searchers.make("bpip@discs").search(games.make("othello"), Limits(nodes=9))


@NEEDS_SPEED
def test_a_lazy_search_expands_more() -> None:
    """In chess, where a full evaluation is a search of captures."""
    expanded = {"true": 0, "false": 0}
    for moves in ((), ("e2e4", "c7c5", "g1f3"), ("d2d4", "g8f6", "c2c4", "e7e6", "b1c3", "f8b4")):
        position: Any = games.make("chess")
        for move in moves:
            position.push(position.parse_move(move))
        for lazy in expanded:
            player = searchers.make(f"bpip:lazy={lazy}@learned:base=(quiescence:base=network)")
            result = player.search(position, Limits(nodes=3000))
            expanded[lazy] += result.counts["expanded"]
    assert 4 * expanded["true"] > 5 * expanded["false"]
