"""Pieces, squares and masks of the chess board.

Squares are numbered a1 = 0, b1 = 1, ..., h8 = 63; bit n of a bitboard is square n. A piece on a
square is its colour's 0 (White) or 8 (Black) plus its kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import cython

WHITE, BLACK = 0, 1
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, EMPTY = range(7)
"""Kinds of pieces; EMPTY is the content of an empty square."""
PASS = 0
"""The null move in a history: no real move starts and ends on a1."""
MOST_MOVES = 512
"""Above the legal moves of any position, however many pieces it has: k knights have at most 8 moves
each; n others at most 27 each, and together, since each is known by its target and one of eight
directions, 8(64-k-n), promotions and castling aside, which need room that queens would fill."""
RECORD = 8
"""Whole numbers remembered for every move made, so that `pop` can take it back."""

FILE_A: cython.ulonglong = 0x0101010101010101
FILE_B: cython.ulonglong = 0x0202020202020202
FILE_H: cython.ulonglong = 0x8080808080808080
RANK_3: cython.ulonglong = 0x0000000000FF0000
RANK_6: cython.ulonglong = 0x0000FF0000000000
BACK_RANKS: cython.ulonglong = 0xFF000000000000FF
"""Ranks 1 and 8, where pawns promote."""
DARK: cython.ulonglong = 0xAA55AA55AA55AA55
"""The dark squares."""
FILE_GATHER: cython.ulonglong = 0x0004081020408000
"""Multiplying the a-file by it gathers ranks 2 to 7 in the top six bits."""

ATTACKED = 190
"""Centipawns that a pawn's attack on a better piece is worth when moves are ordered."""
