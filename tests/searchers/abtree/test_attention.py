"""Attention in an A-B tree: promises, suspended nodes, and the ways to give a player hooks."""

from __future__ import annotations

from typing import Any

import pytest

import games
import searchers
from evaluators import Evaluator
from games.core.scores import KNOWN_WIN, LOSS, WIN, is_decided
from games.errors import ContractError, SpecError
from searchers import Limits, Result
from searchers.abtree.abtree import ABTreePlayer
from searchers.abtree.attention import ATTENTIONS, Attention
from tests.minimax import minimax
from tests.nim import Nim
from tests.searchers.abtree.bush import Bush
from tests.searchers.abtree.invariants import check_invariants

NGAME = "ngame:b=3,d=20,seed=5"


class Even(Evaluator):
    """Values every position at 0."""

    def value(self, position: Any) -> int:
        return 0


def shallow_first(tree: Any, node: int) -> float:
    return -tree.depth(node)


def depths(tree: Any) -> list[int]:
    """Return the depths of the key terminal nodes."""
    nodes = [n for n in tree.slots() if not tree.node(n).children and tree.is_key(n)]
    return [tree.depth(n) for n in nodes]


def first_moves(position: Any, depth: int, most: int) -> int:
    """Return the minimax value of the first moves alone."""
    if depth == 0:
        return int(position.static())
    best = -(10**9)
    for move in position.legal_moves()[:most]:
        position.push(move)
        best = max(best, -first_moves(position, depth - 1, most))
        position.pop()
    return best


def test_the_node_of_highest_promise_is_grown_first() -> None:
    player: Any = searchers.make("abtree:grow=best@static")
    player.promise = shallow_first
    player.search(games.make(NGAME), nodes=30)
    assert max(depths(player.tree)) - min(depths(player.tree)) <= 1
    player.promise = lambda tree, node: tree.depth(node)
    player.new_game()
    player.search(games.make(NGAME), nodes=30)
    assert max(depths(player.tree)) >= 10
    check_invariants(player.tree)


def test_every_order_of_growth_ends_with_the_same_value() -> None:
    position = games.make("ngame:b=3,d=4,seed=8")
    truth = searchers.make("alphabeta@static").search(position, depth=4).value
    for promise in (shallow_first, lambda tree, node: tree.depth(node), lambda tree, node: node):
        player: Any = searchers.make("abtree:grow=best@static")
        player.promise = promise
        found = player.search(position, nodes=1000)
        assert (found.value, found.reason) == (truth, "finished")
    named = searchers.make("abtree:grow=best,attention=(cheapest:ply=500)@static")
    assert named.search(position, nodes=1000).value == truth
    named.new_game()
    assert named.search(position, depth=2).reason == "depth"


def test_cheapest_promises_by_the_cost_of_moves() -> None:
    player: Any = searchers.make("abtree:grow=best,attention=(cheapest:ply=7)@static")
    player.search(games.make(NGAME), nodes=3)
    tree = player.tree
    values = [tree.node(child).value for child in tree.node(tree.root).children]
    promises = [player.attention.promise(tree, n) for n in tree.node(tree.root).children]
    assert promises == [-(7 + value - values[0]) for value in values]


@pytest.mark.parametrize("most", [1, 2])
def test_suspended_nodes_have_the_value_of_their_children(most: int) -> None:
    position = games.make(NGAME)
    player = searchers.make(f"abtree:attention=(narrow:most={most})@static")
    assert player.search(position, depth=4).value == first_moves(position, 4, most)


@pytest.mark.parametrize("grow", ["depth", "breadth", "best"])
def test_nothing_is_proved_by_nodes_that_are_suspended(grow: str) -> None:
    """From a heap of six, taking two wins, and taking one each time loses."""
    player: Any = searchers.make(f"abtree:grow={grow}", evaluator=Even())
    player.heuristic_stop = lambda tree, node: len(tree.node(node).children) >= 1
    found = player.search(Nim(6), nodes=500)
    assert (found.move, found.proved, found.reason == "proved") == (1, False, False)
    player.heuristic_stop = None
    player.new_game()
    found = player.search(Nim(6), nodes=500)
    assert (found.move, found.proved) == (2, True)


class Fights(Bush):
    """Random trees in which lines are won, drawn or lost."""

    def outcome(self) -> int | None:
        chance, plies = self._drawn().random(), len(self.path)
        if plies >= 6:
            return LOSS if chance < 0.5 else 0 if chance < 0.7 else WIN
        if not plies or chance >= 0.25:
            return None
        return LOSS if chance < 0.2 else WIN

    def static(self) -> int:
        return 0


@pytest.mark.parametrize(
    "options",
    ["grow=best", "grow=best,attention=(cheapest:ply=1)", "step=1", "attention=(narrow:most=2)"],
)
def test_wins_and_losses_with_a_length_are_true(options: str) -> None:
    decided = 0
    for seed in range(12):
        position = Fights(seed)
        outcome = minimax(position)
        for nodes in (1, 3, 5, 9, 15, 27, 90):
            player = searchers.make(f"abtree:{options}", Even())
            reports: list[Result] = []
            player.search(position, Limits(nodes=nodes), reports.append)
            for found in (*reports, player.search(position, Limits(nodes=0))):
                if found.proved or is_decided(found.value or 0):
                    decided += 1
                    assert (found.value or 0) * outcome > 0 or found.value == outcome, (seed, nodes)
                if (found.value or 0) <= -KNOWN_WIN:  # no other move is known to be better
                    limits = [one.bounds[1] or 0 for one in found.root if one.bounds]
                    assert max(limits, default=-WIN) <= -KNOWN_WIN, (seed, nodes)
    assert decided > 5


def test_a_node_that_a_hook_stops_before_its_first_child_is_not_solved() -> None:
    player: Any = searchers.make("abtree", Even())
    player.heuristic_stop = lambda tree, node: tree.depth(node) == 2
    for nodes in (10, 500):
        assert not player.search(Nim(7), Limits(nodes=nodes)).proved


def test_a_suspended_node_of_highest_promise_is_resumed() -> None:
    position = games.make(NGAME)
    player: Any = searchers.make("abtree:grow=best,attention=(narrow:most=1)@static")
    player.promise = lambda tree, node: bool(tree.node(node).children)
    player.search(position, nodes=3)
    assert [len(player.tree.node(player.tree.root).children), player.tree.suspended()] == [3, []]


class Patient(ABTreePlayer):
    """Grows shallow nodes first, and no more than two children of any."""

    NAME = "patient"

    def promise(self, tree: Any, node: int) -> float:
        return -100 if tree.node(node).children else shallow_first(tree, node)

    def heuristic_stop(self, tree: Any, node: int) -> bool:
        return len(tree.node(node).children) >= 2


def test_a_subclass_has_its_own_attention() -> None:
    for player in (Patient("static", grow="best"), Patient("static", grow="best").clone()):
        player.search(games.make(NGAME), nodes=6)
        tree: Any = player.tree
        degrees = [len(tree.node(n).children) for n in tree.slots()]
        assert (degrees[0], max(degrees), player.promise(tree, tree.root)) == (2, 2, -100)


def test_a_clone_has_the_hooks_that_were_set() -> None:
    player: Any = searchers.make("abtree:grow=best@static")
    plain = player.clone()
    player.promise, player.heuristic_stop = shallow_first, lambda tree, node: False
    player.deep_enough = lambda position: position.ply >= 3
    twin = player.clone().clone()
    for name in ("promise", "heuristic_stop", "deep_enough"):
        assert getattr(twin, name) is getattr(player, name)
        assert getattr(plain, name) is None
    assert (twin.spec, twin.tree) == (player.spec, None)


def test_a_registered_attention_is_found_by_name() -> None:
    class Wide(Attention):
        """Prefers nodes with many moves."""

        def __init__(self, weight: int = 1) -> None:
            self.weight = weight

        def promise(self, tree: Any, node: int) -> float:
            return self.weight * tree.node(node).moves

    ATTENTIONS.register("wide", Wide)
    try:
        player: Any = searchers.make("abtree:grow=best,attention=(wide:weight=3)@static")
        assert player.spec == "abtree:grow=best,attention=(wide:weight=3)"
        assert player.clone().search(games.make(NGAME), nodes=50).nodes > 40
        built: Any = searchers.make("abtree", grow="best", attention=Wide(2))
        assert built.attention.weight == 2
    finally:
        ATTENTIONS._found.pop("wide")


@pytest.mark.parametrize(
    ("spec", "fault"),
    [
        ("abtree:attention=narow", "Did you mean 'narrow'"),
        ("abtree:attention=(narrow:most=0)", "most=0: expected a whole number from 1"),
        ("abtree:attention=cheapest", "expected grow=best with an attention that promises"),
    ],
)
def test_a_bad_attention_is_refused(spec: str, fault: str) -> None:
    with pytest.raises(SpecError, match=fault.replace("(", r"\(")) as caught:
        searchers.make(spec)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("promised", ["much", None, float("nan")])
def test_a_promise_that_is_no_number_is_refused(promised: Any) -> None:
    player: Any = searchers.make("abtree:grow=best@static")
    player.promise = lambda tree, node: promised
    with pytest.raises(ContractError, match=r"promise of node 0 is .*: expected a number"):
        player.search(games.make(NGAME), nodes=10)
    assert player.tree is None
