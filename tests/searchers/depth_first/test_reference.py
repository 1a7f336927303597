"""The fast searchers against `reference.py`: the same values, and the same leaves."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
import searchers
from games import Position
from searchers import Limits
from searchers.depth_first import reference
from tests.minimax import minimax

PLAIN = "tt=0,selective=false,killers=false,history=false,aspiration=false,checks=false"


def small_tree(b: int, d: int, seed: int, edge: int) -> Position:
    return games.make(f"ngame:b={b},d={d},seed={seed},edge={edge}")


SMALL = st.builds(
    small_tree, st.integers(2, 4), st.just(20), st.integers(0, 999), st.sampled_from([1, 9, 2**15])
)


def leaves(search: Any, *given: Any) -> tuple[int, int]:
    """Return the value that a reference search finds, and the number of its leaves."""
    count = 0

    def counted(*node: Any) -> int | None:
        nonlocal count
        value = plain(*node)
        count += value is not None
        return value

    plain = reference.leaf_value
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reference, "leaf_value", counted)
        return search(*given), count


@given(SMALL, st.integers(1, 5))
@settings(max_examples=60, deadline=None)
def test_the_references_find_the_minimax_value(position: Position, depth: int) -> None:
    value = minimax(position, depth)
    assert reference.alpha_beta(position, depth) == value
    assert reference.principal_variation(position, depth) == value
    assert reference.mtd_f(position, depth, guess=0) == value


@given(SMALL, st.integers(1, 5))
@settings(max_examples=60, deadline=None)
def test_alphabeta_visits_the_leaves_of_the_reference(position: Position, depth: int) -> None:
    found = searchers.make("alphabeta:order=none,deepen=false").search(
        position, Limits(depth=depth)
    )
    assert (found.value, found.counts["evaluated"]) == leaves(reference.alpha_beta, position, depth)


@given(SMALL, st.integers(1, 5))
@settings(max_examples=60, deadline=None)
def test_pvs_visits_the_leaves_of_the_reference(position: Position, depth: int) -> None:
    found = searchers.make(f"pvs:{PLAIN}").search(position, Limits(depth=depth))
    runs = [leaves(reference.principal_variation, position, d) for d in range(1, depth + 1)]
    assert found.value == runs[-1][0]
    assert found.counts["evaluated"] == sum(count for _, count in runs)
