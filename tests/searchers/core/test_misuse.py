"""Wrong arguments for compiled code raise an exception and never crash."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

BEGIN = """
import games, searchers, evaluators
from games.errors import StarlingError
from games.core.moves import Moves
from games.core.position import Position
from evaluators.core.budget import Budget
from searchers import Limits
from searchers.core.counts import Counts
from searchers.storage.kept_tree import Selection
from searchers.state_space.gamma import Gamma
from searchers.bstar.interval_tree import IntervalTree
from searchers.storage.minimax_tree import MinimaxTree
from searchers.bstar.distributions import Quantiles

WRONG = (-1, -2, 99, 10**6, 2**31 - 1, -(2**31))

def refused(question, *arguments):
    try:
        question(*arguments)
    except (IndexError, ValueError, StarlingError, MemoryError):
        return
    raise AssertionError(f"{question}{arguments}")

def listed(*moves):
    found = Moves()
    for move in moves:
        found.append(move)
    return found
"""

MISUSE = {
    "moves": """
for place in WRONG:
    for method in ("drop", "sort", "pick", "since"):
        refused(getattr(listed(1, 2, 3), method), place)
refused(listed(1, 2).reserve, 2**31 - 1)
moves = listed(1, 2)
moves.drop(2), moves.sort(2), moves.pick(2)
assert moves.since(0) == [1, 2] and moves.since(2) == []
""",
    "children": """
for game in ("chess", "othello", "ngame", "uniform", "increments", "canonical"):
    position = games.make(game)
    for start in WRONG:
        refused(position.static_children, listed(0, 1), start, 0, 10**6)
        refused(position.child_bounds, listed(0, 1), start)
    for name in ("static", "pst", "positional"):
        evaluator = evaluators.make(name)
        for start in WRONG:
            budget = Budget(nodes=9)
            refused(
                evaluator.evaluate_children, position, listed(0), start, 0, 10**6, budget, False
            )
    for start in WRONG:
        refused(
            evaluators.make("intervals").find_child_intervals,
            position,
            listed(0),
            start,
            Budget(nodes=9),
        )
""",
    "no move": """
for game in ("uniform:kind=iid,w=4,d=4,order=2", "canonical"):
    for move in WRONG:
        refused(games.make(game).push, move)
for move in WRONG:
    refused(games.make("canonical").child_bounds, listed(move), 0)
    refused(games.make("canonical").static_children, listed(move), 0, 0, 10**6)
""",
    "within": """
position = games.make("ngame:b=3,d=9")
evaluator = evaluators.make("static")
for player in ("alphabeta", "sss", "dual", "ps"):
    refused(searchers.make(player).within, position, 3, -9, 9, 0)
    searcher = searchers.make(player)
    searcher.attach(Budget(nodes=500), Counts(), 0, evaluator)
    for depth in (0, -1, 401, 10**6, -(2**31), 2**31 - 1):
        refused(searcher.within, position, depth, -9, 9, 0)
    for ply in (-1, 400, 10**6, 2**31 - 1):
        refused(searcher.within, position, 3, -9, 9, ply)
    searcher.within(position, 3, -9, 9, 0)
refused(Gamma(2, []).solve, position, 3, -9, 9, 0)
over = games.make("ngame:b=3,d=1")
over.push(0)
gamma = Gamma(2, [])
gamma.attach(Budget(), evaluator, Counts(), 0, None)
refused(gamma.solve, over, 3, -9, 9, 0)
""",
    "interval trees": """
tree = IntervalTree.of((9, 1, [(5, 2, []), (4, 3, [(3, 1, []), (2, 1, [])])]))
for node in WRONG:
    for method in (
        "bounds", "realistic", "edges_of", "move_of", "child_of", "back_up", "best",
        "highest_pessimistic",
    ):
        refused(getattr(tree, method), node)
    refused(tree.second, node, 0)
    refused(tree.is_relevant, node, 0, 0)
    refused(tree.is_relevant, 0, node, 0)
    refused(tree.link, node, 0, 1)
    refused(tree.link, 0, 0, node)
    refused(tree.open, node, 0)
    refused(tree.open, 1, node)
    refused(MinimaxTree().edges_of, node)
for method in ("best", "highest_pessimistic", "back_up"):
    refused(getattr(tree, method), 1)  # a leaf
also = Quantiles(tree)
tree.distributions = also
for node in WRONG:
    for method in ("line_of", "back_up"):
        refused(getattr(also, method), node)
    refused(also.quantile, node, 3)
    refused(also.quantile, 1, node)
    refused(also.up_to, node, 3.0)
    refused(also.below, node, 3.0)
refused(also.line_of, 2)  # not backed up yet
refused(also.up_to, 2, 3.0)
refused(Selection().count, -(10**9), 1)
""",
    "A-B trees": """
searcher = searchers.make("abtree@static")
searcher.search(games.make("ngame:b=3,d=9"), Limits(depth=3))
tree = searcher.tree
for node in (*WRONG, 0, 16, 33):
    for method in (
        "expand_terminal", "resume_node", "revalidate", "depth", "is_key", "dewey",
    ):
        refused(getattr(tree, method), node)
    if node not in (0, 16):
        refused(tree.node, node)
for depth in (-2, 402, 2**31 - 1, -(2**31)):
    refused(tree.prune_to_fit, depth)
""",
    "a game without moves": """
class Stuck(Position):
    def legal_moves(self):
        return [1, 2] if len(self.history) < 3 else []
    def push(self, move):
        pass
    def pop(self):
        pass
    def outcome(self):
        return None

players = ["bstar@fixed:base=static"]
for name in ("alphabeta", "pvs", "bfms", "rbfms", "sss", "dual", "ps", "hybrid", "abtree"):
    players.append(f"{name}@static")
for player in players:
    refused(searchers.make(player).search, Stuck(), Limits(nodes=500))
""",
}


@pytest.mark.parametrize("what", MISUSE)
def test_misuse_is_refused(what: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BEGIN + MISUSE[what]],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
