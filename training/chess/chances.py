"""Fit EVEN and SCALE of `engine.uci.info`, which turn values into chances of winning.

    python -m training.chess.chances FOLDER ...

Read tournaments of chess, and find the most likely numbers for their results, given the values that
the players reported. The search uses a grid of decreasing size.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

import numpy as np

from engine.match.database import standings
from games.core.scores import is_decided
from games.errors import EvaluationError
from training.command import run

LARGEST = 1_500
"""The largest value in centipawns; beyond it the game is decided."""

STEPS = 8
"""The grid points in each direction."""


def values_and_scores(folder: str) -> Iterator[tuple[int, float]]:
    """Yield each value of a tournament in centipawns, and the score of the player that reported it.

    The score is that of its game: 1, 0.5 or 0. Forfeited games, proved wins and losses, and
    values beyond LARGEST are left out.

    :raises FileError: if the folder has no tournament.
    """
    for game in standings(folder).games:
        if game.forfeited is None:
            for move in game.moves:
                value = move.value
                if value is not None and not is_decided(value) and abs(value) <= LARGEST:
                    yield value, 1 - game.score if move.side else game.score


def fit(positions: Sequence[tuple[int, float]]) -> tuple[float, float, float]:
    """Return EVEN, SCALE and the mean loss in nats.

    EVEN is the value with a 50% chance of winning. SCALE is the difference of values that
    multiplies the odds of winning by e. The loss is the mean negative log-likelihood of the scores.

    :param positions: one or more pairs of a value in centipawns and the score of its player: 1, 0.5
        or 0.
    :raises EvaluationError: if there are none.
    """
    if not positions:
        raise EvaluationError("no position has a value and a score: expected one or more")
    values, scores = np.array(positions, dtype=np.float64).T

    def loss(even: float, scale: float) -> float:
        """Return the mean negative log-likelihood of the scores, in nats.

        :param even: the value with a 50% chance of winning.
        :param scale: the difference of values that multiplies the odds of winning by e.
        """
        win = 1 / (1 + np.exp((even - values) / scale))
        lost = 1 / (1 + np.exp((even + values) / scale))
        chance = np.where(scores == 1, win, np.where(scores == 0, lost, 1 - win - lost))
        return float(-np.log(np.maximum(chance, 1e-9)).mean())

    even, scale, reach = 400.0, 300.0, 300.0
    while reach > 0.5:
        steps = np.linspace(-reach, reach, 2 * STEPS + 1)
        grid = [(even + a, scale + b) for a in steps for b in steps if min(even + a, scale + b) > 1]
        even, scale = min(grid, key=lambda point: loss(*point))
        reach /= 2
    return even, scale, loss(even, scale)


def main(folders: Sequence[str]) -> None:
    """Print EVEN, SCALE and the mean loss for the games of tournaments.

    :param folders: the folders of the tournaments.
    :raises StarlingError: if one has no tournament, or no game has a value that counts.
    """
    positions = [one for folder in folders for one in values_and_scores(folder)]
    even, scale, loss = fit(positions)
    print(f"EVEN = {even:.0f}, SCALE = {scale:.0f}: {loss:.3f} nats, {len(positions)} positions")


if __name__ == "__main__":
    sys.exit(run("training.chess.chances", lambda: main(sys.argv[1:])))
