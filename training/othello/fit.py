"""Fit pattern weights to positions by ridge regression, stage by stage."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from evaluators import make as make_evaluator
from evaluators.values.othello import Patterns
from evaluators.values.othello_patterns import FINE
from training.othello.positions import Positions, board_of

SHAPE = FINE
WIDE, NEAR = 10, 1
"""The discs before and after a stage whose positions are used: for the weights that many stages
have in common, and for the stage's own difference from them. Most patterns are rare in a stage."""
WIDE_RIDGE, NEAR_RIDGE = 8.0, 100.0
"""The ridge parameters: each acts like that many positions, for each weight, with target 0."""
ROUNDS = 40
"""The most steps of conjugate gradients."""
PRECISE = 1e-12
"""The share of the first residual, squared, at which a fit is solved."""


def fit(positions: Positions, report: Callable[[int, float], Any]) -> list[list[int]]:
    """Return the weights for every stage and index, in units, as integers from -127 to 127.

    Each stage starts from a fit to positions of many stages, and is then fitted to its own.

    :param report: called after each stage with its number, from 0, and its root mean square error,
        in hundredths of a disc.
    """
    discs = np.bitwise_count(positions.own | positions.opponent).astype(int)
    order = np.argsort(discs, kind="stable")
    discs = discs[order]
    ranks = np.array(SHAPE.ranks, np.int32)
    rows = _rows(Positions(*(column[order] for column in positions)), ranks)
    target = positions.target[order] / SHAPE.unit
    found = []
    for stage in range(SHAPE.stages):
        low = 4 + SHAPE.span * stage
        wide, near = _near(discs, low, WIDE), _near(discs, low, NEAR)
        shared = _solve(rows[wide], target[wide], WIDE_RIDGE, np.zeros(SHAPE.stored))
        weights = _solve(rows[near], target[near], NEAR_RIDGE, shared)
        whole = np.clip(np.rint(weights), -127, 127).astype(int)
        errors = whole[rows[near]].sum(axis=1) - target[near]
        found.append(whole[ranks].tolist())
        report(stage, float(np.sqrt(np.mean(errors**2)) * SHAPE.unit))
    return found


def _rows(positions: Positions, ranks: Any) -> Any:
    """Return an array with a row for each position: the places of its weights in a stage's file.

    :param ranks: the place of each weight, see `Shape.ranks`.
    """
    rows = np.empty((len(positions.own), SHAPE.features), np.int32)
    patterns = Patterns(SHAPE)
    for index, (own, opponent) in enumerate(zip(*positions[:2], strict=True)):
        rows[index] = patterns.weight_indices(int(own), int(opponent))
    return ranks[rows]


def _near(discs: Any, low: int, beyond: int) -> slice:
    """Return the slice of the positions within so many discs of a stage.

    The first stages have no positions and use the nearest ones.

    :param discs: the number of discs of each position, in ascending order.
    :param low: the least number of discs of the stage.
    :param beyond: the number of discs before and after the stage.
    """
    beyond += max(0, int(discs[0]) - low)
    first, end = np.searchsorted(discs, (low - beyond, low + SHAPE.span + beyond))
    return slice(int(first), int(end))


def _solve(rows: Any, target: Any, ridge: float, prior: Any) -> Any:
    """Return weights by ridge regression, from preconditioned conjugate gradients.

    :param rows: for each position the indices of its weights.
    :param target: for each position the sum that its weights should have.
    :param ridge: the penalty of a weight's squared difference from its prior.
    :param prior: the weights from which differences are penalized.
    """
    columns = np.ascontiguousarray(rows.T)

    def sums(weights: Any) -> Any:
        """Return the sum of weights that each position selects."""
        return sum(weights[column] for column in columns)

    def projected(values: Any) -> Any:
        """Return for each weight the sum of the values of the positions that select it."""
        return sum(np.bincount(column, values, len(prior)) for column in columns)

    scale = 1 / (projected(np.ones(len(rows))) + ridge)
    weights = prior.copy()
    rest = projected(target - sums(prior))
    step = scale * rest
    size = rest @ step
    solved = PRECISE * size
    for _ in range(ROUNDS):
        if size <= solved:
            break
        product = projected(sums(step)) + ridge * step
        length = size / (step @ product)
        weights += length * step
        rest -= length * product
        scaled = scale * rest
        after = rest @ scaled
        step = scaled + after / size * step
        size = after
    return weights


def error_of(spec: str, positions: Positions) -> float:
    """Return the root mean square error of an evaluator, in hundredths of a disc.

    It is that of its values as predictions of the targets. Without positions it is 0.
    """
    evaluator = make_evaluator(spec)
    errors = [
        evaluator.value(board_of(own, opponent)) - target
        for own, opponent, target in zip(*(column.tolist() for column in positions), strict=True)
    ]
    return float(np.sqrt(np.mean(np.square(errors)))) if errors else 0.0
