from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from games.errors import SpecError
from tests.games.synthetic.generator import GOLDEN, MASK, mix


def _cost(seed: int, node: int, edge: int) -> int:
    drawn = mix((seed + (node + 1) * GOLDEN) & MASK) >> 32
    return (drawn * (2 * edge + 1) >> 32) - edge


@given(st.integers(2, 50), st.integers(0, 2**40), st.sampled_from([9, 2**15]), st.data())
def test_values_are_the_sums_of_the_generators_edge_costs(
    b: int, seed: int, edge: int, data: st.DataObject
) -> None:
    position = games.make(f"ngame:b={b},d=20,seed={seed},edge={edge}")
    line = data.draw(st.lists(st.integers(0, b - 1), max_size=20))
    node = value = 0
    for move in line:
        position.push(move)
        node = (b * node + 1 + move) & MASK
        value += _cost(seed, node, edge)
    assert position.static() == (value if len(line) % 2 == 0 else -value)
    assert position.outcome() == (None if len(line) < 20 else position.static())


def test_values_must_stay_scores() -> None:
    with pytest.raises(SpecError, match="below 2\\^29"):
        games.make("ngame:d=400,edge=16777216")


def test_push_beyond_the_end_is_refused() -> None:
    position = games.make("ngame:d=1")
    position.push(0)
    with pytest.raises(IndexError):
        position.push(0)
