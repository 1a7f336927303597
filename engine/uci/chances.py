"""What a value in centipawns foretells: the chances of a win, a draw and a loss.

A win is as likely as one of 1 + e^((EVEN - value) / SCALE), a loss the same of the opposite value,
and the rest are draws. EVEN is the value at which half of the games are won. Both numbers were
fitted (`python -m training.chess.chances`) to the 52,000 values of 400 games that `pvs` played,
with `network` against `pst` at 20 ms of CPU time a move. What another evaluator's values foretell
may be something else, and so may what longer thought does.
"""

from __future__ import annotations

import math

from games.core.scores import is_decided

__all__ = ["EVEN", "SCALE", "chances_of"]

EVEN = 152.0
SCALE = 178.0
LARGEST = 10_000
"""Centipawns beyond which nothing changes."""


def chances_of(value: int, even: float = EVEN, scale: float = SCALE) -> tuple[int, int, int]:
    """The chances of a win, a draw and a loss of the side to move, in thousandths.

    >>> chances_of(0)[0] == chances_of(0)[2], sum(chances_of(123))
    (True, 1000)
    """
    if is_decided(value):
        return (1000, 0, 0) if value > 0 else (0, 0, 1000)
    value = max(-LARGEST, min(LARGEST, value))
    win = round(1000 / (1 + math.exp((even - value) / scale)))
    loss = round(1000 / (1 + math.exp((even + value) / scale)))
    return win, 1000 - win - loss, loss
