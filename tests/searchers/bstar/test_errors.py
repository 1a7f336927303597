"""Wrong proofs with intervals that may miss the true value, against the calibration's prediction.

In an N-game the values below a node are independent of those elsewhere. The fit gives the
distributions of the leaves' true values. Backed up through the last tree of a search, they give the
probability that its move is wrong. The maximum of independent children has the product of their
distributions.
"""

from __future__ import annotations

from itertools import pairwise
from math import erf, sqrt
from typing import Any

import numpy as np
import pytest

import games
import searchers
from evaluators.intervals.fits import Fit, find
from searchers import Limits
from tests.compiled import COMPILED

B, D = 3, 7
GRID = np.linspace(-D * 2**15, D * 2**15, 701)
_STEPS = np.linspace(-6, 6, 2401)
_NORMAL = np.array([(1 + erf(step / sqrt(2))) / 2 for step in _STEPS])


def _true_values(position: Any) -> dict[int, int]:
    """Return the true value of every move, by a search to the end."""
    solver = searchers.make("pvs")
    values = {}
    for move in position.legal_moves():
        position.push(move)
        values[move] = -solver.search(position, Limits(depth=D)).value
        position.pop()
    return values


def _distribution(tree: Any, node: int, position: Any, fit: Fit) -> Any:
    """Return the probabilities that a node's true value is at most each point of the grid.

    Values are from the point of view of MAX.
    """
    sign = -1 if position.ply % 2 else 1
    outcome = position.outcome()
    if outcome is not None:
        return (sign * outcome <= GRID).astype(float)
    if not tree.edges_of(node):
        phase = fit.phases[D - position.ply]
        assert phase is not None
        expected = phase.slope * position.static() // 1000 + phase.offset
        return np.interp((GRID - sign * expected) / phase.sigma, _STEPS, _NORMAL)
    children = _children(tree, node, position, fit)
    if sign > 0:
        return np.prod(list(children.values()), axis=0)
    return 1 - np.prod([1 - child for child in children.values()], axis=0)


def _children(tree: Any, node: int, position: Any, fit: Fit) -> dict[int, Any]:
    found = {}
    for move, child in tree.edges_of(node):
        position.push(move)
        found[move] = _distribution(tree, child, position, fit)
        position.pop()
    return found


def _error_probability(tree: Any, position: Any, chosen: int, fit: Fit) -> float:
    """Return the probability that another root move is truly better than the chosen one."""
    children = _children(tree, 0, position, fit)
    density = np.diff(children.pop(chosen), prepend=0)
    return 1 - float(density @ np.prod(list(children.values()), axis=0))


def _study(evaluator: str, trees: int) -> tuple[float, float]:
    """Return the predicted and the found share of trees with a wrong proof."""
    fit = find("", "calibrated", f"ngame:b={B}", "static", 0, 0)
    predicted = []
    wrong = 0
    searcher: Any = searchers.make(f"bstar@{evaluator}")
    for seed in range(5000, 5000 + trees):
        position = games.make(f"ngame:b={B},d={D},seed={seed}")
        result = searcher.search(position, Limits(nodes=10**6))
        assert result.proved
        assert result.move is not None
        values = _true_values(position)
        wrong += values[result.move] < max(values.values())
        predicted.append(_error_probability(searcher.tree, position, result.move, fit))
    return float(np.mean(predicted)), wrong / trees


def _hold(evaluator: str, trees: int) -> None:
    predicted, found = _study(evaluator, trees)
    error = sqrt(predicted * (1 - predicted) / trees)
    print(f"{evaluator}: predicted {predicted:.4f}, found {found:.4f}, standard error {error:.4f}")
    assert abs(found - predicted) <= 3 * error + 0.01


RISKY = ("calibrated:depth=0,cover=60", "fixed:margin=20000")
SAFER = ("calibrated:depth=0,cover=85", "calibrated:depth=0,cover=95", "fixed:margin=30000")


@pytest.mark.parametrize("evaluator", RISKY)
def test_the_calibration_predicts_the_number_of_errors(evaluator: str) -> None:
    _hold(evaluator, 100 if COMPILED else 30)


@pytest.mark.slow
@pytest.mark.parametrize("evaluator", [*RISKY, *SAFER])
def test_the_calibration_predicts_the_number_of_errors_on_2000_trees(evaluator: str) -> None:
    _hold(evaluator, 2000)


BINS = (0.0, 0.01, 0.03, 0.1, 0.2, 0.4, 1.0)
STATED = (
    "bstar:backup=product@calibrated:cover=60",
    "bstar:backup=product@calibrated:cover=85",
    "bstar:backup=product,after=verify,doubt=5@calibrated:cover=60",
    "bstar:backup=product,select=pb,after=verify,doubt=10@calibrated:cover=50",
)


def _hold_stated(player: str, trees: int) -> None:
    """Compare the stated error probabilities of proofs with the found ones, and print both.

    They agree within two points, and what chance may add.
    """
    rows = []
    searcher = searchers.make(player)
    for seed in range(5000, 5000 + trees):
        position = games.make(f"ngame:b={B},d={D},seed={seed}")
        searcher.new_game()
        result = searcher.search(position, Limits(nodes=10**6))
        assert result.proved
        values = _true_values(position)
        rows.append((result.wrong, values[result.move or 0] < max(values.values())))
    stated, wrong = (np.array(column, float) for column in zip(*rows, strict=True))
    print(f"{player}: stated {stated.mean():.4f}, found {wrong.mean():.4f}")
    for low, high in pairwise(BINS):
        some = (stated >= low) & (stated < high)
        if some.any():
            numbers = f"{stated[some].mean():.4f}, found {wrong[some].mean():.4f}"
            print(f"  {low:.2f} to {high:.2f}: {some.sum()} proofs, stated {numbers}")
    chance = 2 * sqrt(stated.mean() * (1 - stated.mean()) / trees) if trees < 2000 else 0
    assert abs(stated.mean() - wrong.mean()) <= 0.02 + chance


def test_the_stated_error_probability_is_the_found_one() -> None:
    _hold_stated(STATED[0], 60)


@pytest.mark.slow
@pytest.mark.parametrize("player", STATED)
def test_the_stated_error_probability_is_within_two_points_on_2000_trees(player: str) -> None:
    _hold_stated(player, 2000)
