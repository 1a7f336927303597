"""Training games of chess, and the quiet positions of them with their targets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from engine.train.games import Game, Rules, replayed, targets
from engine.train.positions import logistic_slope, score_of
from evaluators import make as make_evaluator
from evaluators.values.chess import inputs
from evaluators.values.constants import INPUTS, MOST_PIECES
from games import make as make_game
from games.core.scores import QUIET
from games.errors import EvaluationError

LARGEST = 10_000
"""The largest value in centipawns, that of a proved win."""

CHESS = Rules(
    "chess",
    plies=(6, 12),
    even=300,
    largest=LARGEST,
    won=1000,
    won_for=4,
    level=10,
    level_for=16,
    level_from=80,
    longest=320,
)

QUIET_WITHIN = 60
"""The largest difference of quiescence and static value in a quiet position, in centipawns."""


class Positions(NamedTuple):
    """Arrays with one row for each position.

    :param inputs: the active inputs, as the side to move sees the board, padded with INPUTS.
    :param base: the value of `pst`, in centipawns.
    :param target: the expected score, from 0 to 1.
    """

    inputs: Any
    base: Any
    target: Any


def scale_of(games: Iterable[Game]) -> float:
    """Return the centipawns that multiply the odds of winning by e, from 50 to 1,000.

    This scale predicts the results of games from the values of their searches best. Proved wins and
    unknown values do not count.

    :raises EvaluationError: if none counts.
    """
    found = [
        (value if (len(game.opening) + ply) % 2 == 0 else -value, (game.result + 1) / 2)
        for game in games
        for ply, value in enumerate(game.values)
        if abs(value) < LARGEST
    ]
    if not found:
        raise EvaluationError("no position of the games has a value: expected one or more")
    values, results = np.array(found, dtype=np.float64).T
    return float(np.clip(1 / max(logistic_slope(values, results), 1e-9), 50, 1000))


def positions_of(games: Iterable[Game], scale: float) -> Positions:
    """Return the quiet positions of games, with their targets.

    They are searched, not proved won or lost, not in check, have a quiet best move, and a
    quiescence value near the static one.

    :param scale: the centipawns that multiply the odds of winning by e.
    """
    rows: list[list[int]] = []
    bases: list[int] = []
    expected: list[float] = []
    score, start = score_of("chance", scale), make_game("chess")
    for game in games:
        wanted = targets(game, score, (game.result + 1) / 2)
        for board, move, value, target in replayed(game, start, wanted, 1):
            if abs(value) < LARGEST and not board.in_check() and board.see(move) == QUIET:
                base = _PST.value(board)
                if abs(_QUIESCENCE.value(board) - base) <= QUIET_WITHIN:
                    rows.append(inputs(board))
                    bases.append(base)
                    expected.append(target)
    places = np.full((len(rows), MOST_PIECES), INPUTS, dtype=np.int16)
    for place, row in zip(places, rows, strict=True):
        place[: len(row)] = row
    return Positions(places, np.array(bases, np.float32), np.array(expected, np.float32))


_PST: Any = make_evaluator("pst")
_QUIESCENCE: Any = make_evaluator("quiescence:base=pst")
