"""Pieces, squares and masks of the chess board.

Squares are numbered a1 = 0, b1 = 1, ..., h8 = 63; bit n of a bitboard is square n. A piece on a
square is 0 (White) or 8 (Black) plus its kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import cython

WHITE, BLACK = 0, 1
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, EMPTY = range(7)
"""The kinds of pieces, and the content of an empty square."""
PASS = 0
"""The null move in a history: no real move starts and ends on a1."""
MOST_MOVES = 512
"""An upper bound of the legal moves in any position, however many pieces it has.

k knights have at most 8 moves each. n other pieces have at most 27 each, and together at most
8(64-k-n), since target and direction (one of eight) determine the move. Promotions and castling
need squares that queens would occupy."""
RECORD = 8
"""The integers recorded for each move made, which `pop` needs to take it back."""

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

ATTACKED_BY_PAWN = 190
"""The centipawns by which a pawn's attack on a better piece changes the score of a quiet move."""
