"""Verification of proofs: wider intervals after separation, and the error probability."""

from __future__ import annotations

from typing import Any

import pytest

import evaluators
import games
import searchers
from evaluators import Evaluator
from evaluators.intervals.fits import coverage
from games.core.position import Position
from games.core.scores import WIN
from games.errors import SpecError
from searchers import Limits
from searchers.bstar.interval_tree import IntervalTree
from searchers.bstar.proofs import ProofVerifier
from searchers.core.trace import Trace
from tests.searchers.bstar.proving import ENOUGH

RISKY = "calibrated:cover=50"
WIDER = (
    "after=verify",
    "after=verify,dag=true",
    "select=pb,after=verify",
    "after=widen,widen=4000",
)
GAME = "ngame:b=3,d=12,seed={}"


def _bstar(options: str, evaluator: str = RISKY) -> Any:
    return searchers.make(f"bstar:{options}@{evaluator}")


# -- the intervals -----------------------------------------------------------------------------


def _check(position: Position, tree: Any, node: int, evaluator: Evaluator) -> tuple[int, int]:
    """Compare a node's interval with those of the leaves below it, and return it."""
    children = tree.edges_of(node)
    if not children:
        low, high = evaluator.interval(position)
        expected = -high, -low
    else:
        found = []
        for move, child in children:
            position.push(move)
            found.append(_check(position, tree, child, evaluator))
            position.pop()
        expected = -max(high for _, high in found), -max(low for low, _ in found)
    assert node == 0 or tree.bounds(node) == expected
    return expected


@pytest.mark.parametrize("options", WIDER)
def test_intervals_are_restored_when_the_search_ends(options: str) -> None:
    verified = 0
    for seed in range(4):
        position, searcher = games.make(GAME.format(seed)), _bstar(options)
        plain = _bstar("select=pb" if "pb" in options else "select=al").search(
            position, Limits(nodes=500)
        )
        result = searcher.search(position, Limits(nodes=500))
        verified += result.nodes > plain.nodes
        _check(position, searcher.tree, 0, evaluators.make(RISKY))
    assert verified > 1


@pytest.mark.parametrize("options", WIDER)
def test_the_tree_is_kept(options: str) -> None:
    position, searcher = games.make(GAME.format(1)), _bstar(options)
    position.push(searcher.search(position, Limits(nodes=600)).move)
    held = searcher.search(position, Limits(nodes=0)).counts["peak_stored"]
    assert held > 5
    lost = _bstar("after=restart,widen=4000")
    position.pop()
    position.push(lost.search(position, Limits(nodes=600)).move)
    assert lost.search(position, Limits(nodes=0)).counts["peak_stored"] < held


@pytest.mark.slow
def test_a_full_store_forgets_and_goes_on() -> None:
    searcher = _bstar("after=verify,hash=1", "calibrated:cover=95")
    result = searcher.search(games.make("ngame:b=5,d=9,seed=1"), Limits(nodes=60_000))
    assert result.counts["forgotten"] > 0
    assert result.counts["peak_stored"] * 52 <= 2**20
    assert (result.reason, result.proved) == ("proved", True)


@pytest.mark.parametrize("nodes", [3, 9, 40, 90, 250, 251, 600])
@pytest.mark.parametrize("options", WIDER)
def test_no_more_nodes_are_taken_than_given(options: str, nodes: int) -> None:
    for seed in range(4):
        result = _bstar(options).search(games.make(GAME.format(seed)), Limits(nodes=nodes))
        assert result.nodes <= nodes


def test_proofs_that_are_verified_are_better() -> None:
    wrong = {"stop": 0, "verify": 0}
    used = dict(wrong)
    for seed in range(30):
        position = games.make(f"ngame:b=3,d=5,seed={seed}")
        solver = searchers.make("pvs")
        best = solver.search(position, Limits(depth=5)).value
        for after in wrong:
            found = _bstar(f"after={after},doubt=1").search(position, ENOUGH)
            used[after] += found.nodes
            alone = solver.search(position, Limits(depth=5, moves=(found.move,))).value
            wrong[after] += alone < best
    assert wrong["verify"] < wrong["stop"] / 2
    assert used["verify"] > used["stop"]


def test_it_ends_once_the_error_probability_is_low() -> None:
    nodes = []
    for doubt in (0, 2, 10, 100):
        searcher = _bstar(f"after=verify,backup=product,doubt={doubt}")
        result = searcher.search(games.make("ngame:b=3,d=8,seed=3"), ENOUGH)
        assert result.reason == "proved"
        assert result.wrong <= max(doubt, 1) / 100
        nodes.append(result.nodes)
    assert nodes == sorted(nodes, reverse=True)
    assert nodes[0] > nodes[-1]


def test_a_trace_has_the_widening_of_a_proof() -> None:
    lines: list[str] = []
    for options in ("after=verify", "after=widen,widen=500"):
        searcher = _bstar(options)
        searcher.trace = Trace(lines.append)
        searcher.search(games.make("ngame:b=3,d=8,seed=3"), ENOUGH)
    widenings = [line for line in lines if '"doubted"' in line]
    assert '"percent": 125' in widenings[0]
    assert '"widening": 500' in widenings[-1] or '"widening": 1000' in widenings[-1]
    assert '"wrong"' in lines[-1]


@pytest.mark.parametrize("options", ["after=widen", "after=restart", "after=verify,widen=3"])
def test_options_that_exclude_each_other(options: str) -> None:
    with pytest.raises(SpecError, match="expected widen=1 or more with after=restart or after="):
        searchers.make(f"bstar:{options}")


# -- the error probability ---------------------------------------------------------------------


class Uniform(Evaluator):
    """An evaluator with uniform errors, half of them within the interval."""

    NAME = "uniform"

    def coverage(self, times: float) -> float:
        return min(100.0, 50.0 * times)


def _tree(*moves: tuple[int, int]) -> IntervalTree:
    return IntervalTree.of((0, 0, [(high, low, []) for low, high in moves]))


def _error(tree: IntervalTree, move: int, evaluator: Evaluator | None = None) -> float:
    with evaluators.Budget() as budget:
        return ProofVerifier(tree, True).error_probability(
            move, evaluator or Uniform(), 1.0, budget
        )


def test_error_probabilities_by_hand() -> None:
    assert _error(_tree((0, 1000), (0, 1000)), 0) == pytest.approx(0.5, abs=0.02)
    # Uniform from -500 to 1500 and from -1500 to 500: the difference is 1000 less a triangle.
    assert _error(_tree((0, 1000), (-1000, 0)), 0) == pytest.approx(0.125, abs=0.02)
    assert _error(_tree((0, 1000), (-1000, 0)), 1) == pytest.approx(0.875, abs=0.02)
    assert _error(_tree((0, 1000), (-9000, -8000)), 0) == 0
    assert _error(_tree((5, 5), (5, 5)), 0) == 0, "a tie is no error"
    assert _error(_tree((0, 1000), (0, 1000), (0, 1000)), 0) == pytest.approx(2 / 3, abs=0.02)


class Unsure(Uniform):
    """An evaluator with one error in ten of any size."""

    NAME = "unsure"

    def coverage(self, times: float) -> float:
        return min(90.0, 50.0 * times)


@pytest.mark.parametrize("rival", [(0, 1000), (0, WIN - 1), (WIN - 3, WIN - 3)])
def test_a_certain_win_is_not_wrong(rival: tuple[int, int]) -> None:
    assert _error(_tree((WIN - 1, WIN - 1), rival), 0, evaluator=Unsure()) == 0
    assert _error(_tree((2000, 2000), (0, 1000)), 0, evaluator=Unsure()) > 0.04


def test_a_mate_is_not_wrong() -> None:
    board = games.make("chess").at("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    result = searchers.make("bstar").search(board, Limits(nodes=300))
    assert (result.value, result.proved, result.wrong) == (WIN - 1, True, 0)


def test_no_error_probability_without_stated_errors() -> None:
    for evaluator in ("nullmove", "fixed", "shallow"):
        result = _bstar("after=verify", evaluator).search(games.make("othello"), Limits(nodes=300))
        assert result.wrong is None
    certain = _bstar("select=al", "bounds").search(games.make("ngame:b=3,d=6"), ENOUGH)
    assert certain.wrong == 0


@pytest.mark.parametrize("spec", ["calibrated", "learned", "calibrated:cover=95", "bounds"])
def test_coverage_rises_to_a_hundred_and_is_the_cover_at_the_interval(spec: str) -> None:
    evaluator = evaluators.make(spec)
    evaluator.interval(games.make("othello"))
    shares = [evaluator.coverage(step / 4) for step in range(80)]
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(100, abs=0.5)
    cover = evaluator.options.get("cover", 100)
    assert shares[4] == pytest.approx(cover, abs=1e-6)


def test_the_coverage_is_computed_before_a_clock_runs() -> None:
    start = games.make(GAME.format(1))
    searcher = _bstar("select=al", "calibrated:cover=37")  # a share that no other test uses
    searcher.prepare(start)
    worked_out = coverage.cache_info().misses
    assert searcher.search(start, ENOUGH).wrong is not None
    assert coverage.cache_info().misses == worked_out
