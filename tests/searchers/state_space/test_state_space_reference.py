"""`sss` and `ps` against `reference.py`: the same values, and the same leaves in the same order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import games
import searchers
from searchers import Limits
from searchers.state_space import reference
from tests.compiled import COMPILED


def _leaves(search: Any, tree: Any, *given: int) -> tuple[int, list[int]]:
    """Return the value that a reference search finds, and the leaves in order."""
    tree.read = []
    return search(tree, tree.d, *given), list(tree.read)


TREES = [100 if COMPILED else 50, pytest.param(250, marks=pytest.mark.slow)]


@pytest.mark.parametrize("trees", TREES)
def test_the_same_leaves_as_the_reference(small_trees: Callable[..., Any], trees: int) -> None:
    for tree in small_trees(trees, seed=12):
        result, read = tree.searched("sss")
        assert (result.value, read) == _leaves(reference.sss, tree)
        assert result.value == tree.minimax()
        for k in (1, 2, 3, 4):
            result, read = tree.searched(f"ps:k={k}")
            assert (result.value, read) == _leaves(reference.ps, tree, k), (tree.w, tree.d, k)


@pytest.mark.parametrize("seed", range(6))
def test_the_value_of_the_reference_in_othello(seed: int) -> None:
    position = games.make("othello").at(("", "f5", "f5d6", "f5f6", "f5d6c3", "f5f6e6f4")[seed])
    for depth in (1, 2, 3, 4):
        values: set[int | None] = {reference.sss(position, depth), reference.ps(position, depth, 2)}
        for player in ("sss:", "ps:k=2,"):
            found = searchers.make(f"{player}deepen=false@static")
            values.add(found.search(position, Limits(depth=depth)).value)
        assert len(values) == 1
