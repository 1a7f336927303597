"""Fits pattern weights to positions: ridge regression, one stage after another."""

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
"""Discs by which the positions of neighbouring stages overlap."""
RIDGE = 8.0
"""How strongly weights are drawn to 0: as by so many positions that ask for 0."""
ROUNDS = 50


def fit(positions: Positions, tell: Callable[[int, float], Any]) -> list[list[int]]:
    """The weights of every stage and place, in units.

    :param tell: called with each stage done and the root of its mean square error, in hundredths.
    """
    discs = np.bitwise_count(positions.own | positions.opponent).astype(int)
    found = []
    for stage in range(SHAPE.stages):
        near = _near(discs, 4 + SHAPE.span * stage)
        weights, error = _fit_stage(Positions(*(column[near] for column in positions)))
        found.append(weights)
        tell(stage, error)
    return found


def _near(discs: Any, low: int) -> Any:
    """Which positions a stage from so many discs on is fitted to: its own and those next to it;
    where there are none, as in the first plies, as many as lie next."""
    beyond = OVERLAP + max(0, int(discs.min()) - low)
    return (discs >= low - beyond) & (discs < low + SHAPE.span + beyond)


def _fit_stage(positions: Positions) -> tuple[list[int], float]:
    """Preconditioned conjugate gradients on the normal equations."""
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
    values[:] = wanted = positions.target / UNIT
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
        ahead = scale * rest
        after = rest @ ahead
        step[:] = ahead + after / size * step
        size = after
    whole = np.clip(np.rint(weights), -127, 127)
    step[:] = whole
    equations.add_up()
    error = float(np.sqrt(np.mean((values - wanted) ** 2)) * UNIT)
    return whole.astype(int)[places].tolist(), error


def error_of(spec: str, positions: Positions) -> float:
    """The root of the mean square that an evaluator misses targets by, in hundredths of a disc."""
    evaluator = make_evaluator(spec)
    missed = [
        evaluator.value(board_of(own, opponent)) - target
        for own, opponent, target in zip(*(column.tolist() for column in positions), strict=True)
    ]
    return float(np.sqrt(np.mean(np.square(missed)))) if missed else 0.0
