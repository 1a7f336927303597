"""Lazy search: leaves have their whole value only where the line depends on it."""

from __future__ import annotations

import json
from typing import Any

import pytest

import searchers
from evaluators import make as make_evaluator
from searchers import Limits
from searchers.core.trace import Trace
from tests.compiled import COMPILED
from tests.walk import at_random

QUIET = "quiescence:base=pst,margin=1000000"
"""With this wide margin a quiescence search leaves out the same in any window."""


def expanded(player: str, position: Any, nodes: int) -> list[Any]:
    """Return the nodes that a search expands, in order."""
    lines: list[str] = []
    searcher = searchers.make(player)
    searcher.trace = Trace(lines.append)
    searcher.search(position.copy(), Limits(nodes=nodes))
    events = [json.loads(line) for line in lines]
    return [event["node"] for event in events if event["event"] == "expanded"]


@pytest.mark.parametrize("player", ["bfms", "bfms:stop=line", "bfms:choose=visits"])
def test_a_lazy_search_expands_the_same_nodes_and_more(player: str) -> None:
    eager, lazy = 0, 0
    for seed in range(0 if COMPILED else 9, 12):
        position = at_random("chess", 4 * seed, seed)
        more = "," if ":" in player else ":"
        whole = expanded(f"{player}{more}lazy=false@{QUIET}", position, 3000)
        found = expanded(f"{player}@{QUIET}", position, 3000)
        assert found[: len(whole)] == whole
        eager, lazy = eager + len(whole), lazy + len(found)
    assert lazy > 2 * eager


def test_only_quiescence_has_a_lower_bound() -> None:
    position = at_random("chess", 20, 1)
    quiet: Any = make_evaluator(QUIET)
    quiet.bind(position)
    assert quiet.static_is_lower_bound()
    for seed in range(300 if COMPILED else 30):
        position = at_random("chess", seed % 60, seed)
        if position.outcome() is None and not position.in_check():
            assert quiet.static(position) <= quiet.value(position)
    for name in ("pst", "quiescence:base=(shallow:depths=1-2)"):
        other: Any = make_evaluator(name)
        other.bind(position)
        assert not other.static_is_lower_bound()


def test_a_tree_whose_last_node_was_not_backed_up_is_kept() -> None:
    """A budget may end anywhere, also in the evaluation of a leaf that would be the best."""
    position = at_random("chess", 8, 5)
    searcher = searchers.make(f"bfms@{QUIET}")
    for nodes in range(60, 400, 3 if COMPILED else 30):
        if position.outcome() is not None:
            position = at_random("chess", 8, nodes)
        position.push(searcher.search(position, Limits(nodes=nodes)).move)
        again = (
            searcher.search(position, Limits(nodes=nodes)) if position.outcome() is None else None
        )
        assert again is None or again.move in position.legal_moves()


def test_several_lines_have_whole_values_in_a_kept_tree() -> None:
    position = at_random("chess", 10, 4)
    searcher = searchers.make(f"bfms@{QUIET}")
    for _ in range(3):
        found = searcher.search(position, Limits(nodes=2000), lines=4)
        assert all(known.value is not None and known.pv for known in found.root[:4])
        alone = searcher.search(position, Limits(nodes=100))
        assert alone.root[0].value is not None
        for move in found.pv[:2]:
            position.push(move)
