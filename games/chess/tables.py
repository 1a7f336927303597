"""Tables of chess, made once at import: where pieces move, and Zobrist keys.

Sliding attacks are kindergarten bitboards: the occupied squares of a line, multiplied, become a
six-bit number that, with the slider's place on the line, names the squares it reaches.
"""

from __future__ import annotations

from games.core.bits import GOLDEN, M64, mix

__all__ = [
    "ANTIDIAGONAL",
    "BETWEEN",
    "CASTLING_KEYS",
    "DIAGONAL",
    "EN_PASSANT_KEYS",
    "FILE_REACH",
    "KING_MOVES",
    "KNIGHT_MOVES",
    "PAWN_ATTACKS",
    "PIECE_KEYS",
    "RANK",
    "REACH",
    "TURN_KEY",
]

_KING_STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
_KNIGHT_STEPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def _steps(square: int, steps: tuple[tuple[int, int], ...]) -> list[int]:
    """The squares on the board that the steps (files, ranks) lead to."""
    file, rank = square & 7, square >> 3
    reached = ((file + x, rank + y) for x, y in steps)
    return [8 * y + x for x, y in reached if 0 <= x < 8 and 0 <= y < 8]


def _leaps(steps: tuple[tuple[int, int], ...]) -> list[int]:
    return [sum(1 << to for to in _steps(square, steps)) for square in range(64)]


def _ray(square: int, step: tuple[int, int]) -> list[int]:
    """The squares from a square to the edge, the nearest first."""
    ray = _steps(square, (step,))
    while ray and (further := _steps(ray[-1], (step,))):
        ray += further
    return ray


def _line(step: tuple[int, int]) -> list[int]:
    """For every square the line through it in both directions, without the square itself."""
    back = (-step[0], -step[1])
    return [sum(1 << to for to in _ray(s, step) + _ray(s, back)) for s in range(64)]


def _reach_on_line(index: int, inner: int) -> int:
    """What a slider at a place of a line of eight reaches, the inner six squares being `inner`."""
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
    """At 64 * a + b the squares strictly between a and b, if they share a line, else none."""
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
"""Squares a pawn attacks: White's, then Black's."""
RANK, DIAGONAL, ANTIDIAGONAL = _line((1, 0)), _line((1, 1)), _line((1, -1))
"""The lines through a square, without it."""
_ON_LINE = [_reach_on_line(index, inner) for index in range(8) for inner in range(64)]
REACH = [line * 0x0101010101010101 for line in _ON_LINE]
"""At 64 * file + inner squares: files reached on a rank or diagonal, on every rank."""
FILE_REACH = [
    sum((_ON_LINE[64 * rank + inner] >> r & 1) << 8 * r for r in range(8))
    for rank in range(8)
    for inner in range(64)
]
"""At 64 * rank + inner squares: squares reached on the a-file."""
BETWEEN = _between()

_keys = [mix(n * GOLDEN & M64) for n in range(1, 1026 + 16 + 8)]
PIECE_KEYS = [key if n >> 6 & 7 < 6 else 0 for n, key in enumerate(_keys[:1024])]
CASTLING_KEYS = [0, *_keys[1025:1040]]
EN_PASSANT_KEYS = _keys[1040:1048]
TURN_KEY = _keys[1024]
