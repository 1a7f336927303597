"""From games to what a network is fitted to: quiet positions, and what each is to be worth."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from evaluators import make as make_evaluator
from evaluators.values.network import inputs
from evaluators.values.network_file import INPUTS
from games import make as make_game
from games.core.scores import QUIET
from training.chess.rules import LARGEST
from training.games import Game, targets

__all__ = ["PLACES", "Positions", "positions_of", "scale_of"]

PLACES = 32
"""Inputs of a position at most; those that are fewer are followed by INPUTS."""
QUIET_WITHIN = 60
"""Centipawns that a quiescence search may find away from the static value."""


class Positions(NamedTuple):
    """Arrays of one row a position.

    :param inputs: that are on, as the side to move sees the board, filled up with INPUTS.
    :param base: the value of `pst`, in centipawns.
    :param target: the score to be expected, from 0 to 1.
    """

    inputs: Any
    base: Any
    target: Any


def scale_of(games: Iterable[Game]) -> float:
    """How many centipawns multiply the odds of winning by e: the scale by which the searches'
    values foretell the results best."""
    found = [
        (value if (len(game.opening) + ply) % 2 == 0 else -value, (game.result + 1) / 2)
        for game in games
        for ply, value in enumerate(game.values)
        if abs(value) < LARGEST
    ]
    values, results = np.array(found, dtype=np.float64).T

    def loss(scale: float) -> float:
        odds = values / scale
        return float(np.mean(np.logaddexp(0, odds) - results * odds))

    low, high = 50.0, 1000.0
    ratio = (math.sqrt(5) - 1) / 2
    while high - low > 1:
        one, other = high - ratio * (high - low), low + ratio * (high - low)
        if loss(one) < loss(other):
            high = other
        else:
            low = one
    return (low + high) / 2


def _wanted(game: Game, scale: float) -> list[float]:
    """What each position of a game is to be worth to White, from 0 to 1."""
    return targets(
        game, lambda value: 0.5 + 0.5 * math.tanh(value / scale / 2), (game.result + 1) / 2
    )


def positions_of(games: Iterable[Game], scale: float) -> Positions:
    """The quiet positions of games: not in check, with a quiet best move, and worth about as much
    after all captures as before."""
    rows: list[list[int]] = []
    bases: list[int] = []
    wanted: list[float] = []
    for game in games:
        for row, base, target in _quiet(game, _wanted(game, scale)):
            rows.append(row)
            bases.append(base)
            wanted.append(target)
    places = np.full((len(rows), PLACES), INPUTS, dtype=np.int16)
    counts = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
    mask = np.arange(PLACES) < counts[:, None]
    places[mask] = np.fromiter((one for row in rows for one in row), np.int16, int(counts.sum()))
    return Positions(places, np.array(bases, np.float32), np.array(wanted, np.float32))


def _quiet(game: Game, wanted: list[float]) -> Iterator[tuple[list[int], int, float]]:
    position: Any = make_game("chess")
    static, settled = _PST, _SETTLED
    for move in game.opening:
        position.push(move)
    for move, value, target in zip(game.moves, game.values, wanted, strict=True):
        if abs(value) < LARGEST and not position.in_check() and position.see(move) == QUIET:
            base = static.value(position)
            if abs(settled.value(position) - base) <= QUIET_WITHIN:
                row = inputs(position)
                yield row, base, 1 - target if position.turn else target
        position.push(move)


_PST: Any = make_evaluator("pst")
_SETTLED: Any = make_evaluator("quiescence:base=pst")
