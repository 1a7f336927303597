from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import games
import searchers
from evaluators import Budget
from evaluators import make as make_evaluator
from games.errors import EvaluationError
from searchers import Limits
from searchers.best_first.reference import best_first_minimax
from searchers.check import TokenRace
from searchers.core.trace import Trace
from tests.nim import Nim
from tests.stops import Countdown
from tests.walk import near_the_end


def test_korfs_figure_1(data: Path) -> None:
    position = games.make(f"explicit:{data / 'korf-figure-1.json'}")
    # Expansions: root, right, left, right's second child; two nodes each.
    found = [searchers.make("bfms").search(position, Limits(nodes=n)) for n in (2, 4, 6)]
    assert [(r.move, r.value) for r in found] == [(1, 11), (0, 7), (1, 5)]
    assert [r.pv for r in found] == [(1,), (0,), (1, 1)]
    assert searchers.make("bfms").search(position, Limits(nodes=7)).pv == (1, 1, 0)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("b", "s"), [(2, 7), (3, 6), (5, 4), (10, 4), (7, 1)])
def test_the_search_is_that_of_the_reference(b: int, s: int, seed: int) -> None:
    position = games.make(f"ngame:b={b},d=20,seed={seed}")
    result = searchers.make("bfms").search(position, Limits(depth=s))
    assert (result.move, result.value, result.nodes) == best_first_minimax(position, s)
    assert result.reason == "depth"


def test_a_kept_tree_searches_on_as_if_it_had_grown_there() -> None:
    """A subtree is expanded in the same order, whatever the root."""
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


def test_a_draw_by_repetition_below_an_earlier_root_is_evaluated_again(switches: Any) -> None:
    position = switches()
    searcher = searchers.make("bfms:stop=line@static")
    first = searcher.search(position, Limits(nodes=100))
    assert (first.pv, first.value, first.reason) == ((0, 0, 0, 0), 0, "finished")
    for move in first.pv[:2]:
        position.push(move)
    assert searcher.search(position, Limits(nodes=0)).counts["steps"] >= 2
    again = searcher.search(position, Limits(nodes=100))
    assert (again.pv, again.reason) == ((0, 0, 0, 0), "finished")
    assert again.counts["regenerated"] == 1


# -- a full tree -------------------------------------------------------------------------------

FULL = 2**20 // 28
"""Nodes in a megabyte, without bounds."""


def test_pruning_changes_no_value() -> None:
    """The answer just before memory is full equals that after pruning."""
    position = games.make("ngame:b=8,d=200,seed=4")
    limits = Limits(nodes=FULL // 8 * 8 + 1)
    plain = searchers.make("bfms").search(position, limits)
    small = searchers.make("bfms:stop=line,hash=1")
    full = small.search(position, limits)
    assert full.counts["forgotten"] > FULL // 3
    assert (full.pv, full.value, full.root) == (plain.pv, plain.value, plain.root)
    position.push(full.pv[0])
    again = small.search(position, Limits(nodes=0))
    assert again.pv == full.pv[1:]


class Late:
    """A stop flag that is set after a number of polls with a full tree."""

    def __init__(self, searcher: Any, limit: int) -> None:
        self.searcher, self.left = searcher, limit

    def is_set(self) -> bool:
        self.left -= self.searcher.tree.size > FULL - 8
        return self.left < 0


def test_a_stop_ends_pruning() -> None:
    position = games.make("ngame:b=8,d=200,seed=4")
    for polls in range(6):
        searcher = searchers.make("bfms:stop=line,hash=1")
        stop = Late(searcher, polls)
        result = searcher.search(position, Limits(nodes=2 * FULL), stop=stop)
        assert (result.reason, result.depth > 9) == ("stop", True)
        assert FULL - 9 <= result.nodes <= FULL + 1000
        assert searcher.search(position, Limits(nodes=100)).move in position.legal_moves()


# -- completion --------------------------------------------------------------------------------


def _completed(position: Any) -> Any:
    """Return the result of a completed search, after a check of its line.

    The line ends the game with the value of the result.
    """
    result = searchers.make("bfms:stop=proved").search(position, Limits(nodes=10**8))
    assert (result.proved, result.reason) == (True, "proved")
    ahead = position.copy()
    for move in result.pv:
        ahead.push(move)
    sign = -1 if len(result.pv) % 2 else 1
    outcome = ahead.outcome()
    assert outcome is not None
    assert sign * outcome == result.value
    return result


@pytest.mark.parametrize(
    ("empties", "count"), [(6, 3), pytest.param(12, 100, marks=pytest.mark.slow)]
)
def test_completion_solves_endgames_of_othello(empties: int, count: int) -> None:
    solver = searchers.make("pvs:selective=false,tt=16")
    for seed in range(count):
        position = near_the_end(empties, seed)
        solver.new_game()
        truth = solver.search(position, Limits(depth=2 * empties, nodes=10**7))
        assert truth.proved
        assert _completed(position).value == truth.value


def test_the_same_order_until_the_line_ends() -> None:
    """As long as no line ends the game, completion is Korf's search."""
    for seed in range(10):
        position = games.make(f"ngame:b=3,d=300,seed={seed}")
        plain, going = (
            searchers.make(spec).search(position, Limits(nodes=2000))
            for spec in ("bfms:stop=line", "bfms:stop=proved")
        )
        assert plain.reason == "nodes"
        for fact in ("move", "value", "pv", "root", "counts"):
            assert getattr(plain, fact) == getattr(going, fact)


def test_a_proved_position_needs_no_nodes() -> None:
    position = near_the_end(8, 1)
    searcher = searchers.make("bfms:stop=proved")
    first = searcher.search(position, Limits(nodes=10**6))
    assert searcher.search(position, Limits(nodes=0)).value == first.value
    for move in first.pv[:2]:
        position.push(move)
    again = searcher.search(position, Limits(nodes=0))
    assert (again.value, again.pv, again.reason) == (first.value, first.pv[2:], "proved")


@pytest.mark.parametrize(
    "player",
    [
        "bfms@static",
        "bfms:hash=1@static",
        "uct@static",
        "uct:hash=1@static",
        "puct:priors=values@static",
    ],
)
def test_a_proof_by_repetition_is_discarded_when_there_is_none(switches: Any, player: str) -> None:
    position = switches()
    searcher = searchers.make(player)
    for _ in range(3):
        kept = searcher.search(position, Limits(nodes=3000))
        fresh = searchers.make(player).search(position, Limits(nodes=3000))
        assert (kept.value, kept.proved) == (fresh.value, fresh.proved)
        position.push(kept.move)


def test_the_safe_decision_is_the_move_explored_most() -> None:
    differ = 0
    for seed in range(20):
        position = games.make(f"ngame:b=3,d=40,seed={seed}")
        by_value, safe = (
            searchers.make(f"bfms:choose={choose}").search(position, Limits(nodes=600))
            for choose in ("value", "visits")
        )
        assert by_value.nodes == safe.nodes
        expanded = {}
        for move in position.legal_moves():
            alone = [known for known in by_value.root if known.move == move]
            expanded[move] = alone[0].value
        assert safe.value == expanded[safe.move] <= by_value.value
        assert safe.root[0].move == safe.move == safe.pv[0]
        differ += safe.move != by_value.move
    assert 0 < differ < 20


@pytest.mark.parametrize("player", ["bfms", "bfms:stop=line", "bfms:dag=true", "descent"])
def test_explored_most_is_by_all_expansions_also_of_what_was_pruned(player: str) -> None:
    position = games.make("connect4")
    for nodes in range(100, 400, 100):
        events: list[str] = []
        searcher = searchers.make(player, choose="visits")
        searcher.trace = Trace(events.append)
        searcher.search(position, Limits(nodes=nodes))
        assert searcher.tree.retain(0, 0, 8, Budget())
        found = searcher.search(position, Limits(nodes=0))
        lines = [each["node"] for each in map(json.loads, events) if each["event"] == "expanded"]
        explored = Counter(line.partition(".")[0] for line in lines if line)
        best = position.legal_moves().index(found.move) + 1
        assert found.proved or explored[str(best)] == max(explored.values())


def test_bounds_of_pruned_nodes_are_discarded_with_their_draws(switches: Any) -> None:
    for room in range(4, 12):
        position = switches()
        searcher = searchers.make("bfms@static")
        first = searcher.search(position, Limits(nodes=1000))
        assert (first.value, first.proved) == (0, True)
        assert searcher.tree.retain(0, 0, room, Budget())
        for move in first.pv[:2]:
            position.push(move)
        kept_answer = searcher.search(position, Limits(nodes=0))
        fresh = searchers.make("bfms@static").search(position, Limits(nodes=1000))
        assert not kept_answer.proved or kept_answer.pv == fresh.pv
        kept = searcher.search(position, Limits(nodes=1000))
        assert (kept.value, kept.proved, kept.pv) == (fresh.value, True, fresh.pv)


# -- a graph -----------------------------------------------------------------------------------


def _explicit_graph(position: Any, evaluator: Any, nodes: int) -> tuple[list[int], int, int, int]:
    """Search a graph by the definition, with a node limit; return line, value, nodes and edges.

    A state is [value, children], by position and ply.
    """

    def state_of(ahead: Any) -> tuple[int, int]:
        return ahead.key(), ahead.ply

    def value(state: tuple[int, int], known: dict[Any, int]) -> int:
        if state not in known:
            static, children = states[state]
            known[state] = max((-value(child, known) for _, child in children), default=static)
        return known[state]

    states: dict[tuple[int, int], list[Any]] = {state_of(position): [0, []]}
    made = 0
    while True:
        at, line = state_of(position), []
        known: dict[Any, int] = {}
        while states[at][1]:
            move, at = max(states[at][1], key=lambda edge: -value(edge[1], known))
            line.append(move)
        ahead = position.copy()
        for move in line:
            ahead.push(move)
        children, fresh = [], {}
        for move in ahead.legal_moves():
            ahead.push(move)
            child = state_of(ahead)
            if child not in states:
                result = ahead.outcome()
                fresh[child] = [evaluator.value(ahead) if result is None else result, []]
            children.append((move, child))
            ahead.pop()
        if made + len(fresh) > nodes or not children:
            edges = sum(len(children) for _, children in states.values())
            return line, value(state_of(position), {}), made, edges
        made += len(fresh)
        states |= fresh
        states[at][1] = children


@pytest.mark.parametrize("empties", [8, 20, 44])
def test_the_graph_is_that_of_the_definition(empties: int) -> None:
    position, met = near_the_end(empties, 2), 0
    for nodes in (60, 150, 300):
        line, value, made, edges = _explicit_graph(position, make_evaluator("positional"), nodes)
        player = searchers.make("bfms:stop=line,dag=true@positional")
        result = player.search(position, Limits(nodes=nodes))
        assert (list(result.pv), result.value) == (line, value)
        assert result.counts["peak_stored"] == edges + 1
        met += edges - made
    assert met > 0 or empties == 44


def test_a_graph_proves_with_fewer_nodes() -> None:
    tree, graph = searchers.make("bfms"), searchers.make("bfms:dag=true")
    spent = [0, 0]
    for seed in range(8):
        position = near_the_end(8, seed)
        results = [one.search(position, Limits(nodes=10**6)) for one in (tree, graph)]
        assert all(result.proved for result in results)
        assert results[0].value == results[1].value
        spent = [sum(pair) for pair in zip(spent, (r.nodes for r in results), strict=True)]
    assert spent[1] < 0.85 * spent[0]


def test_a_graph_dates_its_wins() -> None:
    """The same places after another number of moves are another node."""
    for line in ((), (1,), (1, 3), (3, 1)):
        position = TokenRace(9)
        for move in line:
            position.push(move)
        tree, graph = (
            searchers.make(spec).search(position, Limits(nodes=10**5))
            for spec in ("bfms", "bfms:dag=true")
        )
        assert (tree.value, tree.proved) == (graph.value, graph.proved)
        assert graph.nodes < tree.nodes


def test_a_kept_graph_finds_its_twins_again() -> None:
    position = near_the_end(9, 3)
    searcher = searchers.make("bfms:dag=true")
    while position.outcome() is None:
        kept = searcher.search(position, Limits(nodes=10**6))
        fresh = searchers.make("bfms").search(position, Limits(nodes=10**7))
        assert (kept.value, kept.proved or len(kept.root) == 1) == (fresh.value, True)
        position.push(kept.move)


def test_a_small_graph_proves_too() -> None:
    position = TokenRace(12)
    small = searchers.make("bfms:dag=true,hash=1").search(position, Limits(nodes=10**6))
    assert small.proved


def test_a_stop_ends_the_work_on_the_table_of_a_graph() -> None:
    """A graph is kept in six passes, two over its table; each looks at the clock."""
    position = games.make("connect4")
    searcher = searchers.make("bfms:dag=true,stop=line")
    searcher.search(position, Limits(nodes=2**15))
    polls, size = 0, searcher.tree.size
    while not searcher.tree.retain(0, 0, size, Budget(stop=Countdown(polls))):
        polls += 1
        searcher.new_game()
        assert searcher.search(position, Limits(nodes=2**15)).reason == "nodes"
    assert polls >= 3 * (size // 2**14 + 1) + 2
    assert searcher.tree.size == size


def test_a_graph_needs_keys_and_draws_that_depend_on_no_line(switches: Any) -> None:
    player = searchers.make("bfms:dag=true@static")
    for position in (games.make("chess"), switches()):
        with pytest.raises(EvaluationError, match="use dag=false"):
            player.search(position, Limits(nodes=100))


class KeyedNim(Nim):
    """Nim with keys that are multiples of a constant which tables use, too (Fibonacci hashing)."""

    KEYED = True

    def key(self) -> int:
        return self.heap * 0x9E3779B97F4A7C15 % 2**64


@pytest.mark.parametrize("heap", range(8, 13))
def test_a_graph_takes_keys_of_any_kind(heap: int) -> None:
    result = searchers.make("bfms:dag=true").search(KeyedNim(heap), Limits(nodes=300))
    assert result.proved
    assert result.value is not None
    assert (result.value > 0) == (heap % 4 != 0)
    shallow = searchers.make("dfpn").search(KeyedNim(heap), Limits(nodes=2000, depth=9))
    low = shallow.value if shallow.bounds is None else shallow.bounds[0]
    assert not shallow.proved or (low > 0) == (heap % 4 != 0)
