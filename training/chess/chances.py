"""What the values of games foretold: the two numbers of `engine.uci.info`.

    python -m training.chess.chances FOLDER ...

reads tournaments of chess and finds the numbers under which the results were likeliest, given the
values that the players told, each from its own side, by a search on a grid that grows finer.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

import numpy as np

from engine.match.results.folder import read_folder
from games.core.scores import is_decided

__all__ = ["fitted", "main", "told"]

LARGEST = 1_500
"""Centipawns beyond which a value says that the game is decided, and nothing of the numbers."""

STEPS = 8
"""Points of the grid each way."""


def told(folder: str) -> Iterator[tuple[int, float]]:
    """What players thought the positions of a tournament worth, and what they then scored.

    :raises FileError: if the folder holds no tournament.
    """
    tournament = read_folder(folder)
    for game in tournament.records(summary.round for summary in tournament.games):
        if game.forfeited is None:
            for move in game.moves:
                value = move.value
                if value is not None and not is_decided(value) and abs(value) <= LARGEST:
                    yield value, 1 - game.score if move.side else game.score


def fitted(positions: Sequence[tuple[int, float]]) -> tuple[float, float, float]:
    """The value of even chances to win, the scale, and the mean loss in nats."""
    values, scores = np.array(positions, dtype=np.float64).T

    def loss(even: float, scale: float) -> float:
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
    """Print the numbers for some tournaments."""
    positions = [one for folder in folders for one in told(folder)]
    even, scale, loss = fitted(positions)
    print(f"EVEN = {even:.0f}, SCALE = {scale:.0f}: {loss:.3f} nats, {len(positions)} positions")


if __name__ == "__main__":
    main(sys.argv[1:])
