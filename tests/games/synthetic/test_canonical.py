from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from evaluators import make as make_evaluator
from tests.games.synthetic.generator import GOLDEN, MASK, mix


def _children(
    key: int, p: int, o: int, b: int, collapse: int, opponent: bool
) -> list[tuple[int, int, int]]:
    """Return keys and ranges of children by the definition, from the side to move's view."""

    def draw(j: int, low: int, high: int) -> int:
        drawn = mix((key + (j + 1) * GOLDEN) & MASK) >> 32
        return low + (drawn * (high - low + 1) >> 32)

    lows, highs = [], []
    for i in range(b):
        numbers = (2 * i, 2 * i + 1, 2 * b + 2 + 16 * i + 2, 2 * b + 2 + 16 * i + 3)
        draws = [draw(j, p, o) for j in numbers]
        lows.append(min(draws))
        highs.append(max(draws))
    if o not in highs:
        highs[draw(2 * b + 1, 0, b - 1)] = o
    if p not in lows:
        lows[draw(2 * b, 0, b - 1)] = p
    keys = [mix(key ^ (i + 1) * 0xD1B54A32D192ED03 & MASK) for i in range(b)]
    for i in range(b):
        if highs[i] - lows[i] <= collapse:
            sign = -1 if opponent else 1
            lows[i] = highs[i] = sign * (sign * lows[i] + sign * highs[i] >> 1)
    return list(zip(keys, lows, highs, strict=True))


@given(
    st.integers(2, 12),
    st.sampled_from([5, 200, 2**28]),
    st.integers(0, 2**40),
    st.sampled_from([0, 2, 30]),
    st.booleans(),
    st.data(),
)
def test_ranges_are_the_generators(
    b: int, size: int, seed: int, collapse: int, adversary: bool, data: st.DataObject
) -> None:
    spec = f"canonical:b={b},range={size},seed={seed},collapse={collapse}"
    position = games.make(spec + ("" if adversary else ",adversary=false"))
    key, low, high = mix(seed), 0, size
    evaluator = make_evaluator("intervals")
    for move in data.draw(st.lists(st.integers(0, b - 1), max_size=12)):
        if low == high:
            break
        opponent = adversary and len(position.history) % 2 == 1
        key, low, high = _children(key, low, high, b, collapse, opponent)[move]
        if adversary:
            low, high = -high, -low
        position.push(move)
        assert evaluator.interval(position) == (low, high)
        assert position.outcome() == (low if low == high else None)
        assert position.key() == key


def test_lines_can_be_long() -> None:
    position = games.make("canonical:b=2,range=268435456,collapse=0,seed=5")

    def width(move: int) -> int:
        position.push(move)
        size = position.static_bounds(1) - position.static_bounds(0)
        position.pop()
        return size

    while position.outcome() is None and position.ply < 300:
        position.push(max((0, 1), key=width))
    copy: Any = position.copy()
    assert position.ply > 100
    assert (copy.history, copy.key()) == (position.history, position.key())


def test_at_depth_d_every_value_is_known() -> None:
    position = games.make("canonical:b=3,d=2")
    for move in (1, 2):
        assert position.outcome() is None
        position.push(move)
    assert position.outcome() is not None
    with pytest.raises(IndexError):
        position.push(0)


def test_the_upper_end_alone_is_always_passed_on() -> None:
    """Without the lower repair some node's children all stay above its lower end."""
    kept = {}
    for repair in ("both", "upper"):
        kept[repair] = [0, 0]
        for seed in range(200):
            node = games.make(f"canonical:b=3,range=200,collapse=0,repair={repair},seed={seed}")
            bounds = []
            for move in node.legal_moves():
                node.push(move)
                bounds.append((-node.static_bounds(1), -node.static_bounds(0)))
                node.pop()
            kept[repair][0] += min(low for low, _ in bounds) == 0
            kept[repair][1] += max(high for _, high in bounds) == 200
    assert kept["both"] == [200, 200]
    assert kept["upper"][0] < 50
    assert kept["upper"][1] == 200
