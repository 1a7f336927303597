"""Fit pattern weights to positions by ridge regression, stage by stage."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from evaluators import make as make_evaluator
from evaluators.values.othello import Patterns
from evaluators.values.othello_patterns import FINE, UNIT, canonical
from training.othello.equations import Equations
from training.othello.positions import Positions, board_of

__all__ = ["error_of", "fit"]

SHAPE = FINE
OVERLAP = 2
"""The discs by which the positions of neighbouring stages overlap."""
RIDGE = 8.0
"""The ridge parameter: it acts like that many positions with target 0 for each weight."""
ROUNDS = 50
"""The steps of conjugate gradients."""


def fit(positions: Positions, report: Callable[[int, float], Any]) -> list[list[int]]:
    """Return the weights for every stage and index, in units.

    :param report: called after each stage with its number and its root mean square error, in
        hundredths of a disc.
    """
    discs = np.bitwise_count(positions.own | positions.opponent).astype(int)
    found = []
    for stage in range(SHAPE.stages):
        near = _near(discs, 4 + SHAPE.span * stage)
        weights, error = _fit_stage(Positions(*(column[near] for column in positions)))
        found.append(weights)
        report(stage, error)
    return found


def _near(discs: Any, low: int) -> Any:
    """Return a mask of the positions that a stage is fitted to.

    They are its own and those of OVERLAP more discs. The first stages have no positions and use the
    nearest ones.

    :param low: the least number of discs of the stage.
    """
    beyond = OVERLAP + max(0, int(discs.min()) - low)
    return (discs >= low - beyond) & (discs < low + SHAPE.span + beyond)


def _fit_stage(positions: Positions) -> tuple[list[int], float]:
    """Fit the weights of a stage by least squares; return them and the error.

    The normal equations are solved by preconditioned conjugate gradients.
    """
    places = np.array(canonical(SHAPE), np.int32)
    count = len(positions.own)
    equations = Equations(count, SHAPE.features, len(places))
    rows = np.frombuffer(equations.places, np.int32).reshape(count, -1)
    patterns = Patterns()
    for index, (own, opponent) in enumerate(zip(*positions[:2], strict=True)):
        rows[index] = patterns.places(int(own), int(opponent), SHAPE)
    rows[:] = places[rows]
    step = np.frombuffer(equations.weights)
    image, values = np.frombuffer(equations.image), np.frombuffer(equations.values)
    values[:] = 1
    equations.project()
    scale = 1 / (image + RIDGE)
    values[:] = target = positions.target / UNIT
    equations.project()
    rest = image.copy()
    weights = np.zeros(len(places))
    step[:] = scale * rest
    size = rest @ step
    for _ in range(ROUNDS):
        equations.multiply()
        product = image + RIDGE * step
        length = size / (step @ product)
        weights += length * step
        rest -= length * product
        scaled = scale * rest
        after = rest @ scaled
        step[:] = scaled + after / size * step
        size = after
    whole = np.clip(np.rint(weights), -127, 127)
    step[:] = whole
    equations.add_up()
    error = float(np.sqrt(np.mean((values - target) ** 2)) * UNIT)
    return whole.astype(int)[places].tolist(), error


def error_of(spec: str, positions: Positions) -> float:
    """Return the root mean square error of an evaluator, in hundredths of a disc."""
    evaluator = make_evaluator(spec)
    errors = [
        evaluator.value(board_of(own, opponent)) - target
        for own, opponent, target in zip(*(column.tolist() for column in positions), strict=True)
    ]
    return float(np.sqrt(np.mean(np.square(errors)))) if errors else 0.0
