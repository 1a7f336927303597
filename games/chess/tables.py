"""Tables of chess, computed once at import: attacks, Zobrist keys, values of pieces.

Sliding attacks are kindergarten bitboards: a multiplication turns the occupied squares of a line
into a six-bit number, which indexes the attacked squares together with the slider's place.

Tables by piece have the index piece * 64 + square, with pieces as in `games.chess.constants`.
"""

from __future__ import annotations

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
    """Return the squares from the next one to the edge by one step, the nearest first."""
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
    """Return, at 64 * a + b, the squares strictly between a and b if they share a line."""
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

# Midgame and endgame values of Rofchade's PeSTO tables (Ronald Friederich, published on the Chess
# Programming Wiki), tuned on games: pawn, knight, bishop, rook, queen, king. Each is a board from
# White's side, with a8 in the upper left corner.
_MIDGAME_VALUES = (82, 337, 365, 477, 1025, 0)
_MIDGAME_BOARDS = """
      0     0     0     0     0     0     0     0
     98   134    61    95    68   126    34   -11
     -6     7    26    31    65    56    25   -20
    -14    13     6    21    23    12    17   -23
    -27    -2    -5    12    17     6    10   -25
    -26    -4    -4   -10     3     3    33   -12
    -35    -1   -20   -23   -15    24    38   -22
      0     0     0     0     0     0     0     0

   -167   -89   -34   -49    61   -97   -15  -107
    -73   -41    72    36    23    62     7   -17
    -47    60    37    65    84   129    73    44
     -9    17    19    53    37    69    18    22
    -13     4    16    13    28    19    21    -8
    -23    -9    12    10    19    17    25   -16
    -29   -53   -12    -3    -1    18   -14   -19
   -105   -21   -58   -33   -17   -28   -19   -23

    -29     4   -82   -37   -25   -42     7    -8
    -26    16   -18   -13    30    59    18   -47
    -16    37    43    40    35    50    37    -2
     -4     5    19    50    37    37     7    -2
     -6    13    13    26    34    12    10     4
      0    15    15    15    14    27    18    10
      4    15    16     0     7    21    33     1
    -33    -3   -14   -21   -13   -12   -39   -21

     32    42    32    51    63     9    31    43
     27    32    58    62    80    67    26    44
     -5    19    26    36    17    45    61    16
    -24   -11     7    26    24    35    -8   -20
    -36   -26   -12    -1     9    -7     6   -23
    -45   -25   -16   -17     3     0    -5   -33
    -44   -16   -20    -9    -1    11    -6   -71
    -19   -13     1    17    16     7   -37   -26

    -28     0    29    12    59    44    43    45
    -24   -39    -5     1   -16    57    28    54
    -13   -17     7     8    29    56    47    57
    -27   -27   -16   -16    -1    17    -2     1
     -9   -26    -9   -10    -2    -4     3    -3
    -14     2   -11    -2    -5     2    14     5
    -35    -8    11     2     8    15    -3     1
     -1   -18    -9    10   -15   -25   -31   -50

    -65    23    16   -15   -56   -34     2    13
     29    -1   -20    -7    -8    -4   -38   -29
     -9    24     2   -16   -20     6    22   -22
    -17   -20   -12   -27   -30   -25   -14   -36
    -49    -1   -27   -39   -46   -44   -33   -51
    -14   -14   -22   -46   -44   -30   -15   -27
      1     7    -8   -64   -43   -16     9     8
    -15    36    12   -54     8   -28    24    14
"""
_ENDGAME_VALUES = (94, 281, 297, 512, 936, 0)
_ENDGAME_BOARDS = """
      0     0     0     0     0     0     0     0
    178   173   158   134   147   132   165   187
     94   100    85    67    56    53    82    84
     32    24    13     5    -2     4    17    17
     13     9    -3    -7    -7    -8     3    -1
      4     7    -6     1     0    -5    -1    -8
     13     8     8    10    13     0     2    -7
      0     0     0     0     0     0     0     0

    -58   -38   -13   -28   -31   -27   -63   -99
    -25    -8   -25    -2    -9   -25   -24   -52
    -24   -20    10     9    -1    -9   -19   -41
    -17     3    22    22    22    11     8   -18
    -18    -6    16    25    16    17     4   -18
    -23    -3    -1    15    10    -3   -20   -22
    -42   -20   -10    -5    -2   -20   -23   -44
    -29   -51   -23   -15   -22   -18   -50   -64

    -14   -21   -11    -8    -7    -9   -17   -24
     -8    -4     7   -12    -3   -13    -4   -14
      2    -8     0    -1    -2     6     0     4
     -3     9    12     9    14    10     3     2
     -6     3    13    19     7    10    -3    -9
    -12    -3     8    10    13     3    -7   -15
    -14   -18    -7    -1     4    -9   -15   -27
    -23    -9   -23    -5    -9   -16    -5   -17

     13    10    18    15    12    12     8     5
     11    13    13    11    -3     3     8     3
      7     7     7     5     4    -3    -5    -3
      4     3    13     1     2     1    -1     2
      3     5     8     4    -5    -6    -8   -11
     -4     0    -5    -1    -7   -12    -8   -16
     -6    -6     0     2    -9    -9   -11    -3
     -9     2     3    -1    -5   -13     4   -20

     -9    22    22    27    27    19    10    20
    -17    20    32    41    58    25    30     0
    -20     6     9    49    47    35    19     9
      3    22    24    45    57    40    57    36
    -18    28    19    47    31    34    39    23
    -16   -27    15     6     9    17    10     5
    -22   -23   -30   -16   -16   -23   -36   -32
    -33   -28   -22   -43    -5   -32   -20   -41

    -74   -35   -18   -18   -11    15     4   -17
    -12    17    14    17    17    38    23    11
     10    17    23    15    20    45    44    13
     -8    22    24    27    26    33    26     3
    -18    -4    21    24    27    23     9   -11
    -19    -3    11    21    23    16     7    -9
    -27   -11     4    13    14     4    -5   -17
    -53   -34   -21   -11   -28   -14   -24   -43
"""


def _by_piece(values: tuple[int, ...], boards: str) -> list[int]:
    """Return one table by piece and square: White's positive, Black's mirrored and negative."""
    worth = [0] * 1024
    for kind, board in enumerate(boards.split("\n\n")):
        added = [int(word) for word in board.split()]
        for square in range(64):
            worth[64 * kind + square] = values[kind] + added[square ^ 56]
            worth[64 * (8 + kind) + square] = -values[kind] - added[square]
    return worth


MIDGAME = _by_piece(_MIDGAME_VALUES, _MIDGAME_BOARDS)
ENDGAME = _by_piece(_ENDGAME_VALUES, _ENDGAME_BOARDS)
MATERIAL = [100, 300, 300, 500, 900, 0, 0, 0, -100, -300, -300, -500, -900, 0, 0, 0]
"""Shannon's values (1950) in centipawns by piece; Black's are negative."""
WORTH = [100, 300, 300, 500, 900, 20000, 0, 0]
"""The values of pieces in a static exchange, by kind; the king's exceeds all others together."""
PHASE = [0, 1, 1, 2, 4, 0, 0, 0] * 2
"""The weights of pieces in the game phase: 24 in the start position, 0 without pieces."""
