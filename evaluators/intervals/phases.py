"""The phases of a game, for what is fitted or measured phase by phase."""

from __future__ import annotations

import cython

from games.core.position import Position
from games.parts.part import name_of
from games.synthetic.ngame import NGame as _NGame

if not cython.compiled:
    from games.chess.chess import Chess
    from games.core.bits import popcount
    from games.othello.othello import Othello
    from games.synthetic.ngame import NGame

__all__ = ["MOST_PHASES", "family", "phase_name", "phase_of"]

MOST_PHASES = 64
"""More than any game has."""

_CHESS = ("material 24-19", "material 18-13", "material 12-7", "material 6-0")
_OTHELLO = ("discs 4-13", "discs 14-23", "discs 24-33", "discs 34-43", "discs 44-53", "discs 54-64")


def phase_of(position: Position) -> cython.int:
    """The number of a position's phase, from 0.

    * chess: by the pieces left, 24 at the start (minor pieces 1, rooks 2, queens 4), in quarters
      from the start on;
    * Othello: by the discs on the board, ten by ten;
    * N-game: the plies left;
    * every other game has one phase.
    """
    if isinstance(position, Chess):
        chess: Chess = position
        return 3 - min(chess.phase, 24) * 4 // 25
    if isinstance(position, Othello):
        board: Othello = position
        return min(max(popcount(board.own | board.opponent) - 4, 0) // 10, 5)
    if isinstance(position, NGame):
        game: NGame = position
        return min(game.d - game.depth, 63)
    return 0


def phase_name(game: str, phase: int) -> str:
    """A phase of a game in words.

    :param game: its spec, or its family.
    """
    name = game.partition(":")[0]
    if name == "chess" and "variant" not in game:
        return _CHESS[phase]
    if name == "othello":
        return _OTHELLO[phase]
    return f"{phase} plies left" if name == "ngame" else "all"


def family(position: Position) -> str:
    """The games that a fit for this one serves, as the spec they have in common."""
    if isinstance(position, _NGame):
        edge = position.options["edge"]
        return f"ngame:b={position.b}" + (f",edge={edge}" if edge != 2**15 else "")
    return position.spec if "variant" in position.spec else name_of(type(position))
