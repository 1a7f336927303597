"""Proof-number searches find what minimax finds, and claim no more."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import games
import searchers
from games import Position
from games.check import best_play
from games.core.scores import LOSS, MATE_BOUND, WIN
from games.errors import SpecError
from searchers import Limits, Result
from searchers.proof_number.reference import depth_first, proof_number_search
from tests.compiled import NEEDS_SPEED
from tests.minimax import minimax
from tests.nim import Nim
from tests.stops import Countdown
from tests.walk import at_random

PNS = ("pns", "pns:start=mobility", "pns:add=weak", "pns:second=100")
DFPN = (
    "dfpn:tt=1",
    "dfpn:tt=1,epsilon=0,widen=100,order=false",
    "dfpn:tt=1,start=mobility,add=weak",
    "dfpn:tt=1,widen=0",
)
LIMIT = Limits(nodes=300_000)
MATES = (
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1),
    ("4k3/8/4K3/8/8/8/8/7R w - - 0 1", 1),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
    ("7k/8/5K2/8/8/8/8/R7 w - - 0 1", 2),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", 0),
)
"""Chess positions and the moves to a mate; 0 for none within three moves."""


def found(player: str, position: Position, limits: Limits = LIMIT) -> Result:
    return searchers.make(player).search(position, limits)


def interval(result: Result) -> tuple[int, int]:
    """Return what a search claims of the value."""
    if result.proved and result.value is not None:
        return result.value, result.value
    return result.bounds or (-WIN, WIN)


def check(result: Result, truth: int) -> None:
    """Check a search that ended by itself against the value of best play."""
    assert (result.proved, result.reason) == (True, "proved")
    low, high = interval(result)
    assert low <= truth <= high
    assert low == high or abs(truth) >= MATE_BOUND
    best = result.root[0]
    assert best.move == result.move


def random_tree(rng: random.Random, depth: int, values: tuple[int, ...]) -> object:
    """Return a tree for `explicit`: lists of lists, and numbers as leaves."""
    if depth == 0 or rng.random() < 0.15:
        return rng.choice(values)
    return [random_tree(rng, depth - 1, values) for _ in range(rng.randint(1, 4))]


@pytest.mark.parametrize("player", [PNS[0], PNS[3], *DFPN[:2]])
def test_uneven_trees_with_few_values(player: str, tmp_path: Path) -> None:
    rng = random.Random(player)
    for number in range(60):
        values = ((-1, 1), (-1, 0, 1), tuple(range(-9, 10)))[number % 3]
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps([random_tree(rng, 4, values) for _ in range(3)]))
        position = games.make(f"explicit:{path}")
        check(found(player, position), minimax(position))


@pytest.mark.parametrize("player", [*PNS, *DFPN])
@pytest.mark.parametrize("game", ["mnk", "hex:size=3", "connect4:width=4,height=3"])
def test_small_games(player: str, game: str) -> None:
    for seed in range(3):
        position = at_random(game, 3, seed)
        truth = best_play(position, 200_000)
        assert truth is not None
        check(found(player, position), truth)


@pytest.mark.parametrize("player", [pytest.param(PNS[0], marks=NEEDS_SPEED), DFPN[0]])
def test_published_values_of_boards(player: str) -> None:
    """Tic-tac-toe and Connect Four on 4x4 are drawn; the first side wins Hex."""
    assert found(player, games.make("mnk")).value == 0
    assert found(player, games.make("connect4:width=4,height=4")).value == 0
    bounds = found(player, games.make("hex:size=3")).bounds
    assert bounds is not None
    assert bounds[0] >= MATE_BOUND


@pytest.mark.parametrize("player", ["pns:goal=", "dfpn:tt=1,goal="])
def test_a_goal_is_one_question(player: str) -> None:
    for seed in range(40):
        position = games.make(f"ngame:b=3,d=4,seed={seed}")
        truth = minimax(position)
        for goal, threshold in (
            ("win", 1),
            ("draw", 0),
            (str(truth), truth),
            (str(truth + 1), truth + 1),
        ):
            result = found(player + goal, position)
            low, high = interval(result)
            assert low <= truth <= high
            assert (low >= threshold) == (truth >= threshold)
            assert result.proved == (low == high)
            assert result.reason == ("proved" if result.proved else "done")


@pytest.mark.parametrize("goal", ["often", "1.5", str(2**40)])
def test_goals_that_are_none(goal: str) -> None:
    for name in ("pns", "dfpn"):
        with pytest.raises(SpecError, match=f"{name}: goal='{goal}': expected value, win, draw"):
            searchers.make(f"{name}:goal={goal}")


@pytest.mark.parametrize("player", ["pns", "pns:second=100", "dfpn:tt=1"])
def test_a_search_that_is_cut_claims_nothing_false(player: str) -> None:
    for seed in range(12):
        position = games.make(f"ngame:b=3,d=5,seed={seed}")
        truth = minimax(position)
        for nodes in (0, 1, 3, 9, 30, 100, 300):
            result = found(player, position, Limits(nodes=nodes))
            assert result.nodes <= nodes
            low, high = interval(result)
            assert low <= truth <= high
            assert not result.proved or truth in (low, high, result.value)
            for one in result.root:
                position.push(one.move)
                value = -minimax(position)
                position.pop()
                low, high = one.bounds or (-WIN, WIN)
                assert low <= value <= high
                assert not one.proved or one.value == value


@pytest.mark.parametrize(("fen", "moves"), MATES)
@pytest.mark.parametrize("player", ["pns@pst", "dfpn:tt=1@pst"])
def test_mates(player: str, fen: str, moves: int) -> None:
    """A depth limit of 2n-1 plies finds the mates in n moves, and no others."""
    position = games.make("chess").at(fen)
    for most in (1, 2, 3)[: max(moves, 1)]:
        result = found(player, position, Limits(depth=2 * most - 1, nodes=200_000))
        if most == moves:
            assert result.proved
            assert interval(result)[0] >= WIN - (2 * moves - 1)
            assert len(result.pv) % 2 == 1
            for move in result.pv:
                position.push(move)
            if player.startswith("pns"):
                assert position.outcome() is not None
                assert len(result.pv) <= 2 * moves - 1
        else:
            assert (result.proved, result.reason) == (False, "depth")


class Ring(Position):
    """A ring of places with no end of a game but one exit, so that lines may go round for ever.

    A move goes one or two places on; who reaches place 0 wins.
    """

    KEYED = True

    def __init__(self, places: int = 7, at: int = 1) -> None:
        self.places, self.place = places, at

    def legal_moves(self) -> list[int]:
        return [] if self.place == 0 else [1, 2, self.places - 1]

    def push(self, move: int) -> None:
        self.place = (self.place + move) % self.places

    def pop(self) -> None:
        self.place = (self.place - self.history[-1]) % self.places

    def outcome(self) -> int | None:
        return -WIN if self.place == 0 else None

    def key(self) -> int:
        return 1 + 2 * self.place + self.turn


@pytest.mark.parametrize("player", ["pns", "dfpn:tt=1", "dfpn:tt=1,epsilon=0,widen=100"])
@pytest.mark.parametrize("places", [5, 7, 8])
def test_lines_that_go_round(player: str, places: int) -> None:
    """A repetition proves nothing: who can win in a finite line does, and a draw is not claimed."""
    won = _won(places)
    for at in range(1, places):
        result = found(player, Ring(places, at), Limits(nodes=1000))
        low, high = interval(result)
        if result.proved:
            assert (low >= MATE_BOUND) == (won[at] > 0)
            assert (high <= -MATE_BOUND) == (won[at] < 0)
        else:
            assert low <= 0 <= high or won[at] != 0


def _won(places: int) -> list[int]:
    """Return who wins from each place by retrograde analysis: 1, -1, or 0 for neither side."""
    won = [-1] + [0] * (places - 1)
    for _ in range(2 * places):
        for at in range(1, places):
            after = [won[(at + move) % places] for move in (1, 2, places - 1)]
            won[at] = 1 if -1 in after else -1 if after == [1, 1, 1] else 0
    return won


@pytest.mark.parametrize("player", ["pns", "dfpn:tt=1"])
def test_games_without_keys(player: str) -> None:
    for heap in range(1, 14):
        check(found(player, Nim(heap)), best_play(Nim(heap), 100_000) or 0)


def test_a_reply_that_was_not_produced_may_end_the_game(leaves: Any) -> None:
    position = leaves(2, 2, (0, LOSS, 0, LOSS))
    for nodes in range(9):
        low, high = interval(found("dfpn:tt=1", position, Limits(nodes=nodes)))
        assert low <= LOSS + 2 <= high


def test_the_reference_of_the_tree() -> None:
    """pns expands the same nodes as the reference: the trees have the same size."""
    for seed in range(30):
        position = games.make(f"ngame:b=3,d=4,seed={seed}")
        for threshold in (1, 0, -3):
            root = proof_number_search(position.copy(), threshold)
            result = found(f"pns:goal={threshold}", position)
            waiting, size = [root], 0
            while waiting:
                node = waiting.pop()
                size += len(node.children)
                waiting += node.children
            assert result.nodes == size
            low, _ = interval(result)
            assert (
                (low >= threshold) == (root.proof == 0) == depth_first(position.copy(), threshold)
            )


@NEEDS_SPEED
def test_the_tree_is_kept() -> None:
    position = games.make("connect4:width=4,height=4")
    searcher = searchers.make("pns")
    first = searcher.search(position, Limits(nodes=100_000))
    position.push(first.move)
    position.push(position.legal_moves()[0])
    kept = searcher.search(position, LIMIT)
    new = found("pns", position)
    assert (kept.value, kept.proved) == (new.value, True)
    assert kept.nodes < new.nodes


@NEEDS_SPEED
@pytest.mark.parametrize("plies", [0, 1])
def test_a_stop_ends_the_work_on_a_kept_tree(plies: int) -> None:
    """Each question sets all numbers, and a new root frees the nodes of the others."""
    position = games.make("othello")
    searcher = searchers.make("pns")
    for polls in range(9):
        searcher.new_game()
        at = position.copy()
        first = searcher.search(at, Limits(nodes=2**18))
        for _ in range(plies):
            at.push(first.move)
        stopped = searcher.search(at, Limits(nodes=10**6), stop=Countdown(polls))
        assert stopped.reason == "stop"
        assert stopped.nodes <= 3 * plies  # those of static values
        assert searcher.search(at, Limits(nodes=5000)).reason == "nodes"


@NEEDS_SPEED
def test_solved_parts_are_dropped_when_the_memory_is_full() -> None:
    position = games.make("connect4:width=4,height=4")
    result = found("pns:hash=4", position, Limits(nodes=1_000_000))
    assert (result.value, result.proved) == (0, True)
    assert result.counts["forgotten"] > 0
    assert result.counts["peak_stored"] <= 2**22 // 32
    whole = found("pns:hash=4,delete=false", position, Limits(nodes=1_000_000))
    assert (whole.proved, whole.reason) == (False, "memory")


@NEEDS_SPEED
def test_memory_of_thousands_of_children_is_used_again() -> None:
    """The first position of Amazons has 2176 moves: the tree is full after sixty expansions."""
    position = games.make("amazons")
    searcher = searchers.make("pns:hash=4")
    assert searcher.search(position, Limits(nodes=10**6)).reason == "memory"
    expanded = [move for move, node in searcher.tree.edges_of(0) if searcher.tree.edges_of(node)]
    position.push(expanded[0])
    assert searcher.search(position, Limits(nodes=10_000)).nodes == 10_000


@NEEDS_SPEED
def test_all_memory_of_a_kept_tree_is_used_again() -> None:
    """Also for nodes with more children than any of those that were dropped."""
    position = games.make("othello")
    searcher = searchers.make("pns:hash=1")
    for _ in range(12):
        result = searcher.search(position, Limits(nodes=60_000))
        assert result.reason == "memory"
        assert searcher.fullness() > 990
        position.push(result.move)


def test_the_table_answers_again() -> None:
    position = games.make("connect4:width=4,height=4")
    searcher = searchers.make("dfpn:tt=4")
    first = searcher.search(position, LIMIT)
    again = searcher.search(position, LIMIT)
    assert (again.value, again.proved) == (first.value, True)
    assert again.nodes < first.nodes // 10
    searcher.new_game()
    assert searcher.search(position, LIMIT).nodes == first.nodes


@pytest.mark.parametrize("shortest", ["false", "true"])
def test_winning_moves_of_the_table_win(shortest: str) -> None:
    winning = 0
    for seed in range(30):
        position = at_random("mnk", 2, seed)
        searcher = searchers.make(f"dfpn:tt=1,shortest={shortest}")
        searcher.search(position, LIMIT)
        move = searcher.winning_move(position)
        if move is not None:
            winning += 1
            position.push(move)
            assert best_play(position, 100_000) <= -MATE_BOUND
    assert winning >= 10
