"""Static values of chess positions, from sums that the position keeps up to date."""

from __future__ import annotations

from typing import Any

import cython

from evaluators.core.evaluator import Evaluator
from games.core.position import Position

if not cython.compiled:
    from games.chess.chess import Chess

__all__ = ["Material", "PieceSquare"]

_LOSERS = ("antichess", "giveaway", "suicide")


class Material(Evaluator):
    """Material in centipawns (pawn 100, knight and bishop 300, rook 500, queen 900); in the
    variants whose aim is to lose all pieces, the opponent's lead."""

    NAME = "material"
    GAMES = ("chess",)

    def value(self, position: Position) -> cython.int:
        if isinstance(position, Chess):
            chess: Chess = position
            return -chess.material if chess.side else chess.material
        return self._of_variant(position)

    def _of_variant(self, position: Any) -> int:
        """The value of a variant's position, which is a game in plain Python."""
        if not self.serves(position):
            raise self.refusal(position)
        lead: int = -position.material if position.turn else position.material
        return -lead if position.options["variant"] in _LOSERS else lead


class PieceSquare(Evaluator):
    """Material and piece-square values in centipawns, blended from midgame to endgame."""

    NAME = "pst"
    GAMES = ("chess",)

    def serves(self, position: Position) -> bool:
        """Whether the position is one of standard chess or Chess960."""
        return isinstance(position, Chess)

    def value(self, position: Position) -> cython.int:
        if not isinstance(position, Chess):
            raise self.refusal(position)
        return piece_square(position)


def piece_square(chess: Chess) -> cython.int:
    """The value of `pst`."""
    phase: cython.int = min(chess.phase, 24)
    value: cython.int = chess.midgame * phase + chess.endgame * (24 - phase)
    return (-value if chess.side else value) // 24
