from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import pytest

import evaluators
import games
import searchers
from evaluators import Evaluator
from games.core.position import Position
from games.core.scores import MATE_BOUND, WIN
from games.errors import EvaluationError, SpecError
from searchers import Limits
from searchers.bstar.distributions import uniform_best_probabilities
from searchers.bstar.selection import LOWER_RULES, TOP_RULES, LowerRule, Optimistic, TopRule
from searchers.check import TokenRace, check_searcher
from tests.compiled import COMPILED, NEEDS_SPEED
from tests.nim import Nim
from tests.searchers.bstar.proving import ENOUGH, VERSIONS, bounds_of, prove, values_of

# -- known answers -----------------------------------------------------------------------------


def test_palays_example_step_by_step(data: Path) -> None:
    """Section 2; its nodes 1, 2, 3 are moves 0, 1, 2. A node is [pessimistic, optimistic]."""
    position = games.make(f"explicit:{data / 'palay-section-2.json'}")
    steps = [prove(position, limits=Limits(nodes=n)) for n in (3, 6, 9, 11, 13)]
    assert [bounds_of(step) for step in steps] == [
        {1: (0, 200), 2: (100, 300), 3: (0, 250)},
        {1: (0, 200), 2: (100, 190), 3: (0, 250)},  # PROVEBEST on 2
        {1: (0, 200), 2: (100, 190), 3: (0, 250)},  # PROVEBEST on 3, unchanged: go on inside
        {1: (0, 200), 2: (100, 190), 3: (195, 250)},  # node 7
        {1: (0, 80), 2: (100, 190), 3: (195, 250)},  # DISPROVEREST on 1
    ]
    last = steps[-1]
    assert (last.move, last.proved, last.bounds, last.reason) == (2, True, (195, 250), "proved")
    assert (last.counts["expanded"], last.counts["explored"]) == (5, 4)
    assert [step.proved for step in steps[:-1]] == [False] * 4
    races = [step.race for step in steps if step.race is not None]
    assert [(race.best.move + 1, race.second.move + 1, race.separation) for race in races] == [
        (2, 3, -150),
        (3, 1, -200),
        (3, 1, -200),
        (3, 1, -5),
        (3, 2, 5),
    ]
    assert [race.strategy for race in races] == ["PROVEBEST"] * 3 + ["DISPROVEREST"] * 2
    assert [race.proved for race in races] == [False] * 4 + [True]


@pytest.mark.parametrize(
    ("tree", "expanded", "explored"),
    [
        ("b=3,range=200,seed=1", (168, 86, 131, 159, 128), None),
        ("b=5,range=3200,seed=3", (189, 257, 49, 43, 24), None),
        ("b=8,range=3200,seed=7", (445, 201, 442, 487, 278), (1248, 536, 1259, 1425, 682)),
    ],
)
def test_exact_counts(tree: str, expanded: tuple[int], explored: tuple[int] | None) -> None:
    """The counts of an independent implementation: BF, LL, DB, TL, AL on three trees."""
    position = games.make(f"canonical:{tree}")
    counts = [prove(position, f"select={version}").counts for version in VERSIONS[:5]]
    assert tuple(count["expanded"] for count in counts) == expanded
    if explored is not None:
        assert tuple(count["explored"] for count in counts) == explored
        assert prove(position, "select=db,depths=all").counts["expanded"] == 445


class Spy(LowerRule):
    """The optimistic rule, which records its targets."""

    targets: ClassVar[list[tuple[int, float]]] = []

    def choose(self, tree: Any, node: int, target: float) -> int:
        Spy.targets.append((node, target))
        return Optimistic().choose(tree, node, target)


@pytest.mark.parametrize(
    ("goal", "target"), [("midpoint", -150.0), ("near", -200.0), ("far", -100.0)]
)
def test_targets_of_the_opponent(
    data: Path, goal: str, target: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In node 3 of Palay's example, Lambda is 200 (node 1) and Gamma 100 (node 2)."""
    monkeypatch.setitem(LOWER_RULES, "spy", Spy)
    Spy.targets.clear()
    position = games.make(f"explicit:{data / 'palay-section-2.json'}")
    prove(position, f"lower=spy,goal={goal}")
    assert Spy.targets == [(3, target)]


class Disprove(TopRule):
    """A rule that always chooses DISPROVEREST."""

    def choose(self, tree: Any, best: int, second: int) -> int:
        return second


@pytest.mark.parametrize("goal", ["midpoint", "near", "far"])
@pytest.mark.parametrize("top", ["best", "disprove"])
def test_targets_of_both_sides(top: str, goal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """(4.1) to (4.5), from the top level's bounds at the time."""
    monkeypatch.setitem(LOWER_RULES, "spy", Spy)
    monkeypatch.setitem(TOP_RULES, "disprove", Disprove)
    worth = {"midpoint": 0.5, "near": float(top == "best"), "far": float(top != "best")}[goal]
    seen = 0
    for seed, nodes in [(seed, 60) for seed in range(30)] + [(5, n) for n in range(4, 200, 8)]:
        Spy.targets.clear()
        searcher = searchers.make(f"bstar:top={top},lower=spy,goal={goal}")
        result = searcher.search(games.make(f"canonical:b=3,seed={seed}"), Limits(nodes=nodes))
        if result.proved or not Spy.targets:
            continue
        bounds = [known.bounds or (0, 0) for known in result.root]
        lambda_ = sorted(high for _, high in bounds)[-2]
        gamma = max(low for low, _ in bounds)
        ranked = gamma + worth * (lambda_ - gamma)
        player, opponent = (ranked, -gamma) if top == "disprove" else (lambda_, -ranked)
        assert Spy.targets[-1][1] in (player, opponent)
        seen += Spy.targets[-1][1] == (player if top == "disprove" else opponent)
    assert seen > 3


# -- soundness ---------------------------------------------------------------------------------


def _is_sound(tree: str, options: str) -> bool:
    position = games.make(tree)
    values = values_of(position)
    result = prove(position, options)
    held = all(b[0] <= values[m] <= b[1] for m, b in ((k.move, k.bounds) for k in result.root) if b)
    return result.proved and values[result.move or 0] == max(values.values()) and held


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("adversary", ["true", "false"])
def test_the_proved_move_is_best(version: str, adversary: str) -> None:
    for seed in range(25):
        tree = f"canonical:b=3,range=100,d=4,collapse=0,seed={seed},adversary={adversary}"
        assert _is_sound(tree, f"select={version}")


@pytest.mark.parametrize("version", VERSIONS)
def test_the_move_proved_with_guaranteed_intervals_is_best(version: str) -> None:
    assert all(_is_sound(f"ngame:b=3,d=5,seed={s}", f"select={version}") for s in range(10))


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_the_proved_move_is_best_on_10000_trees(version: str) -> None:
    for seed in range(10_000):
        b, d = 2 + seed % 3, 3 + seed % 2
        tree = f"canonical:b={b},range={20 + seed % 500},d={d},collapse={seed % 3},seed={seed}"
        assert _is_sound(tree, f"select={version}")


# -- limits ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "move"),
    [
        ("pessimistic", 0),
        ("midpoint", 1),
        ("optimistic", 2),
        ("likeliest", 3),
        ("realistic", 4),
    ],
)
def test_the_move_of_a_search_that_ends_early(tmp_path: Path, rule: str, move: int) -> None:
    file = tmp_path / "tree.json"
    ranges = [(66, 68, 67), (60, 90, 61), (0, 129, 1), (20, 126, 21), (10, 80, 79)]
    children = [
        f'{{"value": {real}, "bounds": [{low}, {high}], "children": [67]}}'
        for low, high, real in ranges
    ]
    file.write_text(f"[{','.join(children)}]")
    result = prove(games.make(f"explicit:{file}"), f"choose={rule}", Limits(nodes=5))
    assert (result.move, result.proved, result.reason) == (move, False, "nodes")
    assert result.bounds == (66, 129)
    assert result.value == max(66, ranges[move][2])


def test_uniform_best_probabilities() -> None:
    assert uniform_best_probabilities([(0, 10), (20, 30)]) == [0, 1]
    assert uniform_best_probabilities([(0, 100), (0, 100)]) == pytest.approx([0.5, 0.5], abs=0.01)
    assert uniform_best_probabilities([(50, 50), (0, 100)]) == pytest.approx([0.5, 0.5], abs=0.01)
    assert sum(uniform_best_probabilities([(0, 10), (2, 9), (5, 20)])) == pytest.approx(1, abs=0.02)


def test_a_depth_limit_ends_the_search() -> None:
    result = prove(games.make("canonical:b=8,seed=7"), limits=Limits(depth=3))
    assert (result.reason, result.proved, result.counts["max_depth"]) == ("depth", False, 3)


def test_a_win_is_proved() -> None:
    position = TokenRace()
    for move in (3, 1, 2, 1):
        position.push(move)
    result = prove(position)
    assert (result.value, result.proved, result.bounds) == (WIN - 1, True, (WIN - 1, WIN - 1))


# -- invalid bounds ----------------------------------------------------------------------------


def _wrong(options: str, share: int, trees: int = 60) -> int:
    wrong = 0
    for seed in range(trees):
        position = games.make(f"canonical:b=4,range=400,d=5,collapse=0,seed={seed}")
        values = values_of(position)
        searcher = searchers.make(f"bstar:{options}@invalid:share={share}")
        move = searcher.search(position, ENOUGH).move
        wrong += values[move] != max(values.values())
    return wrong


@NEEDS_SPEED
def test_invalid_intervals_make_wrong_moves_and_widening_corrects_them() -> None:
    assert _wrong("widen=0", 0, 40) == 0
    plain, little, much = (_wrong(f"widen={by}", 3) for by in (0, 1, 160))
    assert plain > 3
    assert much < plain / 2 < little


def test_widening_stops_when_the_choice_stays() -> None:
    position = games.make("canonical:b=3,range=200,seed=1")
    once = prove(position)
    again = prove(position, "widen=5")
    assert again.move == once.move
    assert again.proved
    assert again.counts["expanded"] > once.counts["expanded"]
    cut = prove(position, "widen=5", Limits(nodes=once.nodes + 9))
    assert (cut.move, cut.proved, cut.reason) == (once.move, False, "nodes")


def _to_the_end(options: str, nodes: int = 200_000) -> tuple[int, int, int]:
    """Return the wrong moves, the expansions and the proofs over 20 trees.

    Of the intervals 6% are wrong by as much as the root's range.
    """
    wrong = expanded = proved = 0
    for seed in range(20):
        position = games.make(f"canonical:b=4,range=400,d=4,collapse=0,seed={seed}")
        values = values_of(position)
        searcher = searchers.make(f"bstar:{options}@invalid:share=6,by=400")
        found = searcher.search(position, Limits(nodes=nodes))
        assert found.nodes <= nodes
        wrong += values[found.move or 0] != max(values.values())
        expanded += found.counts["expanded"]
        proved += found.proved
    return wrong, expanded, proved


@pytest.mark.parametrize("options", ["widen=40", "after=widen,widen=40"])
def test_widening_that_goes_on_erases_all_errors(options: str) -> None:
    """The encyclopedia: "progressively widens the tree, eventually erasing all errors"."""
    settled, ended = _to_the_end(options), _to_the_end(f"{options},until=nodes")
    assert settled[0] > 2
    assert ended[0] == 0
    assert ended[1] > settled[1]
    assert ended[2] == 20


def test_a_widened_proof_that_the_depth_ends_has_that_reason() -> None:
    found = set()
    for seed in range(60):
        position = games.make(f"canonical:b=3,seed={seed}")
        result = prove(position, "widen=50,until=nodes", Limits(nodes=3000, depth=3))
        found.add((result.reason, result.proved))
    assert found == {("depth", False), ("proved", True)}


def test_widening_that_goes_on_spends_the_nodes() -> None:
    position = games.make("canonical:b=3,range=200,seed=1")  # which never ends
    once = prove(position)
    again = prove(position, "widen=1,until=nodes", Limits(nodes=5000))
    assert again.nodes > 4900
    assert (again.move, again.proved) == (once.move, True), "it was confirmed more than once"
    # The proof rests on finished games: nothing is left to verify.
    over = games.make("ngame:b=2,d=2,seed=1")
    for options in ("widen=1,until=nodes", "after=widen,widen=1,until=nodes"):
        assert prove(over, options, Limits(depth=9)).proved


class Heights(Position):
    """A game whose first move may have the highest estimate, the second a low one."""

    NAME, KEYED, ACYCLIC = "heights", True, True
    INTERVALS = ((MATE_BOUND - 40, MATE_BOUND - 1), (0, 9))

    def __init__(self) -> None:
        self.line: list[int] = []

    def legal_moves(self) -> list[int]:
        return [0, 1]

    def push(self, move: int) -> None:
        self.line.append(move)

    def pop(self) -> None:
        self.line.pop()

    def outcome(self) -> int | None:
        return None

    def static_bounds(self, side: int) -> int:
        return -self.INTERVALS[self.line[0]][1 - side]

    def key(self) -> int:
        return 1 + len(self.line) + sum(self.line)


@pytest.mark.parametrize("options", ["widen=50", "widen=50,dag=true"])
def test_widened_estimates_stay_estimates(options: str) -> None:
    result = searchers.make(f"bstar:{options}@intervals").search(Heights(), Limits(nodes=100))
    assert (result.move, result.proved) == (0, True)
    assert result.bounds == (MATE_BOUND - 90, MATE_BOUND - 1)


# -- transpositions ----------------------------------------------------------------------------


@cache
def _endgame(number: int) -> str:
    import random

    rng = random.Random(number)
    while True:
        position = games.make("othello")
        while position.outcome() is None and position.text().count("-") > 8:
            position.push(rng.choice(position.legal_moves()))
        if position.outcome() is None and len(position.legal_moves()) > 1:
            return position.text()


def _exact(position: Position, searcher: Any, move: int) -> int:
    """Return the margin of a move, by alpha-beta to the end after forced replies."""
    position, side = position.copy(), position.turn
    position.push(move)
    while len(position.legal_moves()) == 1:
        position.push(position.legal_moves()[0])
    value = searcher.search(position, Limits(depth=30)).value
    return value if position.turn == side else -value


def _endgames(numbers: range) -> tuple[int, int]:
    """Return the total expansions of tree and graph search; both must find a best move."""
    solver = searchers.make("alphabeta@discs")
    totals = [0, 0]
    for number in numbers:
        position = games.make("othello").at(_endgame(number))
        best = solver.search(position, Limits(depth=30)).value
        for index, spec in enumerate(("bstar@bounds", "bstar:dag=true@bounds")):
            result = searchers.make(spec).search(position, ENOUGH)
            assert result.proved
            assert _exact(position, solver, result.move or 0) == best
            totals[index] += result.counts["expanded"]
    return totals[0], totals[1]


def test_a_graph_needs_fewer_expansions_on_othello_endgames() -> None:
    tree, graph = _endgames(range(8 if COMPILED else 4))
    assert graph < tree


@pytest.mark.slow
def test_a_graph_needs_fewer_expansions_on_200_othello_endgames() -> None:
    tree, graph = _endgames(range(200))
    print(tree, graph)
    assert graph < tree


def test_without_transpositions_a_graph_is_the_tree() -> None:
    position = games.make("canonical:b=5,seed=3")
    tree, graph = prove(position), prove(position, "dag=true")
    assert (tree.move, tree.bounds, tree.counts) == (graph.move, graph.bounds, graph.counts)


class KeyedNim(Nim):
    """Nim with keys: lines of several lengths lead to a position, and one key is 0."""

    NAME, KEYED, ACYCLIC = "nim", True, True

    def key(self) -> int:
        return 2 * self.heap + self.turn

    def static(self) -> int:
        return 0  # a value of its own, around which `fixed` may lay an interval


@pytest.mark.parametrize("options", ["", "select=pb", "select=db", "hash=1"])
def test_lines_of_several_lengths_to_a_position(options: str) -> None:
    for heap in range(5, 24):
        if heap % 4:
            found = searchers.make(f"bstar:dag=true,{options}".rstrip(",") + "@fixed").search(
                KeyedNim(heap), Limits(nodes=4 * heap)
            )
            assert (found.move, found.proved) == (heap % 4, True), heap


def test_games_whose_positions_recur_have_no_graph() -> None:
    with pytest.raises(EvaluationError, match="can come up again"):
        prove(games.make("eight"), "dag=true")


# -- contracts ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "game"),
    [
        *((options, "canonical") for options in ("", "select=db", "dag=true")),
        *((options, "eight") for options in ("", "select=db")),
        *(
            pytest.param(options, game, marks=[NEEDS_SPEED] if game == "othello" else [])
            for options in ("widen=9", "choose=midpoint")
            for game in ("canonical", "ngame:b=3,d=9", "othello", "eight")
        ),
    ],
)
def test_contract(options: str, game: str) -> None:
    """`tests/test_conformance.py` has the first options with the other games."""
    assert check_searcher("bstar" + (f":{options}" if options else ""), game) > 500


class Two(Evaluator):
    """Intervals that take a node of the budget each."""

    def interval(self, position: Position) -> tuple[int, int]:
        if self.budget is not None:
            self.budget.take()
        return position.static_bounds(0), position.static_bounds(1)


def test_an_evaluator_that_searches_pays_from_the_budget() -> None:
    position = games.make("canonical:b=4,seed=5")
    free = searchers.make("bstar").search(position, ENOUGH)
    paying = searchers.make("bstar", Two()).search(position, ENOUGH)
    points = paying.counts["generated"] * 2 - paying.nodes
    assert paying.counts["expanded"] == free.counts["expanded"]
    assert 0 <= points < paying.counts["generated"]
    for nodes in range(60):
        assert searchers.make("bstar", Two()).search(position, Limits(nodes=nodes)).nodes <= nodes


def test_errors_list_the_known_names() -> None:
    with pytest.raises(EvaluationError, match="these give intervals: fixed, "):
        prove(games.make("increments"))
    with pytest.raises(EvaluationError, match="gives values, no intervals"):
        searchers.make("bstar@pst").search(games.make("chess"), ENOUGH)
    with pytest.raises(SpecError, match="Did you mean 'depth'"):
        searchers.make("bstar:top=depht")
    with pytest.raises(SpecError, match="no lower is named"):
        searchers.make("bstar:lower=best")


# -- quiet leaves ------------------------------------------------------------------------------


def test_quiet_leaves_are_not_expanded() -> None:
    """No leaf with such a narrow interval has children. Each has its realistic value."""
    evaluator = evaluators.make("learned")
    position = games.make("othello")
    widths: dict[bool, list[int]] = {True: [], False: []}

    def look(tree: Any, node: int) -> None:
        for move, child in tree.edges_of(node):
            position.push(move)
            low, high = evaluator.interval(position)
            widths[bool(tree.edges_of(child))].append(high - low)
            if high - low <= 450:
                assert tree.bounds(child) == (-evaluator.real, -evaluator.real)
            look(tree, child)
            position.pop()

    searcher = searchers.make("bstar:quiet=450@learned")
    searcher.search(position, Limits(nodes=400))
    look(searcher.tree, 0)
    assert min(widths[True]) > 450 >= min(widths[False])
    with pytest.raises(SpecError, match="quiet=-1"):
        searchers.make("bstar:quiet=-1")


# -- realistic values --------------------------------------------------------------------------


def _realistic(position: Position, tree: Any, node: int) -> int:
    """Return the minimax value of a kept tree's static values, for the side that moved."""
    values = []
    for move, child in tree.edges_of(node):
        position.push(move)
        values.append(_realistic(position, tree, child))
        position.pop()
    return -max(values) if values else -position.static()


@pytest.mark.parametrize("options", ["", "dag=true", "select=db"])
@pytest.mark.parametrize("nodes", [30, 300])
def test_the_realistic_value_is_the_minimax_value_of_the_leaves(options: str, nodes: int) -> None:
    for seed in range(20):
        position = games.make(f"ngame:b=3,d=30,seed={seed}")
        searcher = searchers.make("bstar" + (f":{options}" if options else ""))
        searcher.search(position, Limits(nodes=nodes))
        for move, child in searcher.tree.edges_of(0):
            position.push(move)
            assert searcher.tree.realistic(child) == _realistic(position, searcher.tree, child)
            position.pop()
