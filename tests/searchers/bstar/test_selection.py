from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import games
import searchers
from searchers.bstar.interval_tree import IntervalTree
from searchers.bstar.selection import LOWER_RULES, TOP_RULES, success_probability


def _tree(*children: tuple[int, int]) -> IntervalTree:
    """Return a root whose children have these [optimistic, pessimistic] ranges."""
    best = max(low for _, low in children), max(high for high, _ in children)
    return IntervalTree.of((-best[0], -best[1], [(high, low, []) for high, low in children]))


def _chosen(rule: str, *children: tuple[int, int]) -> int:
    tree = _tree(*children)
    best = tree.best(0)
    return TOP_RULES[rule]().choose(tree, best, tree.second(0, best))


@pytest.mark.parametrize(
    ("children", "chosen"),
    [
        (((100, 50), (100, 20)), 1),  # case 1: DISPROVEREST
        (((100, 50), (100, 50)), 1),  # case 2: either; the second
        (((100, 20), (100, 50)), 0),  # case 3, symmetric to case 1
        (((200, 100), (150, 0)), 1),  # case 4: (3.1) = .5, (3.2) = .333
        (((180, 130), (150, 0)), 1),
        (((200, 0), (101, 90)), 0),  # cases 5 and 6: embedded
        (((200, 90), (101, 90)), 0),
        (((180, 130), (135, 100)), 0),  # (3.1) = .1, (3.2) = .143
    ],
)
def test_two_relevant_nodes(children: tuple[tuple[int, int], ...], chosen: int) -> None:
    """Section 3.1, and the example of section 3.3 as the formulas have it."""
    assert _chosen("probability", *children) == chosen


@pytest.mark.parametrize(
    ("children", "chosen"),
    [
        # Several at the top: of those tied with the best the one of lowest pessimistic value.
        (((200, 100), (200, 80), (200, 60)), 2),
        (((200, 60), (200, 100), (200, 80)), 0),
        # Tied and embedded as well: DISPROVEREST.
        (((200, 60), (200, 80), (150, 90)), 0),
        # Embedded in the best: PROVEBEST, though (3.4) alone would disprove.
        (((200, 60), (90, 0), (80, 70)), 0),
        # (3.3) = .333, the sum of (3.4) = .25: DISPROVEREST on the second best.
        (((210, 60), (50, 0), (110, -90)), 2),
        # (3.3) = .333, two terms of .25: PROVEBEST.
        (((210, 60), (110, -90), (110, -90)), 0),
        # A third that is not relevant counts for nothing.
        (((210, 60), (110, -90), (60, -90)), 1),
    ],
)
def test_more_relevant_nodes(children: tuple[tuple[int, int], ...], chosen: int) -> None:
    """Sections 3.2 and 3.4."""
    assert _chosen("probability", *children) == chosen


def test_equal_probabilities_are_no_reason_to_prove() -> None:
    assert _chosen("probability", (200, 100), (150, 50)) == 1


def test_a_fixed_separation_point_locks_the_choice() -> None:
    """Section 3.3: beyond the best node's range, the point stays."""
    tree = _tree((180, 100), (170, 0))
    rule = TOP_RULES["probability"]()
    rule.fix(185)
    assert rule.choose(tree, 0, 1) == 1
    rule.fix(110)
    assert rule.choose(tree, 0, 1) == 0


def test_best_first_never_disproves() -> None:
    assert _chosen("best", (100, 50), (100, 20)) == 0


def _deepened(*children: tuple[int, int]) -> IntervalTree:
    """Return a tree of which only the first root child, [200, 90], is expanded: [200, 100]."""
    tree = IntervalTree()
    tree.clear(True, True)
    for move, (high, low) in enumerate([(200, 90), *children]):
        tree.link(0, move, tree.add(high, low, 1))
    tree.open(0, 0)
    tree.link(1, 0, tree.add(-100, -200, 2))
    tree.open(1, tree.edges - 1)
    assert tree.back_up(1)
    assert tree.bounds(1) == (100, 200)
    return tree


def test_depths_decide() -> None:
    """Alternatives backed up from depth 1, the best's pessimistic value from depth 1 or 2."""
    rule, tree = TOP_RULES["depth"](), _tree((200, 90), (150, 0), (140, 0))
    assert rule.choose(tree, 0, 1) == 0, "1 + 1 against 1"
    tree = _deepened((150, 0), (140, 0))
    assert rule.choose(tree, 0, 1) == 1, "1 + 1 against 2 squared"
    rule.every, rule.top_depth = True, 0
    assert rule.choose(tree, 0, 1) == 1, "0 + 0 against 1 squared"


def test_the_smaller_tree_is_explored() -> None:
    assert _chosen("smaller", (200, 100), (150, 0)) == 0, "equal trees: prove"


def _node(low: int, high: int, *children: Any) -> dict[str, Any]:
    return {"bounds": [low, high], "children": list(children) or [low, high]}


@pytest.mark.parametrize(
    ("lowest", "strategy"), [(10, "PROVEBEST"), (5, "DISPROVEREST"), (-20, "DISPROVEREST")]
)
def test_smaller_proves_until_the_best_has_the_highest_lower_bound(
    tmp_path: Path, lowest: int, strategy: str
) -> None:
    """The encyclopedia: DISPROVEREST is pointless before, whatever the sizes."""
    first = _node(5, 95, _node(5, 94), _node(20, 99))
    file = tmp_path / "tree.json"
    file.write_text(json.dumps([first, _node(-10, 90), _node(lowest, 50)]))
    searcher = searchers.make("bstar:select=smaller@intervals")
    result = searcher.search(games.make(f"explicit:{file}"), nodes=5)  # the root, and the best
    assert result.race is not None
    assert result.race.best.bounds == (5, 94)
    assert result.race.strategy == strategy


def test_the_depth_rule_without_its_guard() -> None:
    """Palay, section 5: DB compares squared depths and nothing else. A point has no children."""
    tree = _deepened((150, 110), (90, 90))
    rule = TOP_RULES["depth"]()
    rule.every, rule.top_depth = True, 0
    assert rule.choose(tree, 0, 1) == 0, "the second best is embedded in the best"
    rule.guarded = False
    assert rule.choose(tree, 0, 1) == 1, "0 + 0 against 1 squared"
    rule.top_depth = 1
    assert rule.choose(tree, 0, 1) == 1, "1 + 1 against 2 squared"
    assert rule.choose(tree, 0, 2) == 0, "a point cannot be explored"


@pytest.mark.parametrize(
    ("children", "target", "chosen"),
    [
        # (4.1), Lambda = 100: .5 against .6 of a lower optimistic value.
        (((200, 0), (130, 80)), 100, 1),
        # (4.2), (4.3), (4.5) in the mover's frame: the same formula.
        (((-100, -300), (-120, -180)), -150, 1),
        # A point is never chosen; nor a child irrelevant to its node.
        (((150, 150), (180, 100)), 0, 1),
        (((90, 80), (200, 90)), 10, 1),
        # Unless all are.
        (((100, 100), (90, 0), (95, 90)), 50, 2),
        # Probabilities are not clipped: 2 against 3.
        (((200, 100), (150, 110)), 0, 1),
        # Ties: the first.
        (((200, 100), (200, 100)), 150, 0),
    ],
)
def test_the_most_likely_child(
    children: tuple[tuple[int, int], ...], target: float, chosen: int
) -> None:
    assert LOWER_RULES["probability"]().choose(_tree(*children), 0, target) == chosen


def test_the_most_optimistic_child() -> None:
    rule = LOWER_RULES["optimistic"]()
    assert rule.choose(_tree((200, 200), (150, 0), (150, 100)), 0, 0) == 1


def test_the_formulas() -> None:
    tree = _tree((200, 50))
    assert success_probability(tree, 1, 80) == 120 / 150  # (4.1), (4.4)
    # (4.2): for the opponent, in the player's frame (T - beta)/(alpha - beta).
    opponent = _tree((-50, -200))
    assert success_probability(opponent, 1, -80) == (80 - 50) / (200 - 50)


def test_of_two_equal_points_the_first_stays_relevant() -> None:
    tree = _tree((80, 80), (80, 80), (80, 10), (90, 20))
    assert [tree.is_relevant(0, edge, 80) for edge in range(4)] == [True, False, False, True]
