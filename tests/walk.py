"""Positions of games whose moves are numbers that hypothesis can make smaller, or random."""

from __future__ import annotations

import random
from typing import Any

import games


def walk(game: str, choices: list[int]) -> Any:
    """The position of a game played by choosing among the legal moves with these numbers."""
    position = games.make(game)
    for choice in choices:
        moves = position.legal_moves()
        if not moves:
            break
        position.push(moves[choice % len(moves)])
    return position


def at_random(game: str, plies: int, seed: int) -> Any:
    """The position after so many random moves, or at the end of the game if that comes before."""
    rng = random.Random(seed)
    position = games.make(game)
    while position.ply < plies and position.outcome() is None:
        position.push(rng.choice(position.legal_moves()))
    return position


def near_the_end(left: int, seed: int, game: str = "othello") -> Any:
    """A position of a random game with at most so many moves left and two legal ones or more."""
    rng = random.Random(seed)
    while True:
        position = games.make(game)
        while position.outcome() is None and position.moves_left() > left:
            position.push(rng.choice(position.legal_moves()))
        if position.outcome() is None and len(position.legal_moves()) > 1:
            return position
