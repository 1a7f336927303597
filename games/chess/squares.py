"""Pieces, squares and masks of the chess board. Compiled modules have them from squares.pxd.

Squares are numbered a1 = 0, b1 = 1, ..., h8 = 63; bit n of a bitboard is square n. A piece on a
square is 0 (White) or 8 (Black) plus its kind.
"""

from __future__ import annotations

__all__ = [
    "BACK_RANKS",
    "BISHOP",
    "BLACK",
    "DARK",
    "EMPTY",
    "FILE_A",
    "FILE_B",
    "FILE_GATHER",
    "FILE_H",
    "KING",
    "KNIGHT",
    "MOST_MOVES",
    "PASS",
    "PAWN",
    "QUEEN",
    "RANK_3",
    "RANK_6",
    "RECORD",
    "ROOK",
    "WHITE",
]

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

FILE_A = 0x0101010101010101
FILE_B = 0x0202020202020202
FILE_H = 0x8080808080808080
RANK_3 = 0x0000000000FF0000
RANK_6 = 0x0000FF0000000000
BACK_RANKS = 0xFF000000000000FF
"""Ranks 1 and 8, where pawns promote."""
DARK = 0xAA55AA55AA55AA55
"""The dark squares."""
FILE_GATHER = 0x0004081020408000
"""Multiplying the a-file by it gathers ranks 2 to 7 in the top six bits."""
