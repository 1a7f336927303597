from __future__ import annotations

from typing import Any

import pytest

import games
import searchers
from games.core.position import Position
from games.core.scores import MATE_BOUND, WIN
from games.errors import SpecError
from searchers import Limits
from searchers.check import TokenRace
from searchers.monte_carlo import reference

BY_VALUES = "puct:priors=values"
EXACT = ("uct", "uct:rollouts=1", "uct:implicit=1.0", "puct", BY_VALUES, f"{BY_VALUES},c=0")
GRID = [(2, 6), (3, 5), (4, 6), (7, 3)]


def tree(b: int, d: int, seed: int) -> Position:
    return games.make(f"ngame:b={b},d={d},seed={seed}")  # type: ignore[no-any-return]


def small(name: str) -> Any:
    """Return a searcher with a tree of one megabyte."""
    return searchers.make(f"{name}{',' if ':' in name else ':'}hash=1")


def visits(searcher: Any, node: int = 0) -> Any:
    """Return the visits of a node, and those of its children by their moves."""
    kept = searcher.tree
    below = {move: visits(searcher, child) for move, child in kept.edges_of(node)}
    return kept.visits_of(node), {move: one for move, one in below.items() if one[0]}


def visits_there(node: reference.Node) -> Any:
    """Return the same of a node of the reference."""
    below = {child.move: visits_there(child) for child in node.children if child.visits}
    return node.visits, below


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("b", "d"), GRID)
def test_every_node_of_uct_has_the_visits_of_the_reference(b: int, d: int, seed: int) -> None:
    position = tree(b, d, seed)
    for nodes, c in ((1, 0.5), (5, 0.5), (60, 1.3), (200, 0.2)):
        searcher = searchers.make(f"uct:solver=false,c={c}@static")
        assert searcher.search(position, Limits(nodes=nodes)).nodes == nodes
        assert visits(searcher) == visits_there(reference.uct(position, nodes, c, scale=2**15))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("b", "d"), GRID)
def test_every_node_of_puct_has_the_visits_of_the_reference(b: int, d: int, seed: int) -> None:
    position = tree(b, d, seed)
    for nodes, c, temperature in ((b, 1.0, 0.1), (60, 0.4, 0.3), (200, 3.0, 0.05)):
        searcher = searchers.make(
            f"puct:priors=values,solver=false,c={c},temperature={temperature}@static"
        )
        searcher.search(position, Limits(nodes=nodes))
        found = visits(searcher)
        there = reference.puct(position, found[0], c, 2**15, temperature)
        assert found == visits_there(there)


def test_the_solver_changes_nothing_before_a_game_ends() -> None:
    for name in ("uct", "puct", "puct:priors=values", "uct:rollouts=1,plies=9"):
        position = tree(3, 60, 1)
        word = "," if ":" in name else ":"
        found = [
            searchers.make(f"{name}{word}solver={solver}@static").search(position, nodes=800)
            for solver in ("true", "false")
        ]
        assert (found[0].root, found[0].pv, found[0].nodes) == (
            found[1].root,
            found[1].pv,
            found[1].nodes,
        )


@pytest.mark.parametrize("name", EXACT)
def test_a_draw_is_proved(name: str) -> None:
    draw = games.make("mnk")
    for word in ("b2", "a1", "c1", "a3"):  # X must block at a2
        draw.push(draw.parse_move(word))
    result = searchers.make(name).search(draw, Limits(nodes=50_000))
    assert (result.move_text, result.value, result.proved) == ("a2", 0, True)
    assert result.root[0].proved


@pytest.mark.parametrize(
    "name", ["uct:solver=false", "puct:solver=false", f"{BY_VALUES},solver=false"]
)
def test_without_the_solver_nothing_is_proved_and_the_budget_ends_the_search(name: str) -> None:
    position = tree(2, 3, 1)
    result = searchers.make(name).search(position, Limits(nodes=500))
    assert (result.proved, result.reason, result.nodes) == (False, "nodes", 500)
    assert result.counts["regenerated"] > 300
    assert result.move == searchers.make("minimax").search(position, Limits(depth=3)).move


def test_rollouts_are_paid_by_the_move() -> None:
    """A rollout of the last plies of an N-game makes a known number of moves."""
    position = tree(5, 9, 3)
    for rollouts, plies, cost in ((1, 0, 9), (2, 0, 17), (3, 2, 7), (1, 100, 9)):
        spec = f"uct:rollouts={rollouts},plies={plies}"
        result = searchers.make(spec).search(position, Limits(nodes=cost))
        assert result.root[0].visits == 1
        assert sum(known.visits for known in result.root) == 1
        short = searchers.make(spec).search(position, Limits(nodes=cost - 1))
        assert sum(known.visits or 0 for known in short.root) == 0


def test_rollouts_are_random_by_their_seed() -> None:
    position = games.make("connect4")
    runs = [
        searchers.make(f"uct:rollouts=1,seed={seed}").search(position, nodes=2000).root
        for seed in (1, 1, 2)
    ]
    assert runs[0] == runs[1] != runs[2]
    assert {known.visits for known in runs[0]} != {known.visits for known in runs[2]}


def test_rollouts_find_a_winning_move() -> None:
    """Random games alone lead to a move after which the opponent loses."""
    position = TokenRace(9, 3)
    result = searchers.make("uct:rollouts=1,solver=false").search(position, nodes=4000)
    truth = searchers.make("minimax").search(position, Limits(depth=18))
    values = {known.move: known.value for known in truth.root}
    assert min(values.values()) < 0 < values[result.move]
    assert result.value > 0


def test_priors_follow_the_values() -> None:
    """With little exploration a hot softmax spreads visits, a cold one does not."""
    position = games.make("ngame:b=6,d=40,seed=4")
    spread = []
    for temperature in (0.01, 0.1, 10, 0):
        spec = f"puct:priors=values,c=3,temperature={temperature}@static"
        root = searchers.make(spec).search(position, nodes=3000).root
        spread.append(max(known.visits for known in root) / sum(known.visits for known in root))
    assert spread[0] > spread[1] > spread[2]
    assert abs(spread[2] - spread[3]) < 0.02  # no difference counts, as with equal priors


def test_order_gives_priors_without_nodes() -> None:
    """In chess the capture of a queen is tried first, after no node at all."""
    board = games.make("chess").at("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")
    for nodes in (1, 2, 5):
        result = searchers.make("puct@material").search(board, nodes=nodes)
        assert result.uci == "e4d5"
    assert result.root[0].visits == 5


@pytest.mark.parametrize("choose", ["robust", "max", "secure"])
def test_the_final_choice(choose: str) -> None:
    """Each choice is the best move by its own measure."""
    differ = 0
    for seed in range(30):
        position = tree(4, 60, seed)
        spec = f"uct:choose={choose},c=1,solver=false@static"
        result = searchers.make(spec).search(position, nodes=60)
        best, rest = result.root[0], result.root[1:]
        assert best.move == result.move
        if choose == "robust":
            assert best.visits == max(known.visits for known in result.root)
        if choose == "max":
            assert best.value == max(known.value for known in result.root)
        differ += any(known.value > best.value for known in rest)
    assert (differ == 0) == (choose == "max")


def test_untried_moves_may_wait() -> None:
    """First-play urgency: with 10 all moves are tried first, below that good ones come again."""
    position = games.make("ngame:b=50,d=30")
    tried = []
    for untried in (10, 0.1, -0.5):
        result = searchers.make(f"uct:untried={untried}@static").search(position, nodes=50)
        tried.append(sum(1 for known in result.root if known.visits))
    assert tried[0] == 50 > tried[1] > tried[2] >= 1


def test_an_untried_move_is_played_before_a_sure_loss() -> None:
    position = games.make("mnk:m=4,n=4,k=3").at(".X../O.../.X../X..O O")
    result = searchers.make("puct").search(position, Limits(nodes=10))
    played, tried = result.root[0], [move for move in result.root if move.visits]
    assert (played.move, played.visits, played.value) == (result.move, 0, None)
    assert all(move.proved and move.value <= -MATE_BOUND for move in tried)
    assert result.value == position.static()


def test_several_lines_try_every_move() -> None:
    position = games.make("ngame:b=9,d=30")
    result = searchers.make("uct:untried=-0.5").search(position, Limits(nodes=400), lines=9)
    assert all(known.visits and known.pv[0] == known.move for known in result.root)


def test_a_certain_move_is_played_if_no_other_promises_more() -> None:
    """The side to move can win at once, or leave a draw; the other side never gets to choose."""
    position = TokenRace(7, 3)
    for move in (3, 1, 2, 1):
        position.push(move)
    for name in ("uct", "puct", "puct:priors=values"):
        for nodes in (3, 10, 100):
            result = searchers.make(name).search(position, nodes=nodes)
            assert (result.move, result.value) == (2, WIN - 1)


@pytest.mark.parametrize("name", ["uct", "puct", "puct:priors=values", "uct:rollouts=1,plies=3"])
def test_the_tree_is_kept_from_move_to_move(name: str) -> None:
    position = tree(5, 30, 11)
    searcher = searchers.make(name)
    first = searcher.search(position, Limits(nodes=1000))
    known = visits(searcher)
    for move in first.pv[:2]:
        position.push(move)
    again = searcher.search(position, Limits(nodes=0))
    assert again.nodes == 0
    assert visits(searcher) == known[1][first.pv[0]][1][first.pv[1]]
    assert again.pv == first.pv[2:]


@pytest.mark.parametrize("name", ["uct", "puct:priors=values"])
def test_a_full_tree_forgets_what_was_visited_least(name: str) -> None:
    position = tree(100, 60, 2)
    searcher = small(name)
    result = searcher.search(position, Limits(nodes=3000 if name == "uct" else 25_000))
    assert result.counts["forgotten"] > 1000
    assert result.counts["peak_stored"] * 52 <= 2**20
    assert searcher.tree.visits_of(0) >= result.root[0].visits > 1
    assert result.reason == "nodes"


def test_visits_are_reported() -> None:
    """The simulations of the root are those of its moves, a node each."""
    result = searchers.make("uct").search(games.make("connect4"), nodes=500)
    assert sum(row["visits"] for row in result.rows()) == result.nodes == 500
    assert all(
        "visits" not in row for row in searchers.make("bfms").search(TokenRace(), nodes=9).rows()
    )


def test_a_depth_limit_ends_lines_and_at_last_the_search() -> None:
    """To depth 2 the tree of ten moves each has 110 nodes; its best line is that of minimax."""
    position = tree(10, 30, 3)
    for name in ("uct", "puct", BY_VALUES):
        result = searchers.make(f"{name}@static").search(position, depth=2)
        assert (result.reason, result.counts["max_depth"]) == ("depth", 2)
        assert 20 <= result.nodes <= 110
        assert result.move == searchers.make("minimax@static").search(position, depth=2).move
        assert sum(known.visits for known in result.root) > 1000


def test_values_of_rewards() -> None:
    """A move's value is the one whose reward is the mean of its simulations."""
    position = tree(3, 40, 5)
    result = searchers.make("uct@static").search(position, nodes=3)
    for known in result.root:
        position.push(known.move)
        assert abs(known.value + position.static()) <= 1
        position.pop()


@pytest.mark.parametrize(
    ("spec", "fault"),
    [
        ("uct:c=-1", "c=-1: expected a number from 0 to 1000"),
        ("uct:implicit=2", "implicit=2: expected a number from 0 to 1"),
        ("puct:rollouts=1", "no option of puct is named 'rollouts'"),
        ("puct:priors=network", "priors"),
        ("uct:choose=best", "choose"),
    ],
)
def test_bad_options_are_refused(spec: str, fault: str) -> None:
    with pytest.raises(SpecError, match=fault):
        searchers.make(spec)


def test_rollouts_leave_the_line_to_a_draw_that_is_evaluated_again(switches: Any) -> None:
    position = switches()
    searcher = searchers.make("uct:rollouts=2@static")
    for _ in range(4):
        text = position.text()
        position.push(searcher.search(position, Limits(nodes=3000)).move)
        position.pop()
        assert position.text() == text
        position.push(searcher.search(position, Limits(nodes=3000)).move)
