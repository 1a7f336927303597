from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import games
import searchers
from games.core.scores import WIN
from searchers import Limits
from searchers.check import TokenRace


def test_korfs_figure_1(data: Path) -> None:
    position = games.make(f"explicit:{data / 'korf-figure-1.json'}")
    # Expansions: root, right, left, right's second child; two nodes each.
    found = [searchers.make("bfms").search(position, Limits(nodes=n)) for n in (2, 4, 6)]
    assert [(r.move, r.value) for r in found] == [(1, 11), (0, 7), (1, 5)]
    assert [r.pv for r in found] == [(1,), (0,), (1, 1)]
    assert searchers.make("bfms").search(position, Limits(nodes=7)).pv == (1, 1, 0)


def _explicit_best_first(position: Any, stop_depth: int) -> tuple[int, int, int]:
    """Best-first minimax by the definition: (move, value, nodes) when depth s is first chosen."""

    def value(node: list[Any]) -> int:
        return max(-value(child) for child in node[2]) if node[2] else node[1]

    root: list[Any] = [None, 0, []]
    nodes = 0
    while True:
        node, line = root, []
        while node[2]:
            node = max(node[2], key=lambda child: -value(child))
            line.append(node[0])
        if len(line) == stop_depth:
            return line[0], value(root), nodes
        for move in line:
            position.push(move)
        for move in position.legal_moves():
            position.push(move)
            node[2].append([move, position.static(), []])
            nodes += 1
            position.pop()
        for _ in line:
            position.pop()


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("b", "s"), [(2, 7), (3, 6), (5, 4), (10, 4)])
def test_the_search_is_the_definitions(b: int, s: int, seed: int) -> None:
    position = games.make(f"ngame:b={b},d=20,seed={seed}")
    result = searchers.make("bfms").search(position, Limits(depth=s))
    assert (result.move, result.value, result.nodes) == _explicit_best_first(position, s)
    assert result.reason == "depth"


def test_depth_one_costs_one_expansion() -> None:
    result = searchers.make("bfms").search(games.make("ngame:b=7"), Limits(depth=1))
    assert (result.nodes, result.counts["expanded"]) == (7, 1)


def test_the_tree_is_kept_from_move_to_move() -> None:
    position = games.make("ngame:b=5,d=30,seed=11")
    searcher = searchers.make("bfms")
    first = searcher.search(position, Limits(nodes=5000))
    for move in first.pv[:2]:
        position.push(move)
    again = searcher.search(position, Limits(nodes=0))
    assert again.pv == first.pv[2:]
    assert again.value == first.value
    assert again.counts["steps"] == 2
    assert 5 < again.counts["peak_stored"] < first.counts["peak_stored"]


def test_a_kept_tree_searches_on_as_if_it_had_grown_there() -> None:
    """The subtree below the line is expanded in the same order, whoever is the root."""
    position = games.make("ngame:b=4,d=40,seed=5")
    searcher = searchers.make("bfms")
    line = searcher.search(position, Limits(nodes=3000)).pv
    for move in line[:2]:
        position.push(move)
    kept = searcher.search(position, Limits(nodes=4000))
    stored = kept.counts["peak_stored"]
    fresh = searchers.make("bfms").search(position, Limits(nodes=stored - 1))
    assert (fresh.pv, fresh.value, fresh.root) == (kept.pv, kept.value, kept.root)


@pytest.mark.parametrize("change", ["other line", "other game", "new game", "longer start"])
def test_no_match_no_kept_tree(change: str) -> None:
    position = games.make("ngame:b=5,d=30,seed=11")
    searcher = searchers.make("bfms")
    line = searcher.search(position, Limits(nodes=500)).pv
    if change == "other game":
        position = games.make("ngame:b=5,d=30,seed=12")
    for move in line[:2]:
        position.push(move)
    if change == "other line":
        position.pop()
        position.push((line[1] + 1) % 5)
        position.push(0)
        position.push(0)
        position.push(0)
    if change == "new game":
        searcher.new_game()
    if change == "longer start":
        for _ in range(2):
            position.pop()
        searcher.search(games.make("ngame:b=3"), Limits(nodes=10))
    fresh = searchers.make("bfms").search(position, Limits(nodes=200))
    assert searcher.search(position, Limits(nodes=200)).root == fresh.root


def test_a_win_is_proved() -> None:
    position = TokenRace()
    for move in (3, 1, 2, 1):  # six of seven steps are done
        position.push(move)
    result = searchers.make("bfms").search(position, Limits(nodes=1000))
    assert (result.value, result.proved, result.reason) == (WIN - 1, True, "finished")


def test_a_draw_by_repetition_below_an_earlier_root_is_asked_again(switches: Any) -> None:
    position = switches()
    searcher = searchers.make("bfms@static")
    first = searcher.search(position, Limits(nodes=100))
    assert (first.pv, first.value, first.reason) == ((0, 0, 0, 0), 0, "finished")
    for move in first.pv[:2]:
        position.push(move)
    assert searcher.search(position, Limits(nodes=0)).counts["steps"] == 2
    again = searcher.search(position, Limits(nodes=100))
    assert (again.pv, again.reason) == ((0, 0, 0, 0), "finished")
    assert (again.counts["steps"], again.counts["regenerated"]) == (0, 1)


# -- a full store ------------------------------------------------------------------------------

FULL = 2**20 // 28
"""Nodes in a megabyte."""


@pytest.mark.parametrize("game", ["ngame:b=6,d=200,seed=4", "othello"])
def test_a_full_store_forgets_and_goes_on(game: str) -> None:
    position, nodes = games.make(game), FULL * 3
    result = searchers.make("bfms:hash=1").search(position, Limits(nodes=nodes))
    counts = result.counts
    assert (result.reason, result.nodes) == ("nodes", nodes)
    assert FULL * 9 // 10 < counts["peak_stored"] <= FULL
    assert counts["forgotten"] > FULL // 2
    assert counts["regenerated"] < counts["generated"] // 10


def test_forgetting_changes_nothing_that_is_known() -> None:
    """The answer just before the store is full, and just after a part was forgotten."""
    position = games.make("ngame:b=8,d=200,seed=4")
    limits = Limits(nodes=FULL // 8 * 8 + 1)
    plain = searchers.make("bfms").search(position, limits)
    small = searchers.make("bfms:hash=1")
    full = small.search(position, limits)
    assert full.counts["forgotten"] > FULL // 3
    assert (full.pv, full.value, full.root) == (plain.pv, plain.value, plain.root)
    position.push(full.pv[0])
    again = small.search(position, Limits(nodes=0))
    assert again.pv == full.pv[1:]


class Late:
    """A stop flag that is set once it was asked so often with the store full."""

    def __init__(self, searcher: Any, limit: int) -> None:
        self.searcher, self.left = searcher, limit

    def is_set(self) -> bool:
        self.left -= self.searcher.tree.size > FULL - 8
        return self.left < 0


def test_a_stop_is_heard_while_forgetting() -> None:
    position = games.make("ngame:b=8,d=200,seed=4")
    for asked in range(6):
        searcher = searchers.make("bfms:hash=1")
        stop = Late(searcher, asked)
        result = searcher.search(position, Limits(nodes=2 * FULL), stop=stop)
        assert (result.reason, result.depth > 9) == ("stop", True)
        assert FULL - 9 <= result.nodes <= FULL + 1000
        assert searcher.search(position, Limits(nodes=100)).move in position.legal_moves()
