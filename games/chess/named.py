"""The names and ECO codes of openings: about a hundred that every player knows, and no more."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import chess

__all__ = ["NamedOpening", "named_opening"]

_FILE = Path(__file__).with_name("openings_named.txt")


class NamedOpening(NamedTuple):
    """An opening.

    :param eco: its code in the Encyclopaedia of Chess Openings.
    """

    eco: str
    name: str


def named_opening(board: chess.Board) -> NamedOpening | None:
    """The opening of a game: the last position with a name that it reached, also by another order
    of moves. None where there is none, or where the game begins elsewhere.

    :param board: of standard chess, with the moves of the game; it is left as it is.
    """
    start = board.root()
    if type(board) is not chess.Board or start.fen() != chess.STARTING_FEN:
        return None
    known, longest = _known()
    found = None
    for move in board.move_stack[:longest]:
        start.push(move)
        found = known.get(start.epd(), found)
    return found


@cache
def _known() -> tuple[dict[str, NamedOpening], int]:
    """The openings by the positions they lead to, and the plies of the longest."""
    known: dict[str, NamedOpening] = {}
    longest = 0
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            eco, name, moves = line.split("\t")
            board = chess.Board()
            for word in moves.split():
                board.push_san(word)
            known[board.epd()] = NamedOpening(eco, name)
            longest = max(longest, board.ply())
    return known, longest
