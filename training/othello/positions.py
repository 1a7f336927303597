"""From games of Othello to what weights are fitted to: boards, and what each is to be worth."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from games import make as make_game
from training.games import Game, targets

__all__ = ["Positions", "board_of", "positions_of"]


class Positions(NamedTuple):
    """Arrays of one row a position.

    :param own: the discs of the side to move, as bits.
    :param opponent: the others.
    :param target: the margin to be expected, in hundredths of a disc for the side to move.
    """

    own: Any
    opponent: Any
    target: Any


def positions_of(games: Iterable[Game]) -> Positions:
    """All positions of games behind their openings."""
    found: list[tuple[int, int, float]] = []
    for game in games:
        board: Any = make_game("othello")
        for move in game.opening:
            board.push(move)
        for move, target in zip(game.moves, targets(game, float, game.result), strict=True):
            found.append((board.own, board.opponent, -target if board.turn else target))
            board.push(move)
    own, opponent, wanted = zip(*found, strict=True) if found else ((), (), ())
    return Positions(
        np.array(own, np.uint64), np.array(opponent, np.uint64), np.array(wanted, np.float32)
    )


def board_of(own: int, opponent: int) -> Any:
    """A board with these discs, on which the first of them is black's, and to move."""
    letters = ["X" if own >> s & 1 else "O" if opponent >> s & 1 else "-" for s in range(64)]
    return make_game("othello").at("".join(letters) + " X")
