"""While a guess is searched, the tree above it stays for the search after a wrong guess."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import games
import searchers
from games.core.position import Position
from searchers import Limits
from tests.compiled import COMPILED
from tests.searchers.abtree.invariants import check_invariants
from tests.searchers.storage.keepers import KEEPERS
from tests.stops import Countdown

PONDERING = [
    *KEEPERS,
    "bstar:select=pb,distribution=quantiles@calibrated",
    "abtree:grow=best@discs",
]
if not COMPILED:
    PONDERING = ["bfms:dag=true@discs", "bstar:dag=true,select=pb@calibrated", "abtree@discs"]
FULL = pytest.mark.skipif(not COMPILED, reason="fills a megabyte")
NODES = 250 if COMPILED else 80
START = "f5d6c3d3c4"


@cache
def replies(player: str) -> list[Position]:
    """Return the two replies with the largest subtrees, the largest first."""
    start = games.make("othello").at(START)
    searcher = searchers.make(player)
    above = start.copy()
    above.push(searcher.search(start, nodes=NODES).move)
    known = []
    for reply in above.legal_moves():
        position = above.copy()
        position.push(reply)
        searcher.new_game()
        searcher.search(start, nodes=NODES)
        known.append((-facts(searcher, position, 0)[-1], len(known), position))
    known.sort()
    assert known[1][0] < -1
    return [known[0][2], known[1][2]]


def lines(searcher: Any) -> tuple[Position, Position]:
    """Search a position; return the positions after a right and a wrong guess."""
    searcher.search(games.make("othello").at(START), nodes=NODES)
    guess, missed = replies(searcher.player)
    return guess, missed


def facts(searcher: Any, position: Position, nodes: int) -> Any:
    found = searcher.search(position, Limits(nodes=nodes))
    return found.move, found.value, found.pv, found.nodes, found.counts["peak_stored"]


def pondered(searcher: Any, position: Position, **limits: Any) -> Any:
    searcher.pondering = True
    found = searcher.search(position, **limits)
    searcher.pondering = False
    return found


@pytest.mark.parametrize("nodes", [0, NODES])
@pytest.mark.parametrize("player", PONDERING)
def test_after_a_miss_the_search_is_as_if_nothing_had_been_pondered(
    player: str, nodes: int
) -> None:
    plain, searcher = searchers.make(player), searchers.make(player)
    _, missed = lines(plain)
    guess, _ = lines(searcher)
    pondered(searcher, guess, nodes=NODES)
    kept = facts(plain, missed, nodes)
    assert kept[-1] > 1
    assert facts(searcher, missed, nodes) == kept


@pytest.mark.parametrize("player", PONDERING)
def test_a_hit_goes_on_in_the_tree_of_the_guess(player: str) -> None:
    plain, searcher = searchers.make(player), searchers.make(player)
    guess, _ = lines(plain)
    lines(searcher)
    before = plain.search(guess, nodes=NODES)
    assert pondered(searcher, guess, nodes=NODES).pv == before.pv
    assert facts(searcher, guess, NODES) == facts(plain, guess, NODES)


@pytest.mark.parametrize("player", PONDERING)
def test_another_guess_begins_above_the_first(player: str) -> None:
    plain, searcher = searchers.make(player), searchers.make(player)
    _, missed = lines(plain)
    guess, _ = lines(searcher)
    pondered(searcher, guess, nodes=NODES)
    assert pondered(searcher, missed, nodes=NODES).pv == plain.search(missed, nodes=NODES).pv
    again = searchers.make(player)
    lines(again)
    assert facts(searcher, guess, 0) == facts(again, guess, 0)


def test_a_guess_that_is_not_in_the_tree_leaves_it_what_it_was() -> None:
    for player in ("bstar@calibrated", "bfms@discs", "abtree@discs"):
        plain, searcher = searchers.make(player), searchers.make(player)
        _, missed = lines(plain)
        guess, _ = lines(searcher)
        pondered(searcher, guess, nodes=NODES, moves=guess.legal_moves()[:2])
        assert facts(searcher, missed, NODES) == facts(plain, missed, NODES)


@pytest.mark.parametrize("looks", [0, 1, 3, 8])
@pytest.mark.parametrize("player", PONDERING)
def test_pondering_that_is_stopped_at_once_loses_no_tree(player: str, looks: int) -> None:
    plain, searcher = searchers.make(player), searchers.make(player)
    _, missed = lines(plain)
    guess, _ = lines(searcher)
    pondered(searcher, guess, limits=Limits(), stop=Countdown(looks))
    assert facts(searcher, missed, 0) == facts(plain, missed, 0)


@FULL
@pytest.mark.parametrize("player", ["bfms:hash=1@discs", "bstar:hash=1@calibrated"])
def test_both_trees_share_the_room_of_one(player: str) -> None:
    searcher: Any = searchers.make(player)
    whole = searcher.tree.most
    guess, missed = lines(searcher)
    pondered(searcher, guess, nodes=200_000)
    assert 2 * whole // 5 < searcher.tree.most < whole
    assert searcher.tree.size <= searcher.tree.most
    searcher.search(missed, nodes=NODES)
    assert (searcher.tree.most, searcher.aside) == (whole, None)


@FULL
def test_a_tree_that_fills_its_room_is_halved_before_it_is_set_aside() -> None:
    searcher: Any = searchers.make("bfms:hash=1@discs")
    whole = searcher.tree.most
    start = games.make("othello").at(START)
    found = searcher.search(start, nodes=3 * whole)
    guess = start.copy()
    guess.push(found.pv[0])
    searcher.search(guess, nodes=3 * whole)  # as if we had pondered on it
    guess.push(searcher.search(guess, nodes=0).pv[0])
    pondered(searcher, guess, nodes=whole)
    assert whole // 2 <= searcher.tree.most < whole


@FULL
def test_an_ab_tree_shares_its_room() -> None:
    searcher: Any = searchers.make("abtree:retain=2000@discs")
    start = games.make("othello").at(START)
    found = searcher.search(start, nodes=5000)
    guess = start.copy()
    guess.push(found.pv[0])
    guess.push(guess.legal_moves()[0])
    result = pondered(searcher, guess, nodes=20_000)
    above = searcher._aside
    assert 1 < above.node_count <= 1000
    assert above.node_count + result.counts["peak_stored"] <= 2000
    check_invariants(above)
    check_invariants(searcher.tree)
    searcher.search(guess, nodes=100)
    assert (searcher._aside, searcher.tree.most) == (None, 2000)


@pytest.mark.parametrize("player", ["bfms@discs", "bstar@calibrated", "abtree@discs"])
def test_a_new_game_forgets_what_was_set_aside(player: str) -> None:
    searcher: Any = searchers.make(player)
    guess, missed = lines(searcher)
    pondered(searcher, guess, nodes=NODES)
    searcher.new_game()
    assert facts(searcher, missed, 0)[-1] <= 1
    assert searcher.clone().pondering is False


@FULL
def test_a_hit_in_the_middle_of_a_search_frees_the_room() -> None:
    searcher: Any = searchers.make("bfms:hash=1@discs")
    whole = searcher.tree.most
    guess, _ = lines(searcher)

    def hit(_: Any) -> None:
        searcher.pondering = False

    searcher.pondering = True
    searcher.search(guess, nodes=4 * whole, report=hit)
    assert (searcher.tree.most, searcher.aside) == (whole, None)
