"""`bstar` against `reference.py`: the same proof by the same expansions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from searchers import Limits
from searchers.bstar.reference import BStarReference
from tests.compiled import COMPILED
from tests.searchers.bstar.proving import prove

MOST = 1000 if COMPILED else 200


def assert_same(game: str, version: str) -> bool:
    """Compare both searches of a tree; false if it takes too many nodes."""
    found = prove(games.make(game), f"select={version}", Limits(nodes=MOST))
    if not found.proved:
        return False
    search = BStarReference(games.make(game), best_first=version == "bf")
    assert search.prove().move == found.move
    assert search.expanded == found.counts["expanded"]
    assert search.explored == found.counts["explored"]
    bounds = {node.move: (node.pessimistic, node.optimistic) for node in search.top}
    assert bounds == {known.move: known.bounds for known in found.root}
    return True


@pytest.mark.parametrize("version", ["al", "bf"])
@pytest.mark.parametrize("adversary", ["true", "false"])
@pytest.mark.parametrize("more", ["", ",d=4,collapse=0"])
def test_canonical_trees(version: str, adversary: str, more: str) -> None:
    compared = 0
    for seed in range(60 if COMPILED else 6):
        tree = f"canonical:b={2 + seed % 4},range={30 + 7 * seed},seed={seed}"
        compared += assert_same(f"{tree},adversary={adversary}{more}", version)
    assert compared > (3 if COMPILED else 0)


def _written(data: Any) -> Any:
    """Return a tree for `explicit`: numbers are leaves, lists are nodes with the bounds of all
    leaves below, widened by their last number."""
    if isinstance(data, int):
        return data, data, data
    *children, more = data
    made = [_written(child) for child in children]
    low, high = min(one[1] for one in made), max(one[2] for one in made)
    node = {"bounds": [low - more, high + more], "children": [one[0] for one in made]}
    return node, low - more, high + more


_more = st.integers(0, 9)
_leaf = st.integers(-40, 40)
_nodes: Any = st.recursive(
    _leaf,
    lambda below: st.builds(lambda some, more: [*some, more], st.lists(below, min_size=1), _more),
    max_leaves=12,
)
TREES = st.lists(_nodes, min_size=1, max_size=4)


@pytest.mark.parametrize("version", ["al", "bf"])
@pytest.mark.parametrize("adversary", [True, False])
def test_explicit_trees(tmp_path: Path, version: str, adversary: bool) -> None:
    file = tmp_path / "tree.json"

    @given(TREES)
    @settings(max_examples=60, deadline=None)
    def compare(data: Any) -> None:
        children = [_written(child)[0] for child in data]
        file.write_text(json.dumps({"adversary": adversary, "children": children}))
        assert assert_same(f"explicit:{file}", version)

    compare()


def test_palays_example(data: Path) -> None:
    """Section 2: five expansions with the root, four nodes explored."""
    search = BStarReference(games.make(f"explicit:{data / 'palay-section-2.json'}"))
    assert search.prove().move == 2
    assert (search.expanded, search.explored) == (5, 4)
