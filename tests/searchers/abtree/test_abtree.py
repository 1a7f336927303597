from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
import searchers.abtree.tree
from engine.lab.lindstrom import evolve, grown
from evaluators import make as make_evaluator
from evaluators.core.budget import Budget
from games.core.position import Position
from games.core.scores import DRAW, WIN
from games.errors import ContractError, LimitsError
from searchers import Limits
from searchers.abtree.constants import RESTART
from searchers.abtree.store import Node
from searchers.abtree.tree import ABTree
from searchers.check import TokenRace
from searchers.core.counts import Counts
from tests.compiled import COMPILED
from tests.minimax import minimax
from tests.searchers.abtree.bush import Bush
from tests.searchers.abtree.invariants import check_invariants

STATIC = make_evaluator("static")
ALPHABETA = "alphabeta:deepen=false,order=none@static"
SHARE = 1 if COMPILED else 0.02
"""The share of random tests in the interpreter."""


def redeveloped(tree: ABTree, depth: int) -> int:
    """Redevelop the tree to a horizon below its root; return its value."""
    tree.horizon = tree.ply + depth
    tree.revalidate(tree.root)
    tree.redevelop()
    return tree.node(tree.root).value


def play(tree: ABTree, position: Any, rank: int) -> None:
    """Make the move of a rank in both."""
    position.push(tree.node(tree.node(tree.root).children[rank - 1]).move)
    tree.make_move(rank)


def resume(tree: ABTree, budget: Budget | None = None) -> None:
    tree.begin(tree.position, STATIC, budget or Budget(), Counts())


def play_ngames(seed: int, moves: int, **options: Any) -> tuple[int, int, int]:
    """Evolve trees of small N-games with ties.

    :returns: moves revalidated, wrong roots, full trees.
    """
    draw = random.Random(seed)
    truth = searchers.make(ALPHABETA)
    done = wrong = full = 0
    while done < moves:
        b, depth = draw.choice([(2, 3), (2, 6), (3, 4), (3, 5), (4, 3), (4, 5)])
        edge, number = draw.choice([1, 2, 5, 1000]), draw.randrange(2**40)
        position = games.make(f"ngame:b={b},d=20,edge={edge},seed={number}")
        tree = ABTree(position.copy(), STATIC, **options)
        while position.ply < 20 - depth:
            value = redeveloped(tree, depth)
            done += 1
            full += tree.is_full
            if tree.is_full:
                break
            wrong += value != truth.search(position, Limits(depth=depth)).value
            if draw.random() < 0.01:
                check_invariants(tree, valid=True)
            play(tree, position, draw.randint(1, b))
    return done, wrong, full


@pytest.mark.parametrize("best_sibling", [False, True])
def test_evolving_trees_have_the_value_of_minimax(best_sibling: bool) -> None:
    assert play_ngames(1, int(20_000 * SHARE), best_sibling=best_sibling)[1] == 0


@pytest.mark.slow
@pytest.mark.parametrize("best_sibling", [False, True])
def test_no_wrong_root_in_a_million_moves(best_sibling: bool) -> None:
    done, wrong, _ = play_ngames(2, 1_000_000, best_sibling=best_sibling)
    assert (done >= 1_000_000, wrong) == (True, 0)


@pytest.mark.slow
def test_without_fix_1_roots_go_wrong() -> None:
    """About 1 in 7,000 moves of the table's games (errata, 1)."""
    draw = random.Random(7)
    truth = searchers.make(ALPHABETA)
    done = wrong = 0
    while done < 100_000:
        b = draw.choice([2, 3, 4])
        depth = draw.choice([3, 4, 5, 6] if b < 4 else [3, 4, 5])
        position = games.make(f"increments:b={b},seed={draw.randrange(100_000)}")
        tree = ABTree(position.copy(), STATIC, fix=False, best_sibling=True)
        for _ in range(12):
            done += 1
            if redeveloped(tree, depth) != truth.search(position, Limits(depth=depth)).value:
                wrong += 1
                break
            play(tree, position, draw.choice([1, b, draw.randint(1, b)]))
    assert 4 <= wrong <= 40


@pytest.mark.parametrize(("fix", "right"), [("errata", True), ("printed", False)])
def test_a_game_where_fix_1_is_needed(fix: str, right: bool) -> None:
    position = games.make("increments:b=4,seed=9198")
    player = searchers.make(f"abtree:deepen=false,fix={fix},sibling=printed@static")
    limits = Limits(depth=4)
    player.search(position, limits)
    for rank in (4, 1):
        position.push(player.tree.node(player.tree.node(player.tree.root).children[rank - 1]).move)
        found = player.search(position, limits)
    assert (found.value == minimax(position, 4)) is right


@given(st.data())
@settings(max_examples=int(100 * SHARE) + 5, deadline=None)
def test_any_operations_in_any_order(data: st.DataObject) -> None:
    """After each the tree is an extended A-B tree. Redeveloped, it has the value of minimax."""
    position = Bush(data.draw(st.integers(0, 10**6)), data.draw(st.sampled_from([1, 3, 100])))
    tree = ABTree(position.copy(), STATIC)
    tree.horizon = 1
    for _ in range(data.draw(st.integers(1, 8))):
        nodes = [tree.node(index) for index in tree.slots()]
        terminals = [node.slot for node in nodes if not node.children and not node.cutter]
        operation = data.draw(
            st.sampled_from(["expand", "resume", "revalidate", "move", "develop"])
        )
        if operation == "expand" and terminals:
            tree.horizon = max(tree.horizon, tree.ply + 1)
            index = data.draw(st.sampled_from(terminals))
            tree.horizon = max(tree.horizon, tree.ply + min(4, tree.depth(index) + 1))
            tree.expand_terminal(index)
        elif operation == "resume":
            tree.resume_node(data.draw(st.sampled_from(nodes)).slot)
        elif operation == "revalidate":
            tree.revalidate(data.draw(st.sampled_from(nodes)).slot)
        elif operation == "move" and (children := tree.node(tree.root).children):
            play(tree, position, data.draw(st.integers(1, len(children))))
        elif operation == "develop":
            tree.revalidate(tree.root)
            tree.redevelop()
        check_invariants(tree)
    depth = max(2, tree.horizon - tree.ply)
    assert redeveloped(tree, depth) == minimax(position, depth)
    if position.outcome() is None:
        check_invariants(tree, valid=True)


@pytest.mark.parametrize("grow", ["depth", "breadth", "best"])
@pytest.mark.parametrize("game", ["ngame:b=3,d=20,edge=2,seed=3", "increments:b=4,seed=5"])
def test_the_invariants_hold_after_a_stop_at_every_node_count(game: str, grow: str) -> None:
    position = games.make(game)
    player = searchers.make(f"abtree:grow={grow}@static")
    player.search(position, Limits(depth=2))
    depth = 4
    for nodes in range(0, 150, 1 if COMPILED else 17):
        player.new_game()
        for ply in range(3):
            found = player.search(position, Limits(nodes=nodes, depth=depth))
            check_invariants(player.tree)
            assert found.nodes <= nodes
            if ply < 2:
                position.push(found.move)
        whole = player.search(position, Limits(depth=depth))
        check_invariants(player.tree, valid=grow != "best")
        assert player.tree.suspended() == []
        if grow != "best":
            assert whole.value == minimax(position, depth)
        position.pop()
        position.pop()


def test_a_node_stopped_before_its_first_child_keeps_its_static_value() -> None:
    tree = ABTree(games.make("ngame:b=3,d=9"), STATIC)
    redeveloped(tree, 1)
    before = [tree.node(index).value for index in tree.slots()]
    resume(tree, Budget(nodes=0))
    redeveloped(tree, 2)
    assert tree.stopped
    assert [tree.node(index).value for index in tree.slots()] == before


def test_children_not_yet_swept_count_with_their_old_values() -> None:
    position = games.make("ngame:b=3,d=9,seed=2")
    tree = ABTree(position, STATIC)
    redeveloped(tree, 1)
    old = {index: tree.node(index).value for index in tree.node(tree.root).children}
    first = tree.node(tree.root).children[0]
    resume(tree, Budget(nodes=1))
    redeveloped(tree, 2)
    new = {index: tree.node(index).value for index in old}
    assert {index for index in old if new[index] != old[index]} == {first}
    assert tree.node(tree.root).value == max(-value for value in new.values())
    resume(tree)
    assert redeveloped(tree, 2) == minimax(position, 2)


def test_resume_node_continues_after_a_callable_stopped() -> None:
    position = games.make("ngame:b=4,d=9,seed=3")
    tree = ABTree(position, STATIC)
    tree.heuristic_stop = lambda tree, node: len(tree.node(node).children) == 2
    redeveloped(tree, 2)
    assert tree.terminals() <= 4
    assert tree.root in tree.suspended()
    tree.heuristic_stop = None
    while suspended := tree.suspended():
        tree.resume_node(suspended[0])
        check_invariants(tree)
    tree.redevelop()
    check_invariants(tree, valid=True)
    assert tree.node(tree.root).value == minimax(position, 2)


def test_a_callable_of_the_player_bounds_the_width() -> None:
    player = searchers.make("abtree@static")
    player.heuristic_stop = lambda tree, node: len(tree.node(node).children) == 3
    found = player.search(games.make("increments:b=9,seed=2"), Limits(depth=5))
    assert max(len(player.tree.node(index).children) for index in player.tree.slots()) == 3
    assert sum(known.value is not None or known.bounds is not None for known in found.root) == 3


def test_a_callable_horizon() -> None:
    """Lines that begin with an odd move are searched one ply deeper."""

    def deep(position: Any) -> bool:
        return len(position.history) >= 3 + position.history[0] % 2

    def uneven(position: Any) -> int:
        if position.history and deep(position):
            return int(position.static())
        best = -(10**9)
        for move in position.legal_moves():
            position.push(move)
            best = max(best, -uneven(position))
            position.pop()
        return best

    position = games.make("ngame:b=3,d=9,seed=4")
    tree = ABTree(position.copy(), STATIC)
    tree.deep_enough = lambda position: bool(position.history) and deep(position)
    tree.revalidate(tree.root)
    tree.redevelop()
    assert tree.node(tree.root).value == uneven(position)
    check_invariants(tree)
    player = searchers.make("abtree@static")
    player.deep_enough = tree.deep_enough
    assert player.search(position, Limits(depth=9)).value == uneven(position)


@pytest.mark.parametrize("share", [0.3, 0.6, 1.0])
def test_non_retention_changes_no_value(share: float) -> None:
    """Trees of a few hundred nodes are right while they are not full."""
    draw = random.Random(int(10 * share))
    truth = searchers.make(ALPHABETA)
    forgotten = regenerated = 0
    for number in range(2 + int(60 * SHARE)):
        position = games.make(f"ngame:b=3,d=20,edge={draw.choice([2, 1000])},seed={number}")
        tree = ABTree(position.copy(), STATIC)
        redeveloped(tree, 5)
        room = int(share * tree.node_count)
        tree = ABTree(position.copy(), STATIC, most=room)
        for _ in range(8):
            value = redeveloped(tree, 5)
            check_invariants(tree, valid=not tree.is_full)
            assert tree.counts.peak_stored <= room
            if tree.is_full:
                break
            assert value == truth.search(position, Limits(depth=5)).value
            play(tree, position, draw.randint(1, 3))
        forgotten += tree.counts.forgotten
        regenerated += tree.counts.regenerated
    assert forgotten > regenerated > 0


def test_a_full_tree_ends_the_search() -> None:
    found = searchers.make("abtree:retain=100").search(games.make("othello"), Limits(depth=6))
    assert found.reason == "memory"
    assert found.counts["peak_stored"] <= 100


@pytest.mark.parametrize("grow", ["depth", "breadth"])
@pytest.mark.parametrize("game", ["ngame:b=4,d=9,seed=8", "othello"])
def test_the_player_finds_the_value_of_alpha_beta(game: str, grow: str) -> None:
    position = games.make(game)
    player = searchers.make(f"abtree:grow={grow}")
    for _ in range(4):
        truth = searchers.make("alphabeta:order=none").search(position, Limits(depth=4))
        found = player.search(position, Limits(depth=4))
        assert (found.value, found.depth, found.reason) == (truth.value, 4, "depth")
        position.push(found.move)
    kept, held = player.reused
    assert 0 < kept < held


@pytest.mark.parametrize("seed", range(5))
def test_best_first_growth_is_best_first_minimax_with_cuts(seed: int) -> None:
    position = games.make(f"ngame:b=4,d=20,seed={seed}")
    found = searchers.make("abtree:grow=best").search(position, Limits(depth=5))
    truth = searchers.make("bfms").search(position, Limits(depth=5))
    assert (found.move, found.value, found.pv) == (truth.move, truth.value, truth.pv)
    assert found.nodes < truth.nodes


@pytest.mark.parametrize(
    ("player", "depth", "steps"),
    [
        ("abtree@positional", 5, [1, 3, 5]),
        ("abtree@positional", 4, [2, 4]),
        ("abtree:step=1@positional", 4, [1, 2, 3, 4]),
        ("abtree:step=2@quiescence:base=positional", 3, [1, 3]),
        ("abtree@quiescence:base=positional", 3, [1, 2, 3]),
        ("abtree:grow=breadth@positional", 3, [1, 2, 3]),
    ],
)
def test_depths_are_searched_in_steps(player: str, depth: int, steps: list[int]) -> None:
    depths: list[int] = []
    position = games.make("othello").at("f5d6c3d3c4f4")
    if "quiescence" in player:
        position, player = games.make("chess"), player.replace("positional", "pst")
    found = searchers.make(player).search(
        position, Limits(depth=depth), report=lambda one: depths.append(one.depth)
    )
    assert sorted({*depths, found.depth} - {0}) == steps
    evaluator = player.partition("@")[2]
    truth = searchers.make("alphabeta", evaluator).search(position, Limits(depth=depth))
    assert (found.value, found.depth) == (truth.value, depth)


def test_a_kept_tree_continues_at_a_depth_of_the_same_parity() -> None:
    position = games.make("othello").at("f5d6c3d3c4f4")
    player = searchers.make("abtree@positional")
    for move in player.search(position, Limits(depth=5)).pv[:2]:
        position.push(move)
    depths: list[int] = []
    player.search(position, Limits(nodes=20_000), report=lambda one: depths.append(one.depth))
    assert {depth % 2 for depth in depths} == {1}


def test_the_tree_is_kept_from_move_to_move() -> None:
    position = games.make("increments:b=5,seed=11")
    player = searchers.make("abtree@static")
    first = player.search(position, Limits(depth=5))
    held = player.tree.node_count
    for move in first.pv[:2]:
        position.push(move)
    again = player.search(position, Limits(nodes=0))
    assert again.pv == first.pv[2:]
    assert again.counts["steps"] >= 2
    assert player.reused == (again.counts["peak_stored"], held)
    assert 5 < again.counts["peak_stored"] < held
    player.search(games.make("increments:b=5,seed=12"), Limits(nodes=100))
    assert player.reused is None, "another game, another tree"


def test_a_repetition_that_ends_a_line_ends_no_game() -> None:
    position = games.make("chess").at("6k1/p7/P7/8/8/p7/P7/1K6 w - - 0 1")
    player = searchers.make("abtree@material")
    player.search(position, Limits(depth=5))
    for text in ("Kc1", "Kf8", "Kb1", "Kg8"):  # a draw in that search, and now its root
        position.push(position.parse_move(text))
    assert player.search(position, Limits(depth=3)).depth == 3


@pytest.mark.parametrize("grow", ["depth", "breadth", "best"])
def test_a_draw_by_repetition_below_an_earlier_root_is_made_again(switches: Any, grow: str) -> None:
    player, position = searchers.make(f"abtree:grow={grow}@static"), switches()
    assert player.search(position, Limits(depth=6)).pv == (0, 0, 0, 0)
    position.push(0)
    position.push(0)
    player.search(position, Limits(nodes=0))
    assert player.reused == (5, 9)
    again = player.search(position, Limits(depth=6))
    check_invariants(player.tree, valid=grow != "best")
    assert (again.value, again.pv) == (0, (0, 0, 0, 0))
    assert again.counts["regenerated"] == 2
    assert player.reused == (3, 5)


def test_a_certain_draw_below_an_earlier_root_is_no_longer_certain(switches: Any) -> None:
    """Although its children are pruned."""
    player, position = searchers.make("abtree@static"), switches()
    for move in player.search(position, Limits(depth=6)).pv[:2]:
        position.push(move)
    tree = player.tree = ABTree(switches(), player.evaluator, most=9)
    redeveloped(tree, 6)
    assert tree.prune_to_fit(0)
    again = player.search(position, Limits(depth=6))
    assert player.tree is tree
    assert again.pv == (0, 0, 0, 0)


def test_restricted_root_moves_make_a_tree_of_their_own() -> None:
    position = games.make("ngame:b=5,d=30,seed=11")
    player = searchers.make("abtree")
    whole = player.search(position, Limits(depth=3))
    others = tuple(move for move in range(5) if move != whole.move)
    assert player.search(position, Limits(depth=3, moves=others)).move in others
    assert player.search(position, Limits(depth=3)).value == whole.value


def test_a_win_is_proved() -> None:
    position = TokenRace()
    for move in (3, 1, 2, 1):
        position.push(move)
    for grow in ("depth", "breadth", "best"):
        result = searchers.make(f"abtree:grow={grow}").search(position, Limits(nodes=1000))
        assert (result.value, result.proved) == (WIN - 1, True)


def test_a_small_game_is_solved() -> None:
    found = searchers.make("abtree").search(games.make("ngame:b=2,d=6"), Limits(depth=50))
    assert (found.proved, found.reason) == (True, "proved")
    assert found.value == minimax(games.make("ngame:b=2,d=6"), 6)


class Corridor(Position):
    """Two moves first, then 390 plies of a single one, then a draw."""

    def __init__(self) -> None:
        self.gone = 0

    def legal_moves(self) -> list[int]:
        return [0, 1] if self.gone == 0 else [0] if self.gone < 391 else []

    def push(self, move: int) -> None:
        self.gone += 1

    def pop(self) -> None:
        self.gone -= 1

    def outcome(self) -> int | None:
        return None if self.gone < 391 else DRAW


def test_long_lines_meet_no_recursion_limit() -> None:
    player = searchers.make("abtree:deepen=false@static")
    found = player.search(Corridor(), Limits(depth=400))
    assert (found.value, len(found.pv)) == (DRAW, 391)
    assert player.search(Corridor(), Limits(depth=400)).value == DRAW


def test_uncut_siblings_keep_evolving_trees_small() -> None:
    trees = [games.make(f"increments:b=8,seed={seed}") for seed in range(1, 4)]
    classical = 4 * sum(grown(tree, 5).terminals() for tree in trees)
    few, many = (
        sum(evolve(tree, 5, 1, 4, best_sibling)["terminals"] for tree in trees)
        for best_sibling in (False, True)
    )
    assert few < classical < many


def test_a_row_of_lindstroms_table() -> None:
    trees = [games.make(f"increments:b=2,seed={seed}") for seed in range(1, 101)]
    terminals = sum(evolve(tree, 3, 1)["terminals"] for tree in trees)
    assert terminals / 800 == pytest.approx(6.2, rel=0.08)


class Broken:
    """A tree in which another node cuts node `n`; 0 for none."""

    def __init__(self, tree: ABTree, n: int, cutter: int) -> None:
        self.tree, self.n, self.cutter = tree, n, cutter

    def __getattr__(self, name: str) -> Any:
        return getattr(self.tree, name)

    def node(self, n: int) -> Node:
        node = self.tree.node(n)
        return node._replace(cutter=self.cutter) if n == self.n else node

    def cut_by(self, n: int) -> list[int]:
        others = [cut for cut in self.tree.cut_by(n) if cut != self.n]
        return [self.n, *others] if n == self.cutter else others


def test_broken_trees_are_named_by_dewey_number() -> None:
    tree = ABTree(games.make("ngame:b=3,d=9,seed=1"), STATIC)
    redeveloped(tree, 3)
    check_invariants(tree, valid=True)
    cut = next(index for index in tree.slots() if tree.node(index).cutter)
    name = tree.dewey(cut)
    with pytest.raises(
        ContractError, match=rf"node {name}: .* an uncut key node has all its children"
    ):
        check_invariants(Broken(tree, cut, 0), valid=True)
    restarted = Broken(tree, cut, RESTART)
    with pytest.raises(ContractError, match="no restart is pending"):
        check_invariants(restarted, valid=True)
    check_invariants(restarted)
    with pytest.raises(ContractError, match=rf"node {name}: .*ancestor"):
        check_invariants(Broken(tree, cut, tree.root))


def test_operations_refuse_what_they_cannot_do() -> None:
    tree = ABTree(games.make("ngame:b=3,d=9"), STATIC)
    with pytest.raises(ContractError, match="no child of that rank"):
        tree.make_move(1)
    redeveloped(tree, 2)
    with pytest.raises(ContractError, match="node 0 is no terminal node"):
        tree.expand_terminal(tree.root)
    for index in (0, 3, 10**6):
        with pytest.raises(ContractError, match=f"node {index} is none of this tree"):
            tree.revalidate(index)
    with pytest.raises(LimitsError, match="deepen=false needs a depth"):
        searchers.make("abtree:deepen=false").search(games.make("othello"), Limits(nodes=10))


@pytest.mark.parametrize("grow", ["depth", "breadth", "best"])
def test_a_hook_may_stop_at_the_root(grow: str) -> None:
    player = searchers.make(f"abtree:grow={grow}")
    player.heuristic_stop = lambda tree, node: True
    result = player.search(games.make("mnk"), Limits(depth=3))
    assert result.move is not None
    assert not result.proved
