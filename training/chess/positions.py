"""Training games of chess, and the quiet positions of them with their targets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from engine.train.games import Game, Rules, targets
from engine.train.positions import logistic_slope, score_of
from evaluators import make as make_evaluator
from evaluators.values.chess import inputs
from evaluators.values.network_file import INPUTS
from games import make as make_game
from games.core.scores import QUIET
from games.errors import EvaluationError
from training.chess.constants import PLACES

__all__ = ["CHESS", "LARGEST", "Positions", "positions_of", "scale_of"]

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

    :param scale: see `scale_of`.
    """
    rows: list[list[int]] = []
    bases: list[int] = []
    expected: list[float] = []
    score = score_of("chance", scale)
    for game in games:
        wanted = targets(game, score, (game.result + 1) / 2)  # for White
        for row, base, target in _quiet(game, wanted):
            rows.append(row)
            bases.append(base)
            expected.append(target)
    places = np.full((len(rows), PLACES), INPUTS, dtype=np.int16)
    counts = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
    mask = np.arange(PLACES) < counts[:, None]
    places[mask] = np.fromiter((one for row in rows for one in row), np.int16, int(counts.sum()))
    return Positions(places, np.array(bases, np.float32), np.array(expected, np.float32))


def _quiet(game: Game, expected: list[float]) -> Iterator[tuple[list[int], int, float]]:
    """Yield the network's inputs, base value and target of each quiet position of a game.

    The base value and the target are for the side to move. `positions_of` states the conditions.

    :param expected: the target of each position for White.
    """
    position: Any = make_game("chess")
    static, quiescence = _PST, _QUIESCENCE
    for move in game.opening:
        position.push(move)
    for move, value, target in zip(game.moves, game.values, expected, strict=True):
        if abs(value) < LARGEST and not position.in_check() and position.see(move) == QUIET:
            base = static.value(position)
            if abs(quiescence.value(position) - base) <= QUIET_WITHIN:
                row = inputs(position)
                yield row, base, 1 - target if position.turn else target
        position.push(move)


_PST: Any = make_evaluator("pst")
_QUIESCENCE: Any = make_evaluator("quiescence:base=pst")
