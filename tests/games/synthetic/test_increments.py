from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import games
from tests.games.synthetic.generator import GOLDEN, MASK, mix


@given(st.integers(2, 50), st.integers(0, 2**63 - 1), st.data())
def test_values_are_the_sums_of_the_generators_increments(
    b: int, seed: int, data: st.DataObject
) -> None:
    position = games.make(f"increments:b={b},seed={seed}")
    line = data.draw(st.lists(st.integers(0, b - 1), max_size=20))
    node, value = mix(seed + GOLDEN & MASK), 0
    for move in line:
        position.push(move)
        node = mix((node * 0x100000001B3 + move + 1 + GOLDEN) & MASK)
        value += ((node >> 32) * 2001 >> 32) - 1000
    assert position.static() == (value if len(line) % 2 == 0 else -value)
    assert position.outcome() is None


def test_the_game_has_no_end() -> None:
    position = games.make("increments:b=2,seed=3")
    line = [ply * ply % 3 % 2 for ply in range(1000)]
    for move in line:
        position.push(move)
    assert position.history == tuple(line)
    assert position.copy().static() == position.static()
    for _ in line:
        position.pop()
    assert (position.ply, position.static()) == (0, 0)
