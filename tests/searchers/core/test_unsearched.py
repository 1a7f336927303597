"""Searches that end before they have a value: by 0 or 1 nodes, by a clock or a stop flag."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import evaluators
import games
import searchers
from evaluators.core.evaluator import Evaluator
from games.core.position import Position
from games.core.scores import LOSS, MATE_BOUND, WIN
from searchers import SEARCHERS, Limits, Result, Searcher

PLAYERS = sorted(SEARCHERS.builtin)
HANGING = "4k3/7p/8/3q4/8/2N5/P7/4K3 w - - 0 1"
"""The knight may take the queen."""


def position(text: str = HANGING) -> Position:
    found: Position = games.make("chess").at(text)
    return found


def static(evaluator: str) -> int:
    """Return the static value of a position, without taking nodes."""
    made = evaluators.make(evaluator)
    assert made.serves(position())
    value: int = made.static(position())
    return value


def stopped(player: Searcher, limits: Limits) -> tuple[Result, list[Result]]:
    stop = threading.Event()
    stop.set()
    reports: list[Result] = []
    return player.search(position(), limits, reports.append, stop), reports


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("nodes", [0, 1])
def test_without_nodes_the_value_is_the_static_one(name: str, nodes: int) -> None:
    reports: list[Result] = []
    player = searchers.make(name)
    result = player.search(position(), Limits(nodes=nodes, depth=3), reports.append)
    assert result.nodes <= nodes
    for one in (*reports, result):
        assert one.value is not None
        if one.nodes == 0:
            assert one.value == player.evaluator.static(position())


@pytest.mark.parametrize("name", sorted(set(PLAYERS) - {"random"}))
def test_a_search_stopped_at_once_looks_one_ply_ahead(name: str) -> None:
    for limits in (Limits(depth=3), Limits(seconds=0.0, depth=3), Limits(depth=3, nodes=50)):
        result, reports = stopped(searchers.make(name), limits)
        assert position().move_text(result.move or 0) == "c3d5"
        assert (result.value or 0) > 200
        assert result.pv == (result.move,)
        assert result.depth == 1
        assert result.nodes == result.counts["generated"] == len(position().legal_moves())
        assert reports[-1].value == result.value
        assert result.reason in ("stop", "time")


@pytest.mark.parametrize("name", ["alphabeta:tt=1,order=tt", "pvs"])
def test_the_move_for_no_node_is_the_one_remembered_or_the_best_capture(name: str) -> None:
    before = position("6k1/5ppp/p7/8/8/8/5PPP/3R2K1 b - - 0 1")
    after = position("6k1/5ppp/p7/8/8/8/5PPP/3R2K1 b - - 0 1 moves a6a5")
    player = searchers.make(name)
    assert position().move_text(player.search(position(), Limits(nodes=0)).move) == "c3d5"
    player.search(before, Limits(depth=3))
    assert after.move_text(player.search(after, Limits(nodes=0)).move) == "d1d8"


class Digging(Evaluator):
    """An evaluator that takes a node even for a static value."""

    NAME = "digging"

    def value(self, position: Any) -> int:
        return 5 if self.budget is not None and self.budget.take() else 99


@pytest.mark.parametrize("nodes", [None, 0, 1, 30])
def test_an_evaluator_that_searches_is_given_no_node_too_many(nodes: int | None) -> None:
    player = searchers.make("alphabeta", evaluator=Digging())
    result, _ = stopped(player, Limits(nodes=nodes, depth=2))
    assert result.nodes <= (len(position().legal_moves()) if nodes is None else nodes)
    assert result.value == static(evaluators.default_for(position(), static=True))


@pytest.mark.parametrize("name", sorted(set(PLAYERS) - {"random"}))
def test_an_only_move_that_ends_the_game_is_worth_its_outcome(name: str) -> None:
    mate = position("2Q1r3/4kp2/1q1Bprp1/1p1pK2p/2pP1P1P/NR2P3/1PP3PR/5BN1 b - - 2 31")
    nodes = 2 if name == "mtdf" else 1  # which passes twice
    result = searchers.make(name).search(mate, Limits(nodes=nodes, depth=1))
    assert (result.value, result.root[0].value, result.proved) == (WIN - 1, WIN - 1, True)
    assert result.nodes == result.counts["generated"] == result.counts["evaluated"] == nodes
    result = searchers.make(name).search(mate, Limits(nodes=0, depth=1))
    assert (result.reason, result.nodes, result.proved) == ("nodes", 0, False)


@pytest.mark.parametrize("nodes", [None, 0, 1, 2, 3])
def test_an_only_move_is_worth_what_it_leads_to(nodes: int | None) -> None:
    check = position("k7/8/1K6/8/8/8/8/7R b - - 0 1")
    after = position("1k6/8/1K6/8/8/8/8/7R w - - 1 2")
    quiet = "pvs:checks=false@material"
    result = searchers.make(quiet).search(check, Limits(nodes=nodes, depth=1))
    material = evaluators.make("material")
    worth = material.value(check) if nodes == 0 else -material.value(after)
    reason = "nodes" if nodes == 0 else "depth"
    assert (result.value, result.proved, result.reason) == (worth, False, reason)
    digging = searchers.make("pvs:checks=false", evaluator=Digging())
    result = digging.search(check, Limits(nodes=nodes, depth=1))
    assert result.nodes == (3 if nodes is None else nodes)  # root, move and leaf
    plain = evaluators.make(evaluators.default_for(check, static=True))
    assert result.value == (-5 if result.nodes == 3 else plain.static(check))


class Corridor(Position):
    """A corridor with one move at each place, for one player."""

    one_player = True

    def __init__(self) -> None:
        self.left = 2

    def legal_moves(self) -> list[int]:
        return [1] if self.left else []

    def push(self, move: int) -> None:
        self.left -= move

    def pop(self) -> None:
        self.left += self.history[-1]

    def outcome(self) -> int | None:
        return None if self.left else 7


class Near(Evaluator):
    """An evaluator of the distance to the end of the corridor."""

    NAME = "near"

    def interval(self, position: Any) -> tuple[int, int]:
        return -position.left, 4 - position.left


def test_an_only_move_of_one_player_keeps_its_sign() -> None:
    corridor = Corridor()
    player = searchers.make("bstar", evaluator=Near())
    assert player.search(corridor, Limits(nodes=1)).value == 1
    corridor.push(1)
    result = player.search(corridor, Limits(nodes=1))
    assert (result.value, result.proved) == (7, True)


class Plain(Searcher):
    """A searcher that reports moves without a value."""

    NAME = "plain"

    def _search(self, position: Any, limits: Any, answer: Any) -> None:
        answer.improve(answer.moves[1])


def test_a_report_without_a_value_has_the_static_one() -> None:
    reports: list[Result] = []
    result = Plain().search(position(), Limits(nodes=9), reports.append)
    known = static(evaluators.default_for(position()))
    assert [one.value for one in (*reports, result)] == [known, known]


@pytest.mark.parametrize(
    "player",
    [
        "alphabeta",
        "hybrid:plies=1",
        "pvs:tt=0",
        "scout",
        "ps",
        "bfms",
        "bfms:choose=visits",
        "abtree",
    ],
)
def test_a_search_cut_short_claims_no_win_and_no_loss_that_is_none(
    player: str, leaves: Any
) -> None:
    """A move that loses may have a better one after it, a reply that loses too."""
    for values in ((WIN, LOSS, WIN, 0), (LOSS, WIN, WIN, 0), (0, LOSS, LOSS, WIN)):
        game = leaves(2, 2, values)
        for nodes in range(7):
            found = searchers.make(f"{player}@static").search(game, nodes=nodes)
            claimed = abs(found.value) >= MATE_BOUND
            assert not claimed or found.value // MATE_BOUND == game.minimax() // MATE_BOUND


def test_a_win_is_dated_from_the_root() -> None:
    mate = position("6k1/5ppp/p7/8/8/8/5PPP/3R2K1 b - - 0 1 moves a6a5 g1f1 a5a4")
    stop = threading.Event()
    stop.set()
    for name in ("bfms", "pvs"):
        result = searchers.make(name).search(mate, Limits(depth=3), stop=stop)
        assert (mate.move_text(result.move or 0), result.value) == ("d1d8", WIN - 1)
