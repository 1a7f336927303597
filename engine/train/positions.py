"""The positions of games as features, with the targets to fit to."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from engine.train.games import Game, replayed, targets
from games.core.moves import Moves
from games.core.position import Position

ABSENT = -1
"""The entry of a row behind the last feature."""


class Positions(NamedTuple):
    """Positions as arrays with one row each.

    :param features: the numbers of the features, ABSENT behind the last.
    :param static: the game's own static value, from the side to move.
    :param target: the output to fit to, from the side to move: an expected score, or a margin in
        units.
    """

    features: Any
    static: Any
    target: Any


def chance(output: Any) -> Any:
    """Return the expected scores, from 0 to 1, of logits: a number or an array of any shape."""
    return 1 / (1 + np.exp(-np.clip(output, -30, 30)))


def logistic_slope(values: Any, scores: Any) -> float:
    """Return the factor of values that gives the logits which predict the scores best.

    :param values: an array of numbers.
    :param scores: the results, from 0 to 1.
    """
    slope = 0.0
    for _ in range(50):  # Newton's method for a logistic regression; from 0 it never overshoots
        found = chance(slope * values)
        curve = float((found * (1 - found) * values * values).sum()) + 1e-6
        slope += float(((scores - found) * values).sum()) / curve
    return slope


def score_of(kind: str, unit: float) -> Callable[[int], float]:
    """Return the function that converts a value to a target: an expected score, or units.

    :param kind: "chance" or "margin", see `evaluators.values.trained_file.Header`.
    :param unit: the value of a logit of 1, or of a margin of 1.
    """
    if kind == "margin":
        return lambda value: value / unit
    return lambda value: 1 / (1 + math.exp(-max(-30.0, min(30.0, value / unit))))


def positions_of(
    start: Position, games: Iterable[Game], kind: str, unit: int, share: float
) -> Positions:
    """Return features, static values and targets of the positions before the players' moves.

    :param kind: "chance" or "margin": what the values predict.
    :param unit: the value of a logit of 1, or of a margin of 1.
    :param share: the share of the game's result in a target; the rest is the value of the search,
        mixed with the values of later positions.
    """
    score, both = score_of(kind, unit), int(kind == "chance")
    rows: list[list[int]] = []
    static: list[int] = []
    target: list[float] = []
    listed = Moves()
    for game in games:
        end = game.result / unit if kind == "margin" else (game.result + 1) / 2
        for position, _, _, value in replayed(game, start, targets(game, score, end, share), both):
            listed.drop(0)
            position.list_features(listed)
            rows.append(listed.since(0))
            static.append(position.static())
            target.append(value)
    most = max(map(len, rows), default=0)
    features = np.full((len(rows), most), ABSENT, np.int32)
    for row, found in zip(features, rows, strict=True):
        row[: len(found)] = found
    return Positions(features, np.array(static, np.int32), np.array(target, np.float32))
