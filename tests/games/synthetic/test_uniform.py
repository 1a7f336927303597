from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import games
from games.errors import SpecError
from tests.games.synthetic.generator import GOLDEN, MASK, mix


def _minimax(position: Any) -> tuple[int, int]:
    """Return the node's value for MAX, and the first child with that value."""
    outcome = position.outcome()
    sign = -1 if position.ply % 2 else 1
    if outcome is not None:
        return sign * outcome, -1
    values = []
    for move in position.legal_moves():
        position.push(move)
        values.append(sign * _minimax(position)[0])
        position.pop()
    return sign * max(values), values.index(max(values))


@pytest.mark.parametrize("order", [1, 2, 6])
def test_trees_of_the_thesis_follow_their_definition(order: int) -> None:
    w, d = 6, 3

    def values(node: int, value: int, depth: int) -> list[int]:
        if depth == d:
            return [value]
        best = (mix((node + (w + 1) * GOLDEN) & MASK) >> 32) * (w // order) >> 32
        low, high = (value, 127) if depth % 2 else (0, value)
        found = []
        for child in range(w):
            key = mix((node + (child + 1) * GOLDEN) & MASK)
            drawn = low + ((key >> 32) * (high - low + 1) >> 32)
            found += values(key, value if child == best else drawn, depth + 1)
        return found

    position = games.make(f"uniform:w={w},d={d},order={order},seed=5")
    found = []
    for leaf in range(w**d):
        for index in (w * w, w, 1):
            position.push(leaf // index % w)
        found.append(-position.outcome())
        for _ in range(d):
            position.pop()
    assert found == values(mix((5 + GOLDEN) & MASK), 64, 0)


@pytest.mark.parametrize("kind", ["thesis", "iid"])
def test_the_best_child_is_among_the_first(kind: str) -> None:
    places: Counter[int] = Counter()
    for seed in range(60):
        position = games.make(f"uniform:w=6,d=2,order=2,kind={kind},seed={seed},range=100000")
        places[_minimax(position)[1]] += 1
    assert set(places) == {0, 1, 2}


def test_a_best_child_in_order_with_probability_p() -> None:
    draws = [
        _minimax(games.make(f"uniform:w=4,d=1,order=4,p=0.75,seed={seed},range=100000"))[1] == 0
        for seed in range(400)
    ]
    assert 0.68 < sum(draws) / 400 < 0.82


def test_a_minimal_tree_has_the_best_child_first_everywhere() -> None:
    for kind in ("thesis", "iid"):
        position = games.make(f"uniform:w=3,d=4,order=3,kind={kind}")
        value = _minimax(position)[0]
        for _ in range(4):
            position.push(0)
        assert position.outcome() == value


def test_reordering_keeps_the_leaves() -> None:
    def leaves(spec: str) -> Counter[int]:
        position, found = games.make(spec), Counter[int]()
        for leaf in range(27):
            for index in (9, 3, 1):
                position.push(leaf // index % 3)
            found[position.outcome()] += 1
            for _ in range(3):
                position.pop()
        return found

    spec = "uniform:w=3,d=3,kind=iid,seed=8"
    assert leaves(f"{spec},order=3") == leaves(spec)


def test_impossible_options_are_refused() -> None:
    with pytest.raises(SpecError, match="order=9: expected at most w=8"):
        games.make("uniform:order=9")
    with pytest.raises(SpecError, match="is too much"):
        games.make("uniform:w=8,d=10,kind=iid,order=2")
    with pytest.raises(IndexError):
        games.make("uniform:d=1").pop()
