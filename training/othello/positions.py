"""Training games of Othello, and the positions of them with their targets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from engine.train.games import Game, Rules, replayed, targets
from games import make as make_game
from games.core.position import Position
from searchers import Limits

SOLVED = 14
"""The empty squares from which the players solve the game."""


@dataclass(frozen=True)
class OthelloRules(Rules):
    """The rules of games with solved endgames."""

    def limits(self, position: Position, nodes: int) -> Limits:
        """Return a limit of nodes; with SOLVED empty squares or fewer, one of depth to solve it."""
        board: Any = position
        empty = 64 - (board.own | board.opponent).bit_count()
        return Limits(depth=2 * SOLVED) if empty <= SOLVED else Limits(nodes=nodes)


OTHELLO = OthelloRules("othello", plies=(6, 20), even=3000, largest=6400, strays=30, margin=True)


class Positions(NamedTuple):
    """Arrays with one row for each position.

    :param own: the discs of the side to move, as bits.
    :param opponent: the discs of the opponent, as bits.
    :param target: the expected final margin for the side to move, in hundredths of a disc.
    """

    own: Any
    opponent: Any
    target: Any


def positions_of(games: Iterable[Game]) -> Positions:
    """Return all positions of games after their openings, with expected margins as targets.

    A target mixes values of the search and the final margin (`engine.train.games.targets`).
    """
    found: list[tuple[int, int, float]] = []
    start = make_game("othello")
    for game in games:
        wanted = targets(game, float, game.result)
        for board, _, _, target in replayed(game, start, wanted, 0):
            found.append((board.own, board.opponent, target))
    own, opponent, expected = zip(*found, strict=True) if found else ((), (), ())
    return Positions(
        np.array(own, np.uint64), np.array(opponent, np.uint64), np.array(expected, np.float32)
    )


def board_of(own: int, opponent: int) -> Any:
    """Return a position with these discs, in which `own` is Black, and to move."""
    letters = ["X" if own >> s & 1 else "O" if opponent >> s & 1 else "-" for s in range(64)]
    return make_game("othello").at("".join(letters) + " X")
