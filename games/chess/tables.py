"""Tables of chess, computed once at import: attacks, Zobrist keys, values of pieces.

Sliding attacks are kindergarten bitboards: a multiplication turns the occupied squares of a line
into a six-bit number, which indexes the attacked squares together with the slider's place.

Tables by piece have the index piece * 64 + square, with pieces as in `games.chess.constants`.
"""

from __future__ import annotations

import os

from games.core.bits import GOLDEN, M64, mix

_KING_STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
_KNIGHT_STEPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def _steps(square: int, steps: tuple[tuple[int, int], ...]) -> list[int]:
    """Return the squares on the board that single steps (files, ranks) lead to from a square."""
    file, rank = square & 7, square >> 3
    reached = ((file + x, rank + y) for x, y in steps)
    return [8 * y + x for x, y in reached if 0 <= x < 8 and 0 <= y < 8]


def _leaps(steps: tuple[tuple[int, int], ...]) -> list[int]:
    """Return for each square the bitboard of the squares that these steps lead to."""
    return [sum(1 << to for to in _steps(square, steps)) for square in range(64)]


def _ray(square: int, step: tuple[int, int]) -> list[int]:
    """Return the squares that repetitions of a step reach, the nearest first, up to the edge."""
    ray = _steps(square, (step,))
    while ray and (further := _steps(ray[-1], (step,))):
        ray += further
    return ray


def _line(step: tuple[int, int]) -> list[int]:
    """Return for each square the bitboard of the line through it, without the square itself.

    :param step: the files and ranks to the next square of the line.
    """
    back = (-step[0], -step[1])
    return [sum(1 << to for to in _ray(s, step) + _ray(s, back)) for s in range(64)]


def _reach_on_line(index: int, inner: int) -> int:
    """Return as bits what a slider at `index` attacks on a line of eight squares.

    :param inner: the occupied ones of the six inner squares, as bits.
    """
    occupied, reached = inner << 1, 0
    for direction in (1, -1):
        to = index + direction
        while 0 <= to < 8:
            reached |= 1 << to
            if occupied >> to & 1:
                break
            to += direction
    return reached


def _between() -> list[int]:
    """Return, at 64 * a + b, the bitboard of the squares strictly between a and b on a line."""
    between = [0] * 4096
    for square in range(64):
        for step in _KING_STEPS:
            passed = 0
            for to in _ray(square, step):
                between[64 * square + to] = passed
                passed |= 1 << to
    return between


KNIGHT_MOVES = _leaps(_KNIGHT_STEPS)
KING_MOVES = _leaps(_KING_STEPS)
PAWN_ATTACKS = _leaps(((-1, 1), (1, 1))) + _leaps(((-1, -1), (1, -1)))
"""The squares that a pawn attacks: White's, then Black's."""
RANK, DIAGONAL, ANTIDIAGONAL = _line((1, 0)), _line((1, 1)), _line((1, -1))
"""The lines through a square, without it."""
_ON_LINE = [_reach_on_line(index, inner) for index in range(8) for inner in range(64)]
REACH = [line * 0x0101010101010101 for line in _ON_LINE]
"""The files reached on a rank or diagonal, on every rank, at 64 * file + inner squares."""
FILE_REACH = [
    sum((_ON_LINE[64 * rank + inner] >> r & 1) << 8 * r for r in range(8))
    for rank in range(8)
    for inner in range(64)
]
"""The squares reached on the a-file, at 64 * rank + inner squares."""
BETWEEN = _between()

_keys = [mix(n * GOLDEN & M64) for n in range(1, 1026 + 16 + 8)]
PIECE_KEYS = [key if n >> 6 & 7 < 6 else 0 for n, key in enumerate(_keys[:1024])]
CASTLING_KEYS = [0, *_keys[1025:1040]]
EN_PASSANT_KEYS = _keys[1040:1048]
TURN_KEY = _keys[1024]

with open(os.path.join(os.path.dirname(__file__), "piece_squares.txt"), encoding="utf-8") as _file:
    _BOARDS = [board.split() for board in _file.read().split("\n\n")[1:]]
"""The twelve boards of PeSTO, whose source the file names: midgame, then endgame, pawns first."""


def _by_piece(values: tuple[int, ...], boards: list[list[str]]) -> list[int]:
    """Return, by piece and square, the value of the kind plus that of the square for White.

    Black's are mirrored and negative.

    :param boards: the values of squares by kind, from a8 to h1.
    """
    worth = [0] * 1024
    for kind, board in enumerate(boards):
        for square in range(64):
            worth[64 * kind + square] = values[kind] + int(board[square ^ 56])
            worth[64 * (8 + kind) + square] = -values[kind] - int(board[square])
    return worth


MIDGAME = _by_piece((82, 337, 365, 477, 1025, 0), _BOARDS[:6])
ENDGAME = _by_piece((94, 281, 297, 512, 936, 0), _BOARDS[6:])
"""The values of pieces on squares: that of the piece, of PeSTO too, and that of the square."""
MATERIAL = [100, 300, 300, 500, 900, 0, 0, 0, -100, -300, -300, -500, -900, 0, 0, 0]
"""Shannon's values (1950) in centipawns by piece; Black's are negative."""
WORTH = [100, 300, 300, 500, 900, 20000, 0, 0]
"""The values of pieces in a static exchange, by kind; the king's exceeds all others together."""
PHASE = [0, 1, 1, 2, 4, 0, 0, 0] * 2
"""The weights of pieces in the game phase: 24 in the start position, 0 without pieces."""
